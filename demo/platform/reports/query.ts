import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Filter, type Pagination, pageDefault, type Sort } from '../../../src/contract/list.ts'
import { defaultReportSort } from '../../../src/contract/reports/fields.ts'
import { metricOf, type Metric } from '../../../src/contract/reports/metrics.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/database.ts'
import { refuseField } from '../context/refusal.ts'
import { conditionsOf, factsFrom, nameTables, scopeConditions } from './conditions.ts'
import { and, bigintSql, type SqlPiece } from '../sql/pieces.ts'
import type { ReportScope } from './scope.ts'
import { missingAmountsRateError } from '../money/rates.ts'
import { requireValidReport } from './request-checks.ts'
import { columnsFor, isMoney, metricById, type Sums } from './sums.ts'
import { bucketEnd, daysIn } from '../../../src/contract/dates/date-ranges.ts'

/** A query for grouped facts. */
interface GroupedQuery {
  readonly reportScope: ReportScope
  readonly dimensions: readonly string[]
  readonly columns: readonly string[]
  readonly filters: readonly Filter[]
  readonly sort: readonly Sort[]
  readonly page: Pagination
}
export interface GroupedRow {
  readonly dimensions: Record<string, string | number | null>
  readonly current: Sums
  readonly before: Sums | undefined
}
type Read = Record<string, string | number | null>
/** Rows of one page, with numbers about all rows. */
interface RowsRead {
  readonly rows: GroupedRow[]
  readonly total: number
  /** Number of rows with data in the report's own period. */
  readonly own: number
  /** True if amounts in another currency were converted. */
  readonly areConverted: boolean
}

const list = (pieces: readonly SqlPiece[]) => sql.join(pieces, sql`, `)

/** An id column of the facts. Entity ids before `entitiesSince` are null. */
const idOf = (id: string, { entitiesSince: since }: ReportScope): SqlPiece =>
  id === 'entity_id' && since ? sql`case when day >= ${since}::date then entity_id end as entity_id` : sql.ref(id)

