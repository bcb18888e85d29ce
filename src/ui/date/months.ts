import { addDays } from '../../contract/dates/date-ranges.ts'

/** First day of the day's month. */
export const monthOf = (day: string) => `${day.slice(0, 7)}-01`

/** First day of the month `count` months later. */
export function monthLater(day: string, count: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`
}

/** The same day `count` months later, or the last day of a shorter month. */
export function sameDayLater(day: string, count: number): string {
  const month = monthLater(day, count)
  const last = addDays(monthLater(month, 1), -1)
  const sameDay = `${month.slice(0, 8)}${day.slice(8)}`
  return sameDay > last ? last : sameDay
}
