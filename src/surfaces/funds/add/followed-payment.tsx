import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { type Payment, payments } from '../../../contract/payments/payments.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePolling } from '../../../parts/time/use-polling.ts'
import { money } from '../../../ui/format/format.ts'
import { fundsData, type OpenPayment, useFunds } from '../context.tsx'
import { declineTexts } from '../methods/words.ts'

export const isOpen = ({ state }: Payment) => state === 'processing' || state === 'needs_action'

interface FollowedPaymentProps extends OpenPayment {
  readonly onSettled: (paymentId: number) => void
}

/** Reads a payment until it is settled, also after the panel was closed; then emits the event and, without the panel, shows a notice. */
export function FollowedPayment({ account, first, onSettled }: FollowedPaymentProps) {
  const { t, i18n } = useLingui()
  const { emit, shownPayment } = useFunds()
  const { notify } = useElementContext()
  const { applyEffects } = useMutate()
  const { payment_id: paymentId } = first
  const read = useRead(payments.one, { path: { ...account, paymentId } }, { freshForMs: 0 })
  const payment = read.data ?? first
  const isFollowed = isOpen(payment)
  usePolling(isFollowed && read.error?.kind !== 'refused' && read.error?.kind !== 'missing', read)
  const isDone = useRef(false)
  useEffect(() => {
    if (isFollowed || isDone.current) return
    isDone.current = true
    const { amount, currency_code, state, decline } = payment
    const isShown = shownPayment.current === paymentId
    const added = money(amount, payment, i18n.locale)
    if (state === 'succeeded')
      void applyEffects(payment, {
        event: () => emit('ad-funds-added', { payment_id: paymentId, amount, currency_code }),
        ...(!isShown && { title: t`Funds added`, text: added }),
        stale: fundsData,
      })
    else void applyEffects(payment, { stale: fundsData })
    if (state === 'declined' && !isShown)
      notify({ kind: 'error', title: t`The payment of ${added} was declined`, text: i18n._(declineTexts[decline ?? 'other']) })
    onSettled(paymentId)
  })
  return null
}
