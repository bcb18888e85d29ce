import { Trans, useLingui } from '@lingui/react/macro'
import type { OrderLine, OrderVersion } from '../../../contract/insertion-orders/insertion-orders.ts'
import { dayRange } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { useOrder } from '../context.tsx'
import { lineTypeWords, placeText, quantityText } from '../words.ts'
import { changedLines, changedTerms, lineFieldLabel, rateText, type ValueChange } from './terms.ts'

const Change = ({ label, before, after, effect }: Omit<ValueChange, 'field'>) => (
  <li>
    <Trans>
      {label}: <s>{before}</s> → <b>{after}</b>
    </Trans>
    {effect && ` (${effect})`}
  </li>
)

interface ChangeListProps {
  readonly before: OrderVersion
  readonly after: OrderVersion
}

/** What differs between two versions, as a list that fits a phone. */
export function ChangeList({ before, after }: ChangeListProps) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const terms = changedTerms(before.terms, after.terms, order, i18n)
  const lines = changedLines(before.terms.lines, after.terms.lines, order, i18n)
  const added = new Map(after.terms.lines.map((line) => [line.line_id, line]))
  const isTextChanged = before.legal_text !== after.legal_text
  if (terms.length + lines.length === 0 && !isTextChanged)
    return (
      <p className="quiet">
        <Trans>The terms, the lines and the legal text are the same.</Trans>
      </p>
    )
  return (
    <ul className="order-plain">
      {terms.map(({ field, ...change }) => (
        <Change key={field} {...change} />
      ))}
      {lines.map((line) => {
        const { lineId, name, kind, fields } = line
        const addedLine = kind === 'added' ? added.get(lineId) : undefined
        if (addedLine)
          return (
            <li key={lineId}>
              {t`Line ${name} was added.`} <LineText line={addedLine} />
            </li>
          )
        if (kind === 'removed') return <li key={lineId}>{t`Line ${name} was removed.`}</li>
        return fields.map(({ field, label, ...change }) => (
          <Change key={`${lineId} ${field}`} {...change} label={lineFieldLabel(line, label, i18n)} />
        ))
      })}
      {isTextChanged && <li>{t`The legal text changed.`}</li>}
    </ul>
  )
}

/** Amount, price, dates and channel of a line. */
function LineText({ line }: { readonly line: OrderLine }) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const { type, rate, quantity, amount, start_date, end_date, is_hard_cap } = line
  const [price, number] = [rateText(rate, order, i18n, line), quantityText(quantity, line, i18n)]
  // A fixed price without a rate is the amount itself.
  const hasPrice = rate !== null || type !== 'fixed'
  const cost = hasPrice && quantity !== null ? t`${price} × ${number}` : hasPrice ? price : quantity !== null && number
  const parts = [
    i18n._(lineTypeWords[type]),
    cost,
    dayRange(start_date, end_date, i18n.locale, ''),
    placeText(line, i18n),
    is_hard_cap && t`Hard cap`,
  ]
  return (
    <>
      <Money amount={amount} currency={order} /> <small className="quiet">{parts.filter(Boolean).join(' · ')}</small>
    </>
  )
}

/** The lines of a version, as a list that fits a phone. */
export const LineList = ({ lines }: { readonly lines: readonly OrderLine[] }) => (
  <ul className="order-plain">
    {lines.map((line) => (
      <li key={line.line_id}>
        <b dir="auto">{line.name}</b> <LineText line={line} />
      </li>
    ))}
  </ul>
)
