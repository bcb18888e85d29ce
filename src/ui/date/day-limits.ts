import { addDays, type Days, daysIn } from '../../contract/dates/date-ranges.ts'
import { isDay } from './days.ts'

/** Which days may be chosen. */
export interface DayLimits {
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly isFutureDisallowed?: boolean
  /** Days that may be neither chosen nor spanned. */
  readonly disabled?: readonly Days[]
}

/** Why days may not be chosen; `bad_dates` are no days, or end before they start. */
export type DayProblem =
  | { readonly code: 'bad_dates' }
  | { readonly code: 'before'; readonly day: string }
  | { readonly code: 'after'; readonly day: string }
  | { readonly code: 'future' }
  | { readonly code: 'disabled'; readonly days: Days }

/** Whether two days may be chosen with all that is between them. */
export function mayChoose(days: Days, limits: DayLimits, today: string): true | DayProblem {
  const { start_date: start, end_date: end } = days
  const { min, max, isFutureDisallowed, disabled = [] } = limits
  if (!isDay(start) || !isDay(end) || end < start) return { code: 'bad_dates' }
  if (min !== undefined && start < min) return { code: 'before', day: min }
  if (max !== undefined && end > max) return { code: 'after', day: max }
  if (isFutureDisallowed && end > today) return { code: 'future' }
  const spanned = disabled.find((closed) => start <= closed.end_date && end >= closed.start_date)
  return spanned ? { code: 'disabled', days: spanned } : true
}

/** Whether one day may be chosen. */
export const mayChooseDay = (day: string, limits: DayLimits, today: string) => mayChoose({ start_date: day, end_date: day }, limits, today)

/** How far the keys look for a day beyond those that may not be chosen. */
const farthest = 800

function firstAllowed(day: string, direction: number, most: number, limits: DayLimits, today: string): string | undefined {
  for (let away = 0; away <= most; away++) {
    const next = addDays(day, away * direction)
    if (mayChooseDay(next, limits, today) === true) return next
  }
  return undefined
}

/** Where a step leads: past days that may not be chosen, or back to the last one that may; the old day when there is none. */
export function nearestDay(from: string, wanted: string, limits: DayLimits, today: string): string {
  const direction = wanted < from ? -1 : 1
  const between = Math.abs(daysIn({ start_date: from, end_date: wanted }) - 1)
  return firstAllowed(wanted, direction, farthest, limits, today) ?? firstAllowed(wanted, -direction, between, limits, today) ?? from
}
