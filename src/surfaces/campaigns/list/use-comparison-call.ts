import { useMemo } from 'react'
import { usePath } from '../../../kit/path.ts'
import { questionIn } from '../../../parts/resource/table-address.ts'
import { useWhose } from '../../../parts/scope/scope.tsx'
import type { ColumnFace } from '../../../ui/table/column.ts'
import type { ListDates } from './dates.ts'
import { listFilters } from './filters.ts'

/** The request for the totals of the comparison date range; null when there is no comparison. */
export function useBeforeCall({ value }: Pick<ListDates, 'value'>, columns: readonly ColumnFace[], ids: readonly number[] | undefined) {
  const { clientId } = useWhose()
  const { query } = usePath()
  const { start_date, end_date } = value.compared ?? {}
  return useMemo(() => {
    if (!start_date || !end_date) return null
    const filters = listFilters(questionIn(query, columns), columns)
    const body = {
      ...{ start_date, end_date, pagination: { start: 0, count: 1 } },
      ...(filters.length > 0 && { filters }),
      ...(ids && { advertiser_ids: [...ids] }),
    }
    return { path: { memberGroupId: clientId }, body }
  }, [start_date, end_date, query, columns, ids, clientId])
}
