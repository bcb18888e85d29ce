import { randomUUID } from 'node:crypto'
import {
  type AmountChange,
  changedAmount,
  maxBulkAdGroups,
  changesAmount,
  checkAmountPositive,
} from '../../../src/contract/ad-groups/bulk.rules.ts'
import type { AdGroupBulk } from '../../../src/contract/ad-groups/changes.ts'
import { bidDigitsOf } from '../../../src/contract/bids/bids.rules.ts'
import { type AdGroupProblem, adGroupProblem, type AdGroupState } from '../../../src/contract/ad-groups/edits.rules.ts'
import type { AdGroupBulkResult, AdGroupBulkRow } from '../../../src/contract/ad-groups/ad-groups.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { effectOf } from './bulk-effect.ts'
import {
  type CampaignConstraints,
  campaignConstraints,
  campaignIdsOf,
  adGroupConstraints,
  type StoredAdGroup,
  storedAdGroups,
  spentOfAdGroups,
} from './constraints.ts'
import { matchingAdGroupIds } from './list.ts'
import { columnsOf, wireFields } from './write.ts'
import { checkExpectedVersions, bulkPage } from '../sql/bulk-page.ts'
import { recordset } from '../sql/pieces.ts'
import { fieldChanges, recordChanges, beforeAndAfter } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'

/** The new state of an ad group, or the problem that prevents the change. */
export interface PlannedAdGroup {
  readonly kept: StoredAdGroup
  readonly campaign: CampaignConstraints
  readonly after: AdGroupState
  readonly problem: AdGroupProblem | null
  readonly fields: ReturnType<typeof fieldChanges>
}

const microsIn = (decimal: string | undefined) => (decimal === undefined ? undefined : microsOf(decimal))
const budgetChange = ({ budget_percentage, budget_increase }: AdGroupBulk): AmountChange => ({
  percentage: budget_percentage,
  increase: microsIn(budget_increase),
})
const bidChange = ({ base_bid_percentage, base_bid_increase, base_bid }: AdGroupBulk): AmountChange => ({
  percentage: base_bid_percentage,
  increase: microsIn(base_bid_increase),
  amount: microsIn(base_bid),
})

/** Validates the request before anything is loaded. */
function checkBulkRequest(asked: AdGroupBulk) {
  checkExpectedVersions(asked.ad_group_ids, asked)
  const { base_bid, base_bid_percentage, base_bid_increase, end_date, always_on } = asked
  if (base_bid !== undefined && (base_bid_percentage !== undefined || base_bid_increase !== undefined))
    throw refuseField('base_bid', 'Send an amount or a change, not both')
  if (always_on === true && end_date !== undefined) throw refuseField('end_date', 'An always-on ad group can’t have an end date')
  if (always_on === false && end_date === undefined) throw refuseField('end_date', 'Enter an end date, or set always on')
  const isAny = asked.status !== undefined || end_date !== undefined || always_on !== undefined
  if (!isAny && !changesAmount(budgetChange(asked)) && !changesAmount(bidChange(asked)))
    throw refuseField('status', 'Send at least one change')
}

/** The requested state of an ad group. An ad group without its own budget has no budget to change. */
function requestedState(now: AdGroupState, asked: AdGroupBulk, digits: number): { after: AdGroupState; problem: AdGroupProblem | null } {
  const budget = budgetChange(asked)
  const bid = bidChange(asked)
  const after: AdGroupState = {
    ...now,
    status: asked.status ?? now.status,
    base_bid: changesAmount(bid) ? changedAmount(now.base_bid, bid, bidDigitsOf(digits)) : now.base_bid,
    budget: now.budget !== null && changesAmount(budget) ? changedAmount(now.budget, budget, digits) : now.budget,
    end_date: asked.always_on === true ? null : (asked.end_date ?? now.end_date),
  }
  if (now.budget === null && changesAmount(budget)) return { after: now, problem: { field: 'budget', answer: { code: 'no_own_budget' } } }
  const amounts = [['base_bid', after.base_bid] as const, ...(after.budget === null ? [] : [['budget', after.budget] as const])]
  for (const [field, amount] of amounts) {
    const answer = checkAmountPositive(amount)
    if (answer !== true) return { after: now, problem: { field, answer } }
  }
  return { after, problem: null }
}

/** The preview mark of an ad group is its version. */
const previewMarkOf = ({ version }: StoredAdGroup) => String(version)
/** An ad group that changed since the preview is not written. */
const changedSince: AdGroupProblem = { field: 'version', answer: { code: 'changed_since' } }

interface PlanInputs {
  readonly campaign: CampaignConstraints
  readonly spent: bigint
  /** Version in the preview; undefined without a preview. */
  readonly seen: string | undefined
}

