import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { dayInZone } from './zone-day.ts'

/** A day before today in UTC. The seed ends today, so days are counted back from there. */
export const dayAgo = (count: number) => addDays(dayInZone(new Date(), 'UTC'), -count)

/** Two weeks that are final in every time zone, with seeded figures of every kind. */
export const days = { start_date: dayAgo(24), end_date: dayAgo(11) }
/** The first of these two weeks. */
export const firstWeek = { start_date: dayAgo(24), end_date: dayAgo(18) }

/** Dates as query parameters of an element's or the console's path. */
export const inPath = ({ start_date, end_date }: typeof days, compare = 'none') =>
  `start_date=${start_date}&end_date=${end_date}&compare=${compare}`

/** A date as text, such as Nov 5, 2026. */
export const dayText = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })
