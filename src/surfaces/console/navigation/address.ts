import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useGuest } from '../../../kit/host/guest.tsx'
import { placeIn, returnMarker } from '../../../kit/session/own-route.ts'

/** Where the page's address keeps the console's place. */
export interface PageAddress {
  read(): string
  /** The address of a place of the console. */
  of(path: string): string
}

const bare = (path: string) => path.replace(/^[/\\]+/, '')

/** In a frame the place is in the fragment, because the frame's own address is its host's matter. */
export const pageAddress = (isEmbedded: boolean, page: Pick<Location, 'pathname' | 'search' | 'hash' | 'origin'>): PageAddress =>
  isEmbedded
    ? {
        read: () => bare(page.hash.includes(returnMarker) ? placeIn(page.hash, true, page.origin) : page.hash.replace(/^#/, '')),
        of: (path) => `#/${bare(path)}`,
      }
    : { read: () => bare(page.pathname) + page.search, of: (path) => `/${bare(path)}` }

interface Way {
  /** False until the place is that of the page's address. */
  readonly isThere: boolean
  /** Goes elsewhere, so that back does not lead here again. */
  readonly goInstead: (path: string, title?: string) => void
}

const isOwn = (event: Event, host: Element) => event.composedPath()[0] === host

/** Keeps the console's place and the page's address the same: each follows the other. */
export function useAddress(isRouted: boolean, isEmbedded: boolean): Way {
  const { root, path, navigate } = useGuest()
  const { host } = root
  const address = useMemo(() => pageAddress(isEmbedded, location), [isEmbedded])
  const [isThere, setThere] = useState(!isRouted)
  useLayoutEffect(() => {
    if (!isRouted) return
    host.setAttribute('link-base', isEmbedded ? '#/' : '/')
    const follow = () => host.setAttribute('path', address.read())
    // A way that somebody refused to take is taken back, which only the event tells.
    const show = (event: Event) => isOwn(event, host) && write(host.getAttribute('path') ?? '')
    const write = (to: string) => {
      if (address.read() !== bare(to)) history.pushState(null, '', address.of(to))
    }
    follow()
    setThere(true)
    host.addEventListener('ad-navigated', show)
    for (const type of ['popstate', 'hashchange']) addEventListener(type, follow)
    return () => {
      host.removeEventListener('ad-navigated', show)
      for (const type of ['popstate', 'hashchange']) removeEventListener(type, follow)
    }
  }, [isRouted, isEmbedded, host, address])
  useEffect(() => {
    if (isRouted && isThere && bare(host.getAttribute('path') ?? '') === bare(path) && address.read() !== bare(path))
      history.pushState(null, '', address.of(path))
  }, [isRouted, isThere, host, path, address])
  const goInstead = useCallback(
    (to: string, title?: string) => {
      if (isRouted) history.replaceState(null, '', address.of(to))
      // A fragment is the page's; where the place itself is in it, it has none of its own.
      navigate(bare(to).replace(/#.*$/s, ''), title)
    },
    [isRouted, address, navigate],
  )
  // Only the first place is waited for: what was shown stays, focus and all, until the next one takes its place.
  const hasCome = useRef(false)
  if (isThere && bare(path) === bare(host.getAttribute('path') ?? '')) hasCome.current = true
  return { isThere: !isRouted || hasCome.current, goInstead }
}
