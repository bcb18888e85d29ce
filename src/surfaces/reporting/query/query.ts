import { type Compare, compares, dateRanges, type Granularity, granularities } from '../../../contract/dates/date-ranges.ts'
import { dayRange } from '../../../contract/fields/days.rules.ts'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import type { Filter, Sort } from '../../../contract/list.ts'
import { defaultGraphMetric, metricOf } from '../../../contract/reports/metrics.ts'
import { type OrderValue, orderValues, type UserHistory, userHistories } from '../../../contract/reports/purchases.ts'
import { type ReportContext, reportContexts } from '../../../contract/reports/contexts.ts'
import { contextHasField } from '../../../contract/reports/fields.rules.ts'
import { maxReportFields, showsMetric, defaultReportFields } from '../../../contract/reports/fields.ts'
import type { SavedDates, SavedReportQuery } from '../../../contract/saved-reports/saved-reports.ts'
import { parseFilters, encodeFilters } from './conditions.ts'
import { type DrillStep, parseDrill, encodeDrill } from './drill.ts'

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
  readonly orders: readonly OrderValue[]
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
export type ReportUrlParams = Readonly<Record<string, string>>
const dateWords = ['date_range', 'start_date', 'end_date']

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
    orders: orderValues,
    bars: 'cost',
    line: metrics.includes(defaultGraphMetric) ? defaultGraphMetric : 'revenue',
  }
}

export function fromSavedReport(saved: SavedReportQuery): ReportQuery {
  const usual = defaultReportQuery(saved.context)
  const { chart } = saved
  return {
    ...usual,
    advertisers: saved.advertiser_ids ?? [],
    dimensions: saved.dimensions,
    metrics: saved.metrics,
    filters: saved.filters ?? [],
    dates: saved.date_range,
    compare: saved.compare ?? 'none',
    currency: saved.currency_code,
    history: saved.user_history ?? 'all',
    orders: saved.order_values ?? orderValues,
    bars: chart?.metrics[0] ?? usual.bars,
    line: chart ? (chart.metrics[1] ?? chart.metrics[0] ?? usual.line) : usual.line,
    granularity: chart?.granularity,
    sort: saved.sort ?? [],
  }
}

const sortText = (sort: readonly Sort[]) => sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',')
const datesText = (dates: SavedDates) =>
  dates.preset === 'custom'
    ? { date_range: '', start_date: dates.start_date, end_date: dates.end_date }
    : { date_range: dates.preset, start_date: '', end_date: '' }

export const toUrlParams = (asked: ReportQuery): ReportUrlParams => ({
  context: asked.context,
  advertisers: asked.advertisers.join(','),
  dimensions: asked.dimensions.join(','),
  metrics: asked.metrics.join(','),
  filters: encodeFilters(asked.filters),
  drill: encodeDrill(asked.drill),
  ...datesText(asked.dates),
  compare: asked.compare,
  currency: asked.currency ?? '',
  history: asked.history === 'all' ? '' : asked.history,
  orders: asked.orders.length === orderValues.length ? '' : asked.orders.join(','),
  bars: asked.bars,
  line: asked.line,
  granularity: asked.granularity ?? '',
  sort: sortText(asked.sort),
})

const listIn = (text: string) => [...new Set(text.split(',').filter(Boolean))]
const oneOf = <T extends string>(words: readonly T[], text: string | undefined) => words.find((word) => word === text)

function datesIn({ date_range, start_date = '', end_date = '' }: ReportUrlParams, usual: SavedDates): SavedDates {
  const days = { start_date, end_date }
  if (dayRange(days) === true) return { preset: 'custom', ...days }
  const preset = oneOf(dateRanges, date_range)
  return preset === undefined || preset === 'custom' ? usual : { preset }
}

const sortIn = (text: string): Sort[] =>
  listIn(text).map((word) => ({ field: word.replace(/^-/, ''), order: word.startsWith('-') ? 'desc' : 'asc' }))

/** Order sizes in the text; all sizes when it names none. */
function ordersIn(text: string): readonly OrderValue[] {
  const named = orderValues.filter((one) => listIn(text).includes(one))
  return named.length > 0 ? named : orderValues
}

