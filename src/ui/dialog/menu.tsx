import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyIdle } from '../lazy-idle.ts'
import type { Side } from './position.ts'
import { tooltip } from './tooltip-text.ts'

const loadPanel = () => import('./menu-panel.tsx')
const MenuPanel = lazyIdle(loadPanel)
/** Loads the open menu and its library. After a failure, opening the menu tries again. */
const prepare = () =>
  void loadPanel().then(
    ({ prepareList }) => prepareList(),
    () => undefined,
  )

export interface MenuItem {
  readonly id: string
  readonly label: string
  /** Secondary text. */
  readonly note?: string
  /** Shows a check mark: one choice of several. Undefined for an action. */
  readonly isChecked?: boolean
  readonly isDanger?: boolean
  /** Heading above the first of consecutive items of one group. */
  readonly group?: string
  /** Adds a separator above the item. */
  readonly isParted?: boolean
  /** Shown instead of the note. */
  readonly disabledBecause?: string | undefined
}

export interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly onSelect: (id: string) => void
  readonly className?: string
  readonly side?: Side
  /** -1 in a grid, where the cells handle the keys. */
  readonly tabIndex?: number
  /** The button shows text, which becomes part of its accessible name, so that voice control finds it. */
  readonly isWorded?: boolean
  readonly children: ReactNode
}

/** A button that opens a list of actions or choices. The button is a native element; the open menu loads on first use, or earlier. */
export function Menu({ label, items, onSelect, className = 'mini', side = 'bottom-end', tabIndex, isWorded = false, children }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-label={isWorded ? undefined : label}
        {...tooltip(isWorded ? undefined : label)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen || tabIndex === -1) return
          event.preventDefault()
          setOpen(true)
        }}
        onClick={(event) => {
          event.stopPropagation()
          prepare()
          setOpen(!isOpen)
        }}
      >
        {isWorded && <span className="unseen">{label} </span>}
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <MenuPanel
            anchor={anchor}
            side={side}
            label={label}
            items={items}
            onSelect={onSelect}
            onClose={close}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
