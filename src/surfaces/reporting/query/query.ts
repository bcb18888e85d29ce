import { compares, dateRanges, granularities, type Compare, type Granularity } from '../../../contract/dates/date-ranges.ts'
import { dayRange } from '../../../contract/fields/days.rules.ts'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import type { Filter, FilterValue, Operation, Sort } from '../../../contract/list.ts'
import { defaultGraphMetric, metricOf } from '../../../contract/reports/metrics.ts'
import { orderValues, type OrderValue, type UserHistory, userHistories } from '../../../contract/reports/purchases.rules.ts'
import { reportContexts, type ReportContext } from '../../../contract/reports/contexts.ts'
import { contextHasField, filterRule, isDayFilter } from '../../../contract/reports/fields.rules.ts'
import { defaultReportFields, maxReportFields, showsMetric } from '../../../contract/reports/fields.ts'
import type { SavedDates, SavedReportQuery } from '../../../contract/saved-reports/saved-reports.ts'
import { decodeRows, type DrillStep, encodeDrill, encodeRows, parseDrill } from './drill.ts'

/** Everything a report requests, and how it is displayed. */
export interface ReportQuery {
  readonly context: ReportContext
  /** Advertiser ids; empty for every advertiser that the user may read. */
  readonly advertisers: readonly number[]
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly filters: readonly Filter[]
  /** The rows drilled into, outermost first. */
  readonly drill: readonly DrillStep[]
  readonly dates: SavedDates
  readonly compare: Compare
  readonly currency: string | undefined
  /** Limit sales to new customers and to order sizes; at least one size is selected. */
  readonly history: UserHistory
  readonly orderValues: readonly OrderValue[]
  readonly bars: string
  readonly line: string
  readonly granularity: Granularity | undefined
  readonly sort: readonly Sort[]
}

/** URL parameters of a report query. The dates use the same parameters as every other list. */
export const reportQueryParams = [
  ...['context', 'advertisers', 'dimensions', 'metrics', 'filters', 'drill', 'date_range', 'start_date', 'end_date'],
  ...['compare', 'currency', 'history', 'orders', 'bars', 'line', 'granularity', 'sort'],
] as const
type ReportUrlParams = Readonly<Record<string, string>>
const dateParams = ['date_range', 'start_date', 'end_date']

/** The default query of a context. */
export function defaultReportQuery(context: ReportContext = 'general'): ReportQuery {
  const { dimensions, metrics } = defaultReportFields(context)
  return {
    context,
    advertisers: [],
    dimensions,
    metrics,
    filters: [],
    drill: [],
    compare: 'previous_period',
    sort: [],
    dates: { preset: 'last_30_days' },
    currency: undefined,
    granularity: undefined,
    history: 'all',
    orderValues,
    bars: 'cost',
    line: metrics.includes(defaultGraphMetric) ? defaultGraphMetric : 'revenue',
  }
}

export function fromSavedReport(saved: SavedReportQuery): ReportQuery {
  const defaults = defaultReportQuery(saved.context)
  const { chart } = saved
  return {
    ...defaults,
    advertisers: saved.advertiser_ids ?? [],
    dimensions: saved.dimensions,
    metrics: saved.metrics,
    filters: saved.filters ?? [],
    dates: saved.date_range,
    compare: saved.compare ?? 'none',
    currency: saved.currency_code,
    history: saved.user_history ?? 'all',
    orderValues: saved.order_values ?? orderValues,
    bars: chart?.metrics[0] ?? defaults.bars,
    line: chart ? (chart.metrics[1] ?? chart.metrics[0] ?? defaults.line) : defaults.line,
    granularity: chart?.granularity,
    sort: saved.sort ?? [],
  }
}

const sortText = (sort: readonly Sort[]) => sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',')
const datesText = (dates: SavedDates) =>
  dates.preset === 'custom'
    ? { date_range: '', start_date: dates.start_date, end_date: dates.end_date }
    : { date_range: dates.preset, start_date: '', end_date: '' }

