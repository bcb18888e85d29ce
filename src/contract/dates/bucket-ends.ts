import { addDays } from './date-ranges.ts'

/** Time buckets that consist of whole days. */
export const wholeDays: readonly string[] = ['day', 'week', 'month']

/** The last day of a time bucket, from its dimension and its start (a day or an hour). */
export function bucketEnd(dimension: string, start: string): string {
  const day = start.slice(0, 10)
  if (dimension === 'week') return addDays(day, 6)
  return dimension === 'month' ? addDays(`${addDays(day, 31).slice(0, 7)}-01`, -1) : day
}
