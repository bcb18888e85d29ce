import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Filter, Pagination, Sort } from '../../../src/contract/list.ts'
import { type Metric, metricOf } from '../../../src/contract/reports/metrics.ts'
import type { Database } from '../database/open.ts'
import { refuseField } from '../context/refusal.ts'
import { conditionsOf, nameTables, placeConditions } from './conditions.ts'
import { and, type Piece, whole } from '../sql/pieces.ts'
import { factsWhere } from './facts.ts'
import type { Frame } from './scope.ts'
import { dayText, hourText, isTime, onlyOf, periodKeys, periods, timeKeys } from './periods.ts'
import { refuseAmounts } from '../money/rates.ts'
import { isMoney, known, type Sums } from './sums.ts'

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
/** Some rows, and what holds for all that the question has. */
export interface RowsRead {
  readonly rows: GroupedRow[]
  readonly total: number
  /** How many of them have anything in the days asked for. */
  readonly own: number
  /** Whether there are amounts in another currency among them. */
  readonly areConverted: boolean
}

const list = (pieces: readonly Piece[]) => sql.join(pieces, sql`, `)

/** An id of the facts; of what is advertised none is known before it is kept. */
const idOf = (id: string, { entitiesSince: since }: Frame): Piece =>
  id === 'entity_id' && since ? sql`case when day >= ${since}::date then entity_id end as entity_id` : sql.ref(id)

