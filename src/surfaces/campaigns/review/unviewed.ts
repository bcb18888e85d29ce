import { createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'

/** How many of a list were not on the screen yet, and what they are called. */
export interface Unseen {
  readonly label: string
  readonly left: number
}
type TellUnseen = (part: string, unseen: Unseen | undefined) => void
/** Hears of each list that is read in pages how many of it were not on the screen yet. */
export const Unlooked = createContext<TellUnseen>(() => undefined)

/** What was not looked at yet, list by list. */
export function useUnseen() {
  const [lists, setLists] = useState<ReadonlyMap<string, Unseen>>(new Map())
  const tell = useCallback<TellUnseen>((part, unseen) => {
    setLists((before) => {
      if (before.get(part)?.left === unseen?.left) return before
      const next = new Map(before)
      if (unseen) next.set(part, unseen)
      else next.delete(part)
      return next
    })
  }, [])
  return { lists: [...lists.values()], tell }
}

interface Page {
  readonly start: number
  /** How many stand on it, and how many there are; nothing as long as it is being read. */
  readonly read: { readonly shown: number; readonly total: number } | undefined
}

/** Keeps which pages of a list were on the screen, and tells what is left; answers how many there are, also while the next page is read. */
export function usePagesSeen(part: string, label: string, { start, read }: Page): number | undefined {
  const tell = useContext(Unlooked)
  const seen = useRef(new Map<number, number>()).current
  const total = useRef<number>(undefined)
  if (read) {
    seen.set(start, read.shown)
    total.current = read.total
  }
  const looked = [...seen.values()].reduce((all, one) => all + one, 0)
  const left = Math.max(0, (total.current ?? 0) - looked)
  useLayoutEffect(() => {
    tell(part, left > 0 ? { label, left } : undefined)
  }, [tell, part, label, left])
  useLayoutEffect(() => () => tell(part, undefined), [tell, part])
  return total.current
}
