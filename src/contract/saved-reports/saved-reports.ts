import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  literal,
  nullable,
  object,
  optional,
  refine,
  size,
  string,
  max,
  min,
} from 'superstruct'
import { compares, dateRanges, type DateRange, granularities } from '../dates/date-ranges.ts'
import { postQuery, del, get, oneOf, patch, post } from '../endpoint.ts'
import { CurrencyCode, Id, IsoDay, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { metrics } from '../reports/metrics.ts'
import { orderValues, userHistories } from '../reports/purchases.rules.ts'
import { reportContexts } from '../reports/contexts.ts'
import { frequencies, runResults } from './schedules.ts'
import { ReportRequest } from '../reports/reports.ts'

const metricIds = metrics.map((metric) => metric.id)
type Preset = Exclude<DateRange, 'custom'>
const relative = object({})
const presets = Object.fromEntries(dateRanges.filter((range) => range !== 'custom').map((range) => [range, relative])) as Record<
  Preset,
  typeof relative
> // the keys are the presets

/** The dates of a saved report: a relative range, or two fixed days. */
export const SavedDates = oneOf('preset', { ...presets, custom: object({ start_date: IsoDay, end_date: IsoDay }) })
export type SavedDates = Infer<typeof SavedDates>

/** The query of a saved report. */
export const SavedReportQuery = object({
  context: optional(enums(reportContexts)),
  /** The advertisers of the report; without them, all that the reader has access to. */
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  dimensions: ReportRequest.schema.dimensions,
  metrics: ReportRequest.schema.metrics,
  filters: listQueryFields.filters,
  sort: listQueryFields.sort,
  date_range: SavedDates,
  compare: optional(enums(compares)),
  currency_code: optional(CurrencyCode),
  user_history: optional(enums(userHistories)),
  order_values: optional(size(array(enums(orderValues)), 1, 3)),
  chart: optional(object({ metrics: size(array(enums(metricIds)), 1, 2), granularity: optional(enums(granularities)) })),
})
export type SavedReportQuery = Infer<typeof SavedReportQuery>

export const visibilities = ['private', 'shared'] as const
export type Visibility = (typeof visibilities)[number]

const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')

export const SavedReport = object({
  saved_report_id: Id,
  member_group_id: Id,
  name: string(),
  /**
   * Private reports are visible to their owner only. Shared ones are visible to all readers of the client's saved reports, each with the
   * data of their own access.
   */
  visibility: enums(visibilities),
  question: SavedReportQuery,
  owner: string(),
  is_own: boolean(),
  /** Whether the caller may change it. */
  is_changeable: boolean(),
  created_at: string(),
  changed_at: string(),
  /** The frequency of its mails and the result of the last one; null if it is not mailed. */
  mailed: nullable(
    object({
      frequency: enums(frequencies),
      /** Null while it is paused, by a user or by the platform. */
      next_run_at: nullable(string()),
      last_result: nullable(enums(runResults)),
    }),
  ),
  version: integer(),
})
export type SavedReport = Infer<typeof SavedReport>

export const NewSavedReport = object({
  name: Name,
  member_group_id: Id,
  visibility: optional(enums(visibilities)),
  question: SavedReportQuery,
})
export type NewSavedReport = Infer<typeof NewSavedReport>

/** Changes of a saved report; missing fields stay unchanged. */
export const SavedReportChange = object({
  name: optional(Name),
  visibility: optional(enums(visibilities)),
  question: optional(SavedReportQuery),
})
export type SavedReportChange = Infer<typeof SavedReportChange>

const one = 'v2/saved_report/:savedReportId'

/** Endpoints of saved reports. */
export const savedReports = {
  report: postQuery('v2/saved_reports_report', {
    may: 'saved_reports.read',
    body: object({ member_group_id: Id, ...listQueryFields }),
    result: object({ saved_reports: array(SavedReport), total: integer() }),
  }),
  one: get(one, { may: 'saved_reports.read', result: SavedReport }),
  create: post('v2/saved_reports', { may: 'saved_reports.create', idempotent: 'optional', body: NewSavedReport, result: SavedReport }),
  change: patch(one, { may: 'saved_reports.change', versioned: true, body: SavedReportChange, result: SavedReport }),
  /** Soft delete; the report can be restored for 30 days. */
  remove: del(one, { may: 'saved_reports.remove', versioned: true, result: literal('success') }),
  restore: post(`${one}/restore`, { may: 'saved_reports.remove', result: SavedReport }),
  /** Creates a private copy for the caller, with a new name. */
  copy: post(`${one}/copy`, {
    may: 'saved_reports.create',
    idempotent: 'optional',
    body: object({ name: Name }),
    result: SavedReport,
  }),
}

/** Lifetime of a link to a report, in days. */
export const shareDays = { min: 1, max: 90 } as const
/** Maximum number of active links to one report. */
export const maxShares = 50

export const NewShare = object({ days: max(min(integer(), shareDays.min), shareDays.max) })

/** A new link. Its token is returned only once, to its creator. */
export const CreatedShare = object({ report_share_id: Id, token: string(), path: string(), expires_at: string() })

/** A link in a list, without its token; the platform stores only a hash of it. */
export const ReportShare = object({
  report_share_id: Id,
  created_by: string(),
  created_at: string(),
  expires_at: string(),
  openings: integer(),
  opened_at: nullable(string()),
})
export type ReportShare = Infer<typeof ReportShare>

const all = 'v2/saved_report/:savedReportId/shares'

/** Links to saved reports. A user of a link must be signed in and have access to the report's client. Links expire. */
export const reportShares = {
  create: post(all, { may: 'saved_reports.change', body: NewShare, result: CreatedShare }),
  list: get(all, { may: 'saved_reports.change', result: object({ shares: array(ReportShare) }) }),
  revoke: del(`${all}/:reportShareId`, { may: 'saved_reports.change', result: literal('success') }),
  open: get('v2/shared_report/:shareToken', { may: 'saved_reports.read', result: SavedReport }),
}
