import { addDays, bucketOf, type Days, daysIn, eachDay, type Granularity, granularityFor } from '../../src/contract/date-ranges.ts'
import type { TrendQuestion } from '../../src/contract/report-trends.ts'
import type { Database } from './database/open.ts'
import { refuseField } from './refusal.ts'
import type { Frame } from './report-frame.ts'
import { type Moments, momentsOf } from './report-query.ts'
import { columnsFor, halfEven, isMoney, type Sums, weighed } from './report-sums.ts'

export interface TrendBucket {
  readonly start: string
  readonly lastDay: string
  readonly now: BucketSums
  readonly before: ({ readonly start: string } & BucketSums) | undefined
}
/** What ratios are made of, and what is shown. */
interface BucketSums {
  readonly exact: Sums
  readonly shown: Sums
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

interface Slot {
  readonly start: string
  readonly moments: string[]
  lastDay: string
}

/** Every bucket of a period, the empty ones too, with the moments that fall into it. */
function slotsOf(days: Days, granularity: Granularity, weekStart: number): Slot[] {
  if (granularity === 'hour')
    return eachDay(days).flatMap((day) => hours.map((hour) => ({ start: `${day}T${hour}`, moments: [`${day}T${hour}`], lastDay: day })))
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

/** The sums of some moments, weighed. */
function gather(frame: Frame, columns: readonly string[], moments: Moments, names: readonly string[]): Sums {
  const total: Sums = Object.fromEntries(columns.map((column) => [column, 0n]))
  for (const name of names) {
    const sums = weighed(frame.rates, columns, moments.get(name) ?? new Map())
    for (const column of columns) total[column] = (total[column] ?? 0n) + (sums[column] ?? 0n)
  }
  return total
}

/** Money is shown to the micro, rounded along the running total: so the buckets add up to the rounded whole. */
function settle(frame: Frame, columns: readonly string[], buckets: readonly Sums[]): BucketSums[] {
  const { parts } = frame.rates
  const running: Sums = {}
  return buckets.map((exact) => {
    const shown = columns.map((column) => {
      const [was, value] = [running[column] ?? 0n, exact[column] ?? 0n]
      running[column] = was + value
      return [column, isMoney(column) ? (halfEven(was + value, parts) - halfEven(was, parts)) * parts : value] as const
    })
    return { exact, shown: Object.fromEntries(shown) }
  })
}

/** Hours are not there for every day nor for every filter: what was asked for is refused, what was guessed gives way. */
function granularityOf({ granularity, filters = [] }: TrendQuestion, frame: Frame): Granularity {
  const chosen = granularity ?? granularityFor(frame.days)
  if (chosen !== 'hour') return chosen
  const byEntity = filters.findIndex(({ field }) => field.startsWith('entity_'))
  const isOld = frame.days.start_date < frame.hoursSince
  const isBeforeOld = frame.before !== undefined && frame.before.start_date < frame.hoursSince
  if (!granularity) return byEntity >= 0 || isOld || isBeforeOld || frame.purchases ? 'day' : 'hour'
  if (frame.purchases) throw refuseField('granularity', 'Sales are told apart by who bought for whole days')
  if (byEntity >= 0) throw refuseField(`filters.${byEntity}.field`, 'Hours are kept by ad group, not by entity')
  if (isOld) throw refuseField('granularity', `Hours are kept since ${frame.hoursSince}`)
  if (isBeforeOld) throw refuseField('compare', `Hours are kept since ${frame.hoursSince}`)
  return chosen
}

/** The trend of a question, bucket by bucket; a bucket is compared with the same days, moved back. */
export async function trendBuckets(
  database: Database,
  frame: Frame,
  question: TrendQuestion,
): Promise<{ granularity: Granularity; buckets: TrendBucket[] }> {
  const granularity = granularityOf(question, frame)
  const columns = columnsFor(question.metrics)
  const moments = await momentsOf(database, { frame, columns, filters: question.filters ?? [], isHourly: granularity === 'hour' })
  const slots = slotsOf(frame.days, granularity, question.week_start ?? 1)
  const sumsOf = (names: (slot: Slot) => string[]) =>
    settle(
      frame,
      columns,
      slots.map((slot) => gather(frame, columns, moments, names(slot))),
    )
  const back = frame.before ? 1 - daysIn({ start_date: frame.before.start_date, end_date: frame.days.start_date }) : 0
  const earlier = (slot: Slot) => slot.moments.map((moment) => addDays(moment.slice(0, 10), back) + moment.slice(10))
  const [now, before] = [sumsOf((slot) => slot.moments), frame.before && sumsOf(earlier)]
  const none: BucketSums = { exact: {}, shown: {} }
  const buckets = slots.map((slot, index) => ({
    start: slot.start,
    lastDay: slot.lastDay,
    now: now[index] ?? none,
    before: before && { start: earlier(slot)[0] ?? '', ...(before[index] ?? none) },
  }))
  return { granularity, buckets }
}
