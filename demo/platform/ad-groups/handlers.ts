import type { adGroups } from '../../../src/contract/ad-groups/ad-groups.ts'
import { changeManyAdGroups } from './bulk.ts'
import { fullAdGroup, adGroupBudgetState, adGroupPcl } from './read.ts'
import { oneCampaignConstraints, storedAdGroups } from './constraints.ts'
import { adGroupsReport } from './list.ts'
import { adGroupStrength, entityStrength, requireStrength } from './bid-strengths.ts'
import { addAdGroup, removeAdGroup, writeAdGroup } from './write.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../context/refusal.ts'

type Parts = Handlers<typeof adGroups>

/** Writes return the full ad group. */
const create: Parts['create'] = async ({ path, body }, context) =>
  fullAdGroup(context, { ...path, adGroupId: await addAdGroup(context, path, body) })
const change: Parts['change'] = async ({ path, body }, context) => {
  await writeAdGroup(context, path, body)
  return fullAdGroup(context, path)
}

async function campaignAt(context: Context, path: { memberGroupId: number; advertiserId: number; adGroupId: number }) {
  const [kept] = await storedAdGroups(context, path.memberGroupId, [path.adGroupId], 'read')
  if (!kept) throw notFound('Ad group')
  return oneCampaignConstraints(context, path.memberGroupId, path.advertiserId, kept.campaign_id, 'read')
}

export const adGroupHandlers: Parts = {
  report: ({ path, body }, context) => adGroupsReport(context, path.memberGroupId, body),
  one: ({ path }, context) => fullAdGroup(context, path),
  createFirst: create,
  createSecond: create,
  create,
  changeSecond: change,
  change,
  remove: async ({ path, query }, context) => {
    await removeAdGroup(context, path, query.version)
    return 'success'
  },
  budget: ({ path }, context) => adGroupBudgetState(context, path),
  pcl: ({ path }, context) => adGroupPcl(context, path),
  bulkFirst: ({ path, body }, context) => changeManyAdGroups(context, path.memberGroupId, body),
  bulk: ({ path, body }, context) => changeManyAdGroups(context, path.memberGroupId, body),
  bidStrength: async ({ path, body }, context) =>
    requireStrength(await adGroupStrength(context, path.memberGroupId, await campaignAt(context, path), body.base_bid)),
  newBidStrength: async ({ path, body }, context) => {
    const campaign = await oneCampaignConstraints(context, path.memberGroupId, path.advertiserId, path.campaignId, 'read')
    return requireStrength(await adGroupStrength(context, path.memberGroupId, campaign, body.base_bid))
  },
  entityBidStrength: async ({ path, body }, context) =>
    requireStrength(await entityStrength(context, path.memberGroupId, path.entityId, body.base_bid)),
}
