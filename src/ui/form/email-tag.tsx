import { useLingui } from '@lingui/react/macro'
import { Icon } from '../icon/icon.tsx'
import { cross } from '../icon/control-icons.ts'
import { tooltip } from '../dialog/tooltip-text.ts'

const maxShown = 40

interface EmailTagProps {
  readonly address: string
  /** Whether Tab reaches this tag (roving tabindex). */
  readonly isStop: boolean
  readonly isFixed: boolean
  readonly onRemove: () => void
}

/** An added address. A long one is shortened, with the full address in a tooltip. */
export function EmailTag({ address, isStop, isFixed, onRemove }: EmailTagProps) {
  const { t } = useLingui()
  const letters = [...address]
  const isLong = letters.length > maxShown
  return (
    <li className="address">
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={isFixed ? address : t`Remove ${address}`}
        aria-disabled={isFixed}
        {...tooltip(isLong ? address : undefined)}
        onClick={onRemove}
      >
        <span aria-hidden="true">{isLong ? `${letters.slice(0, maxShown).join('')}…` : address}</span>
        {!isFixed && <Icon shape={cross} />}
      </button>
    </li>
  )
}
