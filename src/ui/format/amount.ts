import { type CurrencyFormat, exact, money, nothing, numberFormat } from './format.ts'

const optionsOf = ({ currency_code, currency_digits }: CurrencyFormat): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency: currency_code,
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: currency_digits,
  maximumFractionDigits: currency_digits,
})

/** An amount with its sign wherever it is not zero, for a ledger. */
export const signedMoney = (amount: string | null, currency: CurrencyFormat, locale: string) =>
  amount === null ? nothing : numberFormat(locale, { ...optionsOf(currency), signDisplay: 'exceptZero' }).format(exact(amount))

/** A large amount in few figures, such as $1.2M; a small one in full, because there is nothing to spare. */
export function compactMoney(amount: string | null, currency: CurrencyFormat, locale: string) {
  if (amount === null || Math.abs(Number(amount)) < 1000) return money(amount, currency, locale)
  const manner = { ...optionsOf(currency), minimumFractionDigits: 0, maximumFractionDigits: 1 }
  return numberFormat(locale, { ...manner, notation: 'compact' }).format(exact(amount))
}

/** An amount in two, so that symbols stand below symbols and figures below figures; the sign stays with the figures. */
export interface AmountParts {
  readonly symbol: string
  readonly figures: string
  readonly isSymbolFirst: boolean
}

/** Takes an amount apart, as the locale has it. */
export function amountParts(amount: string, currency: CurrencyFormat, locale: string, isSigned = false): AmountParts {
  const manner: Intl.NumberFormatOptions = { ...optionsOf(currency), signDisplay: isSigned ? 'exceptZero' : 'auto' }
  const parts = numberFormat(locale, manner).formatToParts(exact(amount))
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
