import type { Filter } from '../../contract/list.ts'
import { reportFilter } from './report-source.ts'
import type { ColumnInfo } from '../../ui/table/column.ts'
import type { GridFilter, GridQuery } from '../../ui/table/query.ts'

/** Open ends of a date range; the platform requires both ends. */
const firstDay = '1900-01-01'
const lastDay = '2199-12-31'

function conditions(column: ColumnInfo, filter: GridFilter): Filter[] {
  const { key: field, kind } = column
  if (kind === 'date' && filter.kind === 'between')
    return [{ field, operation: 'BETWEEN', value: [filter.from ?? firstDay, filter.to ?? lastDay] }]
  // The user types a percentage; the platform expects a fraction.
  if (kind === 'percent' && filter.kind === 'between') {
    const share = (text: string | undefined) => (text === undefined ? undefined : String(Number(text) / 100))
    const from = share(filter.from)
    const to = share(filter.to)
    return [reportFilter(field, { kind: 'between', ...(from && { from }), ...(to && { to }) })]
  }
  return [reportFilter(field, filter)]
}

/** Converts table filters into the platform's list filters. */
export const listFilters = ({ filters }: Pick<GridQuery, 'filters'>, columns: readonly ColumnInfo[]): Filter[] =>
  columns.flatMap((column) => {
    const filter = filters[column.key]
    return filter ? conditions(column, filter) : []
  })

/** Converts the table's sort order into the platform's. */
export const listSort = ({ sort }: Pick<GridQuery, 'sort'>) => sort.map(({ key, order }) => ({ field: key, order }))
