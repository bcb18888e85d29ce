import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { GridQuery, GridSource } from './query.ts'
import { createWindows, type Windows, type WindowsState } from './windows.ts'

export interface DisplayedWindows<Row> extends WindowsState {
  /** Rows of this query, or of the previous query until the first response or error. */
  readonly windows: Windows<Row>
  /** The rows belong to the previous query. */
  readonly isOld: boolean
  retry(): void
}

/** Debounce for jumps: windows passed during a fast scroll are not requested. */
const settleMs = 80
const size = 100

/** Loads the rows of a query while the user scrolls. */
export function useWindows<Row>(
  source: GridSource<Row>,
  question: GridQuery,
  { first, last }: { first: number; last: number },
): DisplayedWindows<Row> {
  const key = JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query
  const current = useMemo(() => createWindows({ source, question, size }), [source, key])
  const state = useSyncExternalStore(current.onChange, current.state)
  const shown = useRef(current)
  if (state.total !== undefined || state.error !== undefined) shown.current = current

  const wanted = useRef({ windows: current, first: -size * 2 })
  useEffect(() => {
    const isNear = wanted.current.windows !== current || Math.abs(wanted.current.first - first) < size
    const want = () => {
      wanted.current = { windows: current, first }
      current.want(first, last)
    }
    if (isNear) return want()
    const timer = setTimeout(want, settleMs)
    return () => clearTimeout(timer)
  }, [current, first, last])
  useEffect(() => () => current.end(), [current])

  const windows = shown.current
  const isPreviousQuery = windows !== current
  return {
    ...(isPreviousQuery ? { ...windows.state(), isRequesting: true } : state),
    windows,
    isOld: isPreviousQuery,
    retry: current.retry,
  }
}
