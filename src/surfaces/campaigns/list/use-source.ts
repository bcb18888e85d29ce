import { useMemo, useState } from 'react'
import type { Filter, Sort } from '../../../contract/list.ts'
import type { MetricValues } from '../../../contract/reports/trends.ts'
import type { ColumnInfo } from '../../../ui/table/column.ts'
import type { GridSource } from '../../../ui/table/query.ts'
import { listFilters, listSort } from './filters.ts'

/** The part of a list response that describes the rows: count, totals, currency, final days. */
export interface ListSummary {
  readonly total: number
  readonly totals: MetricValues
  readonly currency_code: string
  readonly rates_of: string | null
  readonly settled_through: string
}
export interface ListPage<Row> extends ListSummary {
  readonly rows: readonly Row[]
}
/** Request body for one page of a list. */
export interface ListRequest {
  readonly pagination: { readonly start: number; readonly count: number }
  readonly sort?: Sort[]
  readonly filters?: Filter[]
}

/** Data source of a table, plus the description from the last response. */
export function useSource<Row>(columns: readonly ColumnInfo[], ask: (body: ListRequest, signal: AbortSignal) => Promise<ListPage<Row>>) {
  // Null after a failed request; undefined before the first response.
  const [meaning, setMeaning] = useState<ListSummary | null>()
  const source: GridSource<Row> = useMemo(
    () => async (question) => {
      const { start, count, signal } = question
      const sort = listSort(question)
      const filters = listFilters(question, columns)
      const body = { pagination: { start, count }, ...(sort.length > 0 && { sort }), ...(filters.length > 0 && { filters }) }
      const { rows, ...page } = await ask(body, signal).catch((error: unknown) => {
        if (!signal.aborted) setMeaning(null)
        throw error
      })
      setMeaning(page)
      return { rows, total: page.total, totals: page.totals }
    },
    [columns, ask],
  )
  return { source, meaning: meaning ?? undefined, isUnread: meaning === null }
}
