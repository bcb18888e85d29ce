import { type AdGroupEditConstraints, adGroupProblem, type AdGroupState } from '../../../src/contract/ad-groups/edits.rules.ts'
import type { UnchangedAdGroup } from '../../../src/contract/campaigns/edits.ts'
import { decimalOf, microsOf, maxAmount } from '../../../src/contract/money/money.ts'
import { type LockedAdGroup, lockAdGroups } from '../ad-groups/batch-write.ts'
import { recordChanges } from '../changes/record.ts'
import type { HistoryReason, CampaignWrite } from './write.ts'
import type { Context } from '../context/context.ts'
import { anyOf, recordset } from '../sql/pieces.ts'

/** A change of an ad group's budget that follows its campaign's budget. Amounts in micros. */
export interface Adjustment {
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly before: bigint
  readonly after: bigint
}

/** An ad group whose budget should follow its campaign's budget but cannot. */
export interface AdjustmentRefusal extends UnchangedAdGroup {
  readonly campaign_id: number
}
export interface AdGroupAdjustments {
  readonly adjustments: readonly Adjustment[]
  readonly refusals: readonly AdjustmentRefusal[]
}

/** Keeps the ad group's share of the campaign budget, rounded to the currency's smallest unit and at least one unit. */
function scaledShare(own: bigint, { campaign: { now, ground }, after }: CampaignWrite): bigint {
  const coin = 10n ** BigInt(6 - ground.digits)
  const before = microsOf(now.budget)
  const whole = microsOf(after.budget)
  const scaled = ((own * whole * 2n + before * coin) / (before * coin * 2n)) * coin
  return scaled > 0n ? scaled : coin
}

/** Lower limit of a "One Time" budget: the spend so far, rounded up to the currency's smallest unit. */
function leastOneTimeBudget({ budget_period }: AdGroupState, { spent, digits }: AdGroupEditConstraints): bigint {
  const coin = 10n ** BigInt(6 - digits)
  return budget_period === 'One Time' ? ((spent + coin - 1n) / coin) * coin : 0n
}

const textsOf = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** Validates the new budget with the rules for direct edits. A budget that breaks a rule is not written; the row gives the reason. */
function planAdjustment(writing: CampaignWrite, { kept, state, ground }: LockedAdGroup): Adjustment | AdjustmentRefusal | undefined {
  const { budget_period, start_date, end_date } = writing.after
  const campaign = { ...ground.campaign, budget: microsOf(writing.after.budget), budget_period, start_date, end_date }
  const before = state.budget ?? 0n
  const after = maxAmount(scaledShare(before, writing), leastOneTimeBudget(state, ground))
  if (after === before) return undefined
  const { advertiser_id, campaign_id, ad_group_id, name } = kept
  const problem = adGroupProblem(state, { ...state, budget: after }, { ...ground, campaign })
  if (!problem) return { advertiser_id, campaign_id, ad_group_id, before, after }
  const { code, ...values } = problem.answer
  return { campaign_id, ad_group_id, name, code, values: textsOf(values) }
}

/** Locks the ad groups that have their own budget, in campaigns whose budget changes, and computes their new budgets. */
export async function planAdjustments(
  context: Context,
  memberGroupId: number,
  writings: readonly CampaignWrite[],
): Promise<AdGroupAdjustments> {
  const byId = new Map(
    writings.filter(({ campaign, after }) => campaign.now.budget !== after.budget).map((one) => [one.campaign.campaign_id, one]),
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
  const locked = await lockAdGroups(context, memberGroupId, ids)
  const judged = [...locked.values()].flatMap((one) => {
    const writing = byId.get(one.kept.campaign_id)
    return (writing && one.state.budget !== null && planAdjustment(writing, one)) || []
  })
  return {
    adjustments: judged.filter((one) => 'after' in one),
    refusals: judged.filter((one) => 'code' in one),
  }
}

/** Writes the new budgets, with one history entry for each ad group. */
export async function adjustAdGroups(context: Context, memberGroupId: number, adjustments: readonly Adjustment[], reason: HistoryReason) {
  if (adjustments.length === 0) return
  const rows = adjustments.map(({ ad_group_id, after }) => ({ ad_group_id, budget: String(after) }))
  await context.database.kysely
    .updateTable('ad_groups as g')
    .from(recordset('r', { ad_group_id: 'int', budget: 'bigint' }, rows))
    .set(({ ref, eb }) => ({ budget: ref('r.budget'), version: eb('g.version', '+', 1) }))
    .where('g.member_group_id', '=', memberGroupId)
    .whereRef('g.ad_group_id', '=', 'r.ad_group_id')
    .execute()
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
