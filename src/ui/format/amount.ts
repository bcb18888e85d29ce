import { type CurrencyFormat, intlDecimal, money, missingValue, numberFormat } from './format.ts'

const optionsOf = ({ currency_code, currency_digits, shown_digits = currency_digits }: CurrencyFormat): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency: currency_code,
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: shown_digits,
  maximumFractionDigits: currency_digits,
})

/** An amount with a plus or minus sign, except for zero. */
export const signedMoney = (amount: string | null, currency: CurrencyFormat, locale: string) =>
  amount === null ? missingValue : numberFormat(locale, { ...optionsOf(currency), signDisplay: 'exceptZero' }).format(intlDecimal(amount))

/** A short form of a large amount, for example $1.2M; amounts below 1,000 are shown in full. */
export function compactMoney(amount: string | null, currency: CurrencyFormat, locale: string) {
  if (amount === null || Math.abs(Number(amount)) < 1000) return money(amount, currency, locale)
  const fewDigits = { ...optionsOf(currency), minimumFractionDigits: 0, maximumFractionDigits: 1 }
  return numberFormat(locale, { ...fewDigits, notation: 'compact' }).format(intlDecimal(amount))
}

/** Symbol and digits of an amount, to align them in separate columns. The sign belongs to the digits. */
export interface AmountParts {
  readonly symbol: string
  readonly figures: string
  readonly isSymbolFirst: boolean
}

/** Splits an amount in the order of the locale. */
export function amountParts(amount: string, currency: CurrencyFormat, locale: string, isSigned = false): AmountParts {
  const options: Intl.NumberFormatOptions = { ...optionsOf(currency), signDisplay: isSigned ? 'exceptZero' : 'auto' }
  const parts = numberFormat(locale, options).formatToParts(intlDecimal(amount))
  const [symbolAt, figuresAt] = ['currency', 'integer'].map((kind) => parts.findIndex(({ type }) => type === kind))
  const isSymbol = ({ type, value }: Intl.NumberFormatPart) => type === 'currency' || (type === 'literal' && value.trim() === '')
  const text = (isWanted: boolean) =>
    parts
      .filter((part) => isSymbol(part) === isWanted)
      .map(({ value }) => value)
      .join('')
      .trim()
  return { symbol: text(true), figures: text(false), isSymbolFirst: (symbolAt ?? 0) < (figuresAt ?? 0) }
}
