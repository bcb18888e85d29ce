import { addDays, bucketOf, type Days, daysIn, eachDay, type Granularity, granularityFor } from '../../../src/contract/dates/date-ranges.ts'
import { checkHourly, isEntity } from '../../../src/contract/reports/fields.rules.ts'
import type { TrendRequest } from '../../../src/contract/reports/trends.ts'
import type { Database } from '../database/open.ts'
import { refuseField } from '../context/refusal.ts'
import { refuseHours } from './details.ts'
import type { ReportScope } from './scope.ts'
import { hoursOfPeriod } from './hours.ts'
import { type Moments, sumsByMoment } from './query.ts'
import { columnsFor, halfEven, isMoney, type Sums, convertSums } from './sums.ts'

export interface TrendBucket {
  readonly start: string
  readonly lastDay: string
  readonly now: BucketSums
  readonly before: ({ readonly start: string } & BucketSums) | undefined
}
/** `exact` sums are for ratios, `shown` sums are rounded for display. */
interface BucketSums {
  readonly exact: Sums
  readonly shown: Sums
}

const movedBy = (moment: string, days: number) => addDays(moment.slice(0, 10), days) + moment.slice(10)

interface Slot {
  readonly start: string
  readonly moments: string[]
  lastDay: string
}

/** Every hour of the period that exists, including empty ones. */
const hourlySlots = (frame: ReportScope, moments: Moments, back: number): Slot[] =>
  hoursOfPeriod(frame, back, (moment) => moments.has(moment) || moments.has(movedBy(moment, back))).map((start) => ({
    start,
    moments: [start],
    lastDay: start.slice(0, 10),
  }))

/** Every bucket of the period, including empty ones, with its days. */
function slotsOf(days: Days, granularity: Exclude<Granularity, 'hour'>, weekStart: number): Slot[] {
  const slots = new Map<string, Slot>()
  for (const day of eachDay(days)) {
    const start = bucketOf(day, granularity, weekStart)
    const slot = slots.get(start) ?? { start, moments: [], lastDay: day }
    slot.moments.push(day)
    slot.lastDay = day
    slots.set(start, slot)
  }
  return [...slots.values()]
}

/** Sums of several moments, converted to the report's currency. */
function sumMoments(frame: ReportScope, columns: readonly string[], moments: Moments, names: readonly string[]): Sums {
  const total: Sums = Object.fromEntries(columns.map((column) => [column, 0n]))
  for (const name of names) {
    const sums = convertSums(frame.rates, columns, moments.get(name) ?? new Map())
    for (const column of columns) total[column] = (total[column] ?? 0n) + (sums[column] ?? 0n)
  }
  return total
}

/** Rounds money to the micro along the running total, so that the buckets add up to the rounded total. */
function roundAlongTotal(frame: ReportScope, columns: readonly string[], buckets: readonly Sums[]): BucketSums[] {
  const { parts } = frame.rates
  const running: Sums = {}
  return buckets.map((exact) => {
    const shown = columns.map((column) => {
      const was = running[column] ?? 0n
      const value = exact[column] ?? 0n
      running[column] = was + value
      return [column, isMoney(column) ? (halfEven(was + value, parts) - halfEven(was, parts)) * parts : value] as const
    })
    return { exact, shown: Object.fromEntries(shown) }
  })
}

/** Hourly data is not available for every day or filter. A requested `hour` is then refused, a default of `hour` becomes `day`. */
function granularityOf({ granularity, filters = [] }: TrendRequest, frame: ReportScope): Granularity {
  const chosen = granularity ?? granularityFor(frame.days)
  if (chosen !== 'hour') return chosen
  const asked = { dimensions: [], filtered: filters.map(({ field }) => field) }
  if (!granularity) return frame.purchases || checkHourly({ ...asked, ...frame }) !== true ? 'day' : 'hour'
  if (frame.purchases) throw refuseField('granularity', 'Sales filters work for whole days only')
  refuseHours(frame, asked, { whole: 'granularity', byEntity: `filters.${asked.filtered.findIndex(isEntity)}.field` })
  return chosen
}

/** The trend in buckets. Each bucket is compared with its days shifted to the compared period. */
export async function trendBuckets(
  database: Database,
  frame: ReportScope,
  question: TrendRequest,
): Promise<{ granularity: Granularity; buckets: TrendBucket[]; areConverted: boolean }> {
  const granularity = granularityOf(question, frame)
  const columns = columnsFor(question.metrics)
  const moments = await sumsByMoment(database, { frame, columns, filters: question.filters ?? [], isHourly: granularity === 'hour' })
  const back = frame.before ? 1 - daysIn({ start_date: frame.before.start_date, end_date: frame.days.start_date }) : 0
  const slots = granularity === 'hour' ? hourlySlots(frame, moments, back) : slotsOf(frame.days, granularity, question.week_start ?? 1)
  const sumsOf = (names: (slot: Slot) => string[]) =>
    roundAlongTotal(
      frame,
      columns,
      slots.map((slot) => sumMoments(frame, columns, moments, names(slot))),
    )
  const earlier = (slot: Slot) => slot.moments.map((moment) => movedBy(moment, back))
  const now = sumsOf((slot) => slot.moments)
  const before = frame.before && sumsOf(earlier)
  const none: BucketSums = { exact: {}, shown: {} }
  const buckets = slots.map((slot, index) => ({
    start: slot.start,
    lastDay: slot.lastDay,
    now: now[index] ?? none,
    before: before && { start: earlier(slot)[0] ?? '', ...(before[index] ?? none) },
  }))
  const areConverted = [...moments.values()].some((sums) => [...sums.keys()].some((code) => code !== frame.currency.currency_code))
  return { granularity, buckets, areConverted }
}
