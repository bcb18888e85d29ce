import { useRef, useState } from 'react'
import { closestLocale } from '../../../contract/locales.ts'
import { type DeclineReason, type Payment, payments } from '../../../contract/payments/payments.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem, type Problem } from '../../../kit/problem.ts'
import { fundsData, type SentPayment, useFunds } from '../context.tsx'

/** How an attempt to pay ended. */
export type PayOutcome =
  | { readonly code: 'accepted'; readonly payment: Payment }
  | { readonly code: 'declined'; readonly reason: DeclineReason }
  | { readonly code: 'canceled' }
  | { readonly code: 'prevented' }
  /** The price is no longer the one that the user saw. */
  | { readonly code: 'price_changed'; readonly seen: string }
  /** The response was lost: the payment may have been made. */
  | { readonly code: 'unknown' }
  | { readonly code: 'failed'; readonly problem: Problem }

const isPriceChange = ({ status, fields }: Problem) => status === 409 && fields.some(({ path }) => path === 'charged')
/** A rate limit refuses a payment before anything is charged. */
const isLost = (problem: Problem) => problem.status !== 429 && isOutcomeUnknown(problem)

/** The outcome of a payment that the platform has answered. */
export function outcomeOf(payment: Payment): PayOutcome {
  if (payment.state === 'canceled') return { code: 'canceled' }
  return payment.state === 'declined' ? { code: 'declined', reason: payment.decline ?? 'other' } : { code: 'accepted', payment }
}

interface AdvertiserPath {
  readonly memberGroupId: number
  readonly advertiserId: number
}

/** Pays once: a second click while it runs does nothing, and an attempt whose response was lost is repeated with its key. */
export function usePayment(at: AdvertiserPath, currencyCode: string) {
  const { ask, locale } = useElementContext()
  const { lostPayment } = useFunds()
  const { mutate } = useMutate()
  const isRunning = useRef(false)
  const [isPaying, setPaying] = useState(false)
  const send = async (sent: SentPayment): Promise<PayOutcome> => {
    // Kept before the response, because the panel can disappear while the payment is sent.
    lostPayment.current = sent
    try {
      const payment = await mutate(payments.pay, { path: at, body: sent.body }, { idempotencyKey: sent.key, stale: fundsData })
      lostPayment.current = undefined
      return outcomeOf(payment)
    } catch (error) {
      const problem = asProblem(error)
      if (isLost(problem)) return { code: 'unknown' }
      lostPayment.current = undefined
      return isPriceChange(problem) ? { code: 'price_changed', seen: sent.body.charged ?? '' } : { code: 'failed', problem }
    }
  }
  const run = async (work: () => Promise<PayOutcome>): Promise<PayOutcome | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setPaying(true)
    try {
      return await work()
    } finally {
      isRunning.current = false
      setPaying(false)
    }
  }
  return {
    isPaying,
    /** An attempt that has no answer yet, possibly of an earlier panel. */
    lost: lostPayment.current?.advertiserId === at.advertiserId ? lostPayment.current.body : undefined,
    pay: (order: { readonly amount: string; readonly payment_method_id: number; readonly charged: string }) =>
      run(async () => {
        const isAllowed = await ask('ad-before-pay', { amount: order.amount, currency_code: currencyCode })
        if (!isAllowed) return { code: 'prevented' }
        const body = { ...order, parent_origin: location.origin, locale: closestLocale(locale) }
        return send({ advertiserId: at.advertiserId, key: crypto.randomUUID(), body })
      }),
    /** Sends the attempt without an answer again; the platform pays it at most once. */
    checkAgain: () =>
      run(async () => {
        const lost = lostPayment.current
        return lost ? send(lost) : { code: 'canceled' }
      }),
  }
}
