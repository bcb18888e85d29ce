import { useCallback, useMemo, useRef, useState } from 'react'
import type { Call, Endpoint, Result } from '../../contract/endpoint.ts'
import type { Filter, Pagination, Sort } from '../../contract/list.ts'
import type { MetricValues } from '../../contract/reports/trends.ts'
import { type Staleness, useStaleness } from '../../kit/cache.tsx'
import { useRuntime } from '../../kit/runtime.tsx'
import type { ColumnInfo } from '../../ui/table/column.ts'
import type { GridSource, GridFilter, GridQuery } from '../../ui/table/query.ts'
import { reportFilter } from './report-source.ts'

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

/** What a list adds to the body of its request. */
export interface ListRequest {
  readonly pagination: Pagination
  readonly sort?: Sort[]
  readonly filters?: Filter[]
}

/** What every list replies with, next to its rows. */
interface ListReply {
  readonly total: number
  readonly totals?: MetricValues
}

/** The request without the page, such as the path and the dates. */
export type BaseCall<E extends Endpoint> = Omit<Call<E>, 'body'> & { readonly body?: Omit<BodyOf<E>, 'pagination' | 'sort'> }
type BodyOf<E> = Call<E> extends { body?: infer B } ? NonNullable<B> : never

/** The fields of a reply that hold rows. */
export type RowsField<E> = { [F in keyof Result<E>]: Result<E>[F] extends readonly unknown[] ? F : never }[keyof Result<E>] & string
type RowOf<E, F extends keyof Result<E>> = Result<E>[F] extends readonly (infer Row)[] ? Row : never

interface ListOptions<E extends Endpoint, F extends RowsField<E>> {
  readonly endpoint: E
  /** The field of the reply with the rows. */
  readonly field: F
  /** The request for all rows; the list adds the page, the sort order and the user's filters. */
  readonly call: BaseCall<E>
  readonly columns: readonly ColumnInfo[]
  /** Given by a list that edits cells, which needs its `exceptHere` for its columns. */
  readonly staleness?: Staleness | undefined
  /** Called with the rows of each page. */
  readonly onRows?: (rows: readonly RowOf<E, F>[]) => void
}

/** The rows of a list endpoint, as a table loads them, and the last reply. */
export function useList<E extends Endpoint, F extends RowsField<E>>(options: ListOptions<E, F>) {
  type Row = RowOf<E, F>
  const { endpoint, field, call, columns, staleness, onRows } = options
  const { send } = useRuntime()
  const ownStaleness = useStaleness(endpoint)
  const latest = useRef({ columns, onRows })
  latest.current = { columns, onRows }
  // Null after a failed request; undefined before the first reply.
  const [reply, setReply] = useState<Result<E> | null>()
  const callText = JSON.stringify(call)
  const read = useCallback(
    (listRequest: ListRequest, signal: AbortSignal) => {
      const { body, ...rest } = JSON.parse(callText) as { body?: { filters?: Filter[] } } // stringified above
      const filters = [...(body?.filters ?? []), ...(listRequest.filters ?? [])]
      const request = { ...rest, body: { ...body, ...listRequest, ...(filters.length > 0 && { filters }) } }
      return send(endpoint, request as unknown as Call<E>, { signal }) // BaseCall, with the fields that every list accepts
    },
    [send, endpoint, callText],
  )
  const source: GridSource<Row> = useMemo(
    () => async (query) => {
      const { start, count, signal } = query
      const sort = listSort(query)
      const filters = listFilters(query, latest.current.columns)
      const request = { pagination: { start, count }, ...(sort.length > 0 && { sort }), ...(filters.length > 0 && { filters }) }
      const reply = await read(request, signal).catch((error: unknown) => {
        if (!signal.aborted) setReply(null)
        throw error
      })
      const rows = reply[field] as readonly Row[] // RowsField names only such fields
      const { total, totals } = reply as unknown as ListReply // every list counts its rows
      latest.current.onRows?.(rows)
      setReply(reply)
      return { rows, total, totals }
    },
    [read, field],
  )
  const lastReply = (reply ?? undefined) as Result<E> | undefined // a nullish default removes null, but also the type of a generic reply
  const { count } = staleness ?? ownStaleness
  return { source, staleness: count, read, reply: lastReply, hasFailed: reply === null }
}
