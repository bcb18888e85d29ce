import { createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'

/** Label of a list, and the number of its rows that were not shown. */
export interface UnviewedRows {
  readonly label: string
  readonly left: number
}
type ReportUnviewed = (part: string, unseen: UnviewedRows | undefined) => void
/** Collects how many rows of each paged list were not shown. */
export const UnviewedContext = createContext<ReportUnviewed>(() => undefined)

/** Tracks the lists that the reviewer has not seen completely. */
export function useUnviewed() {
  const [lists, setLists] = useState<ReadonlyMap<string, UnviewedRows>>(new Map())
  const report = useCallback<ReportUnviewed>((part, unseen) => {
    setLists((before) => {
      if (before.get(part)?.left === unseen?.left) return before
      const next = new Map(before)
      if (unseen) next.set(part, unseen)
      else next.delete(part)
      return next
    })
  }, [])
  return { lists: [...lists.values()], tell: report }
}

interface Page {
  readonly start: number
  /** Undefined while the page loads. */
  readonly read: { readonly shown: number; readonly total: number } | undefined
}

/** Tracks which pages of a list were shown, and reports the rest. Returns the total, which stays known while another page loads. */
export function useViewedPages(part: string, label: string, { start, read }: Page): number | undefined {
  const report = useContext(UnviewedContext)
  const shownRows = useRef(new Map<number, number>()).current
  const total = useRef<number>(undefined)
  if (read) {
    shownRows.set(start, read.shown)
    total.current = read.total
  }
  const shownCount = [...shownRows.values()].reduce((all, item) => all + item, 0)
  const left = Math.max(0, (total.current ?? 0) - shownCount)
  useLayoutEffect(() => {
    report(part, left > 0 ? { label, left } : undefined)
  }, [report, part, label, left])
  useLayoutEffect(() => () => report(part, undefined), [report, part])
  return total.current
}
