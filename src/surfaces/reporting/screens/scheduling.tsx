import { SavedList } from '../parts/saved/saved-list.tsx'
import { ReportTabs } from '../parts/show/report-tabs.tsx'

/** The reports of a client that are mailed. */
export default function Scheduling() {
  return (
    <>
      <ReportTabs here="saved_reports" />
      <SavedList usual="mailed" />
    </>
  )
}
