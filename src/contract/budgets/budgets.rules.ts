import { addDays, daysIn } from '../dates/date-ranges.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleAnswer } from '../reply.ts'

/** Below this share of what should have been spent a budget is slow, above the other it is fast; in hundredths. */
export const slowPercent = 90n
export const fastPercent = 110n
/** A budget without an end is paced as if it had to last so many days. */
export const openDays = 30

/** When something that has a budget runs. */
export interface RunDays {
  readonly start_date: string
  readonly end_date: string | null
}
/** How much of a day is over, or left, of how much there is; in minutes, so that days of 23 and 25 hours are whole days too. */
export interface DayPart {
  readonly gone: number
  readonly whole: number
}
/** A budget, and what was spent of it in its current period; money in micros. */
export interface PacedBudget extends RunDays {
  readonly budget_period: string
  readonly pacing: string
  readonly budget: bigint
  /** In the period, up to the moment from which today is reckoned: its first minute, or the last change of budget or dates. */
  readonly spentBefore: bigint
}

const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const monthEnd = (day: string) => addDays(`${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1)

/** The first day of the period in which a budget is now, and the last one where it has one; weeks begin on Monday, an unknown period is a day. */
export function budgetDays(period: string, today: string, { start_date, end_date }: RunDays): { from: string; to: string | null } {
  if (period === 'Weekly') return { from: addDays(today, -weekday(today)), to: addDays(today, 6 - weekday(today)) }
  if (period === 'Monthly') return { from: `${today.slice(0, 8)}01`, to: monthEnd(today) }
  return period === 'One Time' ? { from: start_date, to: end_date } : { from: today, to: today }
}

const latestOf = (...days: readonly string[]) => days.toSorted().at(-1) ?? ''

/** The days of the current period on which it runs; without an end, the days that such a budget is paced over. */
export function pacedDays(period: string, today: string, days: RunDays): { from: string; to: string } {
  const { from, to } = budgetDays(period, today, days)
  const first = latestOf(days.start_date, from)
  const last = to ?? addDays(latestOf(today, first), openDays - 1)
  return { from: first, to: days.end_date !== null && days.end_date < last ? days.end_date : last }
}

const atLeastNothing = (micros: bigint) => (micros > 0n ? micros : 0n)

/** What is left of a budget's period. */
export const budgetLeft = (budget: bigint, spent: bigint) => atLeastNothing(budget - spent)

/**
 * What may be spent today, from the moment that is reckoned from: as soon as possible all that is left of the period;
 * evenly what is left, by the days that are left, of which today counts as the part of it that is left.
 */
export function budgetForToday(paced: PacedBudget, today: string, { gone, whole }: DayPart = { gone: 0, whole: 1440 }): bigint {
  const left = budgetLeft(paced.budget, paced.spentBefore)
  const { from, to } = pacedDays(paced.budget_period, today, paced)
  if (today < from || today > to) return 0n
  return partOfLeft(left, paced.pacing, daysIn({ start_date: today, end_date: to }) - 1, { gone, whole })
}

/** Today's part of what is left, with so many days of the period after today. */
export function partOfLeft(left: bigint, pacing: string, later: number, { gone, whole }: DayPart): bigint {
  if (pacing !== 'Evenly') return left
  const [part, all] = [whole - gone, whole - gone + later * whole]
  return part <= 0 ? 0n : (left * BigInt(part)) / BigInt(all)
}

/** How much of the days of a period is over, today up to now. */
export function elapsedShare(period: string, today: string, days: RunDays, { gone, whole }: DayPart): number {
  const { from, to } = pacedDays(period, today, days)
  if (today < from) return 0
  if (today > to) return 1
  const over = daysIn({ start_date: from, end_date: today }) - 1
  return (over + gone / whole) / daysIn({ start_date: from, end_date: to })
}

/** Spend against what an even pace would have spent by now; nothing before anything should have been. */
export function pacingIndex(spent: bigint, budget: bigint, elapsed: number): number | null {
  const due = Number(budget) * elapsed
  return due > 0 ? Number(spent) / due : null
}

/** How an index reads. */
export function paceOf(index: number | null): 'slow' | 'on_pace' | 'fast' | null {
  if (index === null) return null
  if (index < Number(slowPercent) / 100) return 'slow'
  return index > Number(fastPercent) / 100 ? 'fast' : 'on_pace'
}

/** A budget for once cannot go below what is spent of it; one that comes again may. */
export const budgetCovers = (period: string, budget: bigint, spent: bigint): RuleAnswer =>
  period !== 'One Time' || budget >= spent || { code: 'budget_below_spent', spent: decimalOf(spent) }
