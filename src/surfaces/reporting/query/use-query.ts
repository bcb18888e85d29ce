import { useCallback, useMemo } from 'react'
import { usePath } from '../../../kit/path.ts'
import { joinPath } from '../../../kit/split-path.ts'
import { fieldsOutsideContext } from '../../../contract/reports/fields.rules.ts'
import type { Fields } from '../fields/own-fields.ts'
import {
  type ReportQuery,
  parseReportQuery,
  reportQueryParams,
  changedUrlParams,
  parseUncheckedReportQuery,
  mergeUrlParams,
  toUrlParams,
} from './query.ts'

/** Clears the parameters of a single row, because the row may no longer exist. */
const clearedRowParams = { row: undefined, ledger: undefined }
/** Clears column settings too. */
const clearedColumnParams = { columns: undefined, ...clearedRowParams }

/** The report query of the URL over `base`, with functions that change it. Without parameters, a new report uses the user's own fields. */
export function useReportQuery(base: ReportQuery, defaultFields?: Fields) {
  const { pathname, query, go } = usePath()
  const baseParams = useMemo(() => toUrlParams(base), [base])
  const isNew = defaultFields !== undefined && !reportQueryParams.some((word) => query.has(word))
  const text = JSON.stringify(isNew ? toUrlParams({ ...base, ...defaultFields }) : mergeUrlParams(query, baseParams))
  const reportQuery = useMemo(() => parseReportQuery(JSON.parse(text) as Record<string, string>, base), [text, base]) // stringified above
  /** Fields in the URL that the context does not offer. */
  const outside = useMemo(() => {
    const uncheckedQuery = parseUncheckedReportQuery(JSON.parse(text) as Record<string, string>, base) // stringified above
    return fieldsOutsideContext(uncheckedQuery, uncheckedQuery.context)
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
export type ReportQueryState = ReturnType<typeof useReportQuery>
