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

/** What an answer says of its rows: how many there are, in which currency, of which days and zones. */
export type Meaning = Omit<Report, 'rows'>

/** Everything that the parts of a report draw from. */
export function useReport(base: Asked, own?: Fields) {
  const { clientId, advertiserIds } = useWhose()
  const { advertiser } = useClient()
  const { singular } = useLabel()
  const [meaning, setMeaning] = useState<Meaning>()
  // The first answer tells the zone; its today may not be the person's.
  const today = useToday(advertiser?.time_zone ?? dayZoneOf(meaning?.time_zones ?? [], undefined))
  const { asked, outside, change, pathTo, isChanged } = useAsked(base, own)
  /** Whether somebody has just gone into a row, which takes the focus with it. */
  const entered = useRef(false)
  // One object as long as nothing changed, so that no row is drawn again for nothing.
  return useMemo(() => {
    const by: AskedBy = { clientId, advertiserIds, today }
    const [days, before] = [daysOfAsked(asked, today), beforeOfAsked(asked, by)]
    return { asked, outside, change, pathTo, isChanged, by, today, days, before, meaning, setMeaning, entered, entityWord: singular }
  }, [asked, outside, change, pathTo, isChanged, clientId, advertiserIds, today, meaning, singular])
}
export type ReportState = ReturnType<typeof useReport>
