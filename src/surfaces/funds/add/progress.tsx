import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { type Payment, payments } from '../../../contract/payments/payments.ts'
import { useRead, useRefresh } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePolling } from '../../../parts/time/use-polling.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { fundsData, useFunds } from '../context.tsx'
import { methodName } from '../methods/words.ts'
import { PayFrame } from '../pay-frame.tsx'
import { Price } from './price.tsx'
import { outcomeOf, type PayOutcome } from './use-payment.ts'

interface ProgressProps {
  readonly at: { readonly memberGroupId: number; readonly advertiserId: number }
  /** The payment as its first response had it. */
  readonly first: Payment
  /** The payment ended without money. */
  readonly onEnd: (outcome: PayOutcome) => void
  readonly onClose: () => void
}

/** Reads a payment until it is settled, and emits the event once. */
function useSettlement({ at, first, onEnd }: ProgressProps) {
  const { emit } = useFunds()
  const refresh = useRefresh()
  const isOpen = first.state === 'processing' || first.state === 'needs_action'
  const read = useRead(payments.one, isOpen ? { path: { ...at, paymentId: first.payment_id } } : null, { freshForMs: 0 })
  const payment = read.data ?? first
  const { state } = payment
  usePolling(state === 'processing' || state === 'needs_action', read)
  const isDone = useRef(false)
  useEffect(() => {
    const outcome = outcomeOf(payment)
    if (isDone.current || state === 'processing' || state === 'needs_action') return
    isDone.current = true
    if (outcome.code !== 'accepted') return onEnd(outcome)
    const { payment_id, amount, currency_code } = payment
    if (state === 'succeeded') emit('ad-funds-added', { payment_id, amount, currency_code })
    if (isOpen) refresh(...fundsData)
  })
  return { payment, read }
}

function Receipt({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { payment_id, payment_method, settled_at, created_at, available, user, state } = payment
  const added = money(payment.amount, payment, i18n.locale)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const more = [
    { id: 'method', label: t`Payment method`, value: payment_method ? methodName(payment_method, i18n) : undefined },
    { id: 'available', label: t`Available now`, value: <Money amount={available} currency={payment} /> },
    { id: 'number', label: t`Payment number`, value: payment_id },
    { id: 'time', label: t`Paid on`, value: <DateTimeText moment={settled_at ?? created_at} zone={zone} /> },
    { id: 'user', label: t`Paid by`, value: user ?? undefined },
  ]
  return (
    <div className="pay-choices">
      {state === 'refunded' ? (
        <Callout kind="info" isAnnounced heading={<Trans>The payment was refunded</Trans>} />
      ) : (
        <Callout kind="success" isAnnounced heading={<Trans>{added} added to your funds</Trans>} />
      )}
      <section className="detail-part" aria-label={t`Receipt`}>
        <h3>
          <Trans>Receipt</Trans>
        </h3>
        <Price price={payment} more={more} />
      </section>
      <div className="row">
        <Button kind="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}

/** A payment after it was sent: the second step of the bank, the wait for a late answer, or the receipt. */
export function Progress(props: ProgressProps) {
  const { t, i18n } = useLingui()
  const { apiBase } = useRuntime()
  const { payment, read } = useSettlement(props)
  const { state, action_path } = payment
  const { onClose } = props
  if (state === 'succeeded' || state === 'refunded') return <Receipt payment={payment} onClose={onClose} />
  const isAction = state === 'needs_action' && action_path !== null
  return (
    <div className="pay-choices">
      {isAction ? (
        <>
          <p role="status">
            <Trans>Your bank asks you to confirm this payment.</Trans>
          </p>
          <PayFrame
            url={new URL(action_path, new URL(apiBase, location.href)).href}
            label={t`Confirmation of your bank`}
            onAnswer={() => void read.mutate()}
          />
        </>
      ) : (
        <>
          <p className="row" role="status">
            <Spinner />
            <Trans>Waiting for the bank. This can take a minute.</Trans>
          </p>
          <p className="quiet">
            <Trans>You can close this panel. The money appears in your balance when the bank confirms the payment.</Trans>
          </p>
        </>
      )}
      {read.error && (
        <Callout kind="warning" heading={<Trans>The payment could not be checked</Trans>} isAnnounced>
          {problemText(read.error, i18n)}
        </Callout>
      )}
      <div className="row">
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  )
}
