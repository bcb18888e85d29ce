import type { ReactNode, Ref } from 'react'
import { Icon } from './icon/icon.tsx'
import { type IconShape, reload } from './icon/icons.ts'

/** What every busy button wears: it stands in the button's own margin, so that nothing moves when it comes. */
export const Spinner = () => <Icon shape={reload} className="spin" />

interface ButtonProps {
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'plain'
  readonly icon?: IconShape
  /** Something is under way; a second press does nothing. */
  readonly isBusy?: boolean
  /** Why it cannot be pressed now. */
  readonly disabledBecause?: string | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

/** Does something; what it does stands on it. */
export function Button({ kind = 'secondary', icon, isBusy = false, disabledBecause, onPress, children }: ButtonProps) {
  const isOff = isBusy || disabledBecause !== undefined
  return (
    <button
      type="button"
      className={`button ${kind}`}
      aria-disabled={isOff}
      aria-busy={isBusy}
      title={disabledBecause}
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
  /** Why it cannot be pressed now. */
  readonly disabledBecause?: string | undefined
  readonly onPress?: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/** A small act that an icon says; its name is heard and shown on hover. */
export const IconButton = ({ icon, label, isPressed, disabledBecause, onPress, ref }: IconButtonProps) => (
  <button
    type="button"
    ref={ref}
    className="mini"
    aria-label={label}
    title={disabledBecause ?? label}
    aria-pressed={isPressed}
    aria-disabled={disabledBecause === undefined ? undefined : true}
    onClick={disabledBecause === undefined ? onPress : undefined}
  >
    <Icon shape={icon} />
  </button>
)
