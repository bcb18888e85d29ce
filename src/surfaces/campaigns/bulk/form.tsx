import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, type Days } from '../../../contract/dates/date-ranges.ts'
import { bidDigits } from '../../../parts/money/bid-digits.ts'
import { DatePicker } from '../../../ui/date/picker.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import type { useForm } from '../../../ui/form/use-form.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import type { BulkValues } from './values.ts'
import { type SingleCurrencyQuery, useSingleCurrency } from './single-currency.ts'
import type { BulkSelection } from './selected-campaigns.ts'

type BulkFormState = ReturnType<typeof useForm<{ -readonly [Name in keyof BulkValues]: BulkValues[Name] }>>

interface BulkFormProps {
  readonly form: BulkFormState
  readonly selected: BulkSelection
  /** Date range of the list. */
  readonly days: Days
  readonly today: string
}

interface AmountProps {
  readonly form: BulkFormState
  readonly of: 'budget' | 'bid'
  readonly how: 'budgetHow' | 'bidHow'
  readonly label: { readonly how: string; readonly amount: string; readonly percent: string }
  readonly ways: readonly { readonly value: BulkValues['bidHow']; readonly label: string }[]
  /** Set when all selected rows have the same currency. */
  readonly currency: CurrencyFormat | undefined
}

const commentMost = 500

/** A change by percent, or by an amount when all rows have one currency. */
function Amount({ form, of, label, how, ways, currency }: AmountProps) {
  const { t } = useLingui()
  const way = form.values[how]
  // A percentage is not an amount, so switching clears the field.
  const turn = (next: BulkValues['bidHow']) => {
    form.set(how, next)
    form.set(of, '')
  }
  return (
    <>
      {currency && <Chips {...form.field(how, label.how)} choices={ways} isSegments onChange={turn} />}
      {currency && way !== 'percent' ? (
        <MoneyField {...form.field(of, t`${label.amount}, ${currency.currency_code}`)} currency={currency} />
      ) : (
        <NumberField {...form.field(of, label.percent)} digits={2} mayBeNegative unit="%" help={t`Below 0 lowers, above 0 raises`} />
      )}
    </>
  )
}

/** Budget and bid of ad groups; bids can have more decimal digits than the currency. */
function GroupAmounts({ form, question }: { readonly form: BulkFormState; readonly question: SingleCurrencyQuery }) {
  const { t } = useLingui()
  const currency = useSingleCurrency(question)
  const percent = { value: 'percent' as const, label: t`By percent` }
  const sums = [percent, { value: 'raise' as const, label: t`Increase by` }, { value: 'lower' as const, label: t`Decrease by` }]
  const budget = { how: t`How budgets change`, amount: t`Budget, by so much`, percent: t`Budget, by percent` }
  const bid = {
    how: t`How bids change`,
    amount: form.values.bidHow === 'to' ? t`Base bid` : t`Base bid, by so much`,
    percent: t`Base bid, by percent`,
  }
  const one = currency === 'several' ? undefined : currency
  return (
    <>
      <Amount form={form} of="budget" how="budgetHow" label={budget} ways={sums} currency={one} />
      <Amount
        form={form}
        of="bid"
        how="bidHow"
        label={bid}
        ways={[...sums, { value: 'to' as const, label: t`To an amount` }]}
        currency={one && bidDigits(one)}
      />
      {currency === 'several' && (
        <p className="quiet">
          <Trans>What is selected is in several currencies, and an amount is of one: budgets and bids change by percent alone.</Trans>
        </p>
      )}
    </>
  )
}

/** Budget and bids of campaigns, which change by percent only. */
function CampaignAmounts({ form }: { readonly form: BulkFormState }) {
  const { t } = useLingui()
  const percent = { digits: 2, mayBeNegative: true, unit: '%', help: t`Below 0 lowers, above 0 raises` }
  return (
    <>
      <NumberField {...form.field('budget', t`Budget, by percent`)} {...percent} />
      <Checkbox {...form.field('isAdjusting', t`Change the budgets of their ad groups by as much`)} />
      <NumberField {...form.field('bid', t`Bids of their ad groups, by percent`)} {...percent} />
    </>
  )
}

/** Form of a bulk change; an empty field leaves the value unchanged. */
export function BulkForm({ form, selected, days: listed, today }: BulkFormProps) {
  const { t, i18n } = useLingui()
  const statuses = [
    { value: 'no change' as const, label: t`No change` },
    { value: 'active' as const, label: t`Active` },
    { value: 'paused' as const, label: t`Paused` },
  ]
  const days = [
    { value: 'keep' as const, label: t`No change` },
    { value: 'end' as const, label: t`Ends on` },
    { value: 'always' as const, label: t`Always on` },
  ]
  return (
    <Form form={form} label={t`What changes`}>
      <Chips {...form.field('status', t`Status`)} choices={statuses} isSegments />
      {selected.of === 'campaigns' ? (
        <CampaignAmounts form={form} />
      ) : (
        <GroupAmounts form={form} question={{ ...selected, days: listed }} />
      )}
      <Chips {...form.field('days', t`Last day`)} choices={days} isSegments />
      {form.values.days === 'end' && (
        <DatePicker
          {...form.field('endDate', t`Ends on`)}
          today={today}
          weekStart={weekStartOf(i18n.locale)}
          limits={{ min: today, max: addDays(today, 3650) }}
        />
      )}
      <TextArea {...form.field('comment', t`Comment`)} maxLength={commentMost} rows={2} help={t`Stands in the history of each`} />
    </Form>
  )
}
