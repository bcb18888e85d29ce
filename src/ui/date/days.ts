import { addDays, eachDay, weekStartOf } from '../../contract/dates/date-ranges.ts'

/** Whether a text is a valid date, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text)
}

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

const weeks = Array.from({ length: 6 }, (_, index) => index)

/** Six weeks that contain a month, so that all months have the same height. Days of other months are undefined. */
export function weeksOf(month: string, weekStart: number): readonly (readonly (string | undefined)[])[] {
  const first = weekStartOf(month, weekStart)
  return weeks.map((week) => {
    const start = addDays(first, week * 7)
    const days = eachDay({ start_date: start, end_date: addDays(start, 6) })
    return days.map((day) => (day.slice(0, 7) === month.slice(0, 7) ? day : undefined))
  })
}

/** Seven days whose names are the column headers. */
export const weekdays = (weekStart: number) => {
  const start = weekStartOf('2024-01-07', weekStart)
  return eachDay({ start_date: start, end_date: addDays(start, 6) })
}
