import { type Days, daysIn } from '../dates/date-ranges.ts'
import { budgetTypeIds } from './budgets.ts'
import type { RuleAnswer } from '../reply.ts'

/** From fewer days of delivery than this nothing is said about a usual one. */
export const ownDaysLeast = 7
/** From fewer advertisers than this nothing is said about the others. */
export const budgetPeersLeast = 5
/** Over how many days before today delivery is looked at. */
export const budgetLookDays = 30
/** A budget holds for no longer than this. */
export const budgetDaysMost = 366

/** On what a recommendation stands. */
export const budgetReasons = ['own_spend', 'similar_advertisers', 'too_little_data'] as const
export type BudgetReason = (typeof budgetReasons)[number]

export type BudgetTypeId = (typeof budgetTypeIds)[keyof typeof budgetTypeIds]

/** What a budget is to hold for. */
export interface BudgetTime {
  readonly budget_type_id: BudgetTypeId
  readonly start_date: string
  readonly end_date?: string | null | undefined
}

/** Whether a budget can be meant for such days: the custom one is for all of them, so that it needs an end. */
export function budgetTime({ budget_type_id, start_date, end_date }: BudgetTime): RuleAnswer {
  if (!end_date) return budget_type_id !== budgetTypeIds.Custom || { code: 'end_needed' }
  if (end_date < start_date) return { code: 'ends_before_start' }
  return daysIn({ start_date, end_date }) <= budgetDaysMost || { code: 'too_long', most: budgetDaysMost }
}

/** For how many days a budget is given. */
export function budgetDaysOf({ budget_type_id, start_date, end_date }: BudgetTime): number {
  if (budget_type_id === budgetTypeIds.Weekly) return 7
  if (budget_type_id === budgetTypeIds.Monthly) return 30
  const days: Days = { start_date, end_date: end_date ?? start_date }
  return budget_type_id === budgetTypeIds.Custom ? daysIn(days) : 1
}

/** What was seen of an advertiser and of those beside it; a usual day in micros of its own currency. */
export interface Delivery {
  readonly days: number
  readonly usualDay: number
  readonly peers: number
  readonly peersUsualDay: number
}

/** A usual day and a fifth more, so that a good day does not run dry; by the others where there is too little of its own; nothing where that would be a guess. */
export function recommendedDay({ days, usualDay, peers, peersUsualDay }: Delivery): { micros: bigint | null; reason: BudgetReason } {
  const withRoom = (micros: number) => (BigInt(Math.round(micros)) * 6n) / 5n
  if (days >= ownDaysLeast) return { micros: withRoom(usualDay), reason: 'own_spend' }
  if (peers >= budgetPeersLeast) return { micros: withRoom(peersUsualDay), reason: 'similar_advertisers' }
  return { micros: null, reason: 'too_little_data' }
}
