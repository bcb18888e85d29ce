import { useMemo } from 'react'
import { usePath } from '../../../kit/path.ts'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { ColumnInfo } from '../../../ui/table/column.ts'
import type { ListDates } from './dates.ts'
import { listFilters } from './filters.ts'

/** The request for the totals of the comparison date range; null when there is no comparison. */
export function useComparisonCall({ value }: Pick<ListDates, 'value'>, columns: readonly ColumnInfo[], ids: readonly number[] | undefined) {
  const { clientId } = useScope()
  const { query } = usePath()
  const { start_date, end_date } = value.compared ?? {}
  return useMemo(() => {
    if (!start_date || !end_date) return null
    const filters = listFilters(parseTableQuery(query, columns), columns)
    const body = {
      start_date,
      end_date,
      pagination: { start: 0, count: 1 },
      ...(filters.length > 0 && { filters }),
      ...(ids && { advertiser_ids: [...ids] }),
    }
    return { path: { memberGroupId: clientId }, body }
  }, [start_date, end_date, query, columns, ids, clientId])
}
