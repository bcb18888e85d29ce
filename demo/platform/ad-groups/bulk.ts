import { randomUUID } from 'node:crypto'
import { maxBulkAdGroups } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import type { AdGroupBulk } from '../../../src/contract/ad-groups/changes.ts'
import { bidDigitsOf } from '../../../src/contract/bids/bids.rules.ts'
import {
  type AdGroupProblem,
  adGroupProblem,
  type AdGroupState,
  type AmountChange,
  changedAmount,
  changesAmount,
  positiveAmountRule,
  campaignDaily,
  type DailyGroup,
} from './edit.rules.ts'
import type { AdGroupBulkResult, AdGroupBulkRow } from '../../../src/contract/ad-groups/ad-groups.ts'
import { microsOf, amountOf } from '../../../src/contract/money/money.ts'
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
import { requireMatchingVersions, bulkPage } from '../sql/bulk-page.ts'
import { updateManyVersioned } from '../sql/versioned.ts'
import { fieldChanges, recordChanges, beforeAndAfter } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { refuseField, notFound } from '../context/refusal.ts'
import { sql } from 'kysely'
import { grouped } from '../collections/grouped.ts'
import { dayIn } from '../sql/days.ts'
import { anyOf } from '../sql/pieces.ts'
import { ratesOrMissing } from '../money/rates.ts'

