import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { GridQuery, GridSource } from './query.ts'
import { createWindows, type Windows, type WindowsState } from './windows.ts'

export interface DisplayedWindows<Row> extends WindowsState {
  /** Rows of this query, or of the previous query until the first response or error. */
  readonly windows: Windows<Row>
  /** Rows of this query, perhaps before the first response. */
  readonly current: Windows<Row>
  /** The rows belong to the previous query. */
  readonly isOld: boolean
  retry(): void
}

/** Debounce for jumps: windows passed during a fast scroll are not requested. */
const settleMs = 80
const size = 100

/** Loads the rows in view again when `staleness` increases, but not while the user edits a row. */
export function useReloads<Row>(current: Windows<Row>, staleness: number, isEditing: boolean) {
  const last = useRef({ windows: current, staleness })
  useEffect(() => {
    if (last.current.windows !== current) last.current = { windows: current, staleness }
    if (isEditing || last.current.staleness === staleness) return
    const controller = new AbortController()
    void current.reload(controller.signal).then((isDone) => {
      if (isDone) last.current = { windows: current, staleness }
    })
    return () => controller.abort()
  }, [current, staleness, isEditing])
}

/** Loads the rows of a query while the user scrolls. */
export function useWindows<Row>(
  source: GridSource<Row>,
  query: GridQuery,
  { first, last }: { first: number; last: number },
): DisplayedWindows<Row> {
  const key = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query
  const current = useMemo(() => createWindows({ source, query, size }), [source, key])
  const state = useSyncExternalStore(current.onChange, current.state)
  const shownWindows = useRef(current)
  if (state.total !== undefined || state.error !== undefined) shownWindows.current = current

  const requested = useRef({ windows: current, first: -size * 2 })
  useEffect(() => {
    const isNear = requested.current.windows !== current || Math.abs(requested.current.first - first) < size
    const request = () => {
      requested.current = { windows: current, first }
      current.want(first, last)
    }
    if (isNear) return request()
    const timer = setTimeout(request, settleMs)
    return () => clearTimeout(timer)
  }, [current, first, last])
  useEffect(() => () => current.end(), [current])

  const windows = shownWindows.current
  const isPreviousQuery = windows !== current
  return {
    ...(isPreviousQuery ? { ...windows.state(), isRequesting: true } : state),
    windows,
    current,
    isOld: isPreviousQuery,
    retry: current.retry,
  }
}
