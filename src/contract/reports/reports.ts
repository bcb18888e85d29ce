import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  nullable,
  object,
  optional,
  refine,
  size,
  type Struct,
  unknown,
  string,
} from 'superstruct'
import { dimensions, searchFieldTypes } from './dimensions.ts'
import { postQuery, get } from '../endpoint.ts'
import { listQueryFields } from '../list.ts'
import {
  isMetricValue,
  MetricValues,
  reportCall,
  reportPayloadFields,
  reportReplyFields,
  reportQueryFields,
  reportTrends,
} from './trends.ts'
import { reportContexts } from './contexts.ts'

/** A field of reports, and how the picker shows it. */
export const FieldSetting = object({
  field_id: string(),
  type_id: enums(Object.values(searchFieldTypes)),
  /** Its position among the dimensions, or among the metrics. */
  order: integer(),
  /** Whether a new report of the context starts with it. */
  is_selected_by_default: boolean(),
  /** The contexts that offer it. */
  contexts: array(enums(reportContexts)),
})
/** The fields that one context offers. */
export const FieldSettings = object({ context: enums(reportContexts), dimensions: array(FieldSetting), metrics: array(FieldSetting) })
export type FieldSettings = Infer<typeof FieldSettings>

/** The fields of reports, for programs that build their own queries. */
const reportFields = {
  /** The default context is `campaign`. */
  settings: get('v2/report/field_settings', {
    may: 'reports.read',
    query: object({ context: optional(enums(reportContexts)) }),
    result: FieldSettings,
  }),
}

const dimensionIds = dimensions.map((dimension) => dimension.id)

const DimensionValues = refine(
  unknown(),
  'DimensionValues',
  (value) =>
    typeof value === 'object' && value !== null && Object.entries(value).every(([id, v]) => dimensionIds.includes(id) && isMetricValue(v)),
) as Struct<Record<string, string | number | null>, null> // the refinement accepts only these types

const Dimensions = size(array(enums(dimensionIds)), 0, 8)
export const ReportRequest = object({
  ...reportQueryFields,
  dimensions: Dimensions,
  pagination: listQueryFields.pagination,
  sort: listQueryFields.sort,
})
export type ReportRequest = Infer<typeof ReportRequest>
/** A report query as a request may send it, without the fields that have defaults. */
const ReportPayload = object({ ...reportPayloadFields, dimensions: optional(Dimensions) })
export type ReportPayload = Infer<typeof ReportPayload>
const { context: _, ...inOneContext } = ReportPayload.schema
/** The same for endpoints that imply the context. */
const ContextReportPayload = object(inOneContext)
export const ReportRow = object({ dimensions: DimensionValues, metrics: MetricValues, before: nullable(MetricValues), settled: boolean() })
export const Report = object({
  ...reportReplyFields,
  rows: array(ReportRow),
  total: integer(),
})
export type Report = Infer<typeof Report>

/** Reports: rows, a trend over time, and totals. */
export const reports = {
  rows: postQuery('v2/report', { ...reportCall, body: ReportPayload, result: Report }),
  /** Uses the context `general`. */
  targeting: postQuery('v2/report/targeting', { ...reportCall, body: ContextReportPayload, result: Report }),
  /** Uses the context `offsite`. */
  franchise: postQuery('v2/franchise_report', { ...reportCall, body: ContextReportPayload, result: Report }),
  ...reportTrends,
  fieldSettings: reportFields.settings,
}
