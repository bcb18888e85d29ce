import type { Filter } from '../../../contract/list.ts'
import { reportFilter } from '../../../parts/resource/report-source.ts'
import type { ColumnFace } from '../../../ui/table/column.ts'
import type { GridFilter, GridQuestion } from '../../../ui/table/query.ts'

/** Before and after any day that there is. */
const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']

function conditions(column: ColumnFace, filter: GridFilter): Filter[] {
  const { key: field, kind } = column
  if (kind === 'date' && filter.kind === 'between')
    return [{ field, operation: 'BETWEEN', value: [filter.from ?? firstDay, filter.to ?? lastDay] }]
  // A percent is typed as a percent and kept as a share.
  if (kind === 'percent' && filter.kind === 'between') {
    const share = (text: string | undefined) => (text === undefined ? undefined : String(Number(text) / 100))
    const [from, to] = [share(filter.from), share(filter.to)]
    return [reportFilter(field, { kind: 'between', ...(from && { from }), ...(to && { to }) })]
  }
  return [reportFilter(field, filter)]
}

/** The conditions of a table as the platform's lists take them. */
export const listFilters = ({ filters }: Pick<GridQuestion, 'filters'>, columns: readonly ColumnFace[]): Filter[] =>
  columns.flatMap((column) => {
    const filter = filters[column.key]
    return filter ? conditions(column, filter) : []
  })

/** The order of a table as the platform's lists take it. */
export const listSort = ({ sort }: Pick<GridQuestion, 'sort'>) => sort.map(({ key, order }) => ({ field: key, order }))
