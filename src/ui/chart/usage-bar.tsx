import { useLingui } from '@lingui/react/macro'
import { type CurrencyFormat, money } from '../format/format.ts'
import { Icon } from '../icon/icon.tsx'
import { warning } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './bars.css'
import { usageOf } from './pace.ts'

addStyles(css)

interface UsageBarProps {
  /** Decimal strings from the API. `remaining` comes from the server and is not computed here. */
  readonly total: string
  readonly spent: string
  /** Undefined if the total has no committed amounts. */
  readonly committed?: string
  readonly remaining: string
  readonly currency: CurrencyFormat
}

/** Spent, committed and remaining parts of a total. Each part has a pattern, a label and its amount. */
export function UsageBar({ total, spent, committed, remaining, currency }: UsageBarProps) {
  const { t, i18n } = useLingui()
  const usage = usageOf({ total: Number(total), spent: Number(spent), committed: Number(committed ?? 0) })
  const text = (amount: string) => money(amount, currency, i18n.locale)
  const isOver = usage.over > 0
  const pieces = [
    { id: 'spent', label: t`Spent`, amount: spent, share: usage.spent },
    ...(committed === undefined ? [] : [{ id: 'committed', label: t`Committed`, amount: committed, share: usage.committed }]),
    { id: isOver ? 'over' : 'remaining', label: isOver ? t`Over limit` : t`Remaining`, amount: remaining, share: usage.remaining },
  ]
  return (
    <div className="usage">
      <div className="head">
        <span>{t`Total`}</span>
        <b>{text(total)}</b>
      </div>
      <div className="bar" aria-hidden="true">
        {pieces.map(({ id, share }) => share > 0 && <div key={id} className={id} style={{ flexGrow: share }} />)}
      </div>
      <dl>
        {pieces.map(({ id, label, amount }) => (
          <div key={id} className={`line ${id}`}>
            <dt>
              {id === 'over' ? <Icon shape={warning} /> : <span className={`usage-part ${id}`} />}
              {label}
            </dt>
            <dd>{text(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
