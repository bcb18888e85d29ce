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
export function useReportQuery(base: ReportQuery, own?: Fields) {
  const { pathname, query, go } = usePath()
  const begun = useMemo(() => toUrlParams(base), [base])
  const isNew = own !== undefined && !reportQueryParams.some((word) => query.has(word))
  const text = JSON.stringify(isNew ? toUrlParams({ ...base, ...own }) : mergeUrlParams(query, begun))
  const asked = useMemo(() => parseReportQuery(JSON.parse(text) as Record<string, string>, base), [text, base]) // stringified above
  /** Fields in the URL that the context does not offer. */
  const outside = useMemo(() => {
    const said = parseUncheckedReportQuery(JSON.parse(text) as Record<string, string>, base) // stringified above
    return fieldsOutsideContext(said, said.context)
  }, [text, base])
  const pathTo = useCallback(
    (next: Partial<ReportQuery>) => {
      const isOfColumns = next.dimensions !== undefined || next.metrics !== undefined || next.compare !== undefined
      const said = changedUrlParams({ ...asked, ...next }, begun)
      // Keeps one parameter: an empty query would select the user's own fields again.
      const isBare = own !== undefined && Object.values(said).every((value) => value === undefined)
      const words = { ...said, ...(isBare && { context: base.context }), ...(isOfColumns ? clearedColumnParams : clearedRowParams) }
      const left = new URLSearchParams(query)
      for (const [word, value] of Object.entries(words)) {
        if (value === undefined) left.delete(word)
        else left.set(word, value)
      }
      return joinPath(pathname, left)
    },
    [asked, base, begun, own, pathname, query],
  )
  const change = useCallback((next: Partial<ReportQuery>) => go(pathTo(next)), [go, pathTo])
  const isChanged = useMemo(() => Object.values(changedUrlParams(asked, begun)).some((word) => word !== undefined), [asked, begun])
  return { asked, outside, change, pathTo, isChanged }
}
export type ReportQueryState = ReturnType<typeof useReportQuery>
