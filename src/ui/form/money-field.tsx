import { useLingui } from '@lingui/react'
import { intlLocale } from '../../contract/locales.ts'
import type { CurrencyFormat } from '../format/format.ts'
import { formatDecimal } from './decimal-text.ts'
import { InputBox, Field, type FieldProps } from './field.tsx'
import { useMergedRef } from './use-merged-ref.ts'
import { useDecimal } from './use-decimal.ts'

/** The symbol of a currency and its side in the locale. */
export function symbolOf({ currency_code }: CurrencyFormat, locale: string): { symbol: string; isAfter: boolean } {
  const options = { style: 'currency', currency: currency_code, currencyDisplay: 'narrowSymbol' } as const
  const types = new Intl.NumberFormat(intlLocale(locale), options).formatToParts(1)
  const at = types.findIndex(({ type }) => type === 'currency')
  return { symbol: types[at]?.value ?? currency_code, isAfter: at > types.findIndex(({ type }) => type === 'integer') }
}

export interface MoneyFieldProps extends FieldProps<string> {
  readonly currency: CurrencyFormat
  /** Maximum number of decimal places if it is not the currency's, as for a rate. */
  readonly digits?: number
}

/** An amount of money. The value is a decimal string; the text is in the locale's format. */
export function MoneyField(props: MoneyFieldProps) {
  const { currency, digits = currency.currency_digits, controlRef } = props
  const { locale } = useLingui().i18n
  const isPadded = props.digits === undefined
  const shownDigits = currency.shown_digits
  const { symbol, isAfter } = symbolOf(currency, locale)
  const { input, notice } = useDecimal({
    ...props,
    rules: {
      locale,
      digits,
      isPadded,
      shownDigits,
      noFraction: { code: 'decimals', max: digits },
      otherKey: { code: 'format', digits },
    },
  })
  const ref = useMergedRef(input.ref, controlRef)
  return (
    <Field {...props} notice={notice}>
      {(control) => (
        <InputBox {...(isAfter ? { after: symbol } : { before: symbol })} isBusy={props.isBusy}>
          <input
            {...control}
            {...input}
            ref={ref}
            type="text"
            inputMode={digits === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder={formatDecimal('0', { locale, digits, isPadded, shownDigits })}
          />
        </InputBox>
      )}
    </Field>
  )
}
