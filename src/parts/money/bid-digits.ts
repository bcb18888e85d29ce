import { bidDigitsOf } from '../../contract/bids/bids.rules.ts'
import type { CurrencyFormat } from '../../ui/format/format.ts'

/** A currency as bids are written in it: in parts of a coin. */
export const bidDigits = (currency: CurrencyFormat): CurrencyFormat => ({
  ...currency,
  currency_digits: bidDigitsOf(currency.currency_digits),
})
