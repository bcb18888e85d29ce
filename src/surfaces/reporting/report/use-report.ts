import { useMemo, useRef, useState } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { dayZoneOf } from '../../../contract/saved-reports/saved-reports.rules.ts'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useWhose } from '../../../parts/scope/scope.tsx'
import type { Asked } from '../query/query.ts'
import { type AskedBy, beforeOfAsked, daysOfAsked } from '../query/request.ts'
import { useAsked } from '../query/use-query.ts'
import type { Fields } from '../fields/own-fields.ts'

/** Metadata of a report response: total rows, currency, dates and time zones. */
export type Meaning = Omit<Report, 'rows'>

/** State shared by all parts of a report. */
export function useReport(base: Asked, own?: Fields) {
  const { clientId, advertiserIds } = useWhose()
  const { advertiser } = useClient()
  const { singular } = useLabel()
  const [meaning, setMeaning] = useState<Meaning>()
  // The first response names the reporting time zone, where the date may differ from the user's.
  const today = useToday(advertiser?.time_zone ?? dayZoneOf(meaning?.time_zones ?? [], undefined))
  const { asked, outside, change, pathTo, isChanged } = useAsked(base, own)
  /** Set after a drill-down, so that the breadcrumbs take the focus. */
  const entered = useRef(false)
  // Memoized, so that rows re-render only on changes.
  return useMemo(() => {
    const by: AskedBy = { clientId, advertiserIds, today }
    const [days, before] = [daysOfAsked(asked, today), beforeOfAsked(asked, by)]
    return { asked, outside, change, pathTo, isChanged, by, today, days, before, meaning, setMeaning, entered, entityWord: singular }
  }, [asked, outside, change, pathTo, isChanged, clientId, advertiserIds, today, meaning, singular])
}
export type ReportState = ReturnType<typeof useReport>