export const toUrlParams = (reportQuery: ReportQuery): ReportUrlParams => ({
  context: reportQuery.context,
  advertisers: reportQuery.advertisers.join(','),
  dimensions: reportQuery.dimensions.join(','),
  metrics: reportQuery.metrics.join(','),
  filters: encodeFilters(reportQuery.filters),
  drill: encodeDrill(reportQuery.drill),
  ...datesText(reportQuery.dates),
  compare: reportQuery.compare,
  currency: reportQuery.currency ?? '',
  history: reportQuery.history === 'all' ? '' : reportQuery.history,
  orders: reportQuery.orderValues.length === orderValues.length ? '' : reportQuery.orderValues.join(','),
  bars: reportQuery.bars,
  line: reportQuery.line,
  granularity: reportQuery.granularity ?? '',
  sort: sortText(reportQuery.sort),
})

const listIn = (text: string) => [...new Set(text.split(',').filter(Boolean))]
const oneOf = <T extends string>(values: readonly T[], text: string | undefined) => values.find((name) => name === text)

function datesIn({ date_range, start_date = '', end_date = '' }: ReportUrlParams, defaults: SavedDates): SavedDates {
  const days = { start_date, end_date }
  if (dayRange(days) === true) return { preset: 'custom', ...days }
  const preset = oneOf(dateRanges, date_range)
  return preset === undefined || preset === 'custom' ? defaults : { preset }
}

const sortIn = (text: string): Sort[] =>
  listIn(text).map((name) => ({ field: name.replace(/^-/, ''), order: name.startsWith('-') ? 'desc' : 'asc' }))

/** Order sizes in the text; all sizes when it names none. */
function orderValuesIn(text: string): readonly OrderValue[] {
  const listed = orderValues.filter((item) => listIn(text).includes(item))
  return listed.length > 0 ? listed : orderValues
}

/** Parses the parameters without checking fields against the context. Invalid parameters fall back to `base`. */
export function parseUncheckedReportQuery(params: ReportUrlParams, base: ReportQuery): ReportQuery {
  const { dimensions = '', metrics = '', advertisers = '', filters = '', drill = '', currency = '', sort = '' } = params
  const knownMetrics = listIn(metrics).filter((id) => metricOf(id))
  const knownDimensions = listIn(dimensions).filter((id) => dimensionOf(id))
  return {
    context: oneOf(reportContexts, params.context) ?? base.context,
    advertisers: listIn(advertisers).flatMap((text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : [])),
    dimensions: knownDimensions.slice(0, maxReportFields.dimensions),
    metrics: knownMetrics.length > 0 ? knownMetrics.slice(0, maxReportFields.metrics) : base.metrics,
    filters: parseFilters(filters),
    drill: parseDrill(drill),
    dates: datesIn(params, base.dates),
    compare: oneOf(compares, params.compare) ?? base.compare,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    history: oneOf(userHistories, params.history) ?? 'all',
    orderValues: orderValuesIn(params.orders ?? ''),
    bars: metricOf(params.bars ?? '')?.id ?? base.bars,
    line: metricOf(params.line ?? '')?.id ?? base.line,
    granularity: oneOf(granularities, params.granularity),
    sort: sortIn(sort),
  }
}

/** Drops fields that the context does not offer, because the platform would reject them. */
export function dropFieldsOutsideContext(reportQuery: ReportQuery): ReportQuery {
  const { context } = reportQuery
  const defaults = defaultReportQuery(context)
  const has = (id: string) => contextHasField(id, context)
  const metrics = reportQuery.metrics.filter(has)
  // Later drill steps are inside a dropped row, so they are dropped too.
  const end = reportQuery.drill.findIndex((step) => !step.every(({ field }) => has(field)))
  return {
    ...reportQuery,
    dimensions: reportQuery.dimensions.filter(has),
    metrics: metrics.length > 0 ? metrics : defaults.metrics,
    filters: reportQuery.filters.filter(({ field }) => has(field)),
    drill: end < 0 ? reportQuery.drill : reportQuery.drill.slice(0, end),
    bars: showsMetric(reportQuery.bars, context) ? reportQuery.bars : defaults.bars,
    line: showsMetric(reportQuery.line, context) ? reportQuery.line : defaults.line,
  }
}