/** Sums facts by their ids and, if the report is split by time, by day. Both periods in one pass. */
function summed({ reportScope, dimensions, columns, filters }: GroupedQuery): SqlPiece {
  const isHourly = dimensions.includes('hour')
  const ids = [...new Set(dimensions.filter((id) => !isTime(id)).map((id) => nameTables[id]?.id ?? id))].map((id) => idOf(id, reportScope))
  const time = dimensions.some(isTime) ? [sql`day`, ...(isHourly ? [sql`hour`] : [])] : periodKeys(reportScope)
  const keys = [...ids, ...time, sql`currency_code`]
  const sums = columns.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`)
  const conditions = [...scopeConditions(reportScope), ...conditionsOf(filters, reportScope, true).facts]
  const positions = keys.map((_, index) => sql.lit(index + 1))
  return sql`select ${list([...keys, ...sums])} ${factsFrom(reportScope, columns, conditions, isHourly)} group by ${list(positions)}`
}

/**
 * A sum of `table`, which has a row per currency, converted to the report's currency. A missing rate gives NaN, which `sumValue`
 * refuses, so that no amount is left out; 0 needs no rate.
 */
export function convertedSum(table: string, column: string, { rates }: ReportScope): SqlPiece {
  const sum = sql.ref(`${table}.${column}`)
  if (!isMoney(column)) return sum
  const cases = [...rates.weights].map(([code, weight]) => sql`when ${code} then ${bigintSql(weight)}`)
  const missingRate = sql`case when ${sum} = 0 then 0 else 'NaN'::numeric end`
  return sql`${sum} * case ${sql.ref(`${table}.currency_code`)} ${sql.join(cases, sql` `)} else ${missingRate} end`
}

function nameJoins(dimensions: readonly string[], memberGroupId: number): SqlPiece {
  const tables = new Map(dimensions.flatMap((id) => (nameTables[id] ? [[nameTables[id].table, nameTables[id]] as const] : [])))
  const joins = [...tables.values()].map(
    ({ table, id }) =>
      sql` left join ${sql.table(table)} on ${sql.ref(`${table}.${id}`)} = ${sql.ref(`summed.${id}`)}
        and ${sql.ref(`${table}.member_group_id`)} = ${memberGroupId}`,
  )
  return joins.length > 0 ? sql.join(joins, sql``) : sql``
}

function keyOf(id: string): SqlPiece {
  const names = nameTables[id]
  return timeKeys[id] ?? (names ? sql.ref(`${names.table}.${names.column}`) : sql.ref(`summed.${id}`))
}

/** Adds names, converts each currency and groups by the dimensions. */
function grouped(query: GroupedQuery): SqlPiece {
  const { reportScope, dimensions, columns } = query
  const isTimed = dimensions.some(isTime)
  const sumsOf = (number: 0 | 1, prefix: string) =>
    columns.map((column) => {
      const filter = periodFilter(number, reportScope, isTimed)
      return sql`coalesce(sum(${convertedSum('summed', column, reportScope)})${filter}, 0) as ${sql.ref(prefix + column)}`
    })
  const selection = [
    ...dimensions.map((id) => sql`${keyOf(id)} as ${sql.ref(id)}`),
    sql`count(*) as facts`,
    sql`count(*)${periodFilter(0, reportScope, isTimed)} as own_facts`,
    sql`count(*) filter (where summed.currency_code <> ${reportScope.currency.currency_code}) as converted`,
    ...sumsOf(0, ''),
    ...(reportScope.before ? sumsOf(1, 'before_') : []),
  ]
  const periodJoin = isTimed ? sql` join ${periodValues(reportScope)} on summed.day between period.first and period.last` : sql``
  const groups = dimensions.length > 0 ? sql` group by ${list(dimensions.map(keyOf))}` : sql``
  const joins = sql`${periodJoin}${nameJoins(dimensions, reportScope.memberGroupId)}`
  return sql`select ${list(selection)} from (${summed(query)}) as summed${joins}${groups}`
}

/** Sort key of a metric. Ratios use 24 decimals: enough to separate all values, and stable for equal ones. */
export const orderKey = (metric: Metric): SqlPiece =>
  metric.over ? sql`div(${sql.ref(metric.over[0])} * 1e24, nullif(${sql.ref(metric.over[1])}, 0))` : sql.ref(metric.id)

/** Rows without a value come last in both directions. Ties are sorted by the dimensions. */
function orderOf({ sort, dimensions }: GroupedQuery): SqlPiece {
  const requestedOrder = sort.map(({ field, order }, index) => {
    if (!metricOf(field) && !dimensions.includes(field)) throw refuseField(`sort.${index}.field`, 'This field is not part of the report')
    const target = metricOf(field) ? orderKey(metricById(field)) : sql.ref(field)
    return order === 'desc' ? sql`${target} desc nulls last` : sql`${target} asc nulls last`
  })
  const ties = dimensions.map((id) => sql`${sql.ref(id)} asc nulls last`)
  const orderParts = [...requestedOrder, ...ties]
  return orderParts.length > 0 ? sql`order by ${list(orderParts)}` : sql``
}

/** A sum that the database returned. Refuses a sum with amounts in a currency without a rate. */
export function sumValue(value: string | number | null | undefined, { lacks }: Pick<ReportScope, 'lacks'>): bigint {
  if (value === 'NaN') throw missingAmountsRateError(lacks)
  return BigInt(value ?? 0)
}

function readRow(row: Read, { dimensions, columns, reportScope }: GroupedQuery): GroupedRow {
  const read = (prefix: string): Sums => Object.fromEntries(columns.map((column) => [column, sumValue(row[prefix + column], reportScope)]))
  return {
    dimensions: Object.fromEntries(dimensions.map((id) => [id, row[id] ?? null])),
    current: read(''),
    before: reportScope.before && read('before_'),
  }
}

/** Rows with facts in either period, so that the columns of both periods add up to their totals. */
const rowParts = (query: GroupedQuery) => ({
  from: sql`with grouped as (${grouped(query)}) select`,
  fromGrouped: sql`from grouped where ${and([sql`facts > 0`, ...conditionsOf(query.filters, query.reportScope, true).groups])}`,
})

/** Window columns with numbers about all rows. */
const totalColumns = sql`
  count(*) over () as total, count(*) filter (where own_facts > 0) over () as own,
  sum(converted) over () as all_converted`

/** Selects every row, with the window columns. */
const everyRow = (query: GroupedQuery) => {
  const { from, fromGrouped } = rowParts(query)
  return sql<Read>`${from} *, ${totalColumns} ${fromGrouped} ${orderOf(query)}`
}

const readRows = (rows: readonly Read[], query: GroupedQuery): RowsRead => ({
  rows: rows.map((row) => readRow(row, query)),
  total: Number(rows[0]?.total ?? 0),
  own: Number(rows[0]?.own ?? 0),
  areConverted: Number(rows[0]?.all_converted ?? 0) > 0,
})

/** The parts of a report request that the rows depend on, besides its scope. */
type RowsRequest = Pick<ReportRequest, 'dimensions' | 'metrics' | 'filters' | 'sort' | 'pagination'>

/** The query of a valid request, with the columns that sort and filters need. */
function queryOf(reportScope: ReportScope, request: RowsRequest): GroupedQuery {
  requireValidReport(request, reportScope)
  const { dimensions, filters = [], pagination: page = pageDefault } = request
  const sort = request.sort?.length ? request.sort : defaultReportSort(request)
  const neededMetrics = [...sort, ...filters].map(({ field }) => field).filter((id) => metricOf(id))
  return { reportScope, dimensions, columns: columnsFor([...request.metrics, ...neededMetrics]), filters, sort, page }
}

/** One page of rows: grouped, converted, filtered and sorted in one statement. */
export async function rowsOf(database: Database, reportScope: ReportScope, request: RowsRequest): Promise<RowsRead> {
  const query = queryOf(reportScope, request)
  const { page } = query
  const { rows } = await sql<Read>`${everyRow(query)} offset ${page.start} limit ${page.count}`.execute(database.reports)
  if (rows.length > 0 || page.start === 0) return readRows(rows, query)
  const { from, fromGrouped } = rowParts(query)
  const totals = await sql<Read>`${from} ${totalColumns} ${fromGrouped} limit 1`.execute(database.reports)
  return { ...readRows(totals.rows, query), rows: [] }
}

/** Rows of one fetch. */
const pieceRows = 5000

/** All rows, fetched with a cursor. The transaction ends when the consumer stops. */
async function* byCursor(database: Database, query: GroupedQuery): AsyncGenerator<Read[]> {
  const transaction = await database.files.startTransaction().execute()
  try {
    await sql`declare report_rows no scroll cursor for ${everyRow(query)}`.execute(transaction)
    for (;;) {
      const { rows } = await sql<Read>`fetch ${sql.lit(pieceRows)} from report_rows`.execute(transaction)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await transaction.rollback().execute()
  }
}

/** For the embedded database, which has one connection: a cursor WITH HOLD leaves the connection free between fetches. */
async function* withHoldCursor({ files }: Database, query: GroupedQuery): AsyncGenerator<Read[]> {
  const name = sql.ref(`report_rows_${randomUUID().replaceAll('-', '')}`)
  await sql`declare ${name} no scroll cursor with hold for ${everyRow(query)}`.execute(files)
  try {
    for (;;) {
      const { rows } = await sql<Read>`fetch ${sql.lit(pieceRows)} from ${name}`.execute(files)
      if (rows.length > 0) yield rows
      if (rows.length < pieceRows) return
    }
  } finally {
    await sql`close ${name}`.execute(files)
  }
}

/** Streams all rows in batches, each with the numbers about all rows. */
export async function* streamRows(database: Database, reportScope: ReportScope, request: RowsRequest): AsyncGenerator<RowsRead> {
  const query = queryOf(reportScope, request)
  const pieces = database.driver === 'postgres' ? byCursor(database, query) : withHoldCursor(database, query)
  for await (const rows of pieces) yield readRows(rows, query)
}

/** Totals of all facts, including those of the compared period. */
export async function totalSums(
  database: Database,
  { reportScope, columns, filters }: Pick<GroupedQuery, 'reportScope' | 'columns' | 'filters'>,
): Promise<Pick<GroupedRow, 'current' | 'before'> & Pick<RowsRead, 'areConverted'>> {
  conditionsOf(filters, reportScope, false)
  const query: GroupedQuery = { reportScope, columns, filters, dimensions: [], sort: [], page: { start: 0, count: 1 } }
  const { rows } = await sql<Read>`with grouped as (${grouped(query)}) select * from grouped`.execute(database.reports)
  return { ...readRow(rows[0] ?? {}, query), areConverted: Number(rows[0]?.converted ?? 0) > 0 }
}

const shiftedDay = sql`(summed.day + coalesce(period.shift, 0))`
export const dayText = (day: SqlPiece) => sql`to_char(${day}, 'YYYY-MM-DD')`
export const hourText = (day: SqlPiece, hour: SqlPiece) => sql`${dayText(day)} || 'T' || lpad(${hour}::text, 2, '0')`
const timeKeys: Readonly<Record<string, SqlPiece>> = {
  hour: hourText(shiftedDay, sql`summed.hour`),
  day: dayText(shiftedDay),
  week: dayText(sql`date_trunc('week', ${shiftedDay})`),
  month: dayText(sql`date_trunc('month', ${shiftedDay})`),
}
export const isTime = (id: string) => Object.hasOwn(timeKeys, id)

/** The last day of a row's time bucket, or of the report. */
export function lastDayOf(dimensions: GroupedRow['dimensions'], reportScope: ReportScope): string {
  const bucketEnds = Object.entries(dimensions).flatMap(([id, value]) =>
    isTime(id) && typeof value === 'string' ? [bucketEnd(id, value)] : [],
  )
  return [...bucketEnds, reportScope.days.end_date].sort()[0] ?? reportScope.days.end_date
}

/** Shifts the compared days onto the report's days, so that their buckets match. A day can be in both periods. */
function periodValues({ days, before }: ReportScope): SqlPiece {
  const reportDays = sql`(0, ${days.start_date}::date, ${days.end_date}::date, 0)`
  const shift = before && daysIn({ start_date: before.start_date, end_date: days.start_date }) - 1
  const comparedDays = before ? sql`, (1, ${before.start_date}::date, ${before.end_date}::date, ${shift}::int)` : sql``
  return sql`(values ${reportDays}${comparedDays}) as period (number, first, last, shift)`
}

const periodsOverlap = ({ days, before }: ReportScope) => before !== undefined && before.end_date >= days.start_date

/**
 * Boolean columns that tell the period of a fact, to group by: one comparison for each fact instead of a filter for each sum.
 * Compared days start and end no later than the report's days, so one bound is enough, or two if the periods overlap.
 */
function periodKeys(reportScope: ReportScope): SqlPiece[] {
  const { days, before } = reportScope
  const keys = [sql`day >= ${days.start_date}::date as is_now`, sql`day <= ${before?.end_date}::date as is_before`]
  return before ? keys.slice(0, periodsOverlap(reportScope) ? 2 : 1) : []
}

/** Filter clause that limits a sum to the report's days (0) or the compared days (1). */
function periodFilter(number: 0 | 1, reportScope: ReportScope, isTimed: boolean): SqlPiece {
  if (!reportScope.before) return sql``
  if (isTimed) return sql` filter (where period.number = ${sql.lit(number)})`
  if (number === 0) return sql` filter (where summed.is_now)`
  return periodsOverlap(reportScope) ? sql` filter (where summed.is_before)` : sql` filter (where not summed.is_now)`
}
