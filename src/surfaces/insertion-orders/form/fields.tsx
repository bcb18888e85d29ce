import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import type { InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import { defaultLocale, intlLocale, locales } from '../../../contract/locales.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import type { FormOf } from '../../../parts/resource/form.tsx'
import { useAdvertiserOptions } from '../../../parts/scope/advertiser-options.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { DatePicker } from '../../../ui/date/picker.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { Select } from '../../../ui/select/select.tsx'
import { nameMax, notesMax, type OrderValues } from './values.ts'

export type OrderForm = FormOf<OrderValues>

interface AdvertiserFieldsProps {
  readonly form: OrderForm
  /** Called with the advertiser whose currency the form has. */
  readonly onCurrency: (advertiserId: number) => void
}

/** The advertiser of a new order, or all advertisers and the order's currency. */
export function AdvertiserFields({ form, onCurrency }: AdvertiserFieldsProps) {
  const { t, i18n } = useLingui()
  const { clientId, advertiserIds, advertiserId: fixedId } = useScope()
  const { currencies } = useClient()
  const { values, set } = form
  const options = useAdvertiserOptions(clientId, advertiserIds)
  const codes = useMemo(
    () => currencies.map(({ currency_code, name }) => ({ id: currency_code, label: currency_code, note: name })),
    [currencies],
  )
  const chosenId = values.advertiser_of === 'one' ? Number(values.advertiser_id?.id ?? 0) : 0
  const { data: advertiser, error, mutate } = useRead(advertisers.one, chosenId > 0 ? { path: { advertiserId: chosenId } } : null)
  const code = advertiser?.advertiser_id === chosenId ? advertiser.currency_code : undefined
  // The amounts of an order are in the currency of its advertiser.
  useEffect(() => {
    if (code === undefined) return
    if (code !== values.currency_code) set('currency_code', code)
    onCurrency(chosenId)
  }, [code, chosenId, values.currency_code, set, onCurrency])
  // Both fields have labels for the question before leaving, even while one is not shown.
  const advertiserField = form.field('advertiser_id', t`Advertiser`)
  const currencyField = form.field('currency_code', t`Currency`)
  const failure = error && code === undefined && (
    <Callout
      kind="error"
      isAnnounced
      heading={<Trans>Couldn’t load the advertiser</Trans>}
      act={
        <Button onPress={() => void mutate()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {problemText(error, i18n)}
    </Callout>
  )
  if (fixedId !== undefined) return failure
  return (
    <div className="order-choice">
      {advertiserIds === undefined && (
        <Chips
          {...form.field('advertiser_of', t`Advertiser`)}
          isSegments
          choices={[
            { value: 'one', label: t`One advertiser` },
            { value: 'all', label: t`All advertisers` },
          ]}
        />
      )}
      {values.advertiser_of === 'one' ? (
        <Select
          {...advertiserField}
          isRequired
          isLabelHidden={advertiserIds === undefined}
          placeholder={t`Choose an advertiser`}
          options={options}
        />
      ) : (
        <Select
          {...currencyField}
          noClear
          options={codes}
          value={codes.find(({ id }) => id === values.currency_code) ?? null}
          onChange={(option) => option && set('currency_code', String(option.id))}
        />
      )}
      {failure}
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
            help={
              <>
                {config.is_purchase_order_required && <Trans>Required before you submit.</Trans>}{' '}
                {pattern && <Trans>Format: {pattern}. 9 is a digit, A a letter, * any text.</Trans>}
              </>
            }
          />
        )}
      </div>
    </>
  )
}

/** The language of the legal text, if the client has texts in other languages than the default one. */
export function LocaleField({ form, config }: { readonly form: OrderForm; readonly config: InsertionOrderConfig }) {
  const { t, i18n } = useLingui()
  const { locale } = form.values
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([intlLocale(i18n.locale)], { type: 'language' })
    const known = locales.filter((id) => id !== defaultLocale && (id === locale || Object.hasOwn(config.legal_texts, id)))
    return [
      { id: defaultLocale, label: t`Default language` },
      ...known.map((id) => ({ id, label: names.of(intlLocale(id).replace(/-u-.*$/, '')) ?? id })),
    ]
  }, [t, i18n.locale, config.legal_texts, locale])
  if (options.length === 1) return null
  return (
    <div className="order-choice">
      <Select
        {...form.field('locale', t`Language of the legal text`)}
        noClear
        options={options}
        value={options.find(({ id }) => id === locale) ?? null}
        onChange={(option) => form.set('locale', locales.find((id) => id === option?.id) ?? defaultLocale)}
      />
    </div>
  )
}

/** Notes to the other side, and notes that only the client reads. */
export function NoteFields({ form, isInternalHidden }: { readonly form: OrderForm; readonly isInternalHidden: boolean }) {
  const { t } = useLingui()
  return (
    <div className="order-fields">
      <TextArea {...form.field('notes', t`Notes`)} maxLength={notesMax} help={t`Part of the terms. Both sides read them.`} />
      {!isInternalHidden && (
        <TextArea
          {...form.field('internal_notes', t`Internal notes`)}
          maxLength={notesMax}
          help={t`Only people of the client read them.`}
        />
      )}
    </div>
  )
}
