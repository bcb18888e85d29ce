import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { SchedulePage } from '../schedule/schedule.tsx'
import { ReportTabs } from '../tabs.tsx'

/** When a saved report is mailed, to whom, and what became of the last mails. */
export default function Schedule({ params }: { readonly params: ScreenParams }) {
  return (
    <>
      <ReportTabs here="saved_reports" />
      <SchedulePage savedReportId={Number(params.savedReportId)} />
    </>
  )
}
