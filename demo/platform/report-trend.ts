import { sql } from 'kysely'
import {
  addDays,
  bucketOf,
  type Days,
  daysIn,
  detailDays,
  eachDay,
  type Granularity,
  granularityFor,
} from '../../src/contract/date-ranges.ts'
import type { Filter } from '../../src/contract/list.ts'
import type { TrendQuestion } from '../../src/contract/reports.ts'
import type { Database } from './database/open.ts'
import { refuseField } from './refusal.ts'
import { and, conditionsOf, placeConditions } from './report-conditions.ts'
import type { Frame } from './report-frame.ts'
import { type CurrencySums, columnsFor, inCurrency, type Sums } from './report-sums.ts'

/** The sums of one moment (a day, or a day and hour), by currency. */
type Moments = Map<string, Map<string, Sums>>
export interface TrendBucket {
  readonly start: string
  readonly lastDay: string
  readonly now: Sums
  readonly before: { start: string; sums: Sums } | undefined
}

/** The facts of a question by day or hour and currency, for both periods in one pass. */
async function momentsOf(
  database: Database,
  frame: Frame,
  columns: readonly string[],
  filters: readonly Filter[],
  isHourly: boolean,
): Promise<Moments> {
  const conditions = [...placeConditions(frame), ...conditionsOf(filters, frame.memberGroupId).facts]
  const sums = sql.join(columns.map((column) => sql`sum(${sql.ref(column)})::numeric as ${sql.ref(column)}`))
  const moment = isHourly ? sql`to_char(day, 'YYYY-MM-DD') || 'T' || lpad(hour::text, 2, '0')` : sql`day::text`
  const table = sql.table(isHourly ? 'facts_hourly' : 'facts_daily')
  const { rows } = await sql<Record<string, string>>`
    select ${moment} as moment, currency_code, ${sums} from ${table} where ${and(conditions)} group by ${sql.join(isHourly ? [sql`day`, sql`hour`] : [sql`day`])}, currency_code`.execute(
    database.reports,
  )
  const moments: Moments = new Map()
  for (const row of rows) {
    const at = row.moment ?? ''
    const parts = moments.get(at) ?? new Map<string, Sums>()
    parts.set(row.currency_code ?? '', Object.fromEntries(columns.map((column) => [column, BigInt(row[column] ?? 0)])))
    moments.set(at, parts)
  }
  return moments
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const daysBetween = (from: string, to: string) => daysIn({ start_date: from, end_date: to }) - 1

interface Slot {
  readonly start: string
  readonly moments: string[]
  readonly lastDay: string
}

/** Every bucket of a period, the empty ones too, with the moments that fall into it. */
function slotsOf(days: Days, granularity: Granularity, weekStart: number): Slot[] {
  if (granularity === 'hour')
    return eachDay(days).flatMap((day) => hours.map((hour) => ({ start: `${day}T${hour}`, moments: [`${day}T${hour}`], lastDay: day })))
  const slots = new Map<string, { start: string; moments: string[]; lastDay: string }>()
  for (const day of eachDay(days)) {
    const start = bucketOf(day, granularity, weekStart)
    const slot = slots.get(start) ?? { start, moments: [], lastDay: day }
    slot.moments.push(day)
    slot.lastDay = day
    slots.set(start, slot)
  }
  return [...slots.values()]
}

function gather(moments: Moments, names: readonly string[], columns: readonly string[]): CurrencySums {
  const gathered = new Map<string, Sums>()
  for (const name of names)
    for (const [code, sums] of moments.get(name) ?? []) {
      const so = gathered.get(code) ?? {}
      for (const column of columns) so[column] = (so[column] ?? 0n) + (sums[column] ?? 0n)
      gathered.set(code, so)
    }
  return gathered
}

/** What a bucket is compared with: the same days, moved back; so a week of five days meets five days. */
function beforeOf(slot: Slot, frame: Frame, moments: Moments, columns: readonly string[]) {
  if (!frame.before) return undefined
  const back = -daysBetween(frame.before.start_date, frame.days.start_date)
  const moved = slot.moments.map((moment) => addDays(moment.slice(0, 10), back) + moment.slice(10))
  return { start: moved[0] ?? '', sums: inCurrency(frame, columns, gather(moments, moved, columns)) }
}

/** The trend of a question, bucket by bucket. */
export async function trendBuckets(
  database: Database,
  frame: Frame,
  question: TrendQuestion,
  now: Date,
): Promise<{ granularity: Granularity; buckets: TrendBucket[] }> {
  const granularity = question.granularity ?? granularityFor(frame.days)
  const isHourly = granularity === 'hour'
  const oldest = addDays(now.toISOString().slice(0, 10), -detailDays.hourly)
  if (isHourly && frame.days.start_date < oldest) throw refuseField('granularity', `Hours are kept for ${detailDays.hourly} days`)
  if (isHourly && question.filters?.some(({ field }) => field.startsWith('entity_')))
    throw refuseField('filters', 'Hours are kept by ad group, not by entity')
  const columns = columnsFor(question.metrics)
  const moments = await momentsOf(database, frame, columns, question.filters ?? [], isHourly)
  const buckets = slotsOf(frame.days, granularity, question.week_start ?? 1).map((slot) => ({
    start: slot.start,
    lastDay: slot.lastDay,
    now: inCurrency(frame, columns, gather(moments, slot.moments, columns)),
    before: beforeOf(slot, frame, moments, columns),
  }))
  return { granularity, buckets }
}

/** The sums of a whole question, now and before. */
export async function totalSums(
  database: Database,
  frame: Frame,
  metrics: readonly string[],
  filters: readonly Filter[],
): Promise<{ now: Sums; before: Sums | undefined }> {
  const columns = columnsFor(metrics)
  const moments = await momentsOf(database, frame, columns, filters, false)
  const sumOf = (days: Days) => inCurrency(frame, columns, gather(moments, eachDay(days), columns))
  return { now: sumOf(frame.days), before: frame.before && sumOf(frame.before) }
}
