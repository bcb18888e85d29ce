import { maxPageSize, type Pagination } from '../../../contract/list.ts'
import type { Selection } from '../../../ui/table/selection.ts'

type ReadPage<Row> = (page: { readonly pagination: Pagination }, signal: AbortSignal) => Promise<readonly Row[]>

/** The ids of the selected rows; all matching rows are read page by page. */
export async function selectedIds<Row>(
  { isAll, rows, except }: Selection<Row>,
  idOf: (row: Row) => number,
  readPage: ReadPage<Row>,
): Promise<number[]> {
  if (!isAll) return [...rows.values()].map(idOf)
  const ids: number[] = []
  const { signal } = new AbortController()
  for (let start = 0; ; start += maxPageSize) {
    const page = await readPage({ pagination: { start, count: maxPageSize } }, signal)
    ids.push(...page.map(idOf).filter((id) => !except.has(String(id))))
    if (page.length < maxPageSize) return ids
  }
}

/** Splits items into parts that one request takes. */
export const batchesOf = <Item>(items: readonly Item[], most: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most))
