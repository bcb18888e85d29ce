import { sql } from 'kysely'
import { assert } from 'superstruct'
import { isMetricFilter } from '../../../src/contract/reports/fields.rules.ts'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { type ComparedTo, RowMetricChanges, type RowMetrics, rowMetrics } from '../../../src/contract/reports/row-metrics.ts'
import { type ListQuery, listCondition, type ListFields, listOrder, listPage } from '../sql/list.ts'
import { metricCondition, scopeConditions } from './conditions.ts'
import { and, type SqlPiece } from '../sql/pieces.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import type { ReportScope } from './scope.ts'
import { convertedSum, orderKey, sumValue } from './query.ts'
import { knownRates, type Rates, ratesFrom } from '../money/rates.ts'
import { changeIn, columnsFor, metricById, type Sums, convertSums, wireValues } from './sums.ts'

/** A list of rows, such as ad groups, with metrics for the days of the report scope. */
export interface MetricList {
  readonly reportScope: ReportScope
  /** Columns that join rows and facts. They have the same names in both. */
  readonly keys: readonly string[]
  /** Select of the rows that the caller may see, without duplicates. It has the columns of `fields`, and `currency_code`. */
  readonly rowsSql: SqlPiece
  readonly fields: ListFields
  /** Extra columns, selected only for the rows of the page. Their SQL refers to the row as `page`. */
  readonly pageColumns?: SqlPiece
  readonly query: ListQuery & { readonly compared_to?: ComparedTo | undefined }
}
export interface MetricPage<Row> {
  readonly rows: readonly (Row & { readonly metrics: RowMetrics })[]
  readonly total: number
  readonly totals: RowMetrics
  /** Present if the query names days to compare with. */
  readonly changes?: RowMetricChanges
}

/** A filter on a metric finds other rows on other days, so such totals can't be compared. */
export function requireComparable({ filters = [], compared_to }: MetricList['query']) {
  if (compared_to && filters.some(isMetricFilter))
    throw refuseField('compared_to', 'Totals can’t be compared while a filter is on a metric')
}

const metricIds = rowMetrics.map(({ id }) => id)
const sumColumns = columnsFor(metricIds)
const commaList = (pieces: readonly SqlPiece[]) => sql.join(pieces, sql`, `)
const columnRefs = (names: readonly string[], table?: string) => commaList(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))
/** Selects an expression for each sum, under the name of its column. */
const selectSums = (expression: (column: string) => SqlPiece) =>
  commaList(sumColumns.map((column) => sql`${expression(column)} as ${sql.ref(column)}`))
const metricsOf = (sums: Sums, rates: Rates) => wireValues(metricIds, sums, rates) as RowMetrics // rowMetrics defines exactly these fields

/** The change of each metric. Both sums are in the same currency and use the same exchange rates. */
export function metricChanges(current: Sums, before: Sums, rates: Rates): RowMetricChanges {
  const changes = Object.fromEntries(metricIds.map((id) => [id, changeIn(id, current, before, rates)]))
  assert(changes, RowMetricChanges)
  return changes
}

/** Sums of the facts by row and currency. */
const metricSums = ({ reportScope, keys }: MetricList): SqlPiece => sql`
  select ${columnRefs([...keys, 'currency_code'])}, ${selectSums((column) => sql`sum(${sql.ref(column)})`)}
  from facts_daily where ${and(scopeConditions(reportScope))} group by ${columnRefs([...keys, 'currency_code'])}`

/** The sums of `metric_sums` by row, in the list's currency. */
const convertedSums = ({ reportScope, keys }: MetricList): SqlPiece => sql`
  select ${columnRefs(keys)}, ${selectSums((column) => sql`sum(${convertedSum('metric_sums', column, reportScope)})`)}
  from metric_sums group by ${columnRefs(keys)}`

/** Filters on the rows' columns and on their metrics. */
const conditions = ({ fields, reportScope, query: { filters = [] } }: MetricList): SqlPiece =>
  and(
    filters.map((filter, index) => {
      const metric = Object.hasOwn(fields, filter.field) ? undefined : metricOf(filter.field)
      const path = `filters.${index}`
      return metric && metricIds.includes(metric.id)
        ? metricCondition(filter, metric, path, reportScope.rates)
        : listCondition(fields, filter, path)
    }),
  )

const metricFields: ListFields = Object.fromEntries(metricIds.map((id) => [id, { column: orderKey(metricById(id)), type: 'amount' }]))

/** Both tables have the columns of `keys`. */
const areSameRow = (keys: readonly string[], left: string, right: string) =>
  and(keys.map((key) => sql`${sql.ref(`${left}.${key}`)} = ${sql.ref(`${right}.${key}`)}`))

/** All rows that match the filters, with their sums in the list's currency. */
function matchingRows(metricList: MetricList): SqlPiece {
  const { keys, rowsSql } = metricList
  const withSums = sql`
    select source.*, ${selectSums((column) => sql`coalesce(${sql.ref(`converted.${column}`)}, 0)`)}
    from (${rowsSql}) as source left join converted on ${areSameRow(keys, 'converted', 'source')}`
  return sql`select * from (${withSums}) as with_sums where ${conditions(metricList)}`
}

/** A name in the result that no column of the rows has. */
const totalName = (column: string) => `all_${column}`

