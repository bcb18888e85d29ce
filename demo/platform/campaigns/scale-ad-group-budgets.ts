import { type AdGroupEditConstraints, adGroupProblem, type AdGroupState } from '../ad-groups/edit.rules.ts'
import type { UnchangedAdGroup } from '../../../src/contract/campaigns/edits.ts'
import { decimalOf, microsOf, maxAmount } from '../../../src/contract/money/money.ts'
import { type LockedAdGroup, lockAdGroups } from '../ad-groups/batch-write.ts'
import { recordChanges } from '../changes/record.ts'
import type { HistoryReason, CampaignWrite } from './write.ts'
import type { Context } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { updateManyVersioned } from '../sql/versioned.ts'

/** An ad group's budget that is scaled with its campaign's. Amounts in micros. */
export interface Adjustment {
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly before: bigint
  readonly after: bigint
}

/** An ad group whose budget should be scaled with its campaign's but cannot. */
export interface AdjustmentRefusal extends UnchangedAdGroup {
  readonly campaign_id: number
}
export interface AdGroupAdjustments {
  readonly adjustments: readonly Adjustment[]
  readonly refusals: readonly AdjustmentRefusal[]
}

/** Keeps the ad group's share of the campaign budget, rounded to the currency's smallest unit and at least one unit. */
function scaledShare(adGroupBudget: bigint, { campaign: { current, constraints }, after }: CampaignWrite): bigint {
  const unit = 10n ** BigInt(6 - constraints.digits)
  const oldCampaignBudget = microsOf(current.budget)
  const newCampaignBudget = microsOf(after.budget)
  // Adding half a unit before the division rounds half up.
  const scaled = ((adGroupBudget * newCampaignBudget * 2n + oldCampaignBudget * unit) / (oldCampaignBudget * unit * 2n)) * unit
  return scaled > 0n ? scaled : unit
}

/** Lower limit of a "One Time" budget: the spend so far, rounded up to the currency's smallest unit. */
function minOneTimeBudget({ budget_period }: AdGroupState, { spent, digits }: AdGroupEditConstraints): bigint {
  const unit = 10n ** BigInt(6 - digits)
  return budget_period === 'One Time' ? ((spent + unit - 1n) / unit) * unit : 0n
}

const textsOf = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** Validates the new budget with the rules for direct edits. A budget that breaks a rule is returned as a refusal with the reason. */
function planAdjustment(write: CampaignWrite, { adGroup, state, constraints }: LockedAdGroup): Adjustment | AdjustmentRefusal | undefined {
  const { budget_period, start_date, end_date } = write.after
  const campaign = { ...constraints.campaign, budget: microsOf(write.after.budget), budget_period, start_date, end_date }
  const before = state.budget ?? 0n
  const after = maxAmount(scaledShare(before, write), minOneTimeBudget(state, constraints))
  if (after === before) return undefined
  const { advertiser_id, campaign_id, ad_group_id, name } = adGroup
  const problem = adGroupProblem(state, { ...state, budget: after }, { ...constraints, campaign })
  if (!problem) return { advertiser_id, campaign_id, ad_group_id, before, after }
  const { code, ...values } = problem.violation
  return { campaign_id, ad_group_id, name, code, values: textsOf(values) }
}

/** Locks the ad groups that have their own budget, in campaigns whose budget changes, and computes their new budgets. */
export async function planAdjustments(
  context: Context,
  memberGroupId: number,
  writes: readonly CampaignWrite[],
): Promise<AdGroupAdjustments> {
  const byId = new Map(
    writes.filter(({ campaign, after }) => campaign.current.budget !== after.budget).map((write) => [write.campaign.campaign_id, write]),
  )
  const rows = await context.database.kysely
    .selectFrom('ad_groups')
    .select('ad_group_id')
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', anyOf([...byId.keys()]))
    .where('budget', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', ['ended', 'invalid'])
    .execute()
  const ids = rows.map(({ ad_group_id }) => ad_group_id)
  const lockedAdGroups = await lockAdGroups(context, memberGroupId, ids)
  const results = [...lockedAdGroups.values()].flatMap((locked) => {
    const write = byId.get(locked.adGroup.campaign_id)
    return (write && locked.state.budget !== null && planAdjustment(write, locked)) || []
  })
  return {
    adjustments: results.filter((result) => 'after' in result),
    refusals: results.filter((result) => 'code' in result),
  }
}

/** Writes the new budgets, with one history entry for each ad group. */
export async function adjustAdGroups(context: Context, adjustments: readonly Adjustment[], reason: HistoryReason) {
  if (adjustments.length === 0) return
  const rows = adjustments.map(({ ad_group_id, after }) => ({ id: ad_group_id, budget: String(after) }))
  await updateManyVersioned(context, 'ad_groups', { columns: { budget: 'bigint' }, flags: {}, rows })
  await recordChanges(
    context,
    adjustments.map(({ campaign_id, ad_group_id, before, after }) => ({
      entity: 'ad_group' as const,
      entityId: ad_group_id,
      campaignId: campaign_id,
      ...reason,
      before: { budget: decimalOf(before) },
      after: { budget: decimalOf(after) },
    })),
  )
}
