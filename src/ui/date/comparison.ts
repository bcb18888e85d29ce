import { type Compare, comparedDays, compares, type Days } from '../../contract/dates/date-ranges.ts'
import { sameDayLater } from './days.ts'

/** What days can be compared with: what reports know, the same days a year ago, or any others. */
export const comparisons = [...compares, 'previous_year', 'custom'] as const
export type Comparison = Compare | 'previous_year' | 'custom'

/** The days that a comparison means; those of a custom one are chosen and not found. */
export function daysCompared(days: Days, comparison: Exclude<Comparison, 'custom'>): Days | undefined {
  if (comparison !== 'previous_year') return comparedDays(days, comparison)
  return { start_date: sameDayLater(days.start_date, -12), end_date: sameDayLater(days.end_date, -12) }
}
