import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type CurrencyFormat, money } from '../../ui/format/format.ts'
import { wear } from '../../ui/theme/styles.ts'
import css from '../campaigns/fields.css'

wear(css)

interface AdviceLineProps {
  /** What is advised, for those who stay on the button. */
  readonly label: string
  readonly amount: string
  readonly currency: CurrencyFormat
  /** On what it stands. */
  readonly reason: ReactNode
  readonly onUse?: (() => void) | undefined
}

/** An amount that the platform advises, why, and the way to take it. */
export function AdviceLine({ label, amount, currency, reason, onUse }: AdviceLineProps) {
  const { i18n } = useLingui()
  const said = money(amount, currency, i18n.locale)
  return (
    <p className="advice-line">
      <span>
        <Trans>
          Recommended: <b>{said}</b>
        </Trans>{' '}
        {reason}
      </span>
      {onUse && (
        <button type="button" onClick={onUse}>
          <Trans>Use {said}</Trans>
          <span className="unseen">, {label}</span>
        </button>
      )}
    </p>
  )
}
