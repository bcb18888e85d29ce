import type { CampaignChange } from '../../../src/contract/campaigns/edits.ts'
import type { campaigns } from '../../../src/contract/campaigns/campaigns.ts'
import { campaignBudgetOf, changeBudget } from './budget.ts'
import { changeCampaigns, writeSheet } from './bulk.ts'
import { changesOfCampaign } from './history.ts'
import { fromFlatRequest, fromFullRequest, createCampaignFromRequest } from './create.ts'
import { campaignReport } from './list.ts'
import { approveCampaign, denyCampaign, submitCampaignAgain, undoApproval } from './reviews.ts'
import { adGroupsOf, fullCampaign } from './read.ts'
import { undoChanges } from './undo.ts'
import { changeCampaign, type CampaignPathIds, removeCampaign } from './write.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { anyOf } from '../sql/pieces.ts'

type CampaignHandlers = Handlers<typeof campaigns>
type Reading = Pick<CampaignHandlers, 'report' | 'one' | 'short' | 'budget' | 'adGroups' | 'hasAdGroups' | 'changes'>
type Changing = Pick<
  CampaignHandlers,
  'firstChange' | 'change' | 'firstChangeBudget' | 'changeBudget' | 'remove' | 'approve' | 'undoApproval' | 'deny' | 'submitAgain'
>

/** True if at least one of the campaigns has an ad group. */
async function haveAdGroups({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]) {
  const row = await kysely
    .selectFrom('ad_groups')
    .select('ad_group_id')
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const reading: Reading = {
  report: ({ path, body }, context) => campaignReport(context, path.memberGroupId, body),
  one: ({ path }, context) => fullCampaign(context, path),
  short: ({ path }, context) => fullCampaign(context, path),
  budget: ({ path }, context) => campaignBudgetOf(context, path),
  adGroups: async ({ path }, context) => {
    await fullCampaign(context, path)
    return { ad_groups: await adGroupsOf(context, path) }
  },
  hasAdGroups: async ({ path, body }, context) => ({ has_ad_groups: await haveAdGroups(context, path.memberGroupId, body.campaign_ids) }),
  changes: async ({ path, body }, context) => {
    const { currency_code } = await fullCampaign(context, path)
    return { ...(await changesOfCampaign(context, path.campaignId, body)), currency_code }
  },
}

async function changeAndRead(context: Context, path: CampaignPathIds, { comment, ...edit }: CampaignChange) {
  await changeCampaign(context, path, () => edit, { period: edit.budget_period, comment })
  return fullCampaign(context, path)
}

const changing: Changing = {
  firstChange: ({ path, body }, context) => changeAndRead(context, path, body),
  change: ({ path, body }, context) => changeAndRead(context, path, body),
  firstChangeBudget: ({ path, body }, context) => changeBudget(context, path, { change: 'set', amount: body.budget }),
  changeBudget: ({ path, body }, context) => changeBudget(context, path, body),
  remove: async ({ path, query }, context) => {
    await removeCampaign(context, path, query.version)
    return 'success'
  },
  approve: async ({ path }, context) => {
    await approveCampaign(context, path)
    return fullCampaign(context, path)
  },
  undoApproval: async ({ path }, context) => {
    await undoApproval(context, path)
    return fullCampaign(context, path)
  },
  submitAgain: async ({ path, body }, context) => {
    await submitCampaignAgain(context, path, body.comment)
    return fullCampaign(context, path)
  },
  deny: async ({ path, body }, context) => {
    await denyCampaign(context, path, body.comment)
    return fullCampaign(context, path)
  },
}

export const campaignHandlers: CampaignHandlers = {
  ...reading,
  ...changing,
  firstCreate: async ({ path, body }, context) =>
    fullCampaign(context, { campaignId: await createCampaignFromRequest(context, path, fromFlatRequest(body)) }),
  create: async ({ path, body }, context) =>
    fullCampaign(context, { campaignId: await createCampaignFromRequest(context, path, fromFullRequest(body)) }),
  bulk: ({ path, body }, context) => changeCampaigns(context, path.memberGroupId, body),
  undo: ({ path, body }, context) => undoChanges(context, path.memberGroupId, body),
  sheet: ({ path, body }, context) => writeSheet(context, path.memberGroupId, body.rows, body.dry_run ?? false),
}
