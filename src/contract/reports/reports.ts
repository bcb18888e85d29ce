import { array, boolean, enums, type Infer, integer, nullable, object, refine, size, type Struct, unknown } from 'superstruct'
import { dimensions } from './dimensions.ts'
import { postQuery } from '../endpoint.ts'
import { listQueryFields } from '../list.ts'
import { isMetricValue, MetricValues, reportReplyFields, reportQueryFields, reportTrends } from './trends.ts'

const dimensionIds = dimensions.map((dimension) => dimension.id)

const DimensionValues = refine(
  unknown(),
  'DimensionValues',
  (value) =>
    typeof value === 'object' && value !== null && Object.entries(value).every(([id, v]) => dimensionIds.includes(id) && isMetricValue(v)),
) as Struct<Record<string, string | number | null>, null> // the refinement accepts only these types

export const ReportRequest = object({
  ...reportQueryFields,
  dimensions: size(array(enums(dimensionIds)), 0, 8),
  pagination: listQueryFields.pagination,
  sort: listQueryFields.sort,
})
export type ReportRequest = Infer<typeof ReportRequest>
const { context: _, ...inOneContext } = ReportRequest.schema
/** A report query for endpoints that imply the context. */
export const ContextReportRequest = object(inOneContext)
export const ReportRow = object({ dimensions: DimensionValues, metrics: MetricValues, before: nullable(MetricValues), settled: boolean() })
export const Report = object({
  ...reportReplyFields,
  rows: array(ReportRow),
  total: integer(),
})
export type Report = Infer<typeof Report>

/** Reports: rows, a trend over time, and totals. */
export const reports = {
  rows: postQuery('v2/report', { may: 'reports.read', long: true, body: ReportRequest, result: Report }),
  /** Uses the context `general`. */
  targeting: postQuery('v2/report/targeting', { may: 'reports.read', long: true, body: ContextReportRequest, result: Report }),
  /** Uses the context `offsite`. */
  franchise: postQuery('v2/franchise_report', { may: 'reports.read', long: true, body: ContextReportRequest, result: Report }),
  ...reportTrends,
}
