import type { CellValue, ColumnFace } from './column.ts'
import { isFigure } from './column.ts'

export interface GridSort {
  readonly key: string
  readonly order: 'asc' | 'desc'
}

/** One condition on a column. */
export type GridFilter =
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'between'; readonly from?: string; readonly to?: string }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }

/** Which rows, and in which order. */
export interface GridQuestion {
  readonly sort: readonly GridSort[]
  readonly filters: Readonly<Record<string, GridFilter>>
}

/** What a source is asked for. */
export interface GridAsk extends GridQuestion {
  readonly start: number
  readonly count: number
  /** The totals of this question are not known yet. */
  readonly needsTotals: boolean
  readonly signal: AbortSignal
}

/** Sums over all rows that match, by column. */
export type GridTotals = Readonly<Record<string, CellValue>>

export interface GridAnswer<Row> {
  readonly rows: readonly Row[]
  /** How many rows match. */
  readonly total: number
  readonly totals?: GridTotals | undefined
}

/** Where rows come from: it sorts, filters and counts, and gives up when the signal says so. */
export type GridSource<Row> = (ask: GridAsk) => Promise<GridAnswer<Row>>

/** No condition and no order of one's own. */
export const anyRows: GridQuestion = { sort: [], filters: {} }

/** Most keys that one sorts by. */
const sortMost = 3

/** What the next press on a head sorts by: figures from the largest, words from A, and the third time not at all. */
export function nextSort(sort: readonly GridSort[], column: Pick<ColumnFace, 'key' | 'kind'>, isAdded: boolean): GridSort[] {
  const first = isFigure(column) || column.kind === 'date' ? 'desc' : 'asc'
  const known = sort.find(({ key }) => key === column.key)
  const order = !known ? first : known.order === first ? (first === 'asc' ? 'desc' : 'asc') : undefined
  const next: GridSort | undefined = order && { key: column.key, order }
  if (!isAdded) return next ? [next] : []
  if (known) return sort.flatMap((one) => (one.key === column.key ? (next ?? []) : one))
  return next ? [...sort.slice(0, sortMost - 1), next] : [...sort]
}

/** The question with one column's condition changed, or without it. */
export function withFilter({ sort, filters }: GridQuestion, key: string, filter: GridFilter | undefined): GridQuestion {
  const { [key]: _, ...others } = filters
  return { sort, filters: filter && !isBlank(filter) ? { ...others, [key]: filter } : others }
}

/** A condition that everything meets. */
function isBlank(filter: GridFilter) {
  if (filter.kind === 'contains') return filter.text.trim() === ''
  return filter.kind === 'between' ? !filter.from && !filter.to : filter.values.length === 0
}
