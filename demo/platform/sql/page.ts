import type { SelectQueryBuilder } from 'kysely'
import { pageDefault } from '../../../src/contract/list.ts'
import { type ListFields, type ListQuery, listOrder, listWhere } from './list.ts'
import type { SqlPiece } from './pieces.ts'

interface PageSource<DB, TB extends keyof DB, Selected, Row> {
  /** The tables of the list, with the conditions that hold for every request. */
  readonly from: SelectQueryBuilder<DB, TB, object>
  readonly columns: (from: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Selected>
  /** The fields that a request may filter and sort by. */
  readonly fields: ListFields
  /** The last part of the sort order; it must tell all rows apart. */
  readonly id: SqlPiece
  /** The request's filters, sort and page. */
  readonly where: ListQuery
  /** Converts a selected row to the API's. */
  readonly row: (selected: Selected) => Row
}

/** The start and size of a page; defaults for what the request omits. */
export const paginationOf = (query: { start?: number; count?: number } | undefined) => ({
  start: query?.start ?? pageDefault.start,
  count: query?.count ?? pageDefault.count,
})

/** One page of a list, and the number of rows on all its pages. */
export async function pageOf<DB, TB extends keyof DB, Selected, Row>({
  from,
  columns,
  fields,
  id,
  where,
  row,
}: PageSource<DB, TB, Selected, Row>): Promise<{ rows: Row[]; total: number }> {
  const filtered = from.where(listWhere(fields, where.filters))
  const { start, count } = where.pagination ?? pageDefault
  const selected = await columns(filtered)
    .orderBy(listOrder(fields, where.sort, id))
    .limit(count)
    .offset(start)
    .execute()
  const totals = await filtered.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { total } = totals as { total: number } // tsc cannot name columns of a query over tables that are a parameter
  return {
    rows: selected.map((selectedRow) => row(selectedRow as Selected)), // kysely's simplified form of the type, as long as it is a parameter
    total,
  }
}
