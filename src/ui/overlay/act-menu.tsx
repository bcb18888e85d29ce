import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { check } from '../icons.ts'
import { wear } from '../sheet.ts'
import css from './act-menu.css'
import { Float } from './float.tsx'
import type { Side } from './place.ts'

wear(css)

/** One thing that a menu does. */
export interface Act {
  readonly id: string
  readonly label: string
  /** A second line, in quiet words. */
  readonly note?: string
  /** One of several that hold in turn. */
  readonly isChecked?: boolean
  readonly isDanger?: boolean
  /** A line parts it from those above. */
  readonly isParted?: boolean
  readonly disabledBecause?: string | undefined
}

interface ActMenuProps {
  readonly label: string
  readonly acts: readonly Act[]
  readonly onSelect: (id: string) => void
  readonly className?: string
  readonly side?: Side
  /** -1 inside a grid, whose cells have the keys. */
  readonly tabIndex?: number
  /** What it shows are words, which are part of its name. */
  readonly isWorded?: boolean
  readonly children: ReactNode
}

/** Where a key leads among so many; nowhere for any other key. */
function stepTo(key: string, at: number, length: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: length - 1 }
  const next = steps[key]
  return next === undefined ? undefined : (next + length) % length
}

const roleOf = (isChecked: boolean | undefined) =>
  isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked }

function List({ label, acts, onSelect }: Pick<ActMenuProps, 'label' | 'acts' | 'onSelect'>) {
  const list = useRef<HTMLDivElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])]
  useEffect(() => {
    list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.findIndex((button) => button.matches(':focus'))
    const next = stepTo(event.key, at, all.length)
    // Nothing behind the menu, such as the table that it stands in, hears its keys.
    if (event.key !== 'Escape') event.stopPropagation()
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="act-menu"
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      {acts.map(({ id, label: words, note, isChecked, isDanger, isParted, disabledBecause }) => (
        <button
          key={id}
          type="button"
          {...roleOf(isChecked)}
          aria-disabled={disabledBecause !== undefined}
          title={disabledBecause}
          tabIndex={-1}
          className={`${isDanger ? 'danger' : ''} ${isParted ? 'parted' : ''}`}
          onClick={disabledBecause === undefined ? () => onSelect(id) : undefined}
        >
          <span>
            {words}
            {(disabledBecause ?? note) && <small>{disabledBecause ?? note}</small>}
          </span>
          {isChecked && <Icon shape={check} />}
        </button>
      ))}
    </div>
  )
}

/** A button with a list of what it does, above everything else of the page. */
export function ActMenu({
  label,
  acts,
  onSelect,
  className = 'mini',
  side = 'bottom-end',
  tabIndex,
  isWorded = false,
  children,
}: ActMenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const select = (id: string) => {
    setOpen(false)
    anchor.current?.focus()
    onSelect(id)
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-label={isWorded ? undefined : label}
        title={isWorded ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(!isOpen)
        }}
      >
        {isWorded && <span className="unseen">{label} </span>}
        {children}
      </button>
      {isOpen && (
        <Float anchor={anchor} side={side} onClose={() => setOpen(false)} role="presentation">
          <List label={label} acts={acts} onSelect={select} />
        </Float>
      )}
    </>
  )
}
