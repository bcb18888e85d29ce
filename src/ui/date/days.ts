import { addDays, eachDay, weekStartOf } from '../../contract/dates/date-ranges.ts'

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text)
}

/** The first day of a day's month. */
export const monthOf = (day: string) => `${day.slice(0, 7)}-01`

/** The first day of the month so many months later. */
export function monthLater(day: string, count: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`
}

/** The same day so many months later, or the last one of a month that is too short for it. */
export function sameDayLater(day: string, count: number): string {
  const month = monthLater(day, count)
  const last = addDays(monthLater(month, 1), -1)
  const same = `${month.slice(0, 8)}${day.slice(8)}`
  return same > last ? last : same
}

const weeks = Array.from({ length: 6 }, (_, index) => index)

/** Six weeks that hold a month, so that every month is as high; days of other months are left out. */
export function weeksOf(month: string, weekStart: number): readonly (readonly (string | undefined)[])[] {
  const first = weekStartOf(month, weekStart)
  return weeks.map((week) => {
    const start = addDays(first, week * 7)
    const days = eachDay({ start_date: start, end_date: addDays(start, 6) })
    return days.map((day) => (day.slice(0, 7) === month.slice(0, 7) ? day : undefined))
  })
}

/** Seven days that the heads of the columns are named after. */
export const weekdays = (weekStart: number) => {
  const start = weekStartOf('2024-01-07', weekStart)
  return eachDay({ start_date: start, end_date: addDays(start, 6) })
}
