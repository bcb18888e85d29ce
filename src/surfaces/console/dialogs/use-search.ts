import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { FoundKind } from '../../../contract/search/search.rules.ts'
import { search as searches } from '../../../contract/search/search.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { IconShape } from '../../../ui/icon/icons.ts'
import { isBuilt } from '../surface/built.ts'
import { signs } from '../icons.ts'
import { type Offered, placeOf } from '../navigation/entries.ts'

const pauseMs = 200
const findable = /[\p{L}\p{N}]/u

/** The typed text, debounced. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const kindSigns = {
  client: signs.home,
  advertiser: signs.tiles,
  advertiser_group: signs.tiles,
  campaign: signs.horn,
  user: signs.person,
} as const

/** A search result. */
export interface Hit {
  readonly id: string
  readonly path: string
  readonly label: string
  readonly about: string
  readonly sign: IconShape
  readonly status: string | null
  readonly isThere: boolean
  /** False if the result belongs to the previously typed text. */
  readonly isOfText: boolean
}

function usePages(groups: Offered, text: string): Hit[] {
  const { i18n } = useLingui()
  const asked = text.trim().toLocaleLowerCase(i18n.locale)
  return groups
    .flatMap(({ entries }) => entries)
    .map((entry) => ({
      id: entry.path,
      path: entry.path,
      label: i18n._(entry.name),
      about: '',
      sign: entry.sign,
      status: null,
      isThere: true,
      isOfText: true,
    }))
    .filter(({ label }) => label.toLocaleLowerCase(i18n.locale).includes(asked))
}

/** True if the console can show the path. */
const isThere = (path: string) => {
  const place = placeOf(path)
  return place !== undefined && isBuilt(place.tag)
}

/** Pages of the navigation first, then objects that the platform finds. */
export function useHits(groups: Offered, text: string) {
  const { t } = useLingui()
  const asked = useSettled(text).trim()
  const pages = usePages(groups, text)
  const { data, error, isLoading } = useRead(searches.all, findable.test(asked) ? { query: { query: asked.slice(0, 100) } } : null, {
    keepPreviousData: true,
  })
  const isBusy = isLoading || asked !== text.trim()
  const kinds: Readonly<Record<FoundKind, string>> = {
    client: t`Client`,
    advertiser: t`Advertiser`,
    advertiser_group: t`Advertiser group`,
    campaign: t`Campaign`,
    user: t`Person`,
  }
  // After an error, cached results belong to an earlier text.
  const things = (findable.test(text) && !error ? (data?.results ?? []) : []).map(({ kind, id, name: label, about, status, address }) => ({
    id: `${kind}-${id}`,
    path: address.slice(1),
    label,
    about: [kinds[kind], about].filter(Boolean).join(' · '),
    sign: kindSigns[kind],
    status: status === 'active' ? null : status,
    isThere: isThere(address.slice(1)),
    isOfText: !isBusy,
  }))
  return { hits: [...pages, ...things], isBusy, error }
}
