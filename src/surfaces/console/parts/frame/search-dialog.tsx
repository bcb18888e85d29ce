import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { FoundKind } from '../../../../contract/search.rules.ts'
import { search as searches } from '../../../../contract/search.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { useGuest } from '../../../../kit/guest.tsx'
import { problemText } from '../../../../kit/problem.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { search } from '../../../../ui/icons.ts'
import { StatusBadge } from '../../../../ui/mark/status-badge.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { wear } from '../../../../ui/sheet.ts'
import { signs } from '../icons.ts'
import { isBuilt } from '../built.ts'
import { type Offered, placeOf } from '../places.ts'
import css from './dialogs.css'
import type { DialogProps } from './dialogs.tsx'

wear(css)

const pauseMs = 200
const findable = /[\p{L}\p{N}]/u

/** What was typed, once nothing more was typed for a moment. */
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

function usePages(groups: Offered, text: string) {
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
    }))
    .filter(({ label }) => label.toLocaleLowerCase(i18n.locale).includes(asked))
}

/** Whether there is something to show at an address. */
const isThere = (path: string) => {
  const place = placeOf(path)
  return place !== undefined && isBuilt(place.tag)
}

/** Pages of the navigation first, then what the platform finds. */
function useHits(groups: Offered, text: string) {
  const { t } = useLingui()
  const asked = useSettled(text).trim()
  const pages = usePages(groups, text)
  const { data, error, isLoading } = useRead(searches.all, findable.test(asked) ? { query: { query: asked.slice(0, 100) } } : null, {
    keepPreviousData: true,
  })
  const kinds: Readonly<Record<FoundKind, string>> = {
    client: t`Client`,
    advertiser: t`Advertiser`,
    advertiser_group: t`Advertiser group`,
    campaign: t`Campaign`,
    user: t`Person`,
  }
  const things = (findable.test(text) ? (data?.results ?? []) : []).map(({ kind, id, name: label, about, status, address }) => ({
    id: `${kind}-${id}`,
    path: address.slice(1),
    label,
    about: [kinds[kind], about].filter(Boolean).join(' · '),
    sign: kindSigns[kind],
    status: status === 'active' ? null : status,
    isThere: isThere(address.slice(1)),
  }))
  return { hits: [...pages, ...things], isBusy: isLoading || asked !== text.trim(), error }
}

/** Finds anything that somebody can open; arrows choose, Enter goes there. */
export default function SearchDialog({ groups, onClose }: DialogProps) {
  const { t, i18n } = useLingui()
  const { navigate } = useGuest()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const { hits, isBusy, error } = useHits(groups, text)
  const active = Math.min(at, hits.length - 1)
  const go = (hit = hits[active]) => {
    if (!hit) return
    onClose()
    navigate(hit.path, hit.label)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 } as const
    if (event.key === 'Enter') go()
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    else setAt((active + steps[event.key] + hits.length) % Math.max(hits.length, 1))
    event.preventDefault()
  }
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <Modal heading={<Trans>Search</Trans>} size="xl" onClose={onClose}>
      <div className="console-search">
        <div className="console-query">
          <Icon shape={search} />
          <input
            type="search"
            role="combobox"
            aria-label={t`Search by name or number`}
            aria-expanded
            aria-controls={id}
            aria-activedescendant={hits[active] && `${id}-${active}`}
            autoComplete="off"
            maxLength={100}
            placeholder={t`Search by name or number`}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div ref={list} id={id} className="console-hits" role="listbox" aria-label={t`Found`} aria-busy={isBusy}>
          {hits.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
            <div
              key={hit.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => go(hit)}
              onPointerMove={() => setAt(index)}
            >
              <Icon shape={hit.sign} />
              <span className="grow">
                {hit.label}
                {hit.about && <small>{hit.about}</small>}
              </span>
              {!hit.isThere && <small>{t`Page not built yet`}</small>}
              {hit.status && <StatusBadge status={hit.status} />}
            </div>
          ))}
        </div>
        <p role="status" className="quiet">
          {error
            ? problemText(error, i18n)
            : hits.length > 0
              ? ''
              : isBusy
                ? t`Searching`
                : t`Nothing is called that. Try another word, or a number.`}
        </p>
      </div>
    </Modal>
  )
}
