import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type CurrencyFormat, money } from '../../ui/format/format.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import css from '../campaigns/fields.css'

addStyles(css)

interface AdviceLineProps {
  /** Text for screen readers that extends the button's label. */
  readonly label: string
  readonly amount: string
  readonly currency: CurrencyFormat
  /** The reason for the recommendation. */
  readonly reason: ReactNode
  readonly onUse?: (() => void) | undefined
}

/** A recommended amount with its reason and a button to use it. */
export function RecommendationLine({ label, amount, currency, reason, onUse }: AdviceLineProps) {
  const { i18n } = useLingui()
  const recommendation = money(amount, currency, i18n.locale)
  return (
    <p className="advice-line">
      <span>
        <Trans>
          Recommended: <b>{recommendation}</b>
        </Trans>{' '}
        {reason}
      </span>
      {onUse && (
        <button type="button" onClick={onUse}>
          <Trans>Use {recommendation}</Trans>
          <span className="unseen">, {label}</span>
        </button>
      )}
    </p>
  )
}
