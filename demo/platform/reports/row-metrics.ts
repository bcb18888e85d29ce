import { sql } from 'kysely'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { type RowMetrics, rowMetrics } from '../../../src/contract/reports/row-metrics.ts'
import { type ListQuery, listCondition, type ListFields, listOrder, listPage } from '../sql/list.ts'
import { metricCondition, scopeConditions } from './conditions.ts'
import { and, type SqlPiece, bigintSql } from '../sql/pieces.ts'
import type { Context } from '../context/context.ts'
import type { ReportScope } from './scope.ts'
import { orderKey } from './query.ts'
import { type Rates, ratesFrom, ratesOn } from '../money/rates.ts'
import { columnsFor, isMoney, metricById, type Sums, convertSums, wireValues } from './sums.ts'

/** A list of rows, such as ad groups, with metrics for the days of the report scope. */
export interface MetricList {
  readonly reportScope: ReportScope
  /** Columns that join rows and facts. They have the same names in both. */
  readonly keys: readonly string[]
  /** Select of the rows that the caller may see, without duplicates. It has the columns of `fields`, and `currency_code`. */
  readonly rowsSql: SqlPiece
  readonly fields: ListFields
  /** Columns that are read only for the rows of the page; the row is `page`. */
  readonly pageColumns?: SqlPiece
  readonly query: ListQuery
}
export interface MetricPage<Row> {
  readonly rows: readonly (Row & { readonly metrics: RowMetrics })[]
  readonly total: number
  readonly totals: RowMetrics
}

const ids = rowMetrics.map(({ id }) => id)
const columns = columnsFor(ids)
const list = (pieces: readonly SqlPiece[]) => sql.join(pieces, sql`, `)
const refs = (names: readonly string[], table?: string) => list(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))
const sums = (expression: (column: string) => SqlPiece) => list(columns.map((column) => sql`${expression(column)} as ${sql.ref(column)}`))
const metricsOf = (sums: Sums, rates: Rates) => wireValues(ids, sums, rates) as RowMetrics // rowMetrics defines exactly these fields

/** Facts by row and currency. */
const summed = ({ reportScope, keys }: MetricList): SqlPiece => sql`
  select ${refs([...keys, 'currency_code'])}, ${sums((column) => sql`sum(${sql.ref(column)})`)}
  from facts_daily where ${and(scopeConditions(reportScope))} group by ${refs([...keys, 'currency_code'])}`

/** Facts by row in the list's currency. A missing rate gives NaN, so the sum fails instead of leaving the amount out. */
function convertedFigures({ reportScope, keys }: MetricList): SqlPiece {
  const cases = [...reportScope.rates.weights].map(([code, weight]) => sql`when ${code} then ${bigintSql(weight)}`)
  const weight = sql`case currency_code ${sql.join(cases, sql` `)} else 'NaN'::numeric end`
  const sumOf = (column: string) => (isMoney(column) ? sql`sum(${sql.ref(column)} * ${weight})` : sql`sum(${sql.ref(column)})`)
  return sql`select ${refs(keys)}, ${sums(sumOf)} from summed group by ${refs(keys)}`
}

/** Filters on the rows' columns and on their metrics. */
const conditions = ({ fields, reportScope, query: { filters = [] } }: MetricList): SqlPiece =>
  and(
    filters.map((filter, index) => {
      const metric = Object.hasOwn(fields, filter.field) ? undefined : metricOf(filter.field)
      const path = `filters.${index}`
      return metric && ids.includes(metric.id)
        ? metricCondition(filter, metric, path, reportScope.rates)
        : listCondition(fields, filter, path)
    }),
  )

const figureFields: ListFields = Object.fromEntries(ids.map((id) => [id, { column: orderKey(metricById(id)), type: 'amount' }]))

/** One statement reads the facts once: page rows by currency, and totals of all matching rows. */
function statement(metricList: MetricList): SqlPiece {
  const { keys, rowsSql, fields, pageColumns, query } = metricList
  const order = listOrder({ ...figureFields, ...fields }, query.sort, refs(keys))
  const joinCondition = (left: string, right: string) =>
    and(keys.map((key) => sql`${sql.ref(`${left}.${key}`)} = ${sql.ref(`${right}.${key}`)}`))
  const texts = columns.map((column) => sql`${sql.ref(`summed.${column}`)}::text`)
  const ofCurrency = sql`json_build_array(summed.currency_code, ${list(texts)})`
  const totals = columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)::text as ${sql.ref(`all_${column}`)}`)
  return sql`
    with summed as materialized (${summed(metricList)}), figures as (${convertedFigures(metricList)}),
    listed as materialized (
      select * from (
        select source.*, ${sums((column) => sql`coalesce(${sql.ref(`figures.${column}`)}, 0)`)}
        from (${rowsSql}) as source left join figures on ${joinCondition('figures', 'source')}) as listed
      where ${conditions(metricList)}),
    totals as (select count(*)::int as total, ${list(totals)} from listed),
    page as (select *, row_number() over (order by ${order}) as place from listed order by ${order} ${listPage(query.pagination)}),
    money as (
      select ${refs(keys, 'summed')}, json_agg(${ofCurrency}) as by_currency
      from summed join page on ${joinCondition('summed', 'page')} group by ${refs(keys, 'summed')})
    select totals.*, page.*, money.by_currency${pageColumns ? sql`, ${pageColumns}` : sql``}
    from totals left join page on true left join money on ${joinCondition('money', 'page')} order by page.place`
}

type Read = Readonly<Record<string, unknown>>
type CurrencyRow = readonly [code: string, ...sums: string[]]

const sumsOf = (values: readonly string[]): Sums => Object.fromEntries(columns.map((column, index) => [column, BigInt(values[index] ?? 0)]))

/** Cached rates into the currency of each row. */
function ratesInto({ database }: Pick<Context, 'database'>, { days, rates, currency }: ReportScope) {
  const cache = new Map<string, Promise<Rates>>([[currency.currency_code, Promise.resolve(rates)]])
  return async (code: string, factCurrencies: readonly string[]): Promise<Rates> => {
    if (factCurrencies.every((factCurrency) => factCurrency === code)) return ratesFrom(code, new Map())
    const ratesOfRow = cache.get(code) ?? ratesOn(database, [...rates.weights.keys()], code, days.end_date).then((result) => result.rates)
    cache.set(code, ratesOfRow)
    return ratesOfRow
  }
}

/** A page of rows with metrics in each row's currency, and totals in the list's currency. */
export async function metricPage<Row extends { currency_code: string }>(
  context: Pick<Context, 'database'>,
  metricList: MetricList,
): Promise<MetricPage<Row>> {
  const { rows } = await sql<Read>`${statement(metricList)}`.execute(context.database.reports)
  const [firstRow = {}] = rows
  const ratesOf = ratesInto(context, metricList.reportScope)
  const page = rows.filter(({ place }) => place !== null)
  return {
    total: Number(firstRow.total ?? 0),
    totals: metricsOf(sumsOf(columns.map((column) => String(firstRow[`all_${column}`] ?? 0))), metricList.reportScope.rates),
    rows: await Promise.all(
      page.map(async (row) => {
        const byCurrency = (row.by_currency ?? []) as readonly CurrencyRow[] // the statement builds this shape
        const sumsByCurrency = new Map(byCurrency.map(([code, ...values]) => [code, sumsOf(values)]))
        const rates = await ratesOf(String(row.currency_code), [...sumsByCurrency.keys()])
        return { ...(row as Row), metrics: metricsOf(convertSums(rates, columns, sumsByCurrency), rates) } // the select has the columns of Row
      }),
    ),
  }
}
