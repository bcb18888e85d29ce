import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { FundsOffer, Payment, PaymentMethod } from '../../../contract/payments/payments.ts'
import { Button } from '../../../ui/button.tsx'
import { initialFocusOf } from '../../../ui/dialog/first-focus.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { money } from '../../../ui/format/format.ts'
import { Stepper } from '../../../ui/navigation/stepper.tsx'
import { NewMethod } from '../methods/new-method.tsx'
import { methodName } from '../methods/words.ts'
import { AnnounceWire } from '../wires/announce.tsx'
import { isUsable, type NextStep } from './add.rules.ts'
import { AmountStep } from './amount-step.tsx'
import { CostStep } from './cost-step.tsx'
import { type MethodChoice, MethodStep } from './method-step.tsx'
import { Progress } from './progress.tsx'
import { type PayOutcome, usePayment } from './use-payment.ts'

type Stage = 'amount' | 'method' | 'new' | 'wire' | 'cost' | 'unknown' | { readonly payment: Payment }

interface AddStepsProps {
  readonly at: { readonly memberGroupId: number; readonly advertiserId: number }
  readonly offer: FundsOffer
  readonly methods: readonly PaymentMethod[]
  /** The amount of the address; empty without one. */
  readonly amount: string
  readonly onBusy: (isBusy: boolean) => void
  readonly onClose: () => void
}

/** Moves the focus to the content of a stage, so that the keyboard and screen readers continue there. */
function useStageFocus(stage: string) {
  const node = useRef<HTMLDivElement>(null)
  const before = useRef<string>(undefined)
  useEffect(() => {
    const dialog = node.current?.closest('dialog')
    // The steps load after the panel has opened, so the first focus is set here.
    if (before.current === undefined && dialog) initialFocusOf(dialog)?.focus()
    else if (before.current !== stage) node.current?.focus()
    before.current = stage
  }, [stage])
  return node
}

/** The steps of adding funds: amount, method, cost; then the payment. */
export default function AddSteps({ at, offer, methods, amount: firstAmount, onBusy, onClose }: AddStepsProps) {
  const { t, i18n } = useLingui()
  const { isPaying, lost, pay, checkAgain } = usePayment(at, offer.currency_code)
  const [stage, setStage] = useState<Stage>(lost ? 'unknown' : 'amount')
  const [amount, setAmount] = useState(lost?.amount ?? firstAmount)
  const [choice, setChoice] = useState<MethodChoice>(() => {
    if (lost) return `${lost.payment_method_id}`
    const preferred = methods.find((method) => method.is_default && isUsable(method))
    return preferred ? `${preferred.payment_method_id}` : ''
  })
  const [outcome, setOutcome] = useState<PayOutcome>()
  const stageName = typeof stage === 'string' ? stage : 'payment'
  const node = useStageFocus(stageName)
  useEffect(() => onBusy(isPaying), [isPaying, onBusy])
  const show = (next: PayOutcome | undefined) => {
    if (!next) return
    setOutcome(next)
    if (next.code === 'accepted') setStage({ payment: next.payment })
    else setStage(next.code === 'unknown' ? 'unknown' : 'cost')
  }
  const go = (next: Stage) => {
    setOutcome(undefined)
    setStage(next)
  }
  const choose = (next: MethodChoice) => {
    setChoice(next)
    go(next === 'new' || next === 'wire' ? next : 'cost')
  }
  const follow = (step: NextStep) => {
    if (step === 'lower_amount') go('amount')
    else if (step === 'new_method' || step === 'wire') choose(step === 'wire' ? 'wire' : 'new')
    else go('method')
  }
  const method = methods.find(({ payment_method_id }) => `${payment_method_id}` === choice)
  const current = stageName === 'new' || stageName === 'wire' ? 'method' : stageName
  const isAtCost = current === 'cost'
  const steps = [
    {
      id: 'amount',
      label: t`Amount`,
      state: current === 'amount' ? ('todo' as const) : ('done' as const),
      note: current === 'amount' ? undefined : money(amount, offer, i18n.locale),
    },
    {
      id: 'method',
      label: t`Method`,
      state: isAtCost ? ('done' as const) : ('todo' as const),
      note: isAtCost && method ? methodName(method.data, i18n) : undefined,
    },
    { id: 'cost', label: t`Cost`, state: 'todo' as const },
  ]
  return (
    <div className="pay-choices">
      {stageName !== 'payment' && stageName !== 'unknown' && (
        <Stepper
          label={t`Steps`}
          isHorizontal
          steps={steps}
          current={current}
          onGo={(id) => !isPaying && go(id === 'amount' ? 'amount' : 'method')}
        />
      )}
      <div ref={node} className="pay-stage" tabIndex={-1}>
        {stage === 'amount' && (
          <AmountStep
            offer={offer}
            amount={amount}
            onNext={(next) => {
              setAmount(next)
              go('method')
            }}
          />
        )}
        {stage === 'method' && (
          <MethodStep
            offer={offer}
            methods={methods}
            amount={amount}
            choice={choice}
            onNext={choose}
            onBack={(chosen) => {
              setChoice(chosen)
              go('amount')
            }}
          />
        )}
        {stage === 'new' && (
          <NewMethod at={at} defaultAddress={offer.default_address} onAdded={(id) => choose(`${id}`)} onCancel={() => go('method')} />
        )}
        {stage === 'wire' && <AnnounceWire amount={amount} onDone={onClose} />}
        {stage === 'cost' && (
          <CostStep
            at={at}
            offer={offer}
            methods={methods}
            methodId={Number(choice)}
            amount={amount}
            outcome={outcome}
            isPaying={isPaying}
            onPay={(charged) => void pay({ amount, payment_method_id: Number(choice), charged }).then(show)}
            onStep={follow}
            onBack={() => go('method')}
          />
        )}
        {stage === 'unknown' && (
          <Callout
            kind="warning"
            isAnnounced
            heading={<Trans>The answer to your payment got lost</Trans>}
            act={
              <Button kind="primary" isBusy={isPaying} onPress={() => void checkAgain().then(show)}>
                <Trans>Check again</Trans>
              </Button>
            }
          >
            <Trans>It may have been paid. Check again to find out; this never charges twice.</Trans>
          </Callout>
        )}
        {typeof stage === 'object' && <Progress at={at} first={stage.payment} onEnd={show} onClose={onClose} />}
      </div>
    </div>
  )
}
