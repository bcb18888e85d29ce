import { useLingui } from '@lingui/react/macro'
import { type FocusEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cross } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import { initialFocusOf } from './first-focus.ts'
import { Overlay } from './overlay.tsx'
import type { Side } from './position.ts'
import css from './popover.css'

addStyles(css)

interface PopoverProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly heading: string
  readonly side?: Side
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A popover with a heading and controls. Render it only while it is open, after its anchor. */
export function Popover({ anchor, heading, side = 'bottom-start', onClose, children }: PopoverProps) {
  const { t } = useLingui()
  const inside = useRef<HTMLElement>(null)
  const close = () => {
    anchor.current?.focus()
    onClose()
  }
  useLayoutEffect(() => {
    const box = inside.current
    // Focus the dialog itself so that screen readers read its heading first, unless its first stop is an input.
    if (box) (initialFocusOf(box)?.matches('input, select, textarea') ? initialFocusOf(box) : box)?.focus({ preventScroll: true })
  }, [])
  const onFocusOut = ({ relatedTarget: next, currentTarget }: FocusEvent) => {
    if (next instanceof Node && !currentTarget.contains(next) && next !== anchor.current) onClose()
  }
  const id = useId()
  return (
    <Overlay anchor={anchor} side={side} onClose={onClose} className="popover" role="presentation">
      <section ref={inside} role="dialog" aria-labelledby={id} tabIndex={-1} onBlur={onFocusOut}>
        <header>
          <h2 id={id} className="grow">
            {heading}
          </h2>
          <IconButton icon={cross} label={t`Close`} onPress={close} />
        </header>
        <div className="content">{children}</div>
      </section>
    </Overlay>
  )
}

interface PopoverButtonProps extends Pick<PopoverProps, 'heading' | 'side' | 'children'> {
  /** Content of the button. */
  readonly label: ReactNode
  readonly className?: string
}

export function PopoverButton({ label, className = 'button secondary', ...rest }: PopoverButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        ref={anchor}
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && <Popover anchor={anchor} onClose={() => setOpen(false)} {...rest} />}
    </>
  )
}
