import { type Days, daysIn } from '../dates/date-ranges.ts'
import { budgetTypeIds } from './budgets.rules.ts'
import type { RuleResult } from '../reply.ts'

/** With fewer days of delivery than this, the advertiser's own spend is not used. */
export const minOwnDays = 7
/** With fewer other advertisers than this, their spend is not used. */
export const minBudgetPeers = 5
/** The number of days before today whose delivery is used. */
export const budgetLookbackDays = 30
/** The longest time for which a budget is recommended, in days. */
export const maxBudgetDays = 366

/** What a recommendation is based on. */
export const budgetReasons = ['own_spend', 'similar_advertisers', 'too_little_data'] as const
export type BudgetReason = (typeof budgetReasons)[number]

export type BudgetTypeId = (typeof budgetTypeIds)[keyof typeof budgetTypeIds]

/** The time that a budget is for. */
export interface BudgetTime {
  readonly budget_type_id: BudgetTypeId
  readonly start_date: string
  readonly end_date?: string | null | undefined
}

/** Whether a budget type fits the dates. A custom budget covers all days, so it needs an end date. */
export function budgetTimeRule({ budget_type_id, start_date, end_date }: BudgetTime): RuleResult {
  if (!end_date) return budget_type_id !== budgetTypeIds.Custom || { code: 'end_missing_for_one_time_budget' }
  if (end_date < start_date) return { code: 'ends_before_start' }
  return daysIn({ start_date, end_date }) <= maxBudgetDays || { code: 'too_long', most: maxBudgetDays }
}

/** The number of days that a budget covers. */
export function budgetDaysOf({ budget_type_id, start_date, end_date }: BudgetTime): number {
  if (budget_type_id === budgetTypeIds.Weekly) return 7
  if (budget_type_id === budgetTypeIds.Monthly) return 30
  const days: Days = { start_date, end_date: end_date ?? start_date }
  return budget_type_id === budgetTypeIds.Custom ? daysIn(days) : 1
}

/** Delivery of an advertiser and of similar advertisers; a median day in micros of the advertiser's currency. */
export interface Delivery {
  readonly days: number
  readonly usualDay: number
  readonly peers: number
  readonly peersUsualDay: number
}

/**
 * A usual day plus 20 %, so that a good day does not exhaust the budget. Based on similar advertisers if there are too few own days; null
 * if there are too few of both.
 */
export function recommendedDailyBudget({ days, usualDay, peers, peersUsualDay }: Delivery): {
  micros: bigint | null
  reason: BudgetReason
} {
  const withRoom = (micros: number) => (BigInt(Math.round(micros)) * 6n) / 5n
  if (days >= minOwnDays) return { micros: withRoom(usualDay), reason: 'own_spend' }
  if (peers >= minBudgetPeers) return { micros: withRoom(peersUsualDay), reason: 'similar_advertisers' }
  return { micros: null, reason: 'too_little_data' }
}
