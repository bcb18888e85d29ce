import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../composing.ts'
import { count } from '../format/format.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { OptionRows, rowId } from './option-rows.tsx'
import { MenuState } from './menu-state.tsx'
import { type ShownOptions, isPaged, type Option, type Options, searchWaitMs } from './option.ts'
import { menuMaxHeight } from './rows.ts'
import { SearchField } from './search-field.tsx'
import { useActive } from './use-active.ts'
import { useShownOptions } from './use-options.ts'

/** The typed text, and its debounced value for the search. */
function useSearch(initial: string, waitMs: number) {
  const [text, setText] = useState(initial)
  const [settled, setSettled] = useState(initial)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), waitMs)
    return () => clearTimeout(timer)
  }, [text, settled, waitMs])
  const search = (next: string) => {
    setText(next)
    setSettled(next)
  }
  return { text, setText, search: settled.trim(), isTyping: text !== settled, put: search }
}

interface ChooseMenuProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly id: string
  readonly label: string
  readonly options: Options
  readonly typed: string
  readonly isMulti?: boolean
  readonly isChosen: (option: Option) => boolean
  readonly onChoose: (option: Option) => void
  readonly onClose: () => void
  /** Content below the options. A control that disappears when used must first return the focus to the search. */
  readonly foot?: (choices: ShownOptions, goToSearch: () => void) => ReactNode
}

/** Lists up to this length show the search only after the user types. */
const shortListMost = 7

const tabStops = (box: Element) => [...box.querySelectorAll<HTMLElement>('input, button')]

/** Tab moves on from the field as if the menu were not in the page: forward from the last stop, or back to the field. */
function leaveByTab(event: KeyboardEvent, { anchor, onClose }: Pick<ChooseMenuProps, 'anchor' | 'onClose'>) {
  const stops = tabStops(event.currentTarget)
  if (event.key !== 'Tab' || event.target !== stops.at(event.shiftKey ? 0 : -1)) return
  if (event.shiftKey) event.preventDefault()
  anchor.current?.focus()
  onClose()
}

const firstOf = (options: Options, isChosen: ChooseMenuProps['isChosen'], isMulti: boolean) =>
  isPaged(options) || isMulti
    ? 0
    : Math.max(
        0,
        options.findIndex((option) => isChosen(option)),
      )

/** The menu of a field: search, options and actions for all of them. */
export function OptionMenu(props: ChooseMenuProps) {
  const { anchor, id, label, options, typed, isMulti = false, isChosen, onChoose, onClose, foot } = props
  const { i18n } = useLingui()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const search = useSearch(typed, isPaged(options) ? searchWaitMs.remote : searchWaitMs.list)
  const choices = useShownOptions(options, search.search, i18n.locale)
  const choose = (option: Option) => option.disabledBecause === undefined && onChoose(option)
  const first = firstOf(options, isChosen, isMulti)
  const { active, go, rest, onKeyDown } = useActive({ choices, first, text: search.text, onChoose: choose })
  const isShort = !isPaged(options) && options.length <= shortListMost && search.text === ''
  const isEmpty = choices.total === 0
  const matches = count(choices.total, i18n.locale)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const goToSearch = () => input.current?.focus()
  const clear = () => {
    search.put('')
    goToSearch()
  }
  const retry = () => {
    choices.retry()
    goToSearch()
  }
  return (
    <Overlay
      anchor={anchor}
      onClose={onClose}
      isAsWide
      maxHeight={menuMaxHeight}
      className="choose-menu"
      role="dialog"
      label={label}
      id={id}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys that its inputs do not */}
      <div className="choose-sheet" onKeyDown={(event) => leaveByTab(event, props)}>
        <SearchField
          ref={input}
          label={label}
          listId={isEmpty ? undefined : listId}
          activeId={choices.at(active) && rowId(listId, active)}
          isShort={isShort}
          text={search.text}
          onType={(text) => {
            rest()
            search.setText(text)
          }}
          onKeyDown={(event) => {
            // Runs the pending search first, so that Enter never selects an option that is not shown yet.
            if (search.isTyping && event.key === 'Enter' && !isComposing(event)) search.put(search.text)
            else onKeyDown(event)
          }}
        />
        {isEmpty || choices.hasFailed ? <MenuState choices={choices} onClear={clear} onRetry={retry} /> : null}
        {!isEmpty && (
          <OptionRows
            id={listId}
            label={label}
            choices={choices}
            active={active}
            isMulti={isMulti}
            isChosen={isChosen}
            onActive={go}
            onChoose={choose}
          />
        )}
        {foot?.(choices, goToSearch)}
        <span role="status" className="unseen">
          {!isEmpty && choices.search !== '' && <Trans>{matches} results</Trans>}
        </span>
      </div>
    </Overlay>
  )
}
