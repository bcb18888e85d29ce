import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import type { InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { FormOf } from '../../../parts/resource/form.tsx'
import { useAdvertiserOptions } from '../../../parts/scope/advertiser-options.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { DatePicker } from '../../../ui/date/picker.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { Select } from '../../../ui/select/select.tsx'
import { nameMax, notesMax, type OrderValues } from './values.ts'

export type OrderForm = FormOf<OrderValues>

/** The advertiser that spends from a new order, or all advertisers and the order's currency. */
export function AdvertiserFields({ form }: { readonly form: OrderForm }) {
  const { t } = useLingui()
  const { clientId, advertiserIds, advertiserId: fixedId } = useScope()
  const { currencies } = useClient()
  const { values, set } = form
  const options = useAdvertiserOptions(clientId, advertiserIds)
  const codes = useMemo(
    () => currencies.map(({ currency_code, name }) => ({ id: currency_code, label: currency_code, note: name })),
    [currencies],
  )
  const chosenId = values.advertiser_of === 'one' ? Number(values.advertiser_id?.id ?? 0) : 0
  const advertiser = useRead(advertisers.one, chosenId > 0 ? { path: { advertiserId: chosenId } } : null).data
  const code = advertiser?.currency_code
  // The amounts of an order are in the currency of its advertiser.
  useEffect(() => {
    if (code !== undefined && code !== values.currency_code) set('currency_code', code)
  }, [code, values.currency_code, set])
  if (fixedId !== undefined) return null
  return (
    <div className="order-choice">
      <Chips
        {...form.field('advertiser_of', t`Who spends from it`)}
        isSegments
        choices={[
          { value: 'one', label: t`One advertiser` },
          { value: 'all', label: t`All advertisers` },
        ]}
      />
      {values.advertiser_of === 'one' ? (
        <Select {...form.field('advertiser_id', t`Advertiser`)} isRequired options={options} />
      ) : (
        <Select
          {...form.field('currency_code', t`Currency`)}
          noClear
          options={codes}
          value={codes.find(({ id }) => id === values.currency_code) ?? null}
          onChange={(option) => option && set('currency_code', String(option.id))}
        />
      )}
    </div>
  )
}

interface TermFieldsProps {
  readonly form: OrderForm
  readonly currency: CurrencyFormat
  readonly config: InsertionOrderConfig
  readonly today: string
}

/** Name, dates, total and purchase order number. */
export function TermFields({ form, currency, config, today }: TermFieldsProps) {
  const { t, i18n } = useLingui()
  const { start_date } = form.values
  const dates = { today, weekStart: weekStartOf(i18n.locale) }
  const pattern = config.purchase_order_pattern
  return (
    <>
      <TextField {...form.field('name', t`Name`)} maxLength={nameMax} />
      <div className="order-fields">
        <DatePicker {...form.field('start_date', t`Start date`)} {...dates} />
        <DatePicker
          {...form.field('end_date', t`End date`)}
          {...dates}
          limits={start_date > today ? { min: start_date } : { min: today }}
        />
        <MoneyField {...form.field('total', t`Total, ${currency.currency_code}`)} currency={currency} />
        {config.is_purchase_order_enabled && (
          <TextField
            {...form.field('po_number', t`Purchase order number`)}
            isRequired={config.is_purchase_order_required}
            help={
              pattern ? (
                <Trans>Format: {pattern}. 9 is a digit, A a letter, * any text.</Trans>
              ) : (
                config.is_purchase_order_required && <Trans>Required before you submit.</Trans>
              )
            }
          />
        )}
      </div>
    </>
  )
}

/** Notes to the other side, and notes that only the client reads. */
export function NoteFields({ form }: { readonly form: OrderForm }) {
  const { t } = useLingui()
  return (
    <div className="order-fields">
      <TextArea {...form.field('notes', t`Notes`)} maxLength={notesMax} help={t`Part of the terms. Both sides read them.`} />
      <TextArea {...form.field('internal_notes', t`Internal notes`)} maxLength={notesMax} help={t`Only people of the client read them.`} />
    </div>
  )
}