/** Facts are summed by their ids and, where time splits the report, by their day; both periods in one pass. */
function summed({ frame, dimensions, columns, filters }: GroupedQuery): Piece {
  const isHourly = dimensions.includes('hour')
  const ids = [...new Set(dimensions.filter((id) => !isTime(id)).map((id) => nameTables[id]?.id ?? id))].map((id) => idOf(id, frame))
  const time = dimensions.some(isTime) ? [sql`day`, ...(isHourly ? [sql`hour`] : [])] : periodKeys(frame)
  const keys = [...ids, ...time, sql`currency_code`]
  const sums = columns.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`)
  const conditions = [...placeConditions(frame), ...conditionsOf(filters, frame, true).facts]
  const places = keys.map((_, index) => sql.lit(index + 1))
  return sql`select ${list([...keys, ...sums])} ${factsWhere(frame, columns, conditions, isHourly)} group by ${list(places)}`
}

/** A sum of one currency times its weight; what has no rate spoils the sum rather than joining it. */
function weighedSum(column: string, { rates }: Frame): Piece {
  const sum = sql.ref(`summed.${column}`)
  if (!isMoney(column)) return sum
  const cases = [...rates.weights].map(([code, weight]) => sql`when ${code} then ${whole(weight)}`)
  const none = sql`case when ${sum} = 0 then 0 else 'NaN'::numeric end`
  return sql`${sum} * case summed.currency_code ${sql.join(cases, sql` `)} else ${none} end`
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
  const sumsOf = (number: 0 | 1, prefix: string) =>
    columns.map(
      (column) => sql`coalesce(sum(${weighedSum(column, frame)})${onlyOf(number, frame, isTimed)}, 0) as ${sql.ref(prefix + column)}`,
    )
  const picked = [
    ...dimensions.map((id) => sql`${keyOf(id)} as ${sql.ref(id)}`),
    sql`count(*) as facts`,
    sql`count(*)${onlyOf(0, frame, isTimed)} as own_facts`,
    sql`count(*) filter (where summed.currency_code <> ${frame.currency.currency_code}) as converted`,
    ...sumsOf(0, ''),
    ...(frame.before ? sumsOf(1, 'before_') : []),
  ]
  const timed = isTimed ? sql` join ${periods(frame)} on summed.day between period.first and period.last` : sql``
  const groups = dimensions.length > 0 ? sql` group by ${list(dimensions.map(keyOf))}` : sql``
  return sql`select ${list(picked)} from (${summed(query)}) as summed${timed}${nameJoins(dimensions, frame.memberGroupId)}${groups}`
}

/** Twenty-four digits of a fraction: enough to tell any two apart, and the same for the same fraction. */
export const orderKey = (metric: Metric): Piece =>
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

function wholeOf(value: string | number | null | undefined, { lacks }: Frame): bigint {
  if (value === 'NaN') throw refuseAmounts(lacks)
  return BigInt(value ?? 0)
}

function readRow(row: Read, { dimensions, columns, frame }: GroupedQuery): GroupedRow {
  const read = (prefix: string): Sums => Object.fromEntries(columns.map((column) => [column, wholeOf(row[prefix + column], frame)]))
  return {
    dimensions: Object.fromEntries(dimensions.map((id) => [id, row[id] ?? null])),
    now: read(''),
    before: frame.before && read('before_'),
  }
}

/** The groups of a question that are its rows: what was delivered in either period, so that both columns add up to their totals. */
const partsOf = (query: GroupedQuery) => ({
  from: sql`with grouped as (${grouped(query)}) select`,
  kept: sql`from grouped where ${and([sql`facts > 0`, ...conditionsOf(query.filters, query.frame, true).groups])}`,
})

/** What every row says of all of them. */
const ofAll = sql`count(*) over () as total, count(*) filter (where own_facts > 0) over () as own, sum(converted) over () as all_converted`

/** Every row of a question, each with how many there are. */
const everyRow = (query: GroupedQuery) => {
  const { from, kept } = partsOf(query)
  return sql<Read>`${from} *, ${ofAll} ${kept} ${orderOf(query)}`
}

const readRows = (rows: readonly Read[], query: GroupedQuery): RowsRead => ({
  rows: rows.map((row) => readRow(row, query)),
  total: Number(rows[0]?.total ?? 0),
  own: Number(rows[0]?.own ?? 0),
  areConverted: Number(rows[0]?.all_converted ?? 0) > 0,
})

/** The facts of a question, grouped, converted, filtered, sorted and cut to a page, in one statement. */
export async function groupedRows(database: Database, query: GroupedQuery): Promise<RowsRead> {
  const { page } = query
  const { rows } = await sql<Read>`${everyRow(query)} offset ${page.start} limit ${page.count}`.execute(database.reports)
  if (rows.length > 0 || page.start === 0) return readRows(rows, query)
  const { from, kept } = partsOf(query)
  const counted = await sql<Read>`${from} ${ofAll} ${kept} limit 1`.execute(database.reports)
  return { ...readRows(counted.rows, query), rows: [] }
}

/** So many rows of one question at a time. */
const pieceRows = 5000

/** All rows of a question, piece by piece, by a cursor that is closed when nobody wants more. */
async function* byCursor(database: Database, query: GroupedQuery): AsyncGenerator<Read[]> {
  const transaction = await database.reports.startTransaction().execute()
  try {
    await sql`set local statement_timeout = ${sql.lit(database.fileMs)}`.execute(transaction)
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

/** The same on the embedded database: nobody keeps its one connection while a file goes out, so the rows are held beside it. */
async function* byHeldCursor({ reports }: Database, query: GroupedQuery): AsyncGenerator<Read[]> {
  const name = sql.ref(`report_rows_${randomUUID().replaceAll('-', '')}`)
  await sql`declare ${name} no scroll cursor with hold for ${everyRow(query)}`.execute(reports)
  try {
    for (;;) {
      const { rows } = await sql<Read>`fetch ${sql.lit(pieceRows)} from ${name}`.execute(reports)
      if (rows.length > 0) yield rows
      if (rows.length < pieceRows) return
    }
  } finally {
    await sql`close ${name}`.execute(reports)
  }
}

/** All rows of a question in pieces, each with how many there are in all; nothing is kept. */
export async function* everyGroupedRow(database: Database, query: GroupedQuery): AsyncGenerator<RowsRead> {
  const pieces = database.driver === 'postgres' ? byCursor(database, query) : byHeldCursor(database, query)
  for await (const rows of pieces) yield readRows(rows, query)
}

/** The sums of everything together; what was delivered in the compared period alone counts as well. */
export async function wholeSums(
  database: Database,
  { frame, columns, filters }: Pick<GroupedQuery, 'frame' | 'columns' | 'filters'>,
): Promise<Pick<GroupedRow, 'now' | 'before'> & Pick<RowsRead, 'areConverted'>> {
  conditionsOf(filters, frame, false)
  const query: GroupedQuery = { frame, columns, filters, dimensions: [], sort: [], page: { start: 0, count: 1 } }
  const { rows } = await sql<Read>`with grouped as (${grouped(query)}) select * from grouped`.execute(database.reports)
  return { ...readRow(rows[0] ?? {}, query), areConverted: Number(rows[0]?.converted ?? 0) > 0 }
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
    select ${list([sql`${moment} as moment`, sql`currency_code`, ...sums])} ${factsWhere(frame, columns, conditions, isHourly)} group by ${list(keys)}`.execute(
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
