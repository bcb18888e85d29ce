import {
  type Compare,
  comparisonOn,
  compares,
  type DateRange,
  dateRanges,
  type Days,
  daysOfRange,
  defaultDateRanges,
  type Granularity,
  granularities,
} from '../../contract/dates/date-ranges.ts'
import { dayRange } from '../../contract/fields/days.rules.ts'
import { type ReportContext, reportContexts } from '../../contract/reports/contexts.ts'
import { defaultGraphMetric, metricOf } from '../../contract/reports/metrics.ts'
import type { TotalRequest, TrendRequest } from '../../contract/reports/trends.ts'

/** The element's attributes, unparsed. */
export interface ChartAttributes {
  readonly clientId?: string | undefined
  readonly advertiserId?: string | undefined
  readonly advertiserIds?: string | undefined
  readonly campaignId?: string | undefined
  readonly context?: string | undefined
  readonly metrics?: string | undefined
  readonly dateRange?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly granularity?: string | undefined
  readonly compare?: string | undefined
  readonly currencyCode?: string | undefined
}

/** Parsed settings with defaults. */
export interface ChartSettings {
  readonly range: DateRange
  readonly days: Days
  readonly compare: Compare
  readonly granularity: Granularity | undefined
  readonly metrics: readonly string[]
  readonly isTable: boolean
}

/** An invalid attribute value. */
export interface InvalidAttribute {
  readonly attribute: string
  readonly value: string
}

const defaultMetrics = ['cost', 'revenue', defaultGraphMetric]

const oneOfWords = <T extends string>(words: readonly T[], value: string | undefined | null): T | undefined =>
  words.find((word) => word === value)
/** A valid custom date range; undefined otherwise. */
const customDays = (start = '', end = ''): Days | undefined => {
  const days = { start_date: start, end_date: end }
  return dayRange(days) === true ? days : undefined
}

const splitMetricNames = (text = '') => text.split(/[\s,]+/).filter(Boolean)

/** Known metrics of the attribute, or the defaults. */
export const parseMetrics = (text: string | undefined) => {
  const known = splitMetricNames(text).filter((id) => metricOf(id))
  return known.length > 0 ? [...new Set(known)] : defaultMetrics
}

/** Combines attributes and path. The path wins, because the user changes it. */
export function parseChartSettings(asked: ChartAttributes, query: URLSearchParams, today: string): ChartSettings {
  const start = query.get('start_date') ?? asked.startDate
  const end = query.get('end_date') ?? asked.endDate
  const named = oneOfWords(dateRanges, query.get('date_range') ?? asked.dateRange)
  const range = named === undefined || named === 'custom' ? defaultDateRanges.chart : named
  const custom = named === undefined || named === 'custom' ? customDays(start, end) : undefined
  const days = custom ?? daysOfRange(range, today)
  return {
    range: custom ? 'custom' : range,
    days,
    compare: comparisonOn(today, days, compareOf(query.get('compare') ?? asked.compare)),
    granularity: oneOfWords(granularities, query.get('granularity') ?? asked.granularity),
    metrics: parseMetrics(asked.metrics),
    isTable: query.get('view') === 'table',
  }
}

/** A bare `compare` attribute means the previous period. */
const compareOf = (text: string | undefined): Compare =>
  text === '' || text === 'true' ? 'previous_period' : (oneOfWords(compares, text) ?? 'none')

const idOf = (text: string | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined)
const wordsIn = (text = '') => text.split(',').filter(Boolean)

/** The first invalid id or context. It is an error, because a chart of the wrong data would be worse than none. */
export function findInvalidAttribute(asked: ChartAttributes): InvalidAttribute | undefined {
  const ids = { 'client-id': asked.clientId, 'advertiser-id': asked.advertiserId, 'campaign-id': asked.campaignId }
  const strange = wordsIn(asked.advertiserIds).find((word) => idOf(word) === undefined)
  if (strange) return { attribute: 'advertiser-ids', value: strange }
  const bad = Object.entries(ids).find(([name, value]) => (name === 'client-id' || value) && idOf(value) === undefined)
  if (bad) return { attribute: bad[0], value: bad[1] ?? '' }
  if (asked.context && !oneOfWords(reportContexts, asked.context)) return { attribute: 'context', value: asked.context }
  return undefined
}

/** Unknown words in attributes. The chart falls back to defaults and warns the host. */
export function findUnknownNames({ dateRange, granularity, compare, metrics }: ChartAttributes): InvalidAttribute[] {
  const said: readonly [string, string | undefined, readonly string[]][] = [
    ['date-range', dateRange, dateRanges],
    ['granularity', granularity, granularities],
    ['compare', compare, [...compares, 'true']],
  ]
  return [
    ...said.flatMap(([attribute, value, words]) => (value && !words.includes(value) ? { attribute, value } : [])),
    ...splitMetricNames(metrics).flatMap((value) => (metricOf(value) ? [] : { attribute: 'metrics', value })),
  ]
}

/** Body of the totals request, and base of the trend request. */
export function chartTotalRequest(asked: ChartAttributes, choice: ChartSettings): TotalRequest | undefined {
  const client = idOf(asked.clientId)
  if (client === undefined || findInvalidAttribute(asked)) return undefined
  const advertisers = wordsIn(asked.advertiserId || asked.advertiserIds).map(Number)
  const campaign = idOf(asked.campaignId)
  const context: ReportContext | undefined = oneOfWords(reportContexts, asked.context)
  return {
    member_group_id: client,
    ...(advertisers.length > 0 && { advertiser_ids: advertisers }),
    ...(campaign && { campaign_ids: [campaign] }),
    ...(context && { context }),
    ...(asked.currencyCode && { currency_code: asked.currencyCode }),
    ...choice.days,
    compare: choice.compare,
    metrics: [...choice.metrics],
  }
}

export function chartTrendRequest(asked: ChartAttributes, choice: ChartSettings, weekStart: 1 | 7): TrendRequest | undefined {
  const question = chartTotalRequest(asked, choice)
  return question && { ...question, week_start: weekStart, ...(choice.granularity && { granularity: choice.granularity }) }
}
