import { Trans, useLingui } from '@lingui/react/macro'
import type { Payment } from '../../../contract/payments/payments.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { methodName } from '../methods/words.ts'
import { ownZone } from '../words.ts'
import { Price } from './price.tsx'

/** The lines of a payment. `available` says what the payment left in the funds, right after it. */
export function ReceiptLines({ payment, hasAvailable = false }: { readonly payment: Payment; readonly hasAvailable?: boolean }) {
  const { t, i18n } = useLingui()
  const { payment_id, payment_method, settled_at, created_at, available, user, refunded } = payment
  const more = [
    ...(microsOf(refunded) > 0n ? [{ id: 'refunded', label: t`Refunded`, value: <Money amount={refunded} currency={payment} /> }] : []),
    { id: 'method', label: t`Payment method`, value: payment_method ? methodName(payment_method, i18n) : undefined },
    ...(hasAvailable ? [{ id: 'available', label: t`Available now`, value: <Money amount={available} currency={payment} /> }] : []),
    { id: 'number', label: t`Payment number`, value: payment_id },
    { id: 'time', label: t`Paid on`, value: <DateTimeText moment={settled_at ?? created_at} zone={ownZone()} /> },
    { id: 'user', label: t`Paid by`, value: user ?? undefined },
  ]
  return <Price price={payment} more={more} />
}

/** Prints the receipt of a payment. */
export function PrintReceipt({ payment }: { readonly payment: Payment }) {
  const { t, i18n } = useLingui()
  const { root } = useElementContext()
  const { memberGroup } = useClient()
  const { showError } = useMutate()
  const print = () =>
    import('./print.ts')
      .then(({ printReceipt }) => printReceipt(root, { payment, clientName: memberGroup?.name }, i18n))
      .catch(showError(t`Couldn’t print the receipt`))
  return (
    <Button onPress={() => void print()}>
      <Trans>Print receipt</Trans>
    </Button>
  )
}
