import type { SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { joinPath } from '../../../kit/split-path.ts'

const shareWord = 'share'

export const savedPath = (savedReportId: number) => `saved_reports/${savedReportId}`

export const schedulePath = (savedReportId: number) => `saved_report/${savedReportId}/schedule`

/** The path of a saved report without changes. It keeps the share token, because the token may be the only access. */
export function unchangedReportPath(savedReportId: number, query: URLSearchParams): string {
  const token = query.get(shareWord)
  return joinPath(savedPath(savedReportId), new URLSearchParams(token ? { [shareWord]: token } : {}))
}

/** True if the user can read the report only through the share link. */
export const isOnlySharedByLink = ({ is_own, visibility }: Pick<SavedReport, 'is_own' | 'visibility'>, query: URLSearchParams) =>
  query.has(shareWord) && !is_own && visibility === 'private'
