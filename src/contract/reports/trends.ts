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
import { compares, granularities, maxReportDays } from '../dates/date-ranges.ts'
import { postQuery } from '../endpoint.ts'
import { CurrencyCode, Id, IsoDay } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { metrics } from './metrics.ts'
import { orderValues, userHistories } from './purchases.rules.ts'
import { reportContexts } from './contexts.ts'

const metricIds = metrics.map((metric) => metric.id)

/** A metric value: money as a decimal string, counts as numbers, ratios as numbers or null. */
export const isMetricValue = (value: unknown) => value === null || typeof value === 'number' || typeof value === 'string'
export const MetricValues = refine(
  unknown(),
  'MetricValues',
  (value) =>
    typeof value === 'object' && value !== null && Object.entries(value).every(([id, v]) => metricIds.includes(id) && isMetricValue(v)),
) as Struct<Record<string, string | number | null>, null> // the refinement accepts only these types
export type MetricValues = Infer<typeof MetricValues>
const MetricValue = refine(unknown(), 'MetricValue', isMetricValue) as Struct<string | number | null, null> // no other types pass

const days = { start_date: IsoDay, end_date: IsoDay }
const Metrics = size(array(enums(metricIds)), 1, 40)

/** The common query of all three report endpoints. */
export const reportQueryFields = {
  member_group_id: Id,
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  campaign_ids: optional(size(array(Id), 1, 5000)),
  context: optional(enums(reportContexts)),
  ...days,
  compare: optional(enums(compares)),
  /** Number of days to the comparison period, if the days are part of a longer range; by default the number of days. */
  compare_back: optional(size(integer(), 1, maxReportDays)),
  currency_code: optional(CurrencyCode),
  metrics: Metrics,
  filters: listQueryFields.filters,
  /** Counts purchases of new customers only. */
  user_history: optional(enums(userHistories)),
  /** Counts purchases of these order sizes only. */
  order_values: optional(size(array(enums(orderValues)), 1, 3)),
}

/**
 * The query as a request may send it. The specification's payload has pages, sort and filters only; the platform adds the caller's default
 * client, the last 30 days and the default fields of the context. A trend and a total have no pages and no sort, but take them, because the
 * specification sends one payload to all report endpoints.
 */
export const reportPayloadFields = {
  ...reportQueryFields,
  member_group_id: optional(Id),
  start_date: optional(IsoDay),
  end_date: optional(IsoDay),
  metrics: optional(Metrics),
  pagination: listQueryFields.pagination,
  sort: listQueryFields.sort,
}

/** Common fields of all report replies. */
export const reportReplyFields = {
  currency_code: CurrencyCode,
  currency_symbol: string(),
  currency_digits: integer(),
  /** The day of the exchange rates; null if nothing was converted. */
  rates_of: nullable(IsoDay),
  settled_through: IsoDay,
  /** First day with entity data, if the report uses it and starts before that day. */
  entities_since: nullable(IsoDay),
  time_zones: array(string()),
  ...days,
  before: nullable(object(days)),
}

const trendFields = { granularity: optional(enums(granularities)), week_start: optional(enums([1, 7])) }
export const TrendRequest = object({ ...reportQueryFields, ...trendFields })
export type TrendRequest = Infer<typeof TrendRequest>
const TrendPayload = object({ ...reportPayloadFields, ...trendFields })
const started = { start: string(), metrics: MetricValues }
/** `start` is a day, or a day and hour as YYYY-MM-DDTHH. */
export const Bucket = object({ ...started, before: nullable(object(started)), settled: boolean() })
export const Trend = object({ ...reportReplyFields, granularity: enums(granularities), buckets: array(Bucket) })
export type Trend = Infer<typeof Trend>

export const TotalRequest = object(reportQueryFields)
export type TotalRequest = Infer<typeof TotalRequest>
const TotalPayload = object(reportPayloadFields)
export const Kpi = object({
  metric: enums(metricIds),
  total: nullable(MetricValue),
  /** The total of the comparison period, if there is one. */
  before: nullable(MetricValue),
  percentage: nullable(number()),
})
export const Total = object({ ...reportReplyFields, kpis: array(Kpi) })
export type Total = Infer<typeof Total>

/** Common to all report endpoints. */
export const reportCall = { may: 'reports.read', long: true, defaultClient: true } as const

/** The data of a chart: the trend over time and the totals. */
export const reportTrends = {
  trend: postQuery('v2/report/trend', { ...reportCall, body: TrendPayload, result: Trend }),
  total: postQuery('v2/report/total', { ...reportCall, body: TotalPayload, result: Total }),
}
