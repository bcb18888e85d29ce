import { addDays, daysIn } from '../dates/date-ranges.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleResult } from '../reply.ts'

/** The period after which a budget starts again. */
export const budgetPeriods = ['Daily', 'Weekly', 'Monthly', 'One Time'] as const
/** The ids of the budget types of campaigns and ad groups; not the same list as the periods. */
export const budgetTypeIds = { Daily: 1, Weekly: 2, Monthly: 3, Custom: 4 } as const
/** Pacing options of every client; a client may have more. */
export const builtInPacings = ['ASAP', 'Evenly'] as const
export const biddingTypeIds = { CPC: 1, CPM: 2 } as const
export const goalTypes = ['ROAS'] as const

/** Spend below this share of the planned spend is slow, in percent. */
export const slowPercent = 90n
/** A budget without an end is paced over this many days. */
export const openEndedDays = 30

/** The days on which a campaign or ad group runs. */
export interface RunDates {
  readonly start_date: string
  readonly end_date: string | null
}
/** The minutes of a day that are over, and all its minutes. Minutes make days of 23 and 25 hours count as whole days. */
export interface DayPart {
  readonly minutesGone: number
  readonly minutesInDay: number
}
/**
 * How a budget is spread over its period: weights of equal parts of the period, such as [3, 1] for three quarters in the first half.
 * Null spends as fast as possible.
 */
export type PacingCurve = readonly number[] | null
const evenly: PacingCurve = [1]

/** The curve of a pacing option; `own` is that of a client's own option. An option that no longer exists is even. */
export const curveOf = (pacing: string, own: readonly number[] | null): PacingCurve => (pacing === 'ASAP' ? null : (own ?? evenly))

/** A budget, and its spend in the current period; money in micros. */
export interface PacedBudget extends RunDates {
  readonly budget_period: string
  readonly curve: PacingCurve
  readonly budget: bigint
  /** Spend in the period before the time from which today's budget is calculated: midnight, or the last change of budget or dates. */
  readonly spentBefore: bigint
}

const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const monthEnd = (day: string) => addDays(`${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1)

/**
 * First and last day of the budget's current period; `to` is null without an end. Weeks begin on Monday. An unknown period counts as daily.
 */
export function budgetDays(period: string, today: string, { start_date, end_date }: RunDates): { from: string; to: string | null } {
  if (period === 'Weekly') return { from: addDays(today, -weekday(today)), to: addDays(today, 6 - weekday(today)) }
  if (period === 'Monthly') return { from: `${today.slice(0, 8)}01`, to: monthEnd(today) }
  return period === 'One Time' ? { from: start_date, to: end_date } : { from: today, to: today }
}

const latestOf = (...days: readonly string[]) => days.toSorted().at(-1) ?? ''

/** The days of the current period on which it runs. Without an end, it is paced over `openEndedDays`. */
export function pacedDays(period: string, today: string, days: RunDates): { from: string; to: string } {
  const { from, to } = budgetDays(period, today, days)
  const first = latestOf(days.start_date, from)
  const last = to ?? addDays(latestOf(today, first), openEndedDays - 1)
  return { from: first, to: days.end_date !== null && days.end_date < last ? days.end_date : last }
}

const atLeastNothing = (micros: bigint) => (micros > 0n ? micros : 0n)

/** The remaining budget of a period. */
export const budgetRemaining = (budget: bigint, spent: bigint) => atLeastNothing(budget - spent)

/** The budget for the rest of today: the share of the period's remainder that the curve gives to it. */
export function budgetForToday(
  paced: PacedBudget,
  today: string,
  { minutesGone, minutesInDay }: DayPart = { minutesGone: 0, minutesInDay: 1440 },
): bigint {
  const left = budgetRemaining(paced.budget, paced.spentBefore)
  const { from, to } = pacedDays(paced.budget_period, today, paced)
  if (today < from || today > to) return 0n
  const earlier = daysIn({ start_date: from, end_date: today }) - 1
  const later = daysIn({ start_date: today, end_date: to }) - 1
  return todayShareOf(left, paced.curve, { earlier, later }, { minutesGone, minutesInDay })
}

/** The weight of a period up to a minute. A period of `minutes` has as many equal parts as the curve has weights. */
const weightUntil = (curve: readonly number[], minute: number, minutes: number) =>
  curve.reduce((sum, weight, index) => {
    const inPart = Math.min(Math.max(minute * curve.length - index * minutes, 0), minutes)
    return sum + BigInt(weight) * BigInt(inPart)
  }, 0n)

/** Days of the period before and after today. */
export interface DaysAround {
  readonly earlier: number
  readonly later: number
}

/** Today's share of the remaining budget: the weight of the rest of today in the rest of the period. */
export function todayShareOf(
  left: bigint,
  curve: PacingCurve,
  { earlier, later }: DaysAround,
  { minutesGone, minutesInDay }: DayPart,
): bigint {
  if (curve === null) return left
  if (minutesGone >= minutesInDay) return 0n
  const minutes = (earlier + 1 + later) * minutesInDay
  const now = weightUntil(curve, earlier * minutesInDay + minutesGone, minutes)
  const today = weightUntil(curve, (earlier + 1) * minutesInDay, minutes) - now
  return (left * today) / (weightUntil(curve, minutes, minutes) - now)
}

/** The share of a period that is over, including today up to now. */
export function elapsedShare(period: string, today: string, days: RunDates, { minutesGone, minutesInDay }: DayPart): number {
  const { from, to } = pacedDays(period, today, days)
  if (today < from) return 0
  if (today > to) return 1
  const over = daysIn({ start_date: from, end_date: today }) - 1
  return (over + minutesGone / minutesInDay) / daysIn({ start_date: from, end_date: to })
}

/** Spend divided by the spend of an even pace up to now; null before the start. */
export function pacingIndex(spent: bigint, budget: bigint, elapsed: number): number | null {
  const due = Number(budget) * elapsed
  return due > 0 ? Number(spent) / due : null
}

/** A "One Time" budget cannot be lower than its spend; a recurring one can. */
export const budgetCoversSpendRule = (period: string, budget: bigint, spent: bigint): RuleResult =>
  period !== 'One Time' || budget >= spent || { code: 'budget_below_spent', spent: decimalOf(spent) }
