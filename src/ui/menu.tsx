import { type ReactNode, useState } from 'react'
import { useFloating } from './floating.ts'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly isChecked?: boolean
  readonly disabledBecause?: string
}

interface MenuProps {
  readonly items: readonly MenuItem[]
  readonly onSelect: (id: string) => void
  readonly className?: string
  readonly label: string
  readonly children: ReactNode
}

/** A button that opens a list to choose from. Its name is the label and what it shows, so that who says what they see is understood. The button is there at once; the list comes with the first use. */
export function Menu({ items, onSelect, className = 'chip', label, children }: MenuProps) {
  const { isReady, fetchIt } = useFloating()
  const [isOpen, setOpen] = useState(false)
  // The button stays one node, else a press that the list arrives under is lost.
  return (
    <span className="anchor">
      <pl-sl-dropdown
        open={isOpen}
        hoist
        onpl-sl-hide={() => setOpen(false)}
        ref={(node) => node?.addEventListener('pl-sl-show', () => setOpen(true), { once: true })}
      >
        <button
          type="button"
          slot="trigger"
          className={className}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onPointerEnter={isReady ? undefined : () => void fetchIt()}
          onClick={isReady ? undefined : () => void fetchIt().then(() => setOpen(true))}
        >
          <span className="unseen">{label} </span>
          {children}
        </button>
        {isReady && (
          <pl-sl-menu aria-label={label} onpl-sl-select={({ detail }) => onSelect(detail.item.value)}>
            {items.map(({ id, label: word, isChecked, disabledBecause }) => (
              <pl-sl-menu-item
                key={id}
                value={id}
                type={isChecked === undefined ? 'normal' : 'checkbox'}
                checked={isChecked ?? false}
                disabled={disabledBecause !== undefined}
                title={disabledBecause}
              >
                {word}
              </pl-sl-menu-item>
            ))}
          </pl-sl-menu>
        )}
      </pl-sl-dropdown>
    </span>
  )
}
