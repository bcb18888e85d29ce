import { type RefObject, useEffect, useRef } from 'react'
import { useGuest } from '../../../kit/guest.tsx'
import { splitPath } from '../../../kit/path.ts'
import { useConsole } from './console.ts'

const product = 'Placard'

/** The title of the page, where the console is the page. */
export function useTitle(...parts: readonly (string | undefined)[]) {
  const { isRouted } = useConsole()
  const title = [...new Set(parts.filter(Boolean)), product].join(' · ')
  useEffect(() => {
    if (isRouted) document.title = title
  }, [isRouted, title])
}

/** Where the page was when each place was left, for the way back. */
function useScroll(isRouted: boolean) {
  const isBack = useRef(false)
  useEffect(() => {
    if (!isRouted) return
    const note = () => {
      isBack.current = true
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [isRouted])
  return isBack
}

/** Whoever goes to another place is at its beginning, with the focus too; the browser itself knows the way back. */
export function useArrival(main: RefObject<HTMLElement | null>) {
  const { path } = useGuest()
  const { isRouted } = useConsole()
  const isBack = useScroll(isRouted)
  const { pathname } = splitPath(path)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
    if (isRouted && !isBack.current) scrollTo(0, 0)
    isBack.current = false
  }, [pathname, main, isRouted, isBack])
}
