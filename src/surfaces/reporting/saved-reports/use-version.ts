import { useRef } from 'react'
import { savedReports } from '../../../contract/saved-reports/saved-reports.ts'
import { useRead } from '../../../kit/cache.tsx'

/** Says another word whenever a saved report of the client was made, changed, removed or brought back, here or in another tab. */
export function useSavedVersion(clientId: number): string {
  const { data } = useRead(savedReports.report, {
    body: { member_group_id: clientId, pagination: { start: 0, count: 1 }, sort: [{ field: 'changed_at', order: 'desc' }] },
  })
  const [latest] = data?.saved_reports ?? []
  const now = data && `${data.total} ${latest?.saved_report_id} ${latest?.version}`
  const first = useRef(now)
  first.current ??= now
  // What is there at first is no news.
  return now === undefined || now === first.current ? '' : now
}
