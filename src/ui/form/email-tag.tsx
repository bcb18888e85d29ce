import { useLingui } from '@lingui/react/macro'
import { Icon } from '../icon/icon.tsx'
import { cross } from '../icon/control-icons.ts'
import { tooltip } from '../dialog/tooltip-text.ts'

const maxShown = 40

interface EmailTagProps {
  readonly address: string
  readonly isInvalid: boolean
  /** Whether Tab reaches this tag (roving tabindex). */
  readonly isStop: boolean
  readonly isFixed: boolean
  readonly onRemove: () => void
}

/** An added address. A long one is shortened, with the full address in a tooltip. */
export function EmailTag({ address, isInvalid, isStop, isFixed, onRemove }: EmailTagProps) {
  const { t } = useLingui()
  const letters = [...address]
  const isLong = letters.length > maxShown
  const removal = isInvalid ? t`${address} is not a valid address. Remove` : t`Remove ${address}`
  return (
    <li className={isInvalid ? 'address invalid' : 'address'}>
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={isFixed ? address : removal}
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
