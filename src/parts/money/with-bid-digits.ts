import { bidDigitsOf } from '../../contract/bids/bids.rules.ts'
import type { CurrencyFormat } from '../../ui/format/format.ts'

/** A currency with the decimal places of bids, which have more than amounts. */
export const withBidDigits = (currency: CurrencyFormat): CurrencyFormat => ({
  ...currency,
  currency_digits: bidDigitsOf(currency.currency_digits),
})
