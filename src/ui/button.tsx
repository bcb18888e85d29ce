import type { ReactNode, Ref } from 'react'
import { Icon } from './icon/icon.tsx'
import { type IconShape, reload } from './icon/icons.ts'
import { describedTooltip, tooltip } from './dialog/tooltip-text.ts'

/** Spinner of a busy button. It is placed in the button's padding, so the layout does not shift. */
export const Spinner = () => <Icon shape={reload} className="spin" />

interface ButtonProps {
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'plain'
  readonly icon?: IconShape
  /** An action is running; further clicks are ignored. */
  readonly isBusy?: boolean
  /** The reason why the button is disabled. */
  readonly disabledBecause?: string | undefined
  /** Accessible name of a button in a row: its text, and the subject of the row. */
  readonly label?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A button that stays focusable when disabled, with the reason as tooltip. */
export function Button({ kind = 'secondary', icon, isBusy = false, disabledBecause, label, onPress, children }: ButtonProps) {
  const isOff = isBusy || disabledBecause !== undefined
  return (
    <button
      type="button"
      className={`button ${kind}`}
      aria-label={label}
      aria-disabled={isOff}
      aria-busy={isBusy}
      {...describedTooltip(disabledBecause)}
      onClick={isOff ? undefined : onPress}
    >
      {isBusy && <Spinner />}
      {icon && <Icon shape={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps {
  readonly icon: IconShape
  readonly label: string
  readonly isPressed?: boolean
  /** The reason why the button is disabled. */
  readonly disabledBecause?: string | undefined
  readonly onPress?: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/** An icon button; its label is the accessible name and the tooltip. */
export const IconButton = ({ icon, label, isPressed, disabledBecause, onPress, ref }: IconButtonProps) => (
  <button
    type="button"
    ref={ref}
    className="mini"
    aria-label={label}
    {...(disabledBecause === undefined ? tooltip(label) : describedTooltip(disabledBecause))}
    aria-pressed={isPressed}
    aria-disabled={disabledBecause === undefined ? undefined : true}
    onClick={disabledBecause === undefined ? onPress : undefined}
  >
    <Icon shape={icon} />
  </button>
)
