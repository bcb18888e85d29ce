import type { CurrencyFormat } from '../ui/format.ts'

/** Bids are of parts of a coin: one digit more than their currency has, where it has any. */
export const bidDigits = (currency: CurrencyFormat): CurrencyFormat => ({
  ...currency,
  currency_digits: currency.currency_digits === 0 ? 0 : currency.currency_digits + 1,
})
