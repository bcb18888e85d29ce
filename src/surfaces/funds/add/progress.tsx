import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { type Payment, payments } from '../../../contract/payments/payments.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { money } from '../../../ui/format/format.ts'
import { useFunds } from '../context.tsx'
import { PayFrame } from '../pay-frame.tsx'
import { RequestNote } from '../request-note.tsx'
import { isOpen } from './followed-payment.tsx'
import { PrintReceipt, ReceiptLines } from './receipt.tsx'
import { outcomeOf, type PayOutcome } from './use-payment.ts'

interface ProgressProps {
  readonly at: { readonly memberGroupId: number; readonly advertiserId: number }
  /** The payment as its first response had it. */
  readonly first: Payment
  /** The payment ended without money. */
  readonly onEnd: (outcome: PayOutcome) => void
  readonly onClose: () => void
}

/** Shows a payment until it is settled. An open one is followed by the element, which emits its event, also without this panel. */
function useSettlement({ at, first, onEnd }: ProgressProps) {
  const { emit, follow, shownPayment } = useFunds()
  const isFollowed = isOpen(first)
  const read = useRead(payments.one, isFollowed ? { path: { ...at, paymentId: first.payment_id } } : null, { freshForMs: 0 })
  const payment = read.data ?? first
  useEffect(() => {
    shownPayment.current = first.payment_id
    return () => {
      shownPayment.current = undefined
    }
  }, [first, shownPayment])
  const isDone = useRef(false)
  useEffect(() => {
    if (isFollowed) follow({ account: at, first })
    if (isDone.current || isOpen(payment)) return
    isDone.current = true
    const outcome = outcomeOf(payment)
    if (outcome.code !== 'accepted') return onEnd(outcome)
    const { payment_id, amount, currency_code, state } = payment
    if (!isFollowed && state === 'succeeded') emit('ad-funds-added', { payment_id, amount, currency_code })
  })
  return { payment, read }
}

function Receipt({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const added = money(payment.amount, payment, i18n.locale)
  return (
    <div className="pay-choices">
      {payment.state === 'refunded' ? (
        <Callout kind="info" isAnnounced heading={<Trans>The payment was refunded</Trans>} />
      ) : (
        <Callout kind="success" isAnnounced heading={<Trans>{added} added to your funds</Trans>} />
      )}
      <section className="detail-part" aria-label={t`Receipt`}>
        <h3>
          <Trans>Receipt</Trans>
        </h3>
        <ReceiptLines payment={payment} hasAvailable />
      </section>
      <div className="row">
        <Button kind="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
        <PrintReceipt payment={payment} />
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
          <RequestNote problem={read.error} />
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
