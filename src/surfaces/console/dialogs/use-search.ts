import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import type { SearchResultKind } from '../../../contract/search/search.rules.ts'
import { SearchResultRow, search as searches } from '../../../contract/search/search.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import type { IconShape } from '../../../ui/icon/icons.ts'
import { plus } from '../../../ui/table/icons.ts'
import { usePageAvailability } from '../flags.ts'
import { consoleIcons } from '../icons.ts'
import { type VisibleGroups, findMatch } from '../navigation/entries.ts'
import { array, is } from 'superstruct'
import { type SafeStorage, safeStorageOf } from '../../../kit/safe-storage.ts'

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
  /** Heading above the first result of its group. */
  readonly group: string
  readonly icon: IconShape
  readonly status: string | null
  /** False if the result belongs to the previously typed text. */
  readonly isOfText: boolean
  /** The object that the platform found; undefined for pages and actions. */
  readonly row?: SearchResultRow
}

/** The path of a new campaign, if the user may create one. */
function useNewCampaignPath(): string | undefined {
  const { memberGroup } = useClient()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.create'] })
  return memberGroup && mayNot === undefined ? `clients/${memberGroup.member_group_id}/campaigns/create` : undefined
}

/** Actions and pages of the navigation. */
function usePages(groups: VisibleGroups, text: string): SearchResult[] {
  const { t, i18n } = useLingui()
  const newCampaignPath = useNewCampaignPath()
  const searchText = text.trim().toLocaleLowerCase(i18n.locale)
  const pages = groups
    .flatMap(({ entries }) => entries)
    .map(({ path, name, icon }) => ({ path, label: i18n._(name), icon, group: t`Pages` }))
  const actions = newCampaignPath === undefined ? [] : [{ path: newCampaignPath, label: t`Create campaign`, icon: plus, group: t`Actions` }]
  return [...pages, ...actions]
    .map((page) => ({ ...page, id: page.path, about: '', status: null, isOfText: true }))
    .filter(({ label }) => label.toLocaleLowerCase(i18n.locale).includes(searchText))
}

/** Objects that the platform found and the console can show, as results of a group. */
function useObjectResults() {
  const { t } = useLingui()
  const availabilityOf = usePageAvailability()
  const isShown = (path: string) => {
    const match = findMatch(path)
    return match !== undefined && availabilityOf(match) === 'on'
  }
  const kinds: Readonly<Record<SearchResultKind, string>> = {
    client: t`Client`,
    advertiser: t`Advertiser`,
    advertiser_group: t`Advertiser group`,
    campaign: t`Campaign`,
    user: t`Person`,
  }
  return (rows: readonly SearchResultRow[], group: string, isOfText: boolean): SearchResult[] =>
    rows
      .filter(({ address }) => isShown(address.slice(1)))
      .map((row) => ({
        id: `${row.kind}-${row.id}`,
        group,
        path: row.address.slice(1),
        label: row.name,
        about: [kinds[row.kind], row.about].filter(Boolean).join(' · '),
        icon: kindIcons[row.kind],
        status: row.status === 'active' ? null : row.status,
        isOfText,
        row,
      }))
}

/** The results that the user opened before, and a function that adds one. */
function useRecents() {
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const recents = useMemo(() => (userId === undefined ? [] : recentResults(userId)), [userId])
  const remember = ({ row }: SearchResult) => {
    if (row && userId !== undefined) rememberResult(userId, row)
  }
  return { recents, remember }
}

/** Recently opened objects before the user types; then pages of the navigation, and objects that the platform finds. */
export function useSearchResults(groups: VisibleGroups, text: string) {
  const { t } = useLingui()
  const objectResults = useObjectResults()
  const { recents, remember } = useRecents()
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
  const recent = text.trim() === '' ? objectResults(recents, t`Recent`, true) : []
  // After an error, cached results belong to an earlier text.
  const found = findable.test(text) && !error ? (data?.results ?? []) : []
  return { hits: [...recent, ...pages, ...objectResults(found, t`Results`, !isBusy)], isBusy, error, remember }
}

const maxRecents = 5
/** The tab's storage, so that names do not stay on the computer. Each user has their own list. */
const tabStorage = () => safeStorageOf(() => sessionStorage)
const keyOf = (userId: number) => `placard-recent-results.${userId}`

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}

/** The search results that the user opened last, the latest first. */
export function recentResults(userId: number, storage: SafeStorage = tabStorage()): SearchResultRow[] {
  const stored = parsed(storage.get(keyOf(userId)))
  return is(stored, array(SearchResultRow)) ? stored : []
}

/** Adds an opened search result at the top. */
export function rememberResult(userId: number, row: SearchResultRow, storage: SafeStorage = tabStorage()) {
  const others = recentResults(userId, storage).filter(({ kind, id }) => kind !== row.kind || id !== row.id)
  storage.set(keyOf(userId), JSON.stringify([row, ...others].slice(0, maxRecents)))
}