function planAdGroup(context: Context, kept: StoredAdGroup, asked: AdGroupBulk, { campaign, spent, seen }: PlanInputs): PlannedAdGroup {
  const { ad_group_id, advertiser_id, campaign_id, version, ...before } = kept
  const { after, problem } = requestedState(before, asked, campaign.digits)
  const isOther = seen !== undefined && seen !== previewMarkOf(kept)
  const found = isOther ? changedSince : (problem ?? adGroupProblem(before, after, adGroupConstraints(context, campaign, spent)))
  const fields = found ? [] : fieldChanges(wireFields(before), wireFields(after))
  return { kept, campaign, after, problem: found, fields }
}

/** Ids that the request names or that its filters match, and the first id of the next page. */
async function selectAdGroups(context: Context, memberGroupId: number, { ad_group_ids, report, from }: AdGroupBulk) {
  if (ad_group_ids) return { ids: [...new Set(ad_group_ids)], next: null }
  if (!report) return { ids: [], next: null }
  const found = await matchingAdGroupIds(context, memberGroupId, { report, from, most: maxBulkAdGroups + 1 })
  if (from === undefined && found.length > maxBulkAdGroups)
    throw refuseField('report', `Expected at most ${maxBulkAdGroups} ad groups: filter them`)
  return bulkPage(found, maxBulkAdGroups)
}

async function plan(context: Context, memberGroupId: number, asked: AdGroupBulk) {
  const { ids, next } = await selectAdGroups(context, memberGroupId, asked)
  const campaigns = await campaignConstraints(context, memberGroupId, await campaignIdsOf(context, memberGroupId, ids), 'write')
  const kept = await storedAdGroups(context, memberGroupId, ids, 'write')
  const spent = changesAmount(budgetChange(asked)) ? await spentOfAdGroups(context, memberGroupId, ids) : new Map<number, bigint>()
  const seen = new Map(asked.ad_group_ids?.map((id, index) => [id, asked.seen?.[index]]))
  const rows = kept.flatMap((one) => {
    const campaign = campaigns.get(one.campaign_id)
    const id = one.ad_group_id
    return campaign ? [planAdGroup(context, one, asked, { campaign, spent: spent.get(id) ?? 0n, seen: seen.get(id) })] : []
  })
  return { rows, next }
}

/** Writes all changes with one statement, and the history. */
async function commit(context: Context, memberGroupId: number, changed: readonly PlannedAdGroup[], batch: string, comment: string | null) {
  const rows = changed.map(({ kept, after }) => {
    const { status, base_bid, budget, end_date } = columnsOf(after)
    return { ad_group_id: kept.ad_group_id, status, base_bid: String(base_bid), budget: budget === null ? null : String(budget), end_date }
  })
  const columns = { ad_group_id: 'int', status: 'text', base_bid: 'bigint', budget: 'bigint?', end_date: 'date?' } as const
  await context.database.kysely
    .updateTable('ad_groups as g')
    .from(recordset('r', columns, rows))
    .set(({ ref, eb }) => ({
      status: ref('r.status'),
      base_bid: ref('r.base_bid'),
      budget: ref('r.budget'),
      end_date: ref('r.end_date'),
      version: eb('g.version', '+', 1),
    }))
    .where('g.member_group_id', '=', memberGroupId)
    .whereRef('g.ad_group_id', '=', 'r.ad_group_id')
    .execute()
  await recordChanges(
    context,
    changed.map(({ kept: { campaign_id, ad_group_id }, fields }) => ({
      entity: 'ad_group' as const,
      entityId: ad_group_id,
      campaignId: campaign_id,
      kind: 'bulk' as const,
      batch,
      comment,
      ...beforeAndAfter(fields),
    })),
  )
}

const said = (value: unknown) => (value === null || value === undefined ? null : String(value))
const rowOf = ({ kept, campaign, problem, fields }: PlannedAdGroup): AdGroupBulkRow => ({
  ad_group_id: kept.ad_group_id,
  name: kept.name,
  currency_code: campaign.currency_code,
  fields: fields.map(({ field, before, after }) => ({ field, before: said(before), after: said(after) })),
  seen: previewMarkOf(kept),
  problem: problem && { field: problem.field, ...problem.answer },
})

/** Changes many ad groups, or previews the changes in a dry run. A refused ad group does not stop the others. */
export async function changeManyAdGroups(context: Context, memberGroupId: number, asked: AdGroupBulk): Promise<AdGroupBulkResult> {
  checkBulkRequest(asked)
  const { rows, next } = await plan(context, memberGroupId, asked)
  const changed = rows.filter(({ fields }) => fields.length > 0)
  // Computed before the write, so that a dry run returns the same effect.
  const effect = await effectOf(context, memberGroupId, rows)
  const batch = asked.dry_run || changed.length === 0 ? null : randomUUID()
  if (batch) await commit(context, memberGroupId, changed, batch, asked.comment ?? null)
  const refused = rows.filter(({ problem }) => problem !== null).length
  const going = asked.from === undefined ? {} : { next }
  return { rows: rows.map(rowOf), changed: changed.length, refused, batch, effect, ...going }
}
