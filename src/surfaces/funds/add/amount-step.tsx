import { Trans, useLingui } from '@lingui/react/macro'
import { required } from '../../../contract/fields/fields.rules.ts'
import type { FundsOffer } from '../../../contract/payments/payments.ts'
import { amountOf, microsOf } from '../../../contract/money/money.ts'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { amountRule, coverOf, typedMicros } from './add.rules.ts'

/** How long the campaigns run with an amount. */
function Cover({ offer, amount }: { readonly offer: FundsOffer; readonly amount: string }) {
  const { i18n } = useLingui()
  const { today, currency_digits, active_campaigns } = offer
  const cover = coverOf(offer, microsOf(amount))
  const sum = money(amount, offer, i18n.locale)
  if (cover.code === 'below_zero') {
    const rest = money(amountOf(cover.available, currency_digits), offer, i18n.locale)
    return (
      <Trans>
        With {sum}, the balance is still {rest}. Campaigns stay paused.
      </Trans>
    )
  }
  if (cover.code === 'no_spend' || active_campaigns === 0) return <Trans>There was no spend in the last 7 days to estimate from.</Trans>
  if (cover.code === 'over_a_year') return <Trans>With {sum}, campaigns run for more than a year at the pace of the last 7 days.</Trans>
  const day = dayText(cover.day, i18n.locale, cover.day.slice(0, 4) === today.slice(0, 4) ? 'short' : 'full')
  return (
    <Trans>
      With {sum}, campaigns run until {day} at the pace of the last 7 days.
    </Trans>
  )
}

/** That a part of the amount pays what was taken back of earlier payments. */
function Owed({ offer }: { readonly offer: FundsOffer }) {
  const { i18n } = useLingui()
  const owed = money(offer.owed, offer, i18n.locale)
  return (
    <p>
      <Trans>{owed} is owed, because money was taken back after it was spent. What you add pays this first.</Trans>
    </p>
  )
}

interface AmountStepProps {
  readonly offer: FundsOffer
  readonly amount: string
  readonly onNext: (amount: string) => void
}

/** Step 1: one of the suggested amounts, or any other within the limits. */
export function AmountStep({ offer, amount, onNext }: AmountStepProps) {
  const { t, i18n } = useLingui()
  const { suggestions, currency_code, minimum, left_today, may_pay_by_card, may_pay_by_wire } = offer
  const rule = amountRule(offer)
  const form = useStoredForm(
    {
      initial: { amount },
      rules: { amount: [required, rule] },
      submit: async () => undefined,
      done: (values) => onNext(values.amount),
    },
    'add funds amount',
  )
  const { values, set } = form
  const [least, most] = [money(minimum, offer, i18n.locale), money(left_today, offer, i18n.locale)]
  const cardHelp = may_pay_by_wire ? t`From ${least}. By card up to ${most} today.` : t`From ${least}. Today up to ${most}.`
  const suggested = suggestions.find((suggestion) => microsOf(suggestion) === typedMicros(values.amount))
  const isValid = values.amount !== '' && rule(values.amount) === true
  return (
    <Form form={form} label={t`Amount`}>
      {suggestions.length > 0 && (
        <Chips
          label={t`Suggested amounts`}
          value={suggested ?? ''}
          onChange={(value) => set('amount', value)}
          choices={suggestions.map((value) => ({ value, label: money(value, offer, i18n.locale) }))}
        />
      )}
      <MoneyField
        {...form.field('amount', t`Amount, ${currency_code}`)}
        currency={offer}
        help={may_pay_by_card ? cardHelp : t`From ${least}.`}
      />
      {microsOf(offer.owed) > 0n && <Owed offer={offer} />}
      <p role="status">{isValid && <Cover offer={offer} amount={values.amount} />}</p>
      <div className="row">
        <SubmitButton form={form}>
          <Trans>Continue</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
