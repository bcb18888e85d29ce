import { useLingui } from '@lingui/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Place } from '../../../contract/addresses/addresses.ts'
import { useGuest } from '../../../kit/host/guest.tsx'
import { splitPath } from '../../../kit/split-path.ts'
import { useConsole } from '../context.tsx'
import { nameOf } from '../surface/words.ts'

const product = 'Placard'
const titleOf = (parts: readonly (string | undefined)[]) => [...new Set(parts.filter(Boolean)), product].join(' · ')

/** The title of the page, where the console is the page. */
export function useTitle(...parts: readonly (string | undefined)[]) {
  const { isRouted } = useConsole()
  const title = titleOf(parts)
  useEffect(() => {
    if (isRouted) document.title = title
  }, [isRouted, title])
}

/** The title of a place whatever keeps it closed: what is waited for, accepted first or could not be read; what is behind says its own. */
export function usePlaceTitle(place: Place | undefined) {
  const { i18n } = useLingui()
  const { isRouted } = useConsole()
  const title = titleOf([place && i18n._(nameOf(place)[0])])
  // Before what is behind it, which has the last word.
  useLayoutEffect(() => {
    if (isRouted) document.title = title
  }, [isRouted, title])
}

/** How long what comes late is waited for on the way back. */
const lateMs = 5000
const takesOver = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Goes where the page was as soon as it is long enough again, unless the person moves it first. */
function returnTo(top: number, sheet: Element): () => void {
  const leaving = new AbortController()
  const reach = () => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) <= 1) stop()
  }
  const watch = new ResizeObserver(reach)
  const timer = setTimeout(() => stop(), lateMs)
  const stop = () => {
    clearTimeout(timer)
    watch.disconnect()
    leaving.abort()
  }
  for (const type of takesOver) addEventListener(type, stop, { signal: leaving.signal, passive: true })
  watch.observe(sheet)
  reach()
  return stop
}

/** Where the page was when each place was left; tells of a place whether it was come back to, and how far down. */
function useWayBack(isRouted: boolean, path: string) {
  const tops = useRef(new Map<string, number>())
  const backTo = useRef<string>(undefined)
  const here = useRef('')
  const { pathname } = splitPath(path)
  // Before the browser tells of the scrolling that the new content makes.
  useLayoutEffect(() => {
    here.current = pathname
  }, [pathname])
  useEffect(() => {
    if (!isRouted) return
    const leaving = new AbortController()
    const note = () => {
      backTo.current = location.href
    }
    addEventListener('popstate', note, { signal: leaving.signal })
    addEventListener('scroll', () => tops.current.set(here.current, scrollY), { signal: leaving.signal, passive: true })
    return () => leaving.abort()
  }, [isRouted])
  return {
    /** How far down this place was left. */
    top: () => tops.current.get(pathname) ?? 0,
    wasBack: () => {
      const isBack = backTo.current === location.href
      // Whichever way it was, the next one is another.
      backTo.current = undefined
      return isBack
    },
  }
}

/** Whoever goes to another place is at its beginning, with the focus too; whoever comes back is where they were. */
export function useArrival(main: RefObject<HTMLElement | null>) {
  const { path } = useGuest()
  const { isRouted } = useConsole()
  const way = useWayBack(isRouted, path)
  const before = useRef(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way is asked about once, when it has been gone
  useEffect(() => {
    if (before.current === path) return
    const was = splitPath(before.current).pathname
    const isElsewhere = was !== splitPath(path).pathname
    before.current = path
    // The start only leads on: whoever comes through it has just come.
    if (isElsewhere && was !== '') main.current?.focus({ preventScroll: true })
    const top = way.top()
    let stop: (() => void) | undefined
    // The page hears of a way back after the place has followed it; a frame later it has.
    const frame = requestAnimationFrame(() => {
      const wasBack = way.wasBack()
      if (!isElsewhere || !isRouted || !main.current) return
      if (wasBack) stop = returnTo(top, main.current)
      else scrollTo(0, 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop?.()
    }
  }, [path, main, isRouted])
}
