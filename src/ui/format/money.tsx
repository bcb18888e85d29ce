import { useLingui } from '@lingui/react/macro'
import { type CurrencyFormat, money, missingValue } from './format.ts'
import { FullTextTooltip } from '../dialog/full-text.tsx'
import { addStyles } from '../theme/styles.ts'
import { amountParts, compactMoney, signedMoney } from './amount.ts'
import css from './format.css'

addStyles(css)

interface MoneyProps {
  /** A decimal string from the API. */
  readonly amount: string | null
  readonly currency: CurrencyFormat
  /** Short form; the full amount appears on hover and focus. */
  readonly isCompact?: boolean
  /** Also shows a plus sign. */
  readonly isSigned?: boolean
  /** Symbol and digits at opposite edges, for a column of different currencies. */
  readonly isAccounting?: boolean
}

export function Money({ amount, currency, isCompact, isSigned = false, isAccounting }: MoneyProps) {
  const { i18n } = useLingui()
  const full = isSigned ? signedMoney(amount, currency, i18n.locale) : money(amount, currency, i18n.locale)
  if (amount === null) return <span className="figures-text quiet">{missingValue}</span>
  if (isCompact) {
    const short = compactMoney(amount, currency, i18n.locale)
    return short === full ? <span className="figures-text">{full}</span> : <FullTextTooltip text={full}>{short}</FullTextTooltip>
  }
  if (!isAccounting) return <span className="figures-text">{full}</span>
  const { symbol, figures, isSymbolFirst } = amountParts(amount, currency, i18n.locale, isSigned)
  const [first, second] = isSymbolFirst ? [symbol, figures] : [figures, symbol]
  return (
    <span className={`accounting ${isSymbolFirst ? '' : 'after'}`}>
      <span>{first}</span> <span>{second}</span>
    </span>
  )
}
