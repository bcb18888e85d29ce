import { sql } from 'kysely'
import { daysIn } from '../../src/contract/date-ranges.ts'
import type { Filter, Pagination, Sort } from '../../src/contract/list.ts'
import { type Metric, metricOf } from '../../src/contract/metrics.ts'
import type { Database } from './database/open.ts'
import { refuseField } from './refusal.ts'
import { and, conditionsOf, nameTables, type Piece, placeConditions, whole, within } from './report-conditions.ts'
import type { Frame } from './report-frame.ts'
import { isMoney, known, type Sums } from './report-sums.ts'

/** What is asked of the facts; everything that is asked of them is asked in this file. */
export interface GroupedQuery {
  readonly frame: Frame
  readonly dimensions: readonly string[]
  readonly columns: readonly string[]
  readonly filters: readonly Filter[]
  readonly sort: readonly Sort[]
  readonly page: Pagination
}
export interface GroupedRow {
  readonly dimensions: Record<string, string | number | null>
  readonly now: Sums
  readonly before: Sums | undefined
}
type Read = Record<string, string | number | null>

const moved = sql`(summed.day + coalesce(period.shift, 0))`
const dayText = (day: Piece) => sql`to_char(${day}, 'YYYY-MM-DD')`
const hourText = (day: Piece, hour: Piece) => sql`${dayText(day)} || 'T' || lpad(${hour}::text, 2, '0')`
const timeKeys: Readonly<Record<string, Piece>> = {
  hour: hourText(moved, sql`summed.hour`),
  day: dayText(moved),
  week: dayText(sql`date_trunc('week', ${moved})`),
  month: dayText(sql`date_trunc('month', ${moved})`),
}
export const isTime = (id: string) => Object.hasOwn(timeKeys, id)
const list = (pieces: readonly Piece[]) => sql.join(pieces, sql`, `)
const factTable = (isHourly: boolean) => sql.table(isHourly ? 'facts_hourly' : 'facts_daily')

/** The compared days are moved onto those asked for, so that bucket meets bucket; a day may be in both periods. */
function periods({ days, before }: Frame): Piece {
  if (!before) return sql`(values (0, ${days.start_date}::date, ${days.end_date}::date, 0))`
  const shift = daysIn({ start_date: before.start_date, end_date: days.start_date }) - 1
  return sql`(values (0, ${days.start_date}::date, ${days.end_date}::date, 0), (1, ${before.start_date}::date, ${before.end_date}::date, ${shift}::int))`
}

/** Facts are summed by their ids and, where time splits the report, by their day; both periods in one pass. */
function summed({ frame, dimensions, columns, filters }: GroupedQuery): Piece {
  const isTimed = dimensions.some(isTime)
  const isHourly = dimensions.includes('hour')
  const ids = [...new Set(dimensions.filter((id) => !isTime(id)).map((id) => nameTables[id]?.id ?? id))].map((id) => sql.ref(id))
  const keys = [...ids, ...(isTimed ? [sql`day`] : []), ...(isHourly ? [sql`hour`] : []), sql`currency_code`]
  const isSplit = frame.before !== undefined && !isTimed
  const only = (days: Frame['before']) => (isSplit && days ? sql` filter (where ${within(days)})` : sql``)
  const sums = columns.flatMap((column) => [
    sql`coalesce(sum(${sql.ref(column)})${only(frame.days)}, 0) as ${sql.ref(column)}`,
    ...(isSplit ? [sql`coalesce(sum(${sql.ref(column)})${only(frame.before)}, 0) as ${sql.ref(`before_${column}`)}`] : []),
  ])
  const conditions = [...placeConditions(frame), ...conditionsOf(filters, frame, true).facts]
  return sql`select ${list([...keys, sql`count(*)${only(frame.days)} as facts`, ...sums])} from ${factTable(isHourly)} where ${and(conditions)} group by ${list(keys)}`
}

/** A sum of one currency times its weight; what has no rate spoils the sum rather than joining it. */
function weighedSum(column: string, source: string, { rates }: Frame): Piece {
  const sum = sql.ref(`summed.${source}`)
  if (!isMoney(column)) return sum
  const cases = [...rates.weights].map(([code, weight]) => sql`when ${code} then ${whole(weight)}`)
  return sql`${sum} * case summed.currency_code ${sql.join(cases, sql` `)} else 'NaN'::numeric end`
}

function nameJoins(dimensions: readonly string[], memberGroupId: number): Piece {
  const tables = new Map(dimensions.flatMap((id) => (nameTables[id] ? [[nameTables[id].table, nameTables[id]] as const] : [])))
  const joins = [...tables.values()].map(
    ({ table, id }) =>
      sql` left join ${sql.table(table)} on ${sql.ref(`${table}.${id}`)} = ${sql.ref(`summed.${id}`)} and ${sql.ref(`${table}.member_group_id`)} = ${memberGroupId}`,
  )
  return joins.length > 0 ? sql.join(joins, sql``) : sql``
}

function keyOf(id: string): Piece {
  const names = nameTables[id]
  return timeKeys[id] ?? (names ? sql.ref(`${names.table}.${names.column}`) : sql.ref(`summed.${id}`))
}

