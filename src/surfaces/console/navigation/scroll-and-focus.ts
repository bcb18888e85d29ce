import { useLingui } from '@lingui/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { splitPath } from '../../../kit/split-path.ts'
import { useConsole } from '../context.tsx'
import { nameOf } from '../surface/words.ts'

const product = 'Placard'
const titleOf = (parts: readonly (string | undefined)[]) => [...new Set(parts.filter(Boolean)), product].join(' · ')

/** Sets the document title if the console is the whole page. */
export function useTitle(...parts: readonly (string | undefined)[]) {
  const { isRouted } = useConsole()
  const title = titleOf(parts)
  useEffect(() => {
    if (isRouted) document.title = title
  }, [isRouted, title])
}

/** Sets the title of a page while its content is loading, blocked or failed. Loaded content sets its own title. */
export function usePageTitle(match: AddressMatch | undefined) {
  const { i18n } = useLingui()
  const { isRouted } = useConsole()
  const title = titleOf([match && i18n._(nameOf(match)[0])])
  // A layout effect runs before the effects of the content, so the content's title wins.
  useLayoutEffect(() => {
    if (isRouted) document.title = title
  }, [isRouted, title])
}

/** How long to wait for late content when restoring the scroll position. */
const lateMs = 5000
const userEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Restores the scroll position as soon as the page is long enough, unless the user scrolls first. */
function restoreScroll(top: number, sheet: Element): () => void {
  const unmounted = new AbortController()
  const reach = () => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) <= 1) stop()
  }
  const observer = new ResizeObserver(reach)
  const timer = setTimeout(() => stop(), lateMs)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    unmounted.abort()
  }
  for (const type of userEvents) addEventListener(type, stop, { signal: unmounted.signal, passive: true })
  observer.observe(sheet)
  reach()
  return stop
}

/** Remembers the scroll position of each path, and detects back and forward navigation. */
function useScrollMemory(isRouted: boolean, path: string) {
  const scrollTops = useRef(new Map<string, number>())
  const backTo = useRef<string>(undefined)
  const currentKey = useRef('')
  const { pathname } = splitPath(path)
  // Must run before the scroll event that the new content causes.
  useLayoutEffect(() => {
    currentKey.current = pathname
  }, [pathname])
  useEffect(() => {
    if (!isRouted) return
    const unmounted = new AbortController()
    const note = () => {
      backTo.current = location.href
    }
    addEventListener('popstate', note, { signal: unmounted.signal })
    addEventListener('scroll', () => scrollTops.current.set(currentKey.current, scrollY), { signal: unmounted.signal, passive: true })
    return () => unmounted.abort()
  }, [isRouted])
  return {
    /** Scroll position at which this path was left. */
    top: () => scrollTops.current.get(pathname) ?? 0,
    wasBack: () => {
      const isBack = backTo.current === location.href
      // The next navigation must be detected on its own.
      backTo.current = undefined
      return isBack
    },
  }
}

/** After navigation, focuses the content and scrolls to the top; after back or forward, restores the scroll position. */
export function useScrollAndFocus(main: RefObject<HTMLElement | null>) {
  const { path } = useElementContext()
  const { isRouted } = useConsole()
  const navigation = useScrollMemory(isRouted, path)
  const previousPath = useRef(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run once per navigation
  useEffect(() => {
    if (previousPath.current === path) return
    const previousPathname = splitPath(previousPath.current).pathname
    const isElsewhere = previousPathname !== splitPath(path).pathname
    previousPath.current = path
    // The empty path only redirects, so this navigation counts as the first page load.
    if (isElsewhere && previousPathname !== '') main.current?.focus({ preventScroll: true })
    const top = navigation.top()
    let stop: (() => void) | undefined
    // The popstate listener may run after this effect, so the check waits for one frame.
    const frame = requestAnimationFrame(() => {
      const wasBack = navigation.wasBack()
      if (!isElsewhere || !isRouted || !main.current) return
      if (wasBack) stop = restoreScroll(top, main.current)
      else scrollTo(0, 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop?.()
    }
  }, [path, main, isRouted])
}
