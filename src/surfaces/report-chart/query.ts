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
  const knownMetrics = splitMetricNames(text).filter((id) => metricOf(id))
  return knownMetrics.length > 0 ? [...new Set(knownMetrics)] : defaultMetrics
}

/** Combines attributes and path. The path wins, because the user changes it. */
export function parseChartSettings(attributes: ChartAttributes, query: URLSearchParams, today: string): ChartSettings {
  const start = query.get('start_date') ?? attributes.startDate
  const end = query.get('end_date') ?? attributes.endDate
  const preset = oneOfWords(dateRanges, query.get('date_range') ?? attributes.dateRange)
  const range = preset === undefined || preset === 'custom' ? defaultDateRanges.chart : preset
  const custom = preset === undefined || preset === 'custom' ? customDays(start, end) : undefined
  const days = custom ?? daysOfRange(range, today)
  return {
    range: custom ? 'custom' : range,
    days,
    compare: comparisonOn(today, days, compareOf(query.get('compare') ?? attributes.compare)),
    granularity: oneOfWords(granularities, query.get('granularity') ?? attributes.granularity),
    metrics: parseMetrics(attributes.metrics),
    isTable: query.get('view') === 'table',
  }
}

/** A bare `compare` attribute means the previous period. */
const compareOf = (text: string | undefined): Compare =>
  text === '' || text === 'true' ? 'previous_period' : (oneOfWords(compares, text) ?? 'none')

const idOf = (text: string | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined)
const wordsIn = (text = '') => text.split(',').filter(Boolean)

/** The first invalid id or context. It is an error, because a chart of the wrong data would be worse than none. */
export function findInvalidAttribute(attributes: ChartAttributes): InvalidAttribute | undefined {
  const ids = { 'client-id': attributes.clientId, 'advertiser-id': attributes.advertiserId, 'campaign-id': attributes.campaignId }
  const strange = wordsIn(attributes.advertiserIds).find((word) => idOf(word) === undefined)
  if (strange) return { attribute: 'advertiser-ids', value: strange }
  const bad = Object.entries(ids).find(([name, value]) => (name === 'client-id' || value) && idOf(value) === undefined)
  if (bad) return { attribute: bad[0], value: bad[1] ?? '' }
  if (attributes.context && !oneOfWords(reportContexts, attributes.context)) return { attribute: 'context', value: attributes.context }
  return undefined
}

/** Unknown words in attributes. The chart falls back to defaults and warns the host. */
export function findUnknownNames({ dateRange, granularity, compare, metrics }: ChartAttributes): InvalidAttribute[] {
  const choices: readonly [string, string | undefined, readonly string[]][] = [
    ['date-range', dateRange, dateRanges],
    ['granularity', granularity, granularities],
    ['compare', compare, [...compares, 'true']],
  ]
  return [
    ...choices.flatMap(([attribute, value, words]) => (value && !words.includes(value) ? { attribute, value } : [])),
    ...splitMetricNames(metrics).flatMap((value) => (metricOf(value) ? [] : { attribute: 'metrics', value })),
  ]
}

/** Body of the totals request, and base of the trend request. */
export function chartTotalRequest(attributes: ChartAttributes, choice: ChartSettings): TotalRequest | undefined {
  const client = idOf(attributes.clientId)
  if (client === undefined || findInvalidAttribute(attributes)) return undefined
  const advertisers = wordsIn(attributes.advertiserId || attributes.advertiserIds).map(Number)
  const campaign = idOf(attributes.campaignId)
  const context: ReportContext | undefined = oneOfWords(reportContexts, attributes.context)
  return {
    member_group_id: client,
    ...(advertisers.length > 0 && { advertiser_ids: advertisers }),
    ...(campaign && { campaign_ids: [campaign] }),
    ...(context && { context }),
    ...(attributes.currencyCode && { currency_code: attributes.currencyCode }),
    ...choice.days,
    compare: choice.compare,
    metrics: [...choice.metrics],
  }
}

export function chartTrendRequest(attributes: ChartAttributes, choice: ChartSettings, weekStart: 1 | 7): TrendRequest | undefined {
  const request = chartTotalRequest(attributes, choice)
  return request && { ...request, week_start: weekStart, ...(choice.granularity && { granularity: choice.granularity }) }
}
