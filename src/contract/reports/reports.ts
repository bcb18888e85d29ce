import { array, boolean, enums, type Infer, integer, nullable, object, refine, size, type Struct, unknown } from 'superstruct'
import { dimensions } from './dimensions.ts'
import { ask } from '../endpoint.ts'
import { listParts } from '../list.ts'
import { isMetricValue, MetricValues, meaning, question, reportTrends } from './trends.ts'

const dimensionIds = dimensions.map((dimension) => dimension.id)

const DimensionValues = refine(
  unknown(),
  'DimensionValues',
  (value) =>
    typeof value === 'object' && value !== null && Object.entries(value).every(([id, v]) => dimensionIds.includes(id) && isMetricValue(v)),
) as Struct<Record<string, string | number | null>, null> // the refinement accepts only these types

export const ReportQuestion = object({
  ...question,
  dimensions: size(array(enums(dimensionIds)), 0, 8),
  pagination: listParts.pagination,
  sort: listParts.sort,
})
export type ReportQuestion = Infer<typeof ReportQuestion>
const { context: _, ...inOneContext } = ReportQuestion.schema
/** A report query for endpoints that imply the context. */
export const ContextQuestion = object(inOneContext)
export const ReportRow = object({ dimensions: DimensionValues, metrics: MetricValues, before: nullable(MetricValues), settled: boolean() })
export const Report = object({
  ...meaning,
  rows: array(ReportRow),
  total: integer(),
})
export type Report = Infer<typeof Report>

/** Reports: rows, a trend over time, and totals. */
export const reports = {
  rows: ask('v2/report', { may: 'reports.read', long: true, body: ReportQuestion, result: Report }),
  /** Uses the context `general`. */
  targeting: ask('v2/report/targeting', { may: 'reports.read', long: true, body: ContextQuestion, result: Report }),
  /** Uses the context `offsite`. */
  franchise: ask('v2/franchise_report', { may: 'reports.read', long: true, body: ContextQuestion, result: Report }),
  ...reportTrends,
}