/** Parses the parameters and drops fields that the context does not offer. */
export const parseReportQuery = (params: ReportUrlParams, base: ReportQuery): ReportQuery =>
  dropFieldsOutsideContext(parseUncheckedReportQuery(params, base))

/** Values of missing parameters: those of the base report, with the default fields when the context differs. */
function baseUrlParams(base: ReportUrlParams, context: string | undefined): ReportUrlParams {
  const otherContext = context === base.context ? undefined : oneOf(reportContexts, context)
  if (!otherContext) return base
  const { dimensions, metrics } = defaultReportFields(otherContext)
  return { ...base, context: otherContext, dimensions: dimensions.join(','), metrics: metrics.join(',') }
}

/** Merges a URL query over the base report. If the query sets any date parameter, the base report's dates are ignored. */
export function mergeUrlParams(query: URLSearchParams, base: ReportUrlParams): ReportUrlParams {
  const below = baseUrlParams(base, query.get('context') ?? undefined)
  const hasDates = dateParams.some((name) => query.has(name))
  const paramOf = (name: string) => query.get(name) ?? (hasDates && dateParams.includes(name) ? '' : (below[name] ?? ''))
  return Object.fromEntries(reportQueryParams.map((name) => [name, paramOf(name)]))
}

/** URL parameters that differ from the base report. */
export function changedUrlParams(reportQuery: ReportQuery, base: ReportUrlParams): Record<string, string | undefined> {
  const params = toUrlParams(reportQuery)
  const below: ReportUrlParams = { ...baseUrlParams(base, reportQuery.context), context: base.context ?? '' }
  const areDatesOwn = dateParams.some((name) => params[name] !== below[name])
  const changedParam = (name: string) => {
    if (dateParams.includes(name)) return areDatesOwn ? params[name] || undefined : undefined
    return params[name] === below[name] ? undefined : params[name]
  }
  return Object.fromEntries(reportQueryParams.map((name) => [name, changedParam(name)]))
}

/** Short names of the specification's operations, for URLs. */
const operationWords = {
  ILIKE: 'contains',
  IN: 'in',
  '=': 'is',
  '!=': 'not',
  '>': 'above',
  BETWEEN: 'between',
  'IS NULL': 'none',
} as const satisfies Record<Operation, string>

const operationIn = (word: string | undefined) => Object.entries(operationWords).find(([, text]) => text === word)?.[0]

const valuesOf = (filter: Filter): readonly FilterValue[] => (filter.operation === 'IS NULL' ? [] : [filter.value].flat())

export const encodeFilters = (filters: readonly Filter[]) =>
  encodeRows(filters.map((filter) => [filter.field, operationWords[filter.operation], ...valuesOf(filter).map(String)]))

/** Integer dimensions are sent as numbers, everything else as text. */
const toFilterValue = (field: string, text: string): FilterValue =>
  dimensionOf(field)?.type === 'Integer' && text.trim() !== '' ? Number(text) : text

/** Builds a filter. The shape of `value` depends on the operation. */
export function toFilter(field: string, operation: Operation, texts: readonly string[]): Filter {
  const values = texts.map((text) => toFilterValue(field, text))
  const [first = ''] = values
  switch (operation) {
    case 'IS NULL':
      return { field, operation }
    case 'ILIKE':
      return { field, operation, value: texts[0] ?? '' }
    case 'IN':
    case 'BETWEEN':
      return { field, operation, value: values }
    default:
      return { field, operation, value: first }
  }
}

/** Parses filters from a URL; invalid filters are dropped. */
export const parseFilters = (text: string): Filter[] =>
  decodeRows(text).flatMap(([field = '', word, ...values]) => {
    const operation = operationIn(word)
    if (operation === undefined) return []
    const filter = toFilter(field, operation as Operation, values) // a key of the table above
    return filterRule(filter) === true && !isDayFilter(filter) ? [filter] : []
  })
