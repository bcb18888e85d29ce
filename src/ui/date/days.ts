import { addDays, eachDay, weekStartOf } from '../../contract/dates/date-ranges.ts'

/** Whether a text is a valid date, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text)
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
