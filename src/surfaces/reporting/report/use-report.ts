import { useMemo, useRef, useState } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { reportTimeZoneOf } from '../../../contract/saved-reports/saved-reports.rules.ts'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { ReportQuery } from '../query/query.ts'
import { type ReportScope, comparisonDays, reportDays } from '../query/request.ts'
import { useReportQuery } from '../query/use-query.ts'
import type { Fields } from '../fields/own-fields.ts'

/** Metadata of a report response: total rows, currency, dates and time zones. */
export type ReportMetadata = Omit<Report, 'rows'>

/** State shared by all parts of a report. */
export function useReport(base: ReportQuery, defaultFields?: Fields) {
  const { clientId, advertiserIds } = useScope()
  const { advertiser } = useClient()
  const { singular } = useLabel()
  const [metadata, setMetadata] = useState<ReportMetadata>()
  // The first response names the reporting time zone, where the date may differ from the user's.
  const today = useToday(advertiser?.time_zone ?? reportTimeZoneOf(metadata?.time_zones ?? [], undefined))
  const { reportQuery, outside, change, pathTo, isChanged } = useReportQuery(base, defaultFields)
  /** Set after a drill-down, so that the breadcrumbs take the focus. */
  const entered = useRef(false)
  // Memoized, so that rows re-render only on changes.
  return useMemo(() => {
    const scope: ReportScope = { clientId, advertiserIds, today }
    const days = reportDays(reportQuery, today)
    const before = comparisonDays(reportQuery, scope)
    return {
      reportQuery,
      outside,
      change,
      pathTo,
      isChanged,
      scope,
      today,
      days,
      before,
      metadata,
      setMeaning: setMetadata,
      entered,
      entityWord: singular,
    }
  }, [reportQuery, outside, change, pathTo, isChanged, clientId, advertiserIds, today, metadata, singular])
}
export type ReportState = ReturnType<typeof useReport>