/** The new state of an ad group, or the problem that prevents the change. */
export interface PlannedAdGroup {
  readonly adGroup: StoredAdGroup
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
function requireValidRequest(request: AdGroupBulk) {
  requireMatchingVersions(request.ad_group_ids, request)
  const { base_bid, base_bid_percentage, base_bid_increase, end_date, always_on } = request
  if (base_bid !== undefined && (base_bid_percentage !== undefined || base_bid_increase !== undefined))
    throw refuseField('base_bid', 'Send an amount or a change, not both')
  if (always_on === true && end_date !== undefined) throw refuseField('end_date', 'An always-on ad group can’t have an end date')
  if (always_on === false && end_date === undefined) throw refuseField('end_date', 'Enter an end date, or set always on')
  const setsAnyField = request.status !== undefined || end_date !== undefined || always_on !== undefined
  if (!setsAnyField && !changesAmount(budgetChange(request)) && !changesAmount(bidChange(request)))
    throw refuseField('status', 'Send at least one change')
}

/** The requested state of an ad group. An ad group without its own budget has no budget to change. */
function requestedState(
  current: AdGroupState,
  request: AdGroupBulk,
  digits: number,
): { after: AdGroupState; problem: AdGroupProblem | null } {
  const budget = budgetChange(request)
  const bid = bidChange(request)
  const after: AdGroupState = {
    ...current,
    status: request.status ?? current.status,
    base_bid: changesAmount(bid) ? changedAmount(current.base_bid, bid, bidDigitsOf(digits)) : current.base_bid,
    budget: current.budget !== null && changesAmount(budget) ? changedAmount(current.budget, budget, digits) : current.budget,
    end_date: request.always_on === true ? null : (request.end_date ?? current.end_date),
  }
  if (current.budget === null && changesAmount(budget))
    return { after: current, problem: { field: 'budget', violation: { code: 'no_own_budget' } } }
  const amounts = [['base_bid', after.base_bid] as const, ...(after.budget === null ? [] : [['budget', after.budget] as const])]
  for (const [field, amount] of amounts) {
    const result = positiveAmountRule(amount)
    if (result !== true) return { after: current, problem: { field, violation: result } }
  }
  return { after, problem: null }
}

/** The preview mark of an ad group is its version. */
const previewMarkOf = ({ version }: StoredAdGroup) => String(version)
/** An ad group that changed since the preview is not written. */
const changedSince: AdGroupProblem = { field: 'version', violation: { code: 'changed_since' } }

interface PlanInputs {
  readonly campaign: CampaignConstraints
  readonly spent: bigint
  /** Version in the preview; undefined without a preview. */
  readonly seen: string | undefined
}

function planAdGroup(
  context: Context,
  adGroup: StoredAdGroup,
  request: AdGroupBulk,
  { campaign, spent, seen: previewMark }: PlanInputs,
): PlannedAdGroup {
  const { ad_group_id, advertiser_id, campaign_id, version, ...before } = adGroup
  const { after, problem } = requestedState(before, request, campaign.digits)
  const hasChanged = previewMark !== undefined && previewMark !== previewMarkOf(adGroup)
  const reason = hasChanged ? changedSince : (problem ?? adGroupProblem(before, after, adGroupConstraints(context, campaign, spent)))
  const fields = reason ? [] : fieldChanges(wireFields(before), wireFields(after))
  return { adGroup, campaign, after, problem: reason, fields }
}

/** Ids that the request names or that its filters match, and the first id of the next page. */
async function selectAdGroups(context: Context, memberGroupId: number, { ad_group_ids, report, from }: AdGroupBulk) {
  if (ad_group_ids) return { ids: [...new Set(ad_group_ids)], next: null }
  if (!report) return { ids: [], next: null }
  const ids = await matchingAdGroupIds(context, memberGroupId, { report, from, max: maxBulkAdGroups + 1 })
  if (from === undefined && ids.length > maxBulkAdGroups)
    throw refuseField('report', `Expected at most ${maxBulkAdGroups} ad groups: filter them`)
  return bulkPage(ids, maxBulkAdGroups)
}

async function plan(context: Context, memberGroupId: number, request: AdGroupBulk) {
  const { ids, next } = await selectAdGroups(context, memberGroupId, request)
  const campaigns = await campaignConstraints(context, memberGroupId, await campaignIdsOf(context, memberGroupId, ids), 'write')
  const storedGroups = await storedAdGroups(context, memberGroupId, ids, 'write')
  const spent = changesAmount(budgetChange(request)) ? await spentOfAdGroups(context, memberGroupId, ids) : new Map<number, bigint>()
  const previewMarks = new Map(request.ad_group_ids?.map((id, index) => [id, request.seen?.[index]]))
  const rows = storedGroups.flatMap((stored) => {
    const campaign = campaigns.get(stored.campaign_id)
    const id = stored.ad_group_id
    return campaign ? [planAdGroup(context, stored, request, { campaign, spent: spent.get(id) ?? 0n, seen: previewMarks.get(id) })] : []
  })
  return { rows, next }
}

/** An ad group with its state after a bulk change. */
interface ChangedBudget {
  readonly adGroup: { readonly ad_group_id: number }
  readonly campaign: CampaignConstraints
  readonly after: DailyGroup
  /** An ad group with a problem stays unchanged. */
  readonly problem: object | null
}

/** All ad groups of the campaigns, because budget that one ad group cannot spend is available to the others. */
async function groupsOf({ database: { kysely } }: Context, memberGroupId: number, campaignIds: readonly number[]) {
  const rows = await kysely
    .selectFrom('ad_groups')
    .select(['ad_group_id', 'campaign_id', 'status', 'budget', 'budget_period', 'start_date', 'end_date'])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', anyOf(campaignIds))
    .where('deleted_at', 'is', null)
    .$narrowType<Pick<DailyGroup, 'status' | 'budget_period'>>()
    .execute()
  return rows.map((row) => ({ ...row, budget: row.budget === null ? null : BigInt(row.budget) }))
}

/** The campaigns' currency if they share one, otherwise the client's. */
async function currencyOf({ database: { kysely } }: Context, memberGroupId: number, campaigns: readonly CampaignConstraints[]) {
  const [currency, ...otherCurrencies] = new Set(campaigns.map(({ currency_code }) => currency_code))
  const commonCurrency = otherCurrencies.length === 0 ? (currency ?? null) : null
  const row = await kysely
    .selectFrom('member_groups as m')
    .innerJoin('currencies as c', (join) =>
      join.on('c.currency_code', '=', ({ fn, ref }) => fn.coalesce(sql<string>`${commonCurrency}::text`, ref('m.default_currency_code'))),
    )
    .select(['c.currency_code', 'c.digits'])
    .where('m.member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) throw notFound('Client')
  return row
}

/**
 * Total daily budget of the campaigns before and after the plan. Null when an exchange rate is missing; the change is written all
 * the same.
 */
async function effectOf(context: Context, memberGroupId: number, rows: readonly ChangedBudget[]): Promise<AdGroupBulkResult['effect']> {
  const campaigns = [...new Map(rows.map(({ campaign }) => [campaign.campaign_id, campaign] as const)).values()]
  const currency = await currencyOf(context, memberGroupId, campaigns)
  const currencies = campaigns.map(({ currency_code }) => currency_code)
  const result = await ratesOrMissing(context.database, [...new Set(currencies)], currency.currency_code, dayIn(context.now(), 'UTC'))
  if ('lacks' in result) return null
  const { rates } = result
  const byCampaign = grouped(
    await groupsOf(
      context,
      memberGroupId,
      campaigns.map(({ campaign_id }) => campaign_id),
    ),
    ({ campaign_id }) => campaign_id,
  )
  const afterById = new Map(rows.map(({ adGroup, after, problem }) => [adGroup.ad_group_id, problem ? undefined : after] as const))
  const sum = (stateOf: (group: DailyGroup & { ad_group_id: number }) => DailyGroup) => {
    const total = campaigns.reduce((sum, campaign) => {
      const groups = (byCampaign.get(campaign.campaign_id) ?? []).map(stateOf)
      return (
        sum + campaignDaily(campaign, groups, dayIn(context.now(), campaign.time_zone)) * (rates.weights.get(campaign.currency_code) ?? 0n)
      )
    }, 0n)
    return amountOf(total / rates.parts, currency.digits)
  }
  return {
    daily_before: sum((group) => group),
    daily_after: sum((group) => afterById.get(group.ad_group_id) ?? group),
    currency_code: currency.currency_code,
  }
}

/** Writes all changes with one statement, and the history. */
async function commit(context: Context, changed: readonly PlannedAdGroup[], batch: string, comment: string | null) {
  const rows = changed.map(({ adGroup, after }) => {
    const { status, base_bid, budget, end_date } = columnsOf(after)
    return {
      id: adGroup.ad_group_id,
      status,
      base_bid: String(base_bid),
      budget: budget === null ? null : String(budget),
      end_date,
    }
  })
  const columns = { status: 'text', base_bid: 'bigint', budget: 'bigint?', end_date: 'date?' } as const
  await updateManyVersioned(context, 'ad_groups', { columns, flags: {}, rows })
  await recordChanges(
    context,
    changed.map(({ adGroup: { campaign_id, ad_group_id }, fields }) => ({
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

const textOrNull = (value: unknown) => (value === null || value === undefined ? null : String(value))
const rowOf = ({ adGroup, campaign, problem, fields }: PlannedAdGroup): AdGroupBulkRow => ({
  ad_group_id: adGroup.ad_group_id,
  name: adGroup.name,
  campaign_name: campaign.campaign_name,
  advertiser_name: campaign.advertiser_name,
  currency_code: campaign.currency_code,
  fields: fields.map(({ field, before, after }) => ({ field, before: textOrNull(before), after: textOrNull(after) })),
  seen: previewMarkOf(adGroup),
  problem: problem && { field: problem.field, ...problem.violation },
})

/** Changes many ad groups, or previews the changes in a dry run. A refused ad group does not stop the others. */
export async function changeManyAdGroups(context: Context, memberGroupId: number, request: AdGroupBulk): Promise<AdGroupBulkResult> {
  requireValidRequest(request)
  const { rows, next } = await plan(context, memberGroupId, request)
  const changed = rows.filter(({ fields }) => fields.length > 0)
  // Computed before the write, so that a dry run returns the same effect.
  const effect = await effectOf(context, memberGroupId, rows)
  const batch = request.dry_run || changed.length === 0 ? null : randomUUID()
  if (batch) await commit(context, changed, batch, request.comment ?? null)
  const refusedCount = rows.filter(({ problem }) => problem !== null).length
  const page = request.from === undefined ? {} : { next }
  return { rows: rows.map(rowOf), changed: changed.length, refused: refusedCount, batch, effect, ...page }
}
