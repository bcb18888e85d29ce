import { SavedList } from '../saved-reports/list.tsx'
import { ReportTabs } from '../tabs.tsx'

/** The reports of a client that are mailed. */
export default function Scheduling() {
  return (
    <>
      <ReportTabs here="saved_reports" />
      <SavedList usual="mailed" />
    </>
  )
}
