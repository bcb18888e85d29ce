import { useMemo } from 'react'
import { useGuest } from '../../kit/host/guest.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'

/** The address of a place inside the element, on the host's own page; nothing where the host has given none. */
export function hrefOf(linkBase: string, path: string): string | undefined {
  if (!linkBase) return undefined
  // A host that keeps the place in its query has one word for all of it.
  if (/\?[^#]*=$/.test(linkBase)) return linkBase + encodeURIComponent(path)
  if (path === '') return linkBase.length > 1 ? linkBase.replace(/\/$/, '') : linkBase
  return /[/#=]$/.test(linkBase) ? linkBase + path : `${linkBase}/${path}`
}

/** Makes links to places inside the element. */
export function usePlaceLink() {
  const { linkBase, navigate } = useGuest()
  return useMemo(
    () =>
      (path: string, title?: string): LinkTarget => ({ href: hrefOf(linkBase, path), onGo: () => navigate(path, title) }),
    [linkBase, navigate],
  )
}