/** The sums are named, converted currency by currency, and added up. */
function grouped(query: GroupedQuery): Piece {
  const { frame, dimensions, columns } = query
  const isTimed = dimensions.some(isTime)
  const only = (number: 0 | 1) => (isTimed ? sql` filter (where period.number = ${sql.lit(number)})` : sql``)
  const before = (column: string) =>
    sql`sum(${weighedSum(column, isTimed ? column : `before_${column}`, frame)})${only(1)} as ${sql.ref(`before_${column}`)}`
  const picked = [
    ...dimensions.map((id) => sql`${keyOf(id)} as ${sql.ref(id)}`),
    sql`sum(summed.facts)${only(0)} as facts`,
    ...columns.map((column) => sql`sum(${weighedSum(column, column, frame)})${only(0)} as ${sql.ref(column)}`),
    ...(frame.before ? columns.map(before) : []),
  ]
  const timed = isTimed
    ? sql` join ${periods(frame)} as period (number, first, last, shift) on summed.day between period.first and period.last`
    : sql``
  const groups = dimensions.length > 0 ? sql` group by ${list(dimensions.map(keyOf))}` : sql``
  return sql`select ${list(picked)} from (${summed(query)}) as summed${timed}${nameJoins(dimensions, frame.memberGroupId)}${groups}`
}

/** Twenty-four digits of a fraction: enough to tell any two apart, and the same for the same fraction. */
const orderKey = (metric: Metric): Piece =>
  metric.over ? sql`div(${sql.ref(metric.over[0])} * 1e24, nullif(${sql.ref(metric.over[1])}, 0))` : sql.ref(metric.id)

/** What has no value comes last in both directions; what is equal keeps an order of its own. */
function orderOf({ sort, dimensions }: GroupedQuery): Piece {
  const asked = sort.map(({ field, order }, index) => {
    if (!metricOf(field) && !dimensions.includes(field)) throw refuseField(`sort.${index}.field`, 'This is not part of the report')
    const target = metricOf(field) ? orderKey(known(field)) : sql.ref(field)
    return order === 'desc' ? sql`${target} desc nulls last` : sql`${target} asc nulls last`
  })
  const ties = dimensions.map((id) => sql`${sql.ref(id)} asc nulls last`)
  const all = [...asked, ...ties]
  return all.length > 0 ? sql`order by ${list(all)}` : sql``
}

function wholeOf(value: string | number | null | undefined): bigint {
  if (value === 'NaN') throw new Error('There are facts in a currency, and no rate for it')
  return BigInt(value ?? 0)
}

function readRow(row: Read, { dimensions, columns, frame }: GroupedQuery): GroupedRow {
  const read = (prefix: string): Sums => Object.fromEntries(columns.map((column) => [column, wholeOf(row[prefix + column])]))
  return {
    dimensions: Object.fromEntries(dimensions.map((id) => [id, row[id] ?? null])),
    now: read(''),
    before: frame.before && read('before_'),
  }
}

/** The facts of a question, grouped, converted, filtered, sorted and cut to a page, in one statement. */
export async function groupedRows(database: Database, query: GroupedQuery): Promise<{ rows: GroupedRow[]; total: number }> {
  const { frame, filters, page } = query
  const from = sql`with grouped as (${grouped(query)}) select`
  // What was delivered in the compared period alone is no row of the period that was asked for.
  const kept = sql`from grouped where ${and([sql`facts > 0`, ...conditionsOf(filters, frame, true).groups])}`
  const { rows } = await sql<Read>`
    ${from} *, count(*) over () as total ${kept} ${orderOf(query)} offset ${page.start} limit ${page.count}`.execute(database.reports)
  if (rows.length > 0 || page.start === 0) return { rows: rows.map((row) => readRow(row, query)), total: Number(rows[0]?.total ?? 0) }
  const { rows: counted } = await sql<{ total: number }>`${from} count(*) as total ${kept}`.execute(database.reports)
  return { rows: [], total: counted[0]?.total ?? 0 }
}

/** The sums of everything together; what was delivered in the compared period alone counts as well. */
export async function wholeSums(
  database: Database,
  { frame, columns, filters }: Pick<GroupedQuery, 'frame' | 'columns' | 'filters'>,
): Promise<Pick<GroupedRow, 'now' | 'before'>> {
  conditionsOf(filters, frame, false)
  const query: GroupedQuery = { frame, columns, filters, dimensions: [], sort: [], page: { start: 0, count: 1 } }
  const { rows } = await sql<Read>`${grouped(query)}`.execute(database.reports)
  return readRow(rows[0] ?? {}, query)
}

/** The sums of one moment (a day, or a day and hour), by currency. */
export type Moments = Map<string, Map<string, Sums>>
export type MomentsQuery = Pick<GroupedQuery, 'frame' | 'columns' | 'filters'> & { readonly isHourly: boolean }

/** The facts of a question by day or hour and currency, for both periods in one pass. */
export async function momentsOf(database: Database, { frame, columns, filters, isHourly }: MomentsQuery): Promise<Moments> {
  const keys = [sql`day`, ...(isHourly ? [sql`hour`] : []), sql`currency_code`]
  const moment = isHourly ? hourText(sql`day`, sql`hour`) : dayText(sql`day`)
  const sums = columns.map((column) => sql`sum(${sql.ref(column)})::text as ${sql.ref(column)}`)
  const conditions = [...placeConditions(frame), ...conditionsOf(filters, frame, false).facts]
  const { rows } = await sql<Record<string, string>>`
    select ${list([sql`${moment} as moment`, sql`currency_code`, ...sums])} from ${factTable(isHourly)} where ${and(conditions)} group by ${list(keys)}`.execute(
    database.reports,
  )
  const moments: Moments = new Map()
  for (const row of rows) {
    const [at, code] = [row.moment ?? '', row.currency_code ?? '']
    const sumsOfRow = Object.fromEntries(columns.map((column) => [column, BigInt(row[column] ?? 0)]))
    moments.set(at, (moments.get(at) ?? new Map<string, Sums>()).set(code, sumsOfRow))
  }
  return moments
}
