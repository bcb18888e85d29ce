import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  nullable,
  number,
  object,
  optional,
  refine,
  size,
  string,
  type Struct,
  unknown,
} from 'superstruct'
import { compares, granularities, reportDaysMost } from '../dates/date-ranges.ts'
import { ask } from '../endpoint.ts'
import { CurrencyCode, Id, IsoDay } from '../ids.ts'
import { listParts } from '../list.ts'
import { metrics } from './metrics.ts'
import { orderValues, userHistories } from './purchases.ts'
import { reportContexts } from './contexts.ts'

const metricIds = metrics.map((metric) => metric.id)

/** Metrics by id: money as a decimal string, counts as a number, ratios as a number or nothing. */
export const isMetricValue = (value: unknown) => value === null || typeof value === 'number' || typeof value === 'string'
export const MetricValues = refine(
  unknown(),
  'MetricValues',
  (value) =>
    typeof value === 'object' && value !== null && Object.entries(value).every(([id, v]) => metricIds.includes(id) && isMetricValue(v)),
) as Struct<Record<string, string | number | null>, null> // the refinement admits just these
export type MetricValues = Infer<typeof MetricValues>
const MetricValue = refine(unknown(), 'MetricValue', isMetricValue) as Struct<string | number | null, null> // the refinement admits just these

const days = { start_date: IsoDay, end_date: IsoDay }

/** What is asked, whichever of the three calls answers it. */
export const question = {
  member_group_id: Id,
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  campaign_ids: optional(size(array(Id), 1, 5000)),
  context: optional(enums(reportContexts)),
  ...days,
  compare: optional(enums(compares)),
  /** How many days back the previous period is, where the days are a part of longer ones; as many as they are where nothing is said. */
  compare_back: optional(size(integer(), 1, reportDaysMost)),
  currency_code: optional(CurrencyCode),
  metrics: size(array(enums(metricIds)), 1, 40),
  filters: listParts.filters,
  /** Of sales, those to people who had not bought before. */
  user_history: optional(enums(userHistories)),
  /** Of sales, those in orders of these sizes. */
  order_values: optional(size(array(enums(orderValues)), 1, 3)),
}

/** Beside every answer: what its numbers mean. */
export const meaning = {
  currency_code: CurrencyCode,
  currency_symbol: string(),
  currency_digits: integer(),
  /** The day whose rates converted other currencies; nothing when nothing was converted. */
  rates_of: nullable(IsoDay),
  settled_through: IsoDay,
  /** The first day of which it is known what was advertised, where that is asked for and the days begin before it. */
  entities_since: nullable(IsoDay),
  time_zones: array(string()),
  ...days,
  before: nullable(object(days)),
}

export const TrendQuestion = object({ ...question, granularity: optional(enums(granularities)), week_start: optional(enums([1, 7])) })
export type TrendQuestion = Infer<typeof TrendQuestion>
const started = { start: string(), metrics: MetricValues }
/** `start` is a day, or a day and hour as YYYY-MM-DDTHH. */
export const Bucket = object({ ...started, before: nullable(object(started)), settled: boolean() })
export const Trend = object({ ...meaning, granularity: enums(granularities), buckets: array(Bucket) })
export type Trend = Infer<typeof Trend>

export const TotalQuestion = object(question)
export type TotalQuestion = Infer<typeof TotalQuestion>
export const Kpi = object({
  metric: enums(metricIds),
  total: nullable(MetricValue),
  /** Of the compared days, where there are any. */
  before: nullable(MetricValue),
  percentage: nullable(number()),
})
export const Total = object({ ...meaning, kpis: array(Kpi) })
export type Total = Infer<typeof Total>

/** What is asked of a chart: how the sums go over time, and what they come to. */
export const reportTrends = {
  trend: ask('v2/report/trend', { may: 'reports.read', long: true, body: TrendQuestion, result: Trend }),
  total: ask('v2/report/total', { may: 'reports.read', long: true, body: TotalQuestion, result: Total }),
}
