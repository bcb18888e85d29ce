import { useCallback, useMemo, useRef, useState } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { reportTimeZoneOf } from '../../../contract/saved-reports/saved-reports.rules.ts'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import {
  changedUrlParams,
  dropFieldsOutsideContext,
  mergeUrlParams,
  parseUncheckedReportQuery,
  reportQueryParams,
  toUrlParams,
  type ReportQuery,
} from '../query/query.ts'
import { comparisonDays, reportDays, type ReportScope, toPurchaseFilter } from '../query/request.ts'
import type { Fields } from '../fields/own-fields.ts'
import { usePath } from '../../../kit/path.ts'
import { joinPath } from '../../../kit/split-path.ts'
import { fieldsOutsideContext, type FieldConstraints } from '../../../contract/reports/fields.rules.ts'

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

/** Clears the parameters of a single row, because the row may no longer exist. */
const clearedRowParams = { row: undefined, ledger: undefined }
/** Clears column settings too. */
const clearedColumnParams = { columns: undefined, ...clearedRowParams }

/** The report query of the URL over `base`, with functions that change it. Without parameters, a new report uses the user's own fields. */
function useReportQuery(base: ReportQuery, defaultFields?: Fields) {
  const { pathname, query, go } = usePath()
  const baseParams = useMemo(() => toUrlParams(base), [base])
  const isNew = defaultFields !== undefined && !reportQueryParams.some((word) => query.has(word))
  const text = JSON.stringify(isNew ? toUrlParams({ ...base, ...defaultFields }) : mergeUrlParams(query, baseParams))
  const { reportQuery, outside } = useMemo(() => {
    const uncheckedQuery = parseUncheckedReportQuery(JSON.parse(text) as Record<string, string>, base) // stringified above
    return {
      reportQuery: dropFieldsOutsideContext(uncheckedQuery),
      /** Fields in the URL that the context does not offer. */
      outside: fieldsOutsideContext(uncheckedQuery, uncheckedQuery.context),
    }
  }, [text, base])
  const pathTo = useCallback(
    (next: Partial<ReportQuery>) => {
      const isOfColumns = next.dimensions !== undefined || next.metrics !== undefined || next.compare !== undefined
      const changedParams = changedUrlParams({ ...reportQuery, ...next }, baseParams)
      // Keeps one parameter: an empty query would select the user's own fields again.
      const isBare = defaultFields !== undefined && Object.values(changedParams).every((value) => value === undefined)
      const params = {
        ...changedParams,
        ...(isBare && { context: base.context }),
        ...(isOfColumns ? clearedColumnParams : clearedRowParams),
      }
      const remaining = new URLSearchParams(query)
      for (const [name, value] of Object.entries(params)) {
        if (value === undefined) remaining.delete(name)
        else remaining.set(name, value)
      }
      return joinPath(pathname, remaining)
    },
    [reportQuery, base, baseParams, defaultFields, pathname, query],
  )
  const change = useCallback((next: Partial<ReportQuery>) => go(pathTo(next)), [go, pathTo])
  const isChanged = useMemo(
    () => Object.values(changedUrlParams(reportQuery, baseParams)).some((word) => word !== undefined),
    [reportQuery, baseParams],
  )
  return { reportQuery, outside, change, pathTo, isChanged }
}

/** Input of the field rules: the report that a field would be added to. */
export const toFieldConstraints = ({
  reportQuery,
  days,
  before,
  today,
}: Pick<ReportState, 'reportQuery' | 'days' | 'before' | 'today'>): FieldConstraints => ({
  context: reportQuery.context,
  dimensions: reportQuery.dimensions,
  metrics: reportQuery.metrics,
  filtered: [...reportQuery.filters, ...reportQuery.drill.flat()].map(({ field }) => field),
  days,
  before,
  today,
  purchases: toPurchaseFilter(reportQuery),
})
