import { type BidLimits, minBidPeers } from '../bids/bids.rules.ts'
import { type budgetPeriods, budgetCoversSpendRule } from '../budgets/budgets.rules.ts'
import { maxBudgetMicros, isOver } from '../campaigns/campaigns.rules.ts'
import { daysIn } from '../dates/date-ranges.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleResult } from '../reply.ts'
import { reviewStatusIds, type Status, type statusChoices } from '../statuses.ts'

/** The entities of a change are stored for this many days; for as long it can be undone. */
export const entityUndoDays = 30

export const adGroupStatuses = ['pending', 'active', 'paused', 'ended', 'invalid'] as const
export type AdGroupStatus = (typeof adGroupStatuses)[number]
type Offered = (typeof statusChoices.editAdGroup)[number]

/** The statuses that an ad group can get. It can be pending only until it has delivered, and an ended one cannot restart. */
export function adGroupStatusOptions(now: AdGroupStatus, hasStarted: boolean): readonly AdGroupStatus[] {
  if (now === 'ended' || now === 'invalid') return [now]
  const shown: readonly Offered[] = ['active', 'paused']
  return hasStarted && now !== 'pending' ? shown : [...shown, 'pending']
}

/** Whether an ad group may change from one status to another. */
export const adGroupStatusRule = (from: AdGroupStatus, to: AdGroupStatus, hasStarted: boolean): RuleResult =>
  adGroupStatusOptions(from, hasStarted).includes(to) || { code: 'status_not_offered', from, to }

/** The fields of a campaign that the rules of its ad groups need; money in micros. */
export interface AdGroupCampaign {
  readonly status: Status
  readonly review_status_id: number
  readonly budget: bigint
  readonly budget_period: (typeof budgetPeriods)[number]
  readonly start_date: string
  readonly end_date: string | null
}

/** No ad group is added to a campaign that is under review or over. */
export function adGroupAllowedRule({ status, review_status_id }: Pick<AdGroupCampaign, 'status' | 'review_status_id'>): RuleResult {
  if (isOver(status)) return { code: 'campaign_over', status }
  return review_status_id !== reviewStatusIds.under_review || { code: 'under_review' }
}

/** Fields of an ad group that may change while its campaign is under review. */
export const adGroupFieldsUnderReview = ['base_bid', 'budget', 'budget_period', 'end_date', 'always_on'] as const

/** Whether one field may change. Under review, only the fields above may change, and the ad group may be paused. */
export function adGroupFieldRule(
  field: string,
  value: unknown,
  { status, review_status_id }: Pick<AdGroupCampaign, 'status' | 'review_status_id'>,
): RuleResult {
  if (isOver(status)) return { code: 'campaign_over', status }
  if (review_status_id !== reviewStatusIds.under_review) return true
  const isOpen = (adGroupFieldsUnderReview as readonly string[]).includes(field) || (field === 'status' && value === 'paused') // the literals are strings
  return isOpen || { code: 'under_review', field }
}

/** An ad group's own dates; null means the campaign's. */
export interface AdGroupDates {
  readonly start_date: string | null
  readonly end_date: string | null
}
/** An ad group's own budget in micros; null means the campaign's. */
export interface OwnBudget {
  readonly budget: bigint | null
  readonly budget_period: string | null
}

/** The effective dates of an ad group. */
export const effectiveDates = (own: AdGroupDates, campaign: Pick<AdGroupCampaign, 'start_date' | 'end_date'>) => ({
  start_date: own.start_date ?? campaign.start_date,
  end_date: own.end_date ?? campaign.end_date,
})