/** Parses the parameters without checking fields against the context. Invalid parameters fall back to `base`. */
export function parseUncheckedReportQuery(words: ReportUrlParams, base: ReportQuery): ReportQuery {
  const { dimensions = '', metrics = '', advertisers = '', filters = '', drill = '', currency = '', sort = '' } = words
  const known = listIn(metrics).filter((id) => metricOf(id))
  const shown = listIn(dimensions).filter((id) => dimensionOf(id))
  return {
    context: oneOf(reportContexts, words.context) ?? base.context,
    advertisers: listIn(advertisers).flatMap((text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : [])),
    dimensions: shown.slice(0, maxReportFields.dimensions),
    metrics: known.length > 0 ? known.slice(0, maxReportFields.metrics) : base.metrics,
    filters: parseFilters(filters),
    drill: parseDrill(drill),
    dates: datesIn(words, base.dates),
    compare: oneOf(compares, words.compare) ?? base.compare,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    history: oneOf(userHistories, words.history) ?? 'all',
    orders: ordersIn(words.orders ?? ''),
    bars: metricOf(words.bars ?? '')?.id ?? base.bars,
    line: metricOf(words.line ?? '')?.id ?? base.line,
    granularity: oneOf(granularities, words.granularity),
    sort: sortIn(sort),
  }
}

/** Drops fields that the context does not offer, because the platform would reject them. */
function dropFieldsOutsideContext(said: ReportQuery): ReportQuery {
  const { context } = said
  const usual = defaultReportQuery(context)
  const has = (id: string) => contextHasField(id, context)
  const metrics = said.metrics.filter(has)
  // Later drill steps are inside a dropped row, so they are dropped too.
  const end = said.drill.findIndex((step) => !step.every(({ field }) => has(field)))
  return {
    ...said,
    dimensions: said.dimensions.filter(has),
    metrics: metrics.length > 0 ? metrics : usual.metrics,
    filters: said.filters.filter(({ field }) => has(field)),
    drill: end < 0 ? said.drill : said.drill.slice(0, end),
    bars: showsMetric(said.bars, context) ? said.bars : usual.bars,
    line: showsMetric(said.line, context) ? said.line : usual.line,
  }
}

/** Parses the parameters and drops fields that the context does not offer. */
export const parseReportQuery = (words: ReportUrlParams, base: ReportQuery): ReportQuery =>
  dropFieldsOutsideContext(parseUncheckedReportQuery(words, base))

/** Values of missing parameters: those of the base report, with the default fields when the context differs. */
function baseUrlParams(base: ReportUrlParams, context: string | undefined): ReportUrlParams {
  const other = context === base.context ? undefined : oneOf(reportContexts, context)
  if (!other) return base
  const { dimensions, metrics } = defaultReportFields(other)
  return { ...base, context: other, dimensions: dimensions.join(','), metrics: metrics.join(',') }
}

/** Merges a URL query over the base report. If the query sets any date parameter, the base report's dates are ignored. */
export function mergeUrlParams(query: URLSearchParams, base: ReportUrlParams): ReportUrlParams {
  const below = baseUrlParams(base, query.get('context') ?? undefined)
  const saysDates = dateWords.some((word) => query.has(word))
  const said = (word: string) => query.get(word) ?? (saysDates && dateWords.includes(word) ? '' : (below[word] ?? ''))
  return Object.fromEntries(reportQueryParams.map((word) => [word, said(word)]))
}

/** URL parameters that differ from the base report. */
export function changedUrlParams(asked: ReportQuery, base: ReportUrlParams): Record<string, string | undefined> {
  const words = toUrlParams(asked)
  const below: ReportUrlParams = { ...baseUrlParams(base, asked.context), context: base.context ?? '' }
  const areDatesOwn = dateWords.some((word) => words[word] !== below[word])
  const said = (word: string) => {
    if (dateWords.includes(word)) return areDatesOwn ? words[word] || undefined : undefined
    return words[word] === below[word] ? undefined : words[word]
  }
  return Object.fromEntries(reportQueryParams.map((word) => [word, said(word)]))
}
