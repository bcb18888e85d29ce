import { useLingui } from '@lingui/react/macro'
import type { FundsOffer, PaymentPrice } from '../../../contract/payments/payments.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { type KeyValue, KeyValues } from '../../../ui/badge/key-values.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { percent } from '../../../ui/format/format.ts'

interface PriceProps {
  readonly price: PaymentPrice
  /** The percentages of the fees; a receipt has amounts only. */
  readonly offer?: Pick<FundsOffer, 'fee_percent' | 'tax_percent'>
  /** More lines of a receipt. */
  readonly more?: readonly KeyValue[]
}

/** The lines of a payment. Fees of zero are left out. */
export function Price({ price, offer, more = [] }: PriceProps) {
  const { t, i18n } = useLingui()
  const share = (decimal: string) => percent(Number(decimal) / 100, i18n.locale, decimal.includes('.') ? 2 : 0)
  const [fee, tax] = [offer && share(offer.fee_percent), offer && share(offer.tax_percent)]
  const amounts = [
    { id: 'amount', label: t`Added to your funds`, amount: price.amount },
    { id: 'fee', label: fee === undefined ? t`Service fee` : t`Service fee, ${fee}`, amount: price.fee },
    { id: 'surcharge', label: t`Surcharge`, amount: price.surcharge },
    { id: 'tax', label: tax === undefined ? t`Tax on fees` : t`Tax on fees, ${tax}`, amount: price.tax },
    { id: 'charged', label: t`Charged`, amount: price.charged },
  ]
  const shown = amounts.filter(({ id, amount }) => id === 'amount' || id === 'charged' || microsOf(amount) !== 0n)
  return (
    <KeyValues items={[...shown.map(({ amount, ...line }) => ({ ...line, value: <Money amount={amount} currency={price} /> })), ...more]} />
  )
}
