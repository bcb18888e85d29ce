import { useLingui } from '@lingui/react/macro'
import type { OrderMoney } from '../../contract/insertion-orders/insertion-orders.ts'
import { amountOf, maxAmount, microsOf } from '../../contract/money/money.ts'
import { usageOf } from '../../ui/chart/pace.ts'
import { type CurrencyFormat, money as moneyText } from '../../ui/format/format.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './insertion-orders.css'

addStyles(css)

type Parts = Pick<OrderMoney, 'total' | 'spent' | 'committed' | 'remaining'>

interface MoneyTrackProps {
  readonly money: Parts & Partial<Pick<OrderMoney, 'allocated'>>
  readonly currency: CurrencyFormat
}

/** The bar alone, with its amounts as text for screen readers. A mark shows how much of the total the lines allocate. */
export function MoneyTrack({ money, currency }: MoneyTrackProps) {
  const { t, i18n } = useLingui()
  const [spent, committed, total] = [money.spent, money.committed, money.total].map((amount) => moneyText(amount, currency, i18n.locale))
  const usage = usageOf({ total: Number(money.total), spent: Number(money.spent), committed: Number(money.committed) })
  const whole = Number(money.total) + usage.over || 1
  const width = (share: number) => ({ width: `${Math.max(share, 0) * 100}%` })
  return (
    <span className="order-track" role="img" aria-label={t`${spent} spent and ${committed} committed of ${total}`}>
      <span className="spent" style={width(usage.spent)} />
      <span className="committed" style={width(usage.committed)} />
      {money.allocated !== undefined && (
        <span className="allocated" style={{ insetInlineStart: `${Math.min(Number(money.allocated) / whole, 1) * 100}%` }} />
      )}
    </span>
  )
}

interface MoneyBarProps {
  readonly money: OrderMoney
  readonly currency: string
  readonly digits: number
}

/** Where the money of an order is: total, allocated to lines, spent, and remaining, which is committed by campaigns or not. */
export function MoneyBar({ money, currency, digits }: MoneyBarProps) {
  const { t, i18n } = useLingui()
  const format: CurrencyFormat = { currency_code: currency, currency_digits: digits }
  const uncommitted = microsOf(money.remaining) - microsOf(money.committed)
  const parts = [
    { id: 'total', label: t`Total`, amount: money.total },
    { id: 'allocated', label: t`Allocated`, amount: money.allocated },
    { id: 'spent', label: t`Spent`, amount: money.spent },
    { id: 'remaining', label: t`Remaining`, amount: money.remaining },
    { id: 'committed', label: t`Committed`, amount: money.committed },
    { id: 'uncommitted', label: t`Not committed`, amount: amountOf(maxAmount(uncommitted, 0n), digits) },
  ]
  return (
    <div className="order-money">
      <MoneyTrack money={money} currency={format} />
      <dl>
        {parts.map(({ id, label, amount }) => (
          <div key={id}>
            <dt>
              <span className={`order-swatch ${id}`} aria-hidden="true" />
              {label}
            </dt>
            <dd>{moneyText(amount, format, i18n.locale)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
