import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { describedTooltip } from '../../../ui/dialog/tooltip-text.ts'
import type { BulkValues } from './values.ts'

interface BulkButtonsProps {
  /** Why the selection cannot be changed. */
  readonly mayNot: string | undefined
  readonly onAsk: (first: Partial<BulkValues>) => void
}

/** Buttons for the selected rows. */
export default function BulkButtons({ mayNot, onAsk }: BulkButtonsProps) {
  const button = (first: Partial<BulkValues>, label: ReactNode, className: string) => (
    <button
      type="button"
      className={className}
      aria-disabled={mayNot !== undefined}
      {...describedTooltip(mayNot)}
      onClick={mayNot === undefined ? () => onAsk(first) : undefined}
    >
      {label}
    </button>
  )
  return (
    <>
      {button({ status: 'active' }, <Trans>Activate</Trans>, 'bare-act when-wide')}
      {button({ status: 'paused' }, <Trans>Pause</Trans>, 'bare-act when-wide')}
      {button({}, <Trans>Edit</Trans>, 'bare-act')}
    </>
  )
}
