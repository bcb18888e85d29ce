import { Trans, useLingui } from '@lingui/react/macro'
import { required } from '../../../contract/fields/fields.rules.ts'
import type { FundsOffer, PaymentMethod } from '../../../contract/payments/payments.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { type Choice, RadioGroup } from '../../../ui/form/radio-group.tsx'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { money } from '../../../ui/format/format.ts'
import { expiryText, methodName } from '../methods/words.ts'
import { isUsable, isWithinDay } from './add.rules.ts'

/** A stored method by its id, a new one, or a bank transfer. */
export type MethodChoice = `${number}` | 'new' | 'wire' | ''

interface MethodStepProps {
  readonly offer: FundsOffer
  readonly methods: readonly PaymentMethod[]
  readonly amount: string
  readonly choice: MethodChoice
  readonly onNext: (choice: MethodChoice) => void
  readonly onBack: (choice: MethodChoice) => void
}

/** Step 2: a stored method, a new one, or a bank transfer. */
export function MethodStep({ offer, methods, amount, choice, onNext, onBack }: MethodStepProps) {
  const { t, i18n } = useLingui()
  const { may_pay_by_card, may_pay_by_wire, may_add_methods } = offer
  const isWire = choice === 'wire'
  const most = money(offer.left_today, offer, i18n.locale)
  const aboveDay = isWithinDay(offer, amount) ? undefined : t`Cards pay at most ${most} today. Lower the amount or use a bank transfer.`
  const form = useStoredForm(
    {
      initial: { choice: aboveDay === undefined || isWire ? choice : ('' as const) },
      rules: { choice: [required] },
      submit: async () => undefined,
      done: (values) => onNext(values.choice),
    },
    'add funds method',
  )
  const stored = methods.map((method): Choice<MethodChoice> => {
    const expiry = expiryText(method.data)
    const validity = method.validity === 'expiring' ? t`Expires soon: ${expiry}` : t`Expires ${expiry}`
    return {
      value: `${method.payment_method_id}`,
      label: methodName(method.data, i18n),
      hint: [method.is_default && t`Default`, expiry === '' ? t`Bank debit` : validity].filter(Boolean).join(' · '),
      disabledBecause: isUsable(method) ? aboveDay : t`Expired ${expiry}. Enter the new date under Payment methods.`,
    }
  })
  const choices = [
    ...(may_pay_by_card ? stored : []),
    ...(may_pay_by_card && may_add_methods ? [{ value: 'new' as const, label: t`New card`, disabledBecause: aboveDay }] : []),
    ...(may_pay_by_wire ? [{ value: 'wire' as const, label: t`Bank transfer`, hint: t`Credited when the money arrives` }] : []),
  ]
  return (
    <Form form={form} label={t`Payment method`}>
      {choices.length === 0 ? (
        <Callout kind="warning" heading={<Trans>No payment method is available</Trans>}>
          {offer.has_provider ? (
            <Trans>Ask your account administrator to add one.</Trans>
          ) : (
            <Trans>No payment provider is set up on this platform.</Trans>
          )}
        </Callout>
      ) : (
        <RadioGroup {...form.field('choice', t`Payment method`)} isCards choices={choices} />
      )}
      <div className="row">
        {choices.length > 0 && (
          <SubmitButton form={form}>
            <Trans>Continue</Trans>
          </SubmitButton>
        )}
        <Button onPress={() => onBack(form.values.choice)}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </Form>
  )
}
