import { SavedList } from '../parts/saved/saved-list.tsx'
import { ReportTabs } from '../parts/show/report-tabs.tsx'

/** The reports that are kept at a client. */
export default function SavedReports() {
  return (
    <>
      <ReportTabs here="saved_reports" />
      <SavedList />
    </>
  )
}