/** Whether the dates of an ad group lie within those of its campaign. Unchanged dates of `now` may lie in the past. */
export function adGroupDatesRule(
  own: AdGroupDates,
  campaign: Pick<AdGroupCampaign, 'start_date' | 'end_date'>,
  today: string,
  now?: AdGroupDates,
): RuleResult {
  const { start_date, end_date } = effectiveDates(own, campaign)
  if (own.start_date !== null && own.start_date !== now?.start_date && own.start_date < today) return { code: 'starts_in_past', today }
  if (own.end_date !== null && own.end_date !== now?.end_date && own.end_date < today) return { code: 'ends_in_past', today }
  if (start_date < campaign.start_date) return { code: 'starts_before_campaign', start_date: campaign.start_date }
  if (campaign.end_date !== null && start_date > campaign.end_date) return { code: 'starts_after_campaign', end_date: campaign.end_date }
  if (campaign.end_date !== null && end_date !== null && end_date > campaign.end_date)
    return { code: 'ends_after_campaign', end_date: campaign.end_date }
  return end_date === null || end_date >= start_date || { code: 'ends_before_start', start_date }
}

const daysOfPeriod: Readonly<Record<string, number>> = { Daily: 1, Weekly: 7, Monthly: 31 }

/**
 * The largest budget of an ad group that its campaign could spend: the campaign's budget times the number of campaign periods in the ad
 * group's period, rounded up. Null if there is no limit, because the dates have no end.
 */
export function maxAdGroupBudget(
  period: string,
  days: AdGroupDates,
  campaign: Omit<AdGroupCampaign, 'status' | 'review_status_id'>,
): bigint | null {
  const { start_date, end_date } = effectiveDates(days, campaign)
  const whole = end_date === null ? null : Math.max(1, daysIn({ start_date, end_date }))
  const own = daysOfPeriod[period] ?? whole
  const theirs = daysOfPeriod[campaign.budget_period]
  if (theirs === undefined) return campaign.budget
  if (own === null) return null
  // Seven days can cover two calendar weeks, and 31 days can cover two calendar months.
  const isAcross = period === 'One Time' || (period === 'Monthly' && campaign.budget_period === 'Weekly')
  return campaign.budget * BigInt(Math.ceil(own / theirs) + (isAcross && theirs > 1 ? 1 : 0))
}

/** Whether an ad group's own budget can be spent by its campaign and is not below the spend so far. */
export function adGroupBudgetRule(
  own: OwnBudget,
  days: AdGroupDates,
  campaign: Omit<AdGroupCampaign, 'status' | 'review_status_id'>,
  spent: bigint,
): RuleResult {
  if (own.budget === null) return own.budget_period === null || { code: 'budget_needed' }
  if (own.budget_period === null) return { code: 'budget_period_needed' }
  if (own.budget > maxBudgetMicros) return { code: 'budget_maximum', max: decimalOf(maxBudgetMicros) }
  const covered = budgetCoversSpendRule(own.budget_period, own.budget, spent)
  if (covered !== true) return covered
  const maxBudget = maxAdGroupBudget(own.budget_period, days, campaign)
  if (maxBudget === null || own.budget <= maxBudget) return true
  return {
    code: 'budget_above_campaign',
    max: decimalOf(maxBudget),
    budget: decimalOf(campaign.budget),
    budget_period: campaign.budget_period,
  }
}

/** The lowest competitive bid, rounded up to the currency's digits and kept within the limits. Null with too few bids of others. */
export function recommendedBid(
  { others, middle }: { readonly others: number; readonly middle: bigint | null },
  { min_bid, max_bid }: BidLimits,
  digits: number,
): bigint | null {
  if (others < minBidPeers || middle === null) return null
  const coin = 10n ** BigInt(6 - digits)
  const rounded = ((middle + coin - 1n) / coin) * coin
  const minBid = rounded > min_bid ? rounded : min_bid
  return max_bid !== null && minBid > max_bid ? max_bid : minBid
}

/** Maximum number of ad groups in one bulk change. */
export const maxBulkAdGroups = 5000
/** Maximum number of entities that one request names. */
export const maxEntitiesPerRequest = 5000
/** Limits of a percentage change of an amount. */
export const minPercentChange = -99
export const maxPercentChange = 1000
