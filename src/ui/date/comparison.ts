import { type Compare, comparisonDaysOf, compares, type Days } from '../../contract/dates/date-ranges.ts'
import { sameDayLater } from './months.ts'

/** Periods to compare with: those of reports, the same days of the previous year, or custom days. */
export const comparisons = [...compares, 'previous_year', 'custom'] as const
export type Comparison = Compare | 'previous_year' | 'custom'

/** The days of a comparison period. Custom days are chosen by the user instead. */
export function daysCompared(days: Days, comparison: Exclude<Comparison, 'custom'>): Days | undefined {
  if (comparison !== 'previous_year') return comparisonDaysOf(days, comparison)
  return { start_date: sameDayLater(days.start_date, -12), end_date: sameDayLater(days.end_date, -12) }
}
