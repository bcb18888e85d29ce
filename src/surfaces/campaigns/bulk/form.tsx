import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, type Days } from '../../../contract/dates/date-ranges.ts'
import { withBidDigits } from '../../../parts/scope/client.tsx'
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
  const unit = form.values[how]
  // A percentage is not an amount, so switching clears the field.
  const changeUnit = (next: BulkValues['bidHow']) => {
    form.set(how, next)
    form.set(of, '')
  }
  return (
    <>
      {currency && <Chips {...form.field(how, label.how)} choices={ways} isSegments onChange={changeUnit} />}
      {currency && unit !== 'percent' ? (
        <MoneyField {...form.field(of, t`${label.amount}, ${currency.currency_code}`)} currency={currency} />
      ) : (
        <NumberField
          {...form.field(of, label.percent)}
          digits={2}
          mayBeNegative
          unit="%"
          help={t`Use a negative number to decrease, e.g. −10`}
        />
      )}
    </>
  )
}

/** Budget and bid of ad groups; bids can have more decimal digits than the currency. */
function GroupAmounts({ form, currencyQuery }: { readonly form: BulkFormState; readonly currencyQuery: SingleCurrencyQuery }) {
  const { t } = useLingui()
  const currency = useSingleCurrency(currencyQuery)
  const percent = { value: 'percent' as const, label: t`By percent` }
  const sums = [percent, { value: 'raise' as const, label: t`Increase by` }, { value: 'lower' as const, label: t`Decrease by` }]
  const budget = { how: t`Adjust budget`, amount: t`Budget change`, percent: t`Budget change` }
  const bid = {
    how: t`Adjust bid`,
    amount: form.values.bidHow === 'to' ? t`Base bid` : t`Base bid change`,
    percent: t`Base bid change`,
  }
  const item = currency === 'several' ? undefined : currency
  return (
    <>
      <Amount form={form} of="budget" how="budgetHow" label={budget} ways={sums} currency={item} />
      <Amount
        form={form}
        of="bid"
        how="bidHow"
        label={bid}
        ways={[...sums, { value: 'to' as const, label: t`Set to` }]}
        currency={item && withBidDigits(item)}
      />
      {currency === 'several' && (
        <p className="quiet">
          <Trans>Your selection has several currencies, so budgets and bids can only change by percent.</Trans>
        </p>
      )}
    </>
  )
}

/** Budget and bids of campaigns, which change by percent only. */
function CampaignAmounts({ form }: { readonly form: BulkFormState }) {
  const { t } = useLingui()
  const percent = { digits: 2, mayBeNegative: true, unit: '%', help: t`Use a negative number to decrease, e.g. −10` }
  return (
    <>
      <NumberField {...form.field('budget', t`Budget change`)} {...percent} />
      <Checkbox {...form.field('isAdjusting', t`Apply the same change to ad group budgets`)} />
      <NumberField {...form.field('bid', t`Ad group bid change`)} {...percent} />
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
    { value: 'end' as const, label: t`End date` },
    { value: 'always' as const, label: t`Always on` },
  ]
  return (
    <Form form={form} label={t`Bulk edit`}>
      <Chips {...form.field('status', t`Status`)} choices={statuses} isSegments />
      {selected.of === 'campaigns' ? (
        <CampaignAmounts form={form} />
      ) : (
        <GroupAmounts form={form} currencyQuery={{ ...selected, days: listed }} />
      )}
      <Chips {...form.field('days', t`End date`)} choices={days} isSegments />
      {form.values.days === 'end' && (
        <DatePicker
          {...form.field('endDate', t`End date`)}
          today={today}
          weekStart={weekStartOf(i18n.locale)}
          limits={{ min: today, max: addDays(today, 3650) }}
        />
      )}
      <TextArea {...form.field('comment', t`Comment`)} maxLength={commentMost} rows={2} help={t`Shown in each item’s history`} />
    </Form>
  )
}
