import { sql } from 'kysely'
import { addDays, bucketOf, daysIn, eachDay, granularityFor, type Days, type Granularity } from '../../../src/contract/dates/date-ranges.ts'
import { zoneTimeOf } from '../../../src/contract/dates/zone-time.ts'
import { hourlyRule, isEntity } from '../../../src/contract/reports/fields.rules.ts'
import type { Filter } from '../../../src/contract/list.ts'
import type { TrendRequest } from '../../../src/contract/reports/trends.ts'
import type { Database } from '../database/database.ts'
import { refuseField } from '../context/refusal.ts'
import { requireStoredHours } from './request-checks.ts'
import type { ReportScope } from './scope.ts'
import { conditionsOf, factsFrom, scopeConditions } from './conditions.ts'
import { dayText, hourText } from './query.ts'
import { columnsFor, convertSums, halfEven, isMoney, type Sums } from './sums.ts'

export interface TrendBucket {
  readonly start: string
  readonly lastDay: string
  readonly current: BucketSums
  readonly before: ({ readonly start: string } & BucketSums) | undefined
}
/** `exact` sums are for ratios, `shown` sums are rounded for display. */
interface BucketSums {
  readonly exact: Sums
  readonly shown: Sums
}

/** Sums by moment (a day, or a day and hour) and currency. */
type Moments = Map<string, Map<string, Sums>>
interface MomentsQuery {
  readonly reportScope: ReportScope
  readonly columns: readonly string[]
  readonly filters: readonly Filter[]
  readonly isHourly: boolean
}

