import type { SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { joinPath } from '../../../kit/split-path.ts'

const shareWord = 'share'

/** The path of a saved report inside the element. */
export const savedPath = (savedReportId: number) => `saved_reports/${savedReportId}`

/** The path of the schedule of a report. */
export const schedulePath = (savedReportId: number) => `saved_report/${savedReportId}/schedule`

/** The path of a saved report as it is kept; whoever has it by a link goes on having it by that. */
export function plainPath(savedReportId: number, query: URLSearchParams): string {
  const token = query.get(shareWord)
  return joinPath(savedPath(savedReportId), new URLSearchParams(token ? { [shareWord]: token } : {}))
}

/** Whether nothing but the link of an address opens a report to whoever reads it. */
export const isByLinkAlone = ({ is_own, visibility }: Pick<SavedReport, 'is_own' | 'visibility'>, query: URLSearchParams) =>
  query.has(shareWord) && !is_own && visibility === 'private'
