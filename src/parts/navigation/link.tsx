import { useMemo } from 'react'
import { useElementContext } from '../../kit/host/element-context.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'

/** Only pages: a link base such as `data:` or `vbscript:` may come from injected markup. */
const isPage = (linkBase: string) => URL.canParse(linkBase, 'https://host') && /^https?:$/.test(new URL(linkBase, 'https://host').protocol)

/** The URL of a path inside the element, on the host's own page; undefined without a link base, or with one that is no page. */
export function hrefOf(linkBase: string, path: string): string | undefined {
  if (!linkBase || !isPage(linkBase)) return undefined
  // A link base that ends with a query parameter takes the whole path as its value.
  if (/\?[^#]*=$/.test(linkBase)) return linkBase + encodeURIComponent(path)
  if (path === '') return linkBase.length > 1 ? linkBase.replace(/\/$/, '') : linkBase
  return /[/#=]$/.test(linkBase) ? linkBase + path : `${linkBase}/${path}`
}

/** Creates links to paths inside the element. */
export function usePathLink() {
  const { linkBase, navigate } = useElementContext()
  return useMemo(
    () =>
      (path: string, title?: string): LinkTarget => ({ href: hrefOf(linkBase, path), onNavigate: () => navigate(path, title) }),
    [linkBase, navigate],
  )
}
