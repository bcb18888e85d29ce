import type { adGroups } from '../../../src/contract/ad-groups/ad-groups.ts'
import { changeManyAdGroups } from './bulk.ts'
import { adGroupDetail, adGroupBudgetState, adGroupSpendLevel } from './read.ts'
import { campaignWithConstraints, storedAdGroups } from './constraints.ts'
import { adGroupsReport } from './list.ts'
import { adGroupStrength, entityStrength, requireStrength } from './bid-strengths.ts'
import { addAdGroup, removeAdGroup, writeAdGroup } from './write.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../context/refusal.ts'

type AdGroupHandlers = Handlers<typeof adGroups>

/** Writes return the full ad group. */
const create: AdGroupHandlers['create'] = async ({ path, body }, context) =>
  adGroupDetail(context, { ...path, adGroupId: await addAdGroup(context, path, body) })
const change: AdGroupHandlers['change'] = async ({ path, body }, context) => {
  await writeAdGroup(context, path, body)
  return adGroupDetail(context, path)
}

async function campaignAt(context: Context, path: { memberGroupId: number; advertiserId: number; adGroupId: number }) {
  const [adGroup] = await storedAdGroups(context, path.memberGroupId, [path.adGroupId], 'read')
  if (!adGroup) throw notFound('Ad group')
  return campaignWithConstraints(context, path.memberGroupId, path.advertiserId, adGroup.campaign_id, 'read')
}

export const adGroupHandlers: AdGroupHandlers = {
  report: ({ path, body }, context) => adGroupsReport(context, path.memberGroupId, body),
  one: ({ path }, context) => adGroupDetail(context, path),
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
  pcl: ({ path }, context) => adGroupSpendLevel(context, path),
  bulkFirst: ({ path, body }, context) => changeManyAdGroups(context, path.memberGroupId, body),
  bulk: ({ path, body }, context) => changeManyAdGroups(context, path.memberGroupId, body),
  bidStrength: async ({ path, body }, context) =>
    requireStrength(await adGroupStrength(context, path.memberGroupId, await campaignAt(context, path), body.base_bid)),
  newBidStrength: async ({ path, body }, context) => {
    const campaign = await campaignWithConstraints(context, path.memberGroupId, path.advertiserId, path.campaignId, 'read')
    return requireStrength(await adGroupStrength(context, path.memberGroupId, campaign, body.base_bid))
  },
  entityBidStrength: async ({ path, body }, context) =>
    requireStrength(await entityStrength(context, path.memberGroupId, path.entityId, body.base_bid)),
}
