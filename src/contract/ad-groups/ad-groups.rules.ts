import { type BidLimits, bidPeersLeast } from '../bids/bids.rules.ts'
import type { budgetPeriods } from '../budgets/budgets.ts'
import { budgetMost, isOver } from '../campaigns/campaigns.rules.ts'
import { daysIn } from '../dates/date-ranges.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleAnswer } from '../reply.ts'
import { reviewStatusIds, type Status, type statusChoices } from '../statuses.ts'

/** For so many days is kept which entities a change was of, and it can be taken back for as long. */
export const entityUndoDays = 30

/** Every status that an ad group can have. */
export const adGroupStatuses = ['pending', 'active', 'paused', 'ended', 'invalid'] as const
export type AdGroupStatus = (typeof adGroupStatuses)[number]
type Offered = (typeof statusChoices.editAdGroup)[number]

/** What an ad group can become: it waits only until something of it was shown, and what has ended does not come back. */
export function adGroupChoices(now: AdGroupStatus, hasStarted: boolean): readonly AdGroupStatus[] {
  if (now === 'ended' || now === 'invalid') return [now]
  const shown: readonly Offered[] = ['active', 'paused']
  return hasStarted && now !== 'pending' ? shown : [...shown, 'pending']
}

/** Whether an ad group can go from one status to another. */
export const adGroupMoves = (from: AdGroupStatus, to: AdGroupStatus, hasStarted: boolean): RuleAnswer =>
  adGroupChoices(from, hasStarted).includes(to) || { code: 'status_not_offered', from, to }

/** A campaign as far as its ad groups ask; money in micros. */
export interface AdGroupCampaign {
  readonly status: Status
  readonly review_status_id: number
  readonly budget: bigint
  readonly budget_period: (typeof budgetPeriods)[number]
  readonly start_date: string
  readonly end_date: string | null
}

/** Nothing is added to what is being looked at, nor to what is over. */
export function mayAddToCampaign({ status, review_status_id }: Pick<AdGroupCampaign, 'status' | 'review_status_id'>): RuleAnswer {
  if (isOver(status)) return { code: 'campaign_over', status }
  return review_status_id !== reviewStatusIds.under_review || { code: 'under_review' }
}

/** What of an ad group may be changed while its campaign is being looked at. */
export const changedUnderReview = ['base_bid', 'budget', 'budget_period', 'end_date', 'always_on'] as const

/** Whether one field may be changed: under review only what costs less attention than money, and pausing. */
export function mayChangeField(
  field: string,
  value: unknown,
  { status, review_status_id }: Pick<AdGroupCampaign, 'status' | 'review_status_id'>,
): RuleAnswer {
  if (isOver(status)) return { code: 'campaign_over', status }
  if (review_status_id !== reviewStatusIds.under_review) return true
  const isOpen = (changedUnderReview as readonly string[]).includes(field) || (field === 'status' && value === 'paused') // a list of words is one of strings
  return isOpen || { code: 'under_review', field }
}

/** When an ad group runs, as far as it says so itself; what it does not say is as its campaign has it. */
export interface OwnDays {
  readonly start_date: string | null
  readonly end_date: string | null
}
/** What an ad group may spend, as far as it says so itself; in micros. */
export interface OwnBudget {
  readonly budget: bigint | null
  readonly budget_period: string | null
}

/** The days on which it runs at all. */
export const runsOn = (own: OwnDays, campaign: Pick<AdGroupCampaign, 'start_date' | 'end_date'>) => ({
  start_date: own.start_date ?? campaign.start_date,
  end_date: own.end_date ?? campaign.end_date,
})

/** Whether the days of an ad group lie within those of its campaign; `now` is what it had, whose days may lie behind today. */
export function adGroupDays(
  own: OwnDays,
  campaign: Pick<AdGroupCampaign, 'start_date' | 'end_date'>,
  today: string,
  now?: OwnDays,
): RuleAnswer {
  const { start_date, end_date } = runsOn(own, campaign)
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
 * The most that an ad group's budget can be, so that its campaign could ever spend it: as often the campaign's
 * as the periods of the campaign fit into that of the ad group, and once where they are longer; nothing where there is no end.
 */
export function adGroupBudgetMost(
  period: string,
  days: OwnDays,
  campaign: Omit<AdGroupCampaign, 'status' | 'review_status_id'>,
): bigint | null {
  const { start_date, end_date } = runsOn(days, campaign)
  const whole = end_date === null ? null : Math.max(1, daysIn({ start_date, end_date }))
  const own = daysOfPeriod[period] ?? whole
  const theirs = daysOfPeriod[campaign.budget_period]
  if (theirs === undefined) return campaign.budget
  if (own === null) return null
  // Seven days from a Wednesday on are of two calendar weeks, and a month is of up to two of thirty-one days.
  const isAcross = period === 'One Time' || (period === 'Monthly' && campaign.budget_period === 'Weekly')
  return campaign.budget * BigInt(Math.ceil(own / theirs) + (isAcross && theirs > 1 ? 1 : 0))
}

/** Whether an ad group's own budget can be spent at all, and is not less than what is spent of it already. */
export function adGroupBudget(
  own: OwnBudget,
  days: OwnDays,
  campaign: Omit<AdGroupCampaign, 'status' | 'review_status_id'>,
  spent: bigint,
): RuleAnswer {
  if (own.budget === null) return own.budget_period === null || { code: 'budget_needed' }
  if (own.budget_period === null) return { code: 'budget_period_needed' }
  if (own.budget > budgetMost) return { code: 'budget_most', most: decimalOf(budgetMost) }
  if (own.budget_period === 'One Time' && own.budget < spent) return { code: 'budget_below_spent', spent: decimalOf(spent) }
  const most = adGroupBudgetMost(own.budget_period, days, campaign)
  if (most === null || own.budget <= most) return true
  return { code: 'budget_above_campaign', most: decimalOf(most), budget: decimalOf(campaign.budget), budget_period: campaign.budget_period }
}

/** The least of the bids of others that is competitive, to the coin and within the limits; nothing where that would be a guess. */
export function recommendedBid(
  { others, middle }: { readonly others: number; readonly middle: bigint | null },
  { min_bid, max_bid }: BidLimits,
  digits: number,
): bigint | null {
  if (others < bidPeersLeast || middle === null) return null
  const coin = 10n ** BigInt(6 - digits)
  const rounded = ((middle + coin - 1n) / coin) * coin
  const least = rounded > min_bid ? rounded : min_bid
  return max_bid !== null && least > max_bid ? max_bid : least
}
