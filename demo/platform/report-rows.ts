import { sql } from 'kysely'
import { dimensionOf } from '../../src/contract/dimensions.ts'
import { pageDefault } from '../../src/contract/list.ts'
import { type Metric, metricOf } from '../../src/contract/metrics.ts'
import type { ReportQuestion } from '../../src/contract/reports.ts'
import type { Database } from './database/open.ts'
import { refuseField } from './refusal.ts'
import { and, conditionsOf, nameTables, type Piece, placeConditions } from './report-conditions.ts'
import type { Frame } from './report-frame.ts'
import { columnsFor, isMoney, known, type Sums } from './report-sums.ts'

const timeColumns: Readonly<Record<string, Piece>> = {
  hour: sql`to_char(day, 'YYYY-MM-DD') || 'T' || lpad(hour::text, 2, '0')`,
  day: sql`to_char(day, 'YYYY-MM-DD')`,
  week: sql`to_char(date_trunc('week', day), 'YYYY-MM-DD')`,
  month: sql`to_char(date_trunc('month', day), 'YYYY-MM-DD')`,
}
const isTime = (id: string) => Object.hasOwn(timeColumns, id)
const join = (pieces: readonly Piece[]) => sql.join(pieces.length > 0 ? pieces : [sql`true`], sql`, `)

export interface GroupedRow {
  readonly dimensions: Record<string, string | number | null>
  readonly now: Sums
  readonly before: Sums | undefined
}

/** The facts of a question, grouped, converted, filtered, sorted and cut to a page, in one statement. */
export async function groupedRows(
  database: Database,
  frame: Frame,
  question: ReportQuestion,
): Promise<{ rows: GroupedRow[]; total: number }> {
  const { dimensions } = question
  checkDimensions(question)
  const isCompared = frame.before !== undefined && !dimensions.some(isTime)
  const columns = columnsFor([...question.metrics, ...sortedOrFiltered(question)])
  const parts = { question, columns, frame: isCompared ? frame : { ...frame, before: undefined }, isCompared }
  const grouped = groupedStatement(parts)
  const { groups } = conditionsOf(question.filters ?? [], frame.memberGroupId, metricExpression)
  const { start, count } = question.pagination ?? pageDefault
  const kept = and([sql`facts > 0`, ...groups])
  const page = sql<Record<string, string | number | null>>`
    with grouped as (${grouped})
    select *, count(*) over () as total from grouped where ${kept} order by ${orderOf(question)} offset ${start} limit ${count}`
  const { rows } = await page.execute(database.reports)
  if (rows.length === 0 && start > 0) {
    const { rows: counted } = await sql<{
      total: number
    }>`with grouped as (${grouped}) select count(*) as total from grouped where ${kept}`.execute(database.reports)
    return { rows: [], total: counted[0]?.total ?? 0 }
  }
  return { rows: rows.map((row) => readRow(row, dimensions, columns, isCompared)), total: Number(rows[0]?.total ?? 0) }
}

function checkDimensions({ dimensions, filters = [] }: ReportQuestion) {
  const twice = dimensions.findIndex((id, index) => dimensions.indexOf(id) !== index)
  if (twice >= 0) throw refuseField(`dimensions.${twice}`, 'This is there already')
  const byEntity = [...dimensions, ...filters.map(({ field }) => field)].some((id) => id.startsWith('entity_'))
  if (dimensions.includes('hour') && byEntity) throw refuseField('dimensions', 'Hours are kept by ad group, not by entity')
}

const sortedOrFiltered = (question: ReportQuestion) =>
  [...(question.sort ?? []), ...(question.filters ?? [])].map(({ field }) => field).filter((id) => metricOf(id))

interface StatementParts {
  readonly question: ReportQuestion
  readonly columns: readonly string[]
  readonly frame: Frame
  readonly isCompared: boolean
}

