import type { CellValue, ColumnInfo } from './column.ts'
import { isNumericColumn } from './column.ts'

export interface GridSort {
  readonly key: string
  readonly order: 'asc' | 'desc'
}

export type GridFilter =
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'between'; readonly from?: string; readonly to?: string }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }

/** Sort order and filters of a grid. */
export interface GridQuery {
  readonly sort: readonly GridSort[]
  readonly filters: Readonly<Record<string, GridFilter>>
}

/** A request to the source. */
export interface GridRequest extends GridQuery {
  readonly start: number
  readonly count: number
  /** The totals of this query are not loaded yet. */
  readonly needsTotals: boolean
  readonly signal: AbortSignal
}

/** Totals over all matching rows, by column key. */
export type GridTotals = Readonly<Record<string, CellValue>>

export interface GridResponse<Row> {
  readonly rows: readonly Row[]
  /** Number of matching rows. */
  readonly total: number
  readonly totals?: GridTotals | undefined
}

/** Loads rows. The source sorts, filters and counts, and stops when the signal aborts. */
export type GridSource<Row> = (request: GridRequest) => Promise<GridResponse<Row>>

/** The query without filters or a sort order. */
export const emptyGridQuery: GridQuery = { sort: [], filters: {} }

/** Maximum number of sort keys. */
const maxSortKeys = 3

/** Next sort after a click on a header. Numbers and dates start descending, texts ascending; the third click removes the sort. */
export function nextSort(sort: readonly GridSort[], column: Pick<ColumnInfo, 'key' | 'kind'>, isAdded: boolean): GridSort[] {
  const first = isNumericColumn(column) || column.kind === 'date' ? 'desc' : 'asc'
  const currentSort = sort.find(({ key }) => key === column.key)
  const order = !currentSort ? first : currentSort.order === first ? (first === 'asc' ? 'desc' : 'asc') : undefined
  const next: GridSort | undefined = order && { key: column.key, order }
  if (!isAdded) return next ? [next] : []
  if (currentSort) return sort.flatMap((item) => (item.key === column.key ? (next ?? []) : item))
  return next ? [...sort.slice(0, maxSortKeys - 1), next] : [...sort]
}

/** The query with one column's filter replaced; a blank filter is removed. */
export function withFilter({ sort, filters }: GridQuery, key: string, filter: GridFilter | undefined): GridQuery {
  const { [key]: _, ...others } = filters
  return { sort, filters: filter && !isBlank(filter) ? { ...others, [key]: filter } : others }
}

/** True if the filter matches every row. */
function isBlank(filter: GridFilter) {
  if (filter.kind === 'contains') return filter.text.trim() === ''
  return filter.kind === 'between' ? !filter.from && !filter.to : filter.values.length === 0
}
