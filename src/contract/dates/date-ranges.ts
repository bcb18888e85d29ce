/** The specification's ranges, in its order from 0 to 12. */
export const dateRanges = [
  'all_time',
  'year_to_date',
  'quarter_to_date',
  'month_to_date',
  'last_quarter',
  'last_month',
  'last_60_days',
  'last_30_days',
  'last_14_days',
  'last_7_days',
  'yesterday',
  'today',
  'custom',
] as const
export type DateRange = (typeof dateRanges)[number]

/** The specification has two defaults: seven days for lists, thirty days for charts. */
export const defaultDateRanges = { list: 'last_7_days', chart: 'last_30_days' } as const satisfies Record<string, DateRange>

export const granularities = ['hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

/** Comparison presets: the number of days back. */
export const comparePresets = { previous_day: 1, previous_week: 7, previous_month: 30 } as const
export const compares = ['none', 'previous_period', 'previous_day', 'previous_week', 'previous_month'] as const
export type Compare = (typeof compares)[number]

/** A range of days, both ends included. */
export interface Days {
  readonly start_date: string
  readonly end_date: string
}

const dayMs = 86_400_000
const toNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const toDay = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

export const addDays = (day: string, count: number) => toDay(toNumber(day) + count)
export const daysIn = ({ start_date, end_date }: Days) => toNumber(end_date) - toNumber(start_date) + 1
export const eachDay = (days: Days) => Array.from({ length: daysIn(days) }, (_, index) => addDays(days.start_date, index))

const monthStart = (day: string) => `${day.slice(0, 7)}-01`
const addMonths = (day: string, count: number) => {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`
}
const quarterStart = (day: string) => addMonths(monthStart(day), -((Number(day.slice(5, 7)) - 1) % 3))

/** Maximum number of days in a report; "all time" covers as many. */
export const maxReportDays = 1100

/** The days of a named range relative to a day. Ranges with a number of days end yesterday. */
export function daysOfRange(range: Exclude<DateRange, 'custom'>, today: string): Days {
  const last = (count: number, end = addDays(today, -1)) => [addDays(today, -count), end] as const
  const month = monthStart(today)
  const quarter = quarterStart(today)
  const named: Record<Exclude<DateRange, 'custom'>, readonly [string, string]> = {
    all_time: last(maxReportDays - 1, today),
    year_to_date: [`${today.slice(0, 4)}-01-01`, today],
    quarter_to_date: [quarter, today],
    month_to_date: [month, today],
    last_quarter: [addMonths(quarter, -3), addDays(quarter, -1)],
    last_month: [addMonths(month, -1), addDays(month, -1)],
    last_60_days: last(60),
    last_30_days: last(30),
    last_14_days: last(14),
    last_7_days: last(7),
    yesterday: last(1),
    today: [today, today],
  }
  const [start_date, end_date] = named[range]
  return { start_date, end_date }
}

/** No comparison for a range that starts today, because a partial day cannot be compared with a whole day. */
export const comparisonOn = (today: string, { start_date }: Days, compare: Compare): Compare => (start_date === today ? 'none' : compare)

/** The comparison period: moved back by its own length, by the length of the whole range it belongs to, or by a preset. */
export function comparisonDaysOf(days: Days, compare: Compare = 'none', length = daysIn(days)): Days | undefined {
  if (compare === 'none') return undefined
  const back = compare === 'previous_period' ? length : comparePresets[compare]
  return { start_date: addDays(days.start_date, -back), end_date: addDays(days.end_date, -back) }
}

/** The granularity for a range: hours up to 2 days, days up to 92, weeks up to 366, otherwise months. */
export function granularityFor(days: Days): Granularity {
  const count = daysIn(days)
  if (count <= 2) return 'hour'
  if (count <= 92) return 'day'
  return count <= 366 ? 'week' : 'month'
}

/** The first day of the week of a day; `weekStart` is 1 for Monday to 7 for Sunday. */
export const weekStartOf = (day: string, weekStart: number) => {
  const weekday = ((((toNumber(day) + 3) % 7) + 7) % 7) + 1
  return addDays(day, -((weekday - weekStart + 7) % 7))
}

/** The first day of the bucket that contains a day. */
export const bucketOf = (day: string, granularity: 'day' | 'week' | 'month', weekStart: number) => {
  if (granularity === 'day') return day
  return granularity === 'week' ? weekStartOf(day, weekStart) : monthStart(day)
}

/** Metrics of this many recent days may still change. */
export const settlingDays = 3
/** The last day whose metrics are final, relative to a day. */
export const settledThrough = (today: string) => addDays(today, -settlingDays - 1)
/** How long detailed metrics are stored, in days. */
export const detailDays = { hourly: 35, byEntity: 60 } as const

/** Time buckets that consist of whole days. */
export const wholeDays: readonly string[] = ['day', 'week', 'month']

/** The last day of a time bucket, from its dimension and its start (a day or an hour). */
export function bucketEnd(dimension: string, start: string): string {
  const day = start.slice(0, 10)
  if (dimension === 'week') return addDays(day, 6)
  return dimension === 'month' ? addDays(`${addDays(day, 31).slice(0, 7)}-01`, -1) : day
}