/** Facts by day or hour and currency. Both periods in one pass. */
async function sumsByMoment(database: Database, { reportScope, columns, filters, isHourly }: MomentsQuery): Promise<Moments> {
  const keys = [sql`day`, ...(isHourly ? [sql`hour`] : []), sql`currency_code`]
  const moment = isHourly ? hourText(sql`day`, sql`hour`) : dayText(sql`day`)
  const sums = columns.map((column) => sql`sum(${sql.ref(column)})::text as ${sql.ref(column)}`)
  const conditions = [...scopeConditions(reportScope), ...conditionsOf(filters, reportScope, false).facts]
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join([sql`${moment} as moment`, sql`currency_code`, ...sums])}
    ${factsFrom(reportScope, columns, conditions, isHourly)} group by ${sql.join(keys)}`.execute(database.reports)
  const moments: Moments = new Map()
  for (const row of rows) {
    const at = row.moment ?? ''
    const code = row.currency_code ?? ''
    const sumsOfRow = Object.fromEntries(columns.map((column) => [column, BigInt(row[column] ?? 0)]))
    moments.set(at, (moments.get(at) ?? new Map<string, Sums>()).set(code, sumsOfRow))
  }
  return moments
}

const shiftedBy = (moment: string, days: number) => addDays(moment.slice(0, 10), days) + moment.slice(10)

interface Slot {
  readonly start: string
  readonly moments: string[]
  lastDay: string
}

/** Every hour of the period that exists, including empty ones. */
const hourlySlots = (reportScope: ReportScope, moments: Moments, daysBack: number): Slot[] =>
  hoursOfPeriod(reportScope, daysBack, (moment) => moments.has(moment) || moments.has(shiftedBy(moment, daysBack))).map((start) => ({
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
function sumMoments(reportScope: ReportScope, columns: readonly string[], moments: Moments, names: readonly string[]): Sums {
  const total: Sums = Object.fromEntries(columns.map((column) => [column, 0n]))
  for (const name of names) {
    const sums = convertSums(reportScope.rates, columns, moments.get(name) ?? new Map())
    for (const column of columns) total[column] = (total[column] ?? 0n) + (sums[column] ?? 0n)
  }
  return total
}

/** Rounds money to the micro along the running total, so that the buckets add up to the rounded total. */
function roundAlongTotal(reportScope: ReportScope, columns: readonly string[], buckets: readonly Sums[]): BucketSums[] {
  const { parts } = reportScope.rates
  const running: Sums = {}
  return buckets.map((exact) => {
    const shown = columns.map((column) => {
      const runningTotal = running[column] ?? 0n
      const value = exact[column] ?? 0n
      running[column] = runningTotal + value
      return [column, isMoney(column) ? (halfEven(runningTotal + value, parts) - halfEven(runningTotal, parts)) * parts : value] as const
    })
    return { exact, shown: Object.fromEntries(shown) }
  })
}

/** Hourly data is not available for every day or filter. A requested `hour` is then refused, a default of `hour` becomes `day`. */
function granularityOf(
  { granularity, filters = [] }: Pick<TrendRequest, 'granularity' | 'filters'>,
  reportScope: ReportScope,
): Granularity {
  const requested = granularity ?? granularityFor(reportScope.days)
  if (requested !== 'hour') return requested
  const fields = { dimensions: [], filtered: filters.map(({ field }) => field) }
  if (!granularity) return reportScope.purchases || hourlyRule({ ...fields, ...reportScope }) !== true ? 'day' : 'hour'
  if (reportScope.purchases) throw refuseField('granularity', 'Sales filters work for whole days only')
  requireStoredHours(reportScope, fields, { whole: 'granularity', byEntity: `filters.${fields.filtered.findIndex(isEntity)}.field` })
  return requested
}

/** The trend in buckets. Each bucket is compared with its days shifted to the compared period. */
export async function trendBuckets(
  database: Database,
  reportScope: ReportScope,
  request: Pick<TrendRequest, 'metrics' | 'filters' | 'granularity' | 'week_start'>,
): Promise<{ granularity: Granularity; buckets: TrendBucket[]; areConverted: boolean }> {
  const granularity = granularityOf(request, reportScope)
  const columns = columnsFor(request.metrics)
  const moments = await sumsByMoment(database, { reportScope, columns, filters: request.filters ?? [], isHourly: granularity === 'hour' })
  const daysBack = reportScope.before ? 1 - daysIn({ start_date: reportScope.before.start_date, end_date: reportScope.days.start_date }) : 0
  const slots =
    granularity === 'hour' ? hourlySlots(reportScope, moments, daysBack) : slotsOf(reportScope.days, granularity, request.week_start ?? 1)
  const sumsOf = (names: (slot: Slot) => string[]) =>
    roundAlongTotal(
      reportScope,
      columns,
      slots.map((slot) => sumMoments(reportScope, columns, moments, names(slot))),
    )
  const comparedMoments = (slot: Slot) => slot.moments.map((moment) => shiftedBy(moment, daysBack))
  const current = sumsOf((slot) => slot.moments)
  const before = reportScope.before && sumsOf(comparedMoments)
  const emptySums: BucketSums = { exact: {}, shown: {} }
  const buckets = slots.map((slot, index) => ({
    start: slot.start,
    lastDay: slot.lastDay,
    current: current[index] ?? emptySums,
    before: before && { start: comparedMoments(slot)[0] ?? '', ...(before[index] ?? emptySums) },
  }))
  const areConverted = [...moments.values()].some((sums) => [...sums.keys()].some((code) => code !== reportScope.currency.currency_code))
  return { granularity, buckets, areConverted }
}

/** Day and hour in a time zone. */
export function localTime(at: Date, zone: string): { day: string; hour: number } {
  const { day, hour } = zoneTimeOf(zone)(at)
  return { day, hour }
}

const hourMs = 3_600_000

/** How often each hour of a day occurs: once, except for 0 or 2 when clocks change. */
export function hoursOf(day: string, zone: string): number[] {
  const read = zoneTimeOf(zone)
  const noon = Date.parse(`${day}T12:00:00Z`)
  const times = Array.from({ length: 24 }, () => 0)
  for (let ms = noon - 27 * hourMs; ms <= noon + 27 * hourMs; ms += hourMs) {
    const local = read(ms)
    if (local.day === day) times[local.hour] = (times[local.hour] ?? 0) + 1
  }
  return times
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const clocksOf = ({ timeZones }: ReportScope) => (timeZones.length > 0 ? timeZones : ['UTC'])

/** The latest current hour of all time zones, as YYYY-MM-DDTHH. */
function latestHour(reportScope: ReportScope): string {
  const times = clocksOf(reportScope).map((zone) => localTime(reportScope.now, zone))
  return (
    times
      .map(({ day, hour }) => `${day}T${hours[hour]}`)
      .sort()
      .at(-1) ?? ''
  )
}

/** Hours of a day that exist in at least one of the time zones. */
function hoursShown(reportScope: ReportScope, day: string): string[] {
  const isShown = hours.map(() => false)
  // The first zone usually has all 24 hours, except on the day of a clock change.
  for (const zone of clocksOf(reportScope)) {
    if (isShown.every(Boolean)) break
    hoursOf(day, zone).forEach((times, hour) => {
      isShown[hour] ||= times > 0
    })
  }
  return hours.filter((_, hour) => isShown[hour]).map((hour) => `${day}T${hour}`)
}

/** Hours of a period that have begun, in this or the compared period, or that have facts. Their sums add up to the totals. */
function hoursOfPeriod(reportScope: ReportScope, daysBack: number, isCounted: (moment: string) => boolean): string[] {
  const latest = latestHour(reportScope)
  const startedHours = (day: string) => hoursShown(reportScope, day).filter((moment) => moment <= latest)
  return eachDay(reportScope.days).flatMap((day) => {
    const comparedHours = reportScope.before ? startedHours(addDays(day, daysBack)).map((moment) => day + moment.slice(10)) : []
    const existing = new Set([...startedHours(day), ...comparedHours])
    return hours.map((hour) => `${day}T${hour}`).filter((moment) => existing.has(moment) || isCounted(moment))
  })
}
