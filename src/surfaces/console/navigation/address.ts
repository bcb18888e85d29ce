import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { consoleRouteOf, returnMarker } from '../../../kit/session/return-route.ts'

/** Reads and writes the console's path in the page's URL. */
export interface PageAddress {
  read(): string
  of(path: string): string
}

const bare = (path: string) => path.replace(/^[/\\]+/, '')

/** In a frame the path is stored in the fragment, because the frame's own URL belongs to the host. */
export const pageAddress = (isEmbedded: boolean, page: Pick<Location, 'pathname' | 'search' | 'hash' | 'origin'>): PageAddress =>
  isEmbedded
    ? {
        read: () => bare(page.hash.includes(returnMarker) ? consoleRouteOf(page.hash, true, page.origin) : page.hash.replace(/^#/, '')),
        of: (path) => `#/${bare(path)}`,
      }
    : { read: () => bare(page.pathname) + page.search, of: (path) => `/${bare(path)}` }

interface UrlMode {
  /** False until the console shows the path of the page's URL. */
  readonly isThere: boolean
  /** Replaces the current history entry, so that Back does not return here. */
  readonly goInstead: (path: string, title?: string) => void
}

const isOwn = (event: Event, host: Element) => event.composedPath()[0] === host

/** Keeps the element's path and the page's URL equal. */
export function useAddress(isRouted: boolean, isEmbedded: boolean): UrlMode {
  const { root, path, navigate } = useElementContext()
  const { host } = root
  const address = useMemo(() => pageAddress(isEmbedded, location), [isEmbedded])
  const [isThere, setThere] = useState(!isRouted)
  useLayoutEffect(() => {
    if (!isRouted) return
    host.setAttribute('link-base', isEmbedded ? '#/' : '/')
    const showAddress = () => host.setAttribute('path', address.read())
    // A canceled navigation reverts the path; only this event reports it.
    const onNavigated = (event: Event) => isOwn(event, host) && write(host.getAttribute('path') ?? '')
    const write = (to: string) => {
      if (address.read() !== bare(to)) history.pushState(null, '', address.of(to))
    }
    showAddress()
    setThere(true)
    host.addEventListener('ad-navigated', onNavigated)
    for (const type of ['popstate', 'hashchange']) addEventListener(type, showAddress)
    return () => {
      host.removeEventListener('ad-navigated', onNavigated)
      for (const type of ['popstate', 'hashchange']) removeEventListener(type, showAddress)
    }
  }, [isRouted, isEmbedded, host, address])
  useEffect(() => {
    if (isRouted && isThere && bare(host.getAttribute('path') ?? '') === bare(path) && address.read() !== bare(path))
      history.pushState(null, '', address.of(path))
  }, [isRouted, isThere, host, path, address])
  const replacePath = useCallback(
    (to: string, title?: string) => {
      if (isRouted) history.replaceState(null, '', address.of(to))
      // A fragment belongs to the page, so it is removed from the element's path.
      navigate(bare(to).replace(/#.*$/s, ''), title)
    },
    [isRouted, address, navigate],
  )
  // Only the first path is awaited. Later, the current screen stays until the next one is ready, to keep the focus.
  const hasCome = useRef(false)
  if (isThere && bare(path) === bare(host.getAttribute('path') ?? '')) hasCome.current = true
  return { isThere: !isRouted || hasCome.current, goInstead: replacePath }
}
