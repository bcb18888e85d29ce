import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { cross } from '../more-icons.ts'
import { Float } from '../overlay/float.tsx'

const mostShown = 40

interface EmailTagProps {
  readonly address: string
  /** Whether Tab comes to it. */
  readonly isStop: boolean
  readonly isFixed: boolean
  readonly onRemove: () => void
}

/** An address that was added, short where it is long, with the whole of it on hover and focus. */
export function EmailTag({ address, isStop, isFixed, onRemove }: EmailTagProps) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const letters = [...address]
  const isLong = letters.length > mostShown
  const [open, close] = [() => setOpen(isLong), () => setOpen(false)]
  return (
    <li className="address">
      <button
        type="button"
        ref={button}
        tabIndex={isStop ? 0 : -1}
        aria-label={isFixed ? address : t`Remove ${address}`}
        aria-disabled={isFixed}
        onClick={onRemove}
        onPointerEnter={open}
        onPointerLeave={close}
        onFocus={open}
        onBlur={close}
      >
        <span aria-hidden="true">{isLong ? `${letters.slice(0, mostShown).join('')}…` : address}</span>
        {!isFixed && <Icon shape={cross} />}
      </button>
      {isOpen && (
        <Float anchor={button} onClose={close} className="whole-address" role="tooltip">
          {address}
        </Float>
      )}
    </li>
  )
}
