import { Trans } from '@lingui/react/macro'
import { type ComponentRef, Fragment, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { Button, Spinner } from '../button.tsx'
import { reload } from '../icon/icons.ts'
import css from './menu.css'
import type { MenuProps } from './menu.tsx'
import { Overlay } from './overlay.tsx'
import { addStyles } from '../theme/styles.ts'
import { loadShoelace, useShoelace } from '../shoelace/use-shoelace.ts'

addStyles(css)

interface Key {
  readonly key: string
  readonly timeStamp: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Maximum time between key presses of one typed word. */
const withinMs = 500

/** Type-ahead: returns the index of the next label that starts with the typed text. A new word starts after the current item. */
export function createTypeAhead() {
  let text = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }: Key, labels: readonly string[], current: number): number | undefined => {
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey) return undefined
    text = (timeStamp - lastMs > withinMs ? '' : text) + key.toLowerCase()
    lastMs = timeStamp
    // Repeating a letter moves to the next label that starts with it.
    const isRepeated = [...text].every((letter) => letter === text[0])
    const prefix = isRepeated ? key.toLowerCase() : text
    const first = isRepeated ? current + 1 : Math.max(0, current)
    const order = labels.map((_, step) => (first + step) % labels.length)
    return order.find((index) => labels[index]?.toLowerCase().startsWith(prefix))
  }
}

interface ListProps extends Pick<MenuProps, 'label' | 'items' | 'onSelect'> {
  readonly onTab: () => void
}

type Row = ComponentRef<'pl-sl-menu-item'>
/** Shoelace has no radio items, and sets the role in its first update. Its menu ignores clicks on such items, so `List` handles them. */
const makeRadio = (row: Row | null) => {
  void row?.updateComplete.then(() => row.setAttribute('role', 'menuitemradio'))
}
const rowsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<Row>('pl-sl-menu-item') ?? [])]

function List({ label, items, onSelect, onTab }: ListProps) {
  const menu = useRef<ComponentRef<'pl-sl-menu'>>(null)
  const typeAhead = useRef(createTypeAhead())
  useEffect(() => {
    const focusFirst = () => rowsOf(menu.current)[0]?.focus({ preventScroll: true })
    void menu.current?.updateComplete.then(focusFirst)
  }, [])
  // Shoelace moves the focus on hover, but Enter selects its current item: keep the two in sync.
  const keepCurrent = () => {
    const focused = rowsOf(menu.current).find((row) => row.matches(':focus'))
    if (focused) menu.current?.setCurrentItem(focused)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A table around the menu must not handle these keys. Escape closes the overlay.
    if (event.key !== 'Escape') event.stopPropagation()
    if (event.key === 'Tab') return onTab()
    const rows = rowsOf(menu.current)
    const next = typeAhead.current(
      event,
      items.map((item) => item.label),
      rows.findIndex((row) => row.matches(':focus')),
    )
    if (next !== undefined) rows[next]?.focus()
  }
  return (
    <pl-sl-menu
      ref={menu}
      aria-label={label}
      className={items.some(({ isChecked }) => isChecked !== undefined) ? undefined : 'unchecked'}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        event.stopPropagation()
        const path = event.nativeEvent.composedPath()
        const choice = rowsOf(menu.current).find((row) => row.type === 'checkbox' && path.includes(row))
        if (choice) onSelect(choice.value)
      }}
      onFocus={keepCurrent}
      onpl-sl-select={({ detail: { item } }) => item.type !== 'checkbox' && onSelect(item.value)}
    >
      {items.map(({ id, label: text, note, group, isChecked, isDanger, isParted, disabledBecause }, index) => (
        <Fragment key={id}>
          {isParted && index > 0 && <pl-sl-divider />}
          {group !== items[index - 1]?.group && (
            <p className="menu-group" aria-hidden="true">
              {group}
            </p>
          )}
          <pl-sl-menu-item
            ref={isChecked === undefined ? null : makeRadio}
            value={id}
            tabIndex={-1}
            type={isChecked === undefined ? 'normal' : 'checkbox'}
            checked={isChecked ?? false}
            disabled={disabledBecause !== undefined}
            aria-description={group}
            className={isDanger ? 'danger' : undefined}
          >
            {text}
            {(disabledBecause ?? note) && <small>{disabledBecause ?? note}</small>}
          </pl-sl-menu-item>
        </Fragment>
      ))}
    </pl-sl-menu>
  )
}

/** Shown if the library could not be loaded. Takes the focus, as the list does. */
function Failure({ isBusy, onRetry, onTab }: { readonly isBusy: boolean; readonly onRetry: () => void; readonly onTab: () => void }) {
  const node = useRef<HTMLDivElement>(null)
  useEffect(() => node.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') event.stopPropagation()
    if (event.key === 'Tab') onTab()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops keys from reaching a table around the menu
    <div ref={node} className="menu-failure" onKeyDown={onKeyDown} onClick={(event) => event.stopPropagation()}>
      <span role="alert">
        <Trans>The list couldn’t be loaded.</Trans>
      </span>
      <Button kind="plain" icon={reload} isBusy={isBusy} onPress={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

export const prepareList = () => void loadShoelace()

interface PanelProps extends Pick<MenuProps, 'label' | 'items' | 'onSelect' | 'side'> {
  readonly anchor: RefObject<HTMLButtonElement | null>
  /** Closes the menu and returns the focus to its button. */
  readonly onClose: () => void
  /** Closes the menu without moving the focus. */
  readonly onLeave: () => void
}

/** The open menu: its list, or the state of loading the library. */
export default function MenuPanel({ anchor, side, label, items, onSelect, onClose, onLeave }: PanelProps) {
  const { state } = useShoelace()
  useEffect(prepareList, [])
  return (
    <Overlay anchor={anchor} {...(side && { side })} onClose={onLeave} role="presentation" className="menu">
      {state.isReady ? (
        <List
          label={label}
          items={items}
          onTab={onClose}
          onSelect={(id) => {
            onClose()
            onSelect(id)
          }}
        />
      ) : state.hasFailed ? (
        <Failure isBusy={state.isLoading} onRetry={() => void loadShoelace()} onTab={onClose} />
      ) : (
        <Spinner />
      )}
    </Overlay>
  )
}
