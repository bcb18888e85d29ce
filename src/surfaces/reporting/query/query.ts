import { type Compare, compares, dateRanges, type Granularity, granularities } from '../../../contract/dates/date-ranges.ts'
import { dayRange } from '../../../contract/fields/days.rules.ts'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import type { Filter, Sort } from '../../../contract/list.ts'
import { defaultGraphMetric, metricOf } from '../../../contract/reports/metrics.ts'
import { type OrderValue, orderValues, type UserHistory, userHistories } from '../../../contract/reports/purchases.ts'
import { type ReportContext, reportContexts } from '../../../contract/reports/contexts.ts'
import { isWithin } from '../../../contract/reports/fields.rules.ts'
import { fieldsMost, showsMetric, usualFields } from '../../../contract/reports/fields.ts'
import type { SavedDates, SavedQuestion } from '../../../contract/saved-reports/saved-reports.ts'
import { conditionsIn, conditionsText } from './conditions.ts'
import { type DrillStep, drillIn, drillText } from './drill.ts'

/** Everything a report requests, and how it is displayed. */
export interface Asked {
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
export const askedWords = [
  ...['context', 'advertisers', 'dimensions', 'metrics', 'filters', 'drill', 'date_range', 'start_date', 'end_date'],
  ...['compare', 'currency', 'history', 'orders', 'bars', 'line', 'granularity', 'sort'],
] as const
export type Words = Readonly<Record<string, string>>
const dateWords = ['date_range', 'start_date', 'end_date']

/** The default query of a context. */
export function usualAsked(context: ReportContext = 'general'): Asked {
  const { dimensions, metrics } = usualFields(context)
  return {
    ...{ context, advertisers: [], dimensions, metrics, filters: [], drill: [], compare: 'previous_period', sort: [] },
    ...{ dates: { preset: 'last_30_days' }, currency: undefined, granularity: undefined },
    ...{ history: 'all', orders: orderValues },
    ...{ bars: 'cost', line: metrics.includes(defaultGraphMetric) ? defaultGraphMetric : 'revenue' },
  }
}

export function askedOf(saved: SavedQuestion): Asked {
  const usual = usualAsked(saved.context)
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

export const wordsOf = (asked: Asked): Words => ({
  context: asked.context,
  advertisers: asked.advertisers.join(','),
  dimensions: asked.dimensions.join(','),
  metrics: asked.metrics.join(','),
  filters: conditionsText(asked.filters),
  drill: drillText(asked.drill),
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

function datesIn({ date_range, start_date = '', end_date = '' }: Words, usual: SavedDates): SavedDates {
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
export function saidIn(words: Words, base: Asked): Asked {
  const { dimensions = '', metrics = '', advertisers = '', filters = '', drill = '', currency = '', sort = '' } = words
  const known = listIn(metrics).filter((id) => metricOf(id))
  const shown = listIn(dimensions).filter((id) => dimensionOf(id))
  return {
    context: oneOf(reportContexts, words.context) ?? base.context,
    advertisers: listIn(advertisers).flatMap((text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : [])),
    dimensions: shown.slice(0, fieldsMost.dimensions),
    metrics: known.length > 0 ? known.slice(0, fieldsMost.metrics) : base.metrics,
    filters: conditionsIn(filters),
    drill: drillIn(drill),
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
function within(said: Asked): Asked {
  const { context } = said
  const usual = usualAsked(context)
  const has = (id: string) => isWithin(id, context)
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
export const askedIn = (words: Words, base: Asked): Asked => within(saidIn(words, base))

/** Values of missing parameters: those of the base report, with the default fields when the context differs. */
function belowOf(base: Words, context: string | undefined): Words {
  const other = context === base.context ? undefined : oneOf(reportContexts, context)
  if (!other) return base
  const { dimensions, metrics } = usualFields(other)
  return { ...base, context: other, dimensions: dimensions.join(','), metrics: metrics.join(',') }
}

/** Merges a URL query over the base report. If the query sets any date parameter, the base report's dates are ignored. */
export function wordsIn(query: URLSearchParams, base: Words): Words {
  const below = belowOf(base, query.get('context') ?? undefined)
  const saysDates = dateWords.some((word) => query.has(word))
  const said = (word: string) => query.get(word) ?? (saysDates && dateWords.includes(word) ? '' : (below[word] ?? ''))
  return Object.fromEntries(askedWords.map((word) => [word, said(word)]))
}

/** URL parameters that differ from the base report. */
export function queryOf(asked: Asked, base: Words): Record<string, string | undefined> {
  const words = wordsOf(asked)
  const below: Words = { ...belowOf(base, asked.context), context: base.context ?? '' }
  const areDatesOwn = dateWords.some((word) => words[word] !== below[word])
  const said = (word: string) => {
    if (dateWords.includes(word)) return areDatesOwn ? words[word] || undefined : undefined
    return words[word] === below[word] ? undefined : words[word]
  }
  return Object.fromEntries(askedWords.map((word) => [word, said(word)]))
}
