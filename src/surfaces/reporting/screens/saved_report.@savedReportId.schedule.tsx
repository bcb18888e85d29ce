import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { SchedulePage } from '../parts/schedule/schedule-page.tsx'
import { ReportTabs } from '../parts/show/report-tabs.tsx'

/** When a saved report is mailed, to whom, and what became of the last mails. */
export default function Schedule({ params }: { readonly params: ScreenParams }) {
  return (
    <>
      <ReportTabs here="saved_reports" />
      <SchedulePage savedReportId={Number(params.savedReportId)} />
    </>
  )
}
