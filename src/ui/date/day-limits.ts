import { addDays, type Days, daysIn } from '../../contract/dates/date-ranges.ts'
import { isDay } from './days.ts'

export interface DayLimits {
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly isFutureDisallowed?: boolean
  /** Ranges of days that can be neither selected nor included in a range. */
  readonly disabled?: readonly Days[]
}

/** The reason why days cannot be selected. `bad_dates`: invalid dates, or the end is before the start. */
export type DayProblem =
  | { readonly code: 'bad_dates' }
  | { readonly code: 'before'; readonly day: string }
  | { readonly code: 'after'; readonly day: string }
  | { readonly code: 'future' }
  | { readonly code: 'disabled'; readonly days: Days }

/** Whether a range of days can be selected. */
export function checkRange(days: Days, limits: DayLimits, today: string): true | DayProblem {
  const { start_date: start, end_date: end } = days
  const { min, max, isFutureDisallowed, disabled = [] } = limits
  if (!isDay(start) || !isDay(end) || end < start) return { code: 'bad_dates' }
  if (min !== undefined && start < min) return { code: 'before', day: min }
  if (max !== undefined && end > max) return { code: 'after', day: max }
  if (isFutureDisallowed && end > today) return { code: 'future' }
  const spanned = disabled.find((closed) => start <= closed.end_date && end >= closed.start_date)
  return spanned ? { code: 'disabled', days: spanned } : true
}

export const checkDay = (day: string, limits: DayLimits, today: string) => checkRange({ start_date: day, end_date: day }, limits, today)

/** Maximum number of days that keyboard navigation searches for a selectable day. */
const maxSearchDays = 800

function firstAllowed(day: string, direction: number, maxSteps: number, limits: DayLimits, today: string): string | undefined {
  for (let distance = 0; distance <= maxSteps; distance++) {
    const next = addDays(day, distance * direction)
    if (checkDay(next, limits, today) === true) return next
  }
  return undefined
}

/** Target of keyboard navigation: the next selectable day in that direction, else the last one before it, else the current day. */
export function nearestDay(from: string, target: string, limits: DayLimits, today: string): string {
  const direction = target < from ? -1 : 1
  const between = Math.abs(daysIn({ start_date: from, end_date: target }) - 1)
  return firstAllowed(target, direction, maxSearchDays, limits, today) ?? firstAllowed(target, -direction, between, limits, today) ?? from
}