/** Facts are summed by their ids, then named, then converted currency by currency, then added up. */
function groupedStatement({ question, columns, frame, isCompared }: StatementParts): Piece {
  const { dimensions } = question
  const ids = [...new Set(dimensions.filter((id) => !isTime(id)).map((id) => nameTables[id]?.id ?? id))]
  const times = dimensions.filter(isTime)
  const keys = [...ids.map((id) => sql`${sql.ref(id)}`), ...times.map((id) => sql`${timeColumns[id]}`)]
  const named = [...ids.map((id) => sql`${sql.ref(id)}`), ...times.map((id) => sql`${timeColumns[id]} as ${sql.ref(id)}`)]
  const { facts } = conditionsOf(question.filters ?? [], frame.memberGroupId, metricExpression)
  const inNow = sql`day between ${frame.days.start_date} and ${frame.days.end_date}`
  const sums = columns.flatMap((column) => {
    const sum = sql`coalesce(sum(${sql.ref(column)})`
    if (!isCompared) return [sql`${sum}, 0)::numeric as ${sql.ref(column)}`]
    return [
      sql`${sum} filter (where ${inNow}), 0)::numeric as ${sql.ref(column)}`,
      sql`${sum} filter (where not (${inNow})), 0)::numeric as ${sql.ref(`before_${column}`)}`,
    ]
  })
  const rows = isCompared ? sql`count(*) filter (where ${inNow})` : sql`count(*)`
  const table = sql.table(times.includes('hour') ? 'facts_hourly' : 'facts_daily')
  const all = isCompared ? columns.flatMap((column) => [column, `before_${column}`]) : columns
  return sql`
    select ${join([...dimensions.map(dimensionColumn), ...all.map((column) => sql`sum(${converted(column, frame)}) as ${sql.ref(column)}`), sql`sum(facts) as facts`])}
    from (
      select ${join([...named, sql`currency_code`, sql`${rows} as facts`, ...sums])}
      from ${table} where ${and([...placeConditions(frame), ...facts])}
      group by ${join([...keys, sql`currency_code`])}
    ) as summed ${nameJoins(dimensions, frame.memberGroupId)}
    ${dimensions.length > 0 ? sql`group by ${join(dimensions.map(dimensionKey))}` : sql``}`
}

const dimensionKey = (id: string): Piece => {
  const names = nameTables[id]
  return names ? sql`${sql.ref(`${names.table}.${names.column}`)}` : sql`${sql.ref(`summed.${id}`)}`
}
const dimensionColumn = (id: string): Piece => sql`${dimensionKey(id)} as ${sql.ref(id)}`

function nameJoins(dimensions: readonly string[], memberGroupId: number): Piece {
  const tables = new Map(dimensions.flatMap((id) => (nameTables[id] ? [[nameTables[id].table, nameTables[id]] as const] : [])))
  const joins = [...tables.values()].map(
    ({ table, id }) =>
      sql`left join ${sql.table(table)} on ${sql.ref(`${table}.${id}`)} = ${sql.ref(`summed.${id}`)} and ${sql.ref(`${table}.member_group_id`)} = ${memberGroupId}`,
  )
  return joins.length > 0 ? sql.join(joins, sql` `) : sql``
}

/** A sum of one currency, in the asked one. */
function converted(column: string, frame: Frame): Piece {
  const plain = sql.ref(`summed.${column}`)
  if (!isMoney(column.replace(/^before_/, '')) || frame.rates.size === 0) return sql`${plain}`
  const cases = [...frame.rates].map(
    ([code, { to, from }]) => sql`when summed.currency_code = ${code} then round(${plain} * ${to}::numeric / ${from}::numeric)`,
  )
  return sql`case ${sql.join(cases, sql` `)} else ${plain} end`
}

/** A metric of a group; nothing where its denominator is nothing. */
export function metricExpression(metric: Metric): Piece {
  if (!metric.over) return sql`${sql.ref(metric.id)}`
  const [numerator, denominator] = metric.over
  return sql`(${sql.ref(numerator)} * ${sql.lit(metric.times ?? 1)} / nullif(${sql.ref(denominator)}, 0))`
}

/** What has no value comes last in both directions; what is equal keeps an order of its own. */
function orderOf({ sort, dimensions, metrics }: ReportQuestion): Piece {
  const asked = sort?.length ? sort : dimensions.some(isTime) ? [] : [{ field: metrics[0] ?? '', order: 'desc' as const }]
  const pieces = asked.map(({ field, order }, index) => {
    const metric = metricOf(field)
    if (!metric && !dimensions.includes(field)) throw refuseField(`sort.${index}.field`, 'This is not part of the report')
    const target = metric ? metricExpression(known(field)) : sql`${sql.ref(field)}`
    return order === 'desc' ? sql`${target} desc nulls last` : sql`${target} asc nulls last`
  })
  const ties = dimensions.filter((id) => dimensionOf(id)).map((id) => sql`${sql.ref(id)} asc nulls last`)
  return join([...pieces, ...ties])
}

function readRow(
  row: Record<string, string | number | null>,
  dimensions: readonly string[],
  columns: readonly string[],
  isCompared: boolean,
): GroupedRow {
  const read = (prefix: string): Sums => Object.fromEntries(columns.map((column) => [column, BigInt(row[prefix + column] ?? 0)]))
  return {
    dimensions: Object.fromEntries(dimensions.map((id) => [id, row[id] ?? null])),
    now: read(''),
    before: isCompared ? read('before_') : undefined,
  }
}
