import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { SavedReportPage } from '../saved-reports/saved-report.tsx'
import { ReportTabs } from '../tabs.tsx'

/** One saved report, also by a link that somebody has shared. */
export default function SavedReport({ params }: { readonly params: ScreenParams }) {
  return (
    <>
      <ReportTabs here="saved_reports" />
      <SavedReportPage savedReportId={Number(params.reportId)} />
    </>
  )
}
