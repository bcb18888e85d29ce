import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { GridQuestion, GridSource } from './query.ts'
import { createWindows, type Windows, type WindowsState } from './windows.ts'

export interface ShownWindows<Row> extends WindowsState {
  /** The rows to show: of this question, or of the one before as long as nothing is known of this one. */
  readonly windows: Windows<Row>
  /** What is shown is the answer to the question before. */
  readonly isOld: boolean
  retry(): void
}

/** Rows that are far from where one scrolls by are not asked for at once. */
const settleMs = 80
const size = 100

/** The rows of a question as one scrolls through them. */
export function useWindows<Row>(
  source: GridSource<Row>,
  question: GridQuestion,
  { first, last }: { first: number; last: number },
): ShownWindows<Row> {
  const key = JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the question
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
  const isOld = windows !== current
  return { ...(isOld ? { ...windows.state(), isAsking: true } : state), windows, isOld, retry: current.retry }
}
