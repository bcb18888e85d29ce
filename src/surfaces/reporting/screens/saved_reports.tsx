import { SavedList } from '../saved-reports/list.tsx'
import { ReportTabs } from '../tabs.tsx'

/** The reports that are kept at a client. */
export default function SavedReports() {
  return (
    <>
      <ReportTabs here="saved_reports" />
      <SavedList />
    </>
  )
}