/** The number of matching rows, and their sums. */
const totalsOfMatching = sql`
  select count(*)::int as total,
    ${commaList(sumColumns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)::text as ${sql.ref(totalName(column))}`))}
  from matching`

/** The rows of the page, and the position of each. */
function pageRows({ keys, fields, query }: MetricList): SqlPiece {
  const order = listOrder({ ...metricFields, ...fields }, query.sort, columnRefs(keys))
  return sql`
    select *, row_number() over (order by ${order}) as position
    from matching order by ${order} ${listPage(query.pagination)}`
}

/** For each row of the page its sums by currency, as JSON arrays of the type `CurrencyRow`. */
function pageSumsByCurrency({ keys }: MetricList): SqlPiece {
  const sumTexts = sumColumns.map((column) => sql`${sql.ref(`metric_sums.${column}`)}::text`)
  return sql`
    select ${columnRefs(keys, 'metric_sums')},
      json_agg(json_build_array(metric_sums.currency_code, ${commaList(sumTexts)})) as by_currency
    from metric_sums join page on ${areSameRow(keys, 'metric_sums', 'page')}
    group by ${columnRefs(keys, 'metric_sums')}`
}

/** One statement reads the facts once: page rows by currency, and totals of all matching rows. Without rows it returns the totals. */
function statement(metricList: MetricList): SqlPiece {
  const { keys, pageColumns } = metricList
  return sql`
    with metric_sums as materialized (${metricSums(metricList)}),
    converted as (${convertedSums(metricList)}),
    matching as materialized (${matchingRows(metricList)}),
    totals as (${totalsOfMatching}),
    page as (${pageRows(metricList)}),
    sums_by_currency as (${pageSumsByCurrency(metricList)})
    select totals.*, page.*, sums_by_currency.by_currency${pageColumns ? sql`, ${pageColumns}` : sql``}
    from totals left join page on true left join sums_by_currency on ${areSameRow(keys, 'sums_by_currency', 'page')}
    order by page.position`
}

type ResultRow = Readonly<Record<string, unknown>>
type CurrencyRow = readonly [code: string, ...sums: string[]]

const toSums = (values: readonly string[], reportScope: ReportScope): Sums =>
  Object.fromEntries(sumColumns.map((column, index) => [column, sumValue(values[index], reportScope)]))

/** Returns a function that loads the rates into a currency, once per currency. */
function ratesInto({ database }: Pick<Context, 'database'>, { days, rates, currency }: ReportScope) {
  const cache = new Map<string, Promise<Rates>>([[currency.currency_code, Promise.resolve(rates)]])
  return async (code: string, factCurrencies: readonly string[]): Promise<Rates> => {
    if (factCurrencies.every((factCurrency) => factCurrency === code)) return ratesFrom(code, new Map())
    const ratesOfRow = cache.get(code) ?? knownRates(database, [...rates.weights.keys()], code, days.end_date).then((known) => known.rates)
    cache.set(code, ratesOfRow)
    return ratesOfRow
  }
}

/** The same list on other days, with the same exchange rates, like reports. Only its totals are read. */
const comparedList = ({ pageColumns: _, ...metricList }: MetricList, days: ComparedTo): MetricList => ({
  ...metricList,
  reportScope: { ...metricList.reportScope, days },
  query: { ...metricList.query, pagination: { start: 0, count: 1 } },
})

async function readList({ database }: Pick<Context, 'database'>, metricList: MetricList) {
  const { rows } = await sql<ResultRow>`${statement(metricList)}`.execute(database.reports)
  const [firstRow = {}] = rows
  const totals = sumColumns.map((column) => String(firstRow[totalName(column)] ?? 0))
  return { rows, total: Number(firstRow.total ?? 0), totals: toSums(totals, metricList.reportScope) }
}

/**
 * A page of rows with metrics in each row's currency, and totals in the list's currency. Refused if there are amounts in a
 * currency without a rate.
 */
export async function metricPage<Row extends { currency_code: string }>(
  context: Pick<Context, 'database'>,
  metricList: MetricList,
): Promise<MetricPage<Row>> {
  const { reportScope } = metricList
  const { compared_to: comparedTo } = metricList.query
  requireComparable(metricList.query)
  const [{ rows, total, totals }, before] = await Promise.all([
    readList(context, metricList),
    comparedTo && readList(context, comparedList(metricList, comparedTo)),
  ])
  const ratesOf = ratesInto(context, reportScope)
  const page = rows.filter(({ position }) => position !== null)
  return {
    total,
    totals: metricsOf(totals, reportScope.rates),
    ...(before && { changes: metricChanges(totals, before.totals, reportScope.rates) }),
    rows: await Promise.all(
      page.map(async (row) => {
        const byCurrency = (row.by_currency ?? []) as readonly CurrencyRow[] // the statement builds this shape
        const sumsByCurrency = new Map(byCurrency.map(([code, ...values]) => [code, toSums(values, reportScope)]))
        const rates = await ratesOf(String(row.currency_code), [...sumsByCurrency.keys()])
        return { ...(row as Row), metrics: metricsOf(convertSums(rates, sumColumns, sumsByCurrency), rates) } // the select has the columns of Row
      }),
    ),
  }
}
