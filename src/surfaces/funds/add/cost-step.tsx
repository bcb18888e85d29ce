import { Trans, useLingui } from '@lingui/react/macro'
import { type FundsOffer, type PaymentMethod, type PaymentPrice, payments } from '../../../contract/payments/payments.ts'
import { afterOwed } from '../../../contract/money/funds.rules.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { declineHelp, declineTexts, methodName } from '../methods/words.ts'
import { useRefusalTexts } from '../refusals.ts'
import { RequestNote } from '../request-note.tsx'
import { isFinal, isUsable, type NextStep, nextSteps } from './add.rules.ts'
import { Price } from './price.tsx'
import type { PayOutcome } from './use-payment.ts'

interface CostStepProps {
  readonly at: { readonly memberGroupId: number; readonly advertiserId: number }
  readonly offer: FundsOffer
  readonly methods: readonly PaymentMethod[]
  readonly methodId: number
  readonly amount: string
  /** How the last attempt ended. */
  readonly outcome: PayOutcome | undefined
  readonly isPaying: boolean
  readonly onPay: (charged: string) => void
  readonly onStep: (step: NextStep) => void
  readonly onBack: () => void
}

/** Names the reason of a declined payment, and the steps that help, the best one first. */
function Declined({ outcome, offer, methods, methodId, amount, onStep }: CostStepProps) {
  const { t, i18n } = useLingui()
  if (outcome?.code !== 'declined') return null
  const { reason } = outcome
  const { may_pay_by_card, may_add_methods, may_pay_by_wire, minimum } = offer
  const steps = nextSteps(reason, {
    useOther: may_pay_by_card && methods.some((method) => method.payment_method_id !== methodId && isUsable(method)),
    addNew: may_pay_by_card && may_add_methods,
    payLess: microsOf(amount) > microsOf(minimum),
    wire: may_pay_by_wire,
  }).filter((step) => step !== 'retry')
  const labels = {
    retry: t`Try again`,
    other_method: t`Use another method`,
    new_method: t`Add another method`,
    lower_amount: t`Change the amount`,
    wire: t`Pay by bank transfer`,
  }
  return (
    <Callout
      kind="error"
      isAnnounced
      heading={i18n._(declineTexts[reason])}
      act={steps.map((step) => (
        <Button key={step} onPress={() => onStep(step)}>
          {labels[step]}
        </Button>
      ))}
    >
      <Trans>Nothing was charged.</Trans> {i18n._(declineHelp[reason])}
    </Callout>
  )
}

/** Why an amount was refused that the first step had accepted, for example because another payment was made meanwhile. */
function useAmountRefusal(currency: CurrencyFormat) {
  const { t, i18n } = useLingui()
  return ({ fields }: Problem): string | undefined => {
    const { code, values = {} } = fields.find(({ path }) => path === 'amount') ?? {}
    const limit = money(values.limit ?? null, currency, i18n.locale)
    if (code === 'below_minimum') return t`Add at least ${limit}.`
    if (code === 'too_many_digits') return t`Enter fewer decimal places.`
    if (code === 'above_day') return t`At most ${limit} can still be added today.`
    return code === 'above_new_method' ? t`In its first 24 hours, a payment method pays at most ${limit} at once.` : undefined
  }
}

interface SetbackProps {
  readonly outcome: PayOutcome | undefined
  readonly price: PaymentPrice
  readonly onStep: (step: NextStep) => void
}

/** Says why nothing was paid, except for a declined payment. */
function Setback({ outcome, price, onStep }: SetbackProps) {
  const { i18n } = useLingui()
  const amountRefusal = useAmountRefusal(price)
  const refusals = useRefusalTexts(price)
  if (outcome?.code === 'canceled')
    return (
      <Callout kind="info" isAnnounced heading={<Trans>The payment was canceled</Trans>}>
        <Trans>Nothing was charged.</Trans>
      </Callout>
    )
  if (outcome?.code === 'price_changed') {
    const [seen, now] = [money(outcome.seen, price, i18n.locale), money(price.charged, price, i18n.locale)]
    return (
      <Callout kind="warning" isAnnounced heading={<Trans>The price changed</Trans>}>
        <Trans>
          You saw {seen}, and it is now {now}. Nothing was charged. Check the new price, then pay.
        </Trans>
      </Callout>
    )
  }
  if (outcome?.code !== 'prevented' && outcome?.code !== 'failed') return null
  const refusal = outcome.code === 'failed' ? amountRefusal(outcome.problem) : undefined
  const change = (
    <Button onPress={() => onStep('lower_amount')}>
      <Trans>Change the amount</Trans>
    </Button>
  )
  return (
    <Callout kind="error" isAnnounced heading={<Trans>Nothing was paid</Trans>} act={refusal === undefined ? undefined : change}>
      {refusal ?? (outcome.code === 'failed' ? refusals.all(outcome.problem) : <Trans>This page does not allow it.</Trans>)}
      {outcome.code === 'failed' && <RequestNote problem={outcome.problem} />}
    </Callout>
  )
}

/** Step 3: what it costs, and the payment. */
export function CostStep(props: CostStepProps) {
  const { t, i18n } = useLingui()
  const { at, offer, methods, methodId, amount, outcome, isPaying, onPay, onStep, onBack } = props
  const read = useRead(payments.price, { path: at, body: { amount } }, { freshForMs: 0 })
  const amountRefusal = useAmountRefusal(offer)
  const price = read.data
  if (!price) {
    if (!read.error) return <LoadingSkeleton height={200} />
    const refusal = amountRefusal(read.error)
    if (refusal !== undefined) {
      const change = (
        <Button onPress={() => onStep('lower_amount')}>
          <Trans>Change the amount</Trans>
        </Button>
      )
      return (
        <Callout kind="error" isAnnounced heading={<Trans>This amount can’t be added now</Trans>} act={change}>
          {refusal}
        </Callout>
      )
    }
    return (
      <ResourceError problem={read.error} brokenHeading={<Trans>The price could not be loaded</Trans>} onRetry={() => void read.mutate()} />
    )
  }
  // Until the new price is here, a payment would be refused again.
  const isLoadingPrice = outcome?.code === 'price_changed' && outcome.seen === price.charged && read.isValidating
  const isBlocked = outcome?.code === 'declined' && isFinal(outcome.reason)
  const method = methods.find(({ payment_method_id }) => payment_method_id === methodId)
  const charged = money(price.charged, price, i18n.locale)
  const { paid } = afterOwed(microsOf(price.amount), microsOf(offer.owed))
  return (
    <div className="pay-choices">
      <Declined {...props} />
      {!isLoadingPrice && <Setback outcome={outcome} price={price} onStep={onStep} />}
      <Price
        price={price}
        offer={offer}
        more={[
          ...(paid > 0n ? [{ id: 'owed', label: t`Of it, for what is owed`, value: money(decimalOf(paid), price, i18n.locale) }] : []),
          { id: 'method', label: t`Payment method`, value: method ? methodName(method.data, i18n) : t`Your new payment method` },
        ]}
      />
      <div className="row">
        <Button
          kind="primary"
          isBusy={isPaying || isLoadingPrice}
          disabledBecause={isBlocked ? t`Choose another payment method first` : undefined}
          onPress={() => onPay(price.charged)}
        >
          <Trans>Pay {charged}</Trans>
        </Button>
        <Button disabledBecause={isPaying ? t`Please wait` : undefined} onPress={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  )
}
