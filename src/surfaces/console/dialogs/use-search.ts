import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { SearchResultKind } from '../../../contract/search/search.rules.ts'
import { search as searches } from '../../../contract/search/search.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { IconShape } from '../../../ui/icon/icons.ts'
import { isBuilt } from '../surface/element-loading.ts'
import { consoleIcons } from '../icons.ts'
import { type VisibleGroups, findMatch } from '../navigation/entries.ts'

const pauseMs = 200
const findable = /[\p{L}\p{N}]/u

/** The typed text, debounced. */
function useDebounced(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const kindIcons = {
  client: consoleIcons.home,
  advertiser: consoleIcons.tiles,
  advertiser_group: consoleIcons.tiles,
  campaign: consoleIcons.horn,
  user: consoleIcons.person,
} as const

/** A search result. */
export interface SearchResult {
  readonly id: string
  readonly path: string
  readonly label: string
  readonly about: string
  readonly icon: IconShape
  readonly status: string | null
  readonly isThere: boolean
  /** False if the result belongs to the previously typed text. */
  readonly isOfText: boolean
}

function usePages(groups: VisibleGroups, text: string): SearchResult[] {
  const { i18n } = useLingui()
  const searchText = text.trim().toLocaleLowerCase(i18n.locale)
  return groups
    .flatMap(({ entries }) => entries)
    .map((entry) => ({
      id: entry.path,
      path: entry.path,
      label: i18n._(entry.name),
      about: '',
      icon: entry.icon,
      status: null,
      isThere: true,
      isOfText: true,
    }))
    .filter(({ label }) => label.toLocaleLowerCase(i18n.locale).includes(searchText))
}

/** True if the console can show the path. */
const isThere = (path: string) => {
  const match = findMatch(path)
  return match !== undefined && isBuilt(match.tag)
}

/** Pages of the navigation first, then objects that the platform finds. */
export function useSearchResults(groups: VisibleGroups, text: string) {
  const { t } = useLingui()
  const searchText = useDebounced(text).trim()
  const pages = usePages(groups, text)
  const { data, error, isLoading } = useRead(
    searches.all,
    findable.test(searchText) ? { query: { query: searchText.slice(0, 100) } } : null,
    {
      keepPreviousData: true,
    },
  )
  const isBusy = isLoading || searchText !== text.trim()
  const kinds: Readonly<Record<SearchResultKind, string>> = {
    client: t`Client`,
    advertiser: t`Advertiser`,
    advertiser_group: t`Advertiser group`,
    campaign: t`Campaign`,
    user: t`Person`,
  }
  // After an error, cached results belong to an earlier text.
  const results = (findable.test(text) && !error ? (data?.results ?? []) : []).map(({ kind, id, name: label, about, status, address }) => ({
    id: `${kind}-${id}`,
    path: address.slice(1),
    label,
    about: [kinds[kind], about].filter(Boolean).join(' · '),
    icon: kindIcons[kind],
    status: status === 'active' ? null : status,
    isThere: isThere(address.slice(1)),
    isOfText: !isBusy,
  }))
  return { hits: [...pages, ...results], isBusy, error }
}
