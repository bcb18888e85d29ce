import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { search } from '../../../ui/icon/control-icons.ts'
import { isComposing } from '../../../ui/composing.ts'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import css from './dialogs.css'
import type { DialogProps } from './dialogs.tsx'
import { type SearchResult, useSearchResults } from './use-search.ts'

addStyles(css)

/** Opens the active result. Enter while loading waits for the results of the typed text. */
function useResultNavigation({ hits, isBusy, remember }: Omit<ReturnType<typeof useSearchResults>, 'error'>, onClose: () => void) {
  const { navigate } = useElementContext()
  const [at, setAt] = useState(0)
  const [waiting, setWaiting] = useState<{ readonly id: string | undefined }>()
  const active = Math.min(at, hits.length - 1)
  const open = (hit: SearchResult | undefined) => {
    if (!hit) return
    remember(hit)
    onClose()
    navigate(hit.path, hit.label)
  }
  const move = (to: number) => {
    setWaiting(undefined)
    setAt(to)
  }
  const enter = () => {
    const hit = hits[active]
    if (!isBusy || hit?.isOfText) open(hit)
    // A result selected with the arrows is kept; otherwise the first new result opens.
    else setWaiting({ id: at > 0 ? hit?.id : undefined })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 } as const
    if (isComposing(event)) return
    if (event.key === 'Enter') enter()
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    else move((active + steps[event.key] + hits.length) % Math.max(hits.length, 1))
    event.preventDefault()
  }
  const arrive = useEffectEvent(() => {
    if (!waiting) return
    setWaiting(undefined)
    open(waiting.id === undefined ? hits[0] : hits.find(({ id }) => id === waiting.id))
  })
  useEffect(() => {
    if (!isBusy) arrive()
  }, [isBusy])
  return { active, go: open, move, point: setAt, onKeyDown }
}

/** Searches pages and objects; arrow keys select, Enter opens. */
export default function SearchDialog({ groups, onClose, typed, returnTo }: DialogProps) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const { hits, isBusy, error, remember } = useSearchResults(groups, text)
  const { active, go, move, point, onKeyDown } = useResultNavigation({ hits, isBusy, remember }, onClose)
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  // Before the first paint, because keys may arrive until then.
  useLayoutEffect(() => setText(typed.current), [typed])
  return (
    <Modal heading={<Trans>Search</Trans>} size="xl" onClose={onClose} returnTo={returnTo}>
      <div className="console-search">
        <div className="console-query">
          <Icon shape={search} />
          <input
            type="search"
            role="combobox"
            aria-label={t`Search by name or ID`}
            aria-expanded
            aria-controls={id}
            aria-activedescendant={hits[active] && `${id}-${active}`}
            autoComplete="off"
            maxLength={100}
            placeholder={t`Search by name or ID`}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              move(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <p role="status" className="quiet">
          {error ? problemText(error, i18n) : hits.length > 0 ? '' : isBusy ? t`Searching` : t`No results. Try another name or an ID.`}
        </p>
        <div ref={list} id={id} className="console-results" role="listbox" aria-label={t`Results`} aria-busy={isBusy}>
          {hits.map((hit, index) => (
            <Fragment key={hit.id}>
              {hit.group !== hits[index - 1]?.group && (
                <div className="console-group" role="presentation">
                  {hit.group}
                </div>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys */}
              <div
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onClick={() => go(hit)}
                onPointerMove={() => point(index)}
              >
                <Icon shape={hit.icon} />
                <span className="grow">
                  {hit.label}
                  {hit.about && <small>{hit.about}</small>}
                </span>
                {hit.status && <StatusBadge status={hit.status} />}
              </div>
            </Fragment>
          ))}
        </div>
      </div>
    </Modal>
  )
}
