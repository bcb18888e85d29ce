import { useLingui } from '@lingui/react/macro'
import { addDays } from '../../../../contract/date-ranges.ts'
import { DatePicker } from '../../../../ui/choose/date-picker.tsx'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { NumberField } from '../../../../ui/form/number-field.tsx'
import { Chips } from '../../../../ui/form/radio-group.tsx'
import { TextArea } from '../../../../ui/form/text-field.tsx'
import type { useForm } from '../../../../ui/form/use-form.ts'
import { weekStartOf } from '../../../../ui/week-start.ts'
import type { BulkValues } from './bulk-values.ts'

interface BulkFormProps {
  readonly form: ReturnType<typeof useForm<{ -readonly [Name in keyof BulkValues]: BulkValues[Name] }>>
  readonly of: 'campaigns' | 'ad_groups'
  readonly today: string
}

const commentMost = 500

/** Amounts: of budgets, and of bids. */
function Amounts({ form, of }: Pick<BulkFormProps, 'form' | 'of'>) {
  const { t } = useLingui()
  const { budgetHow, bidHow } = form.values
  const isGroups = of === 'ad_groups'
  const percent = { value: 'percent' as const, label: t`By percent` }
  const amount = { value: 'amount' as const, label: t`By an amount` }
  const help = t`Below 0 lowers, above 0 raises`
  return (
    <>
      {isGroups && <Chips {...form.field('budgetHow', t`How budgets change`)} choices={[percent, amount]} isSegments />}
      <NumberField
        {...form.field('budget', isGroups && budgetHow === 'amount' ? t`Budget, by so much` : t`Budget, by percent`)}
        digits={2}
        mayBeNegative
        unit={budgetHow === 'percent' ? '%' : undefined}
        help={help}
      />
      {!isGroups && <Checkbox {...form.field('isAdjusting', t`Change the budgets of their ad groups by as much`)} />}
      {isGroups && (
        <Chips
          {...form.field('bidHow', t`How bids change`)}
          choices={[percent, amount, { value: 'to' as const, label: t`To an amount` }]}
          isSegments
        />
      )}
      <NumberField
        {...form.field(
          'bid',
          isGroups && bidHow !== 'percent' ? t`Base bid` : isGroups ? t`Base bid, by percent` : t`Bids of their ad groups, by percent`,
        )}
        digits={bidHow === 'percent' ? 2 : 3}
        mayBeNegative={bidHow !== 'to'}
        unit={bidHow === 'percent' ? '%' : undefined}
        help={bidHow === 'to' ? t`In the currency of each` : help}
      />
    </>
  )
}

/** What is to become of everything that is selected; what is left alone stays as it is. */
export function BulkForm({ form, of, today }: BulkFormProps) {
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
      <Amounts form={form} of={of} />
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
