import { array, type Infer, integer, literal, max, min, nullable, object, string } from 'superstruct'
import { del, get, post } from '../endpoint.ts'
import { Id } from '../ids.ts'
import { SavedReport } from './saved-reports.ts'

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
