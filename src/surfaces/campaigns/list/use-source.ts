import { useMemo, useReducer, useState } from 'react'
import type { Filter, Sort } from '../../../contract/list.ts'
import type { MetricValues } from '../../../contract/reports/trends.ts'
import { useGuest } from '../../../kit/host/guest.tsx'
import type { ColumnFace } from '../../../ui/table/column.ts'
import type { GridSource } from '../../../ui/table/query.ts'
import { listFilters, listSort } from './filters.ts'

/** What a page of a list with figures says beside its rows. */
export interface ListMeaning {
  readonly total: number
  readonly totals: MetricValues
  readonly currency_code: string
  readonly rates_of: string | null
  readonly settled_through: string
}
export interface ListPage<Row> extends ListMeaning {
  readonly rows: readonly Row[]
}
/** What is asked of the platform for one page. */
export interface ListAsk {
  readonly pagination: { readonly start: number; readonly count: number }
  readonly sort?: Sort[]
  readonly filters?: Filter[]
}

/** How often a list was asked anew, and the way to do so once more. */
export const useReload = () => useReducer((before: number) => before + 1, 0)

/**
 * The rows of a list as a table wants them, with what the last page said beside them.
 * What is asked anew, because somebody changed much or the host wants it fresh, is another source.
 */
export function useSource<Row>(
  columns: readonly ColumnFace[],
  ask: (body: ListAsk, signal: AbortSignal) => Promise<ListPage<Row>>,
  asked: number,
) {
  const { revision } = useGuest()
  // Null where the rows could not be read: nothing is on its way then.
  const [meaning, setMeaning] = useState<ListMeaning | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked anew is another source
  const source: GridSource<Row> = useMemo(
    () => async (question) => {
      const { start, count, signal } = question
      const [sort, filters] = [listSort(question), listFilters(question, columns)]
      const body = { pagination: { start, count }, ...(sort.length > 0 && { sort }), ...(filters.length > 0 && { filters }) }
      const { rows, ...page } = await ask(body, signal).catch((error: unknown) => {
        if (!signal.aborted) setMeaning(null)
        throw error
      })
      setMeaning(page)
      return { rows, total: page.total, totals: page.totals }
    },
    [columns, ask, revision, asked],
  )
  return { source, meaning: meaning ?? undefined, isUnread: meaning === null }
}
