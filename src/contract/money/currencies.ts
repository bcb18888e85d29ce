import { array, type Infer, integer, max, min, object, string } from 'superstruct'
import { get } from '../endpoint.ts'
import { CurrencyCode, Id } from '../ids.ts'

/** A currency. Its digits come from the platform, not from the browser. */
export const Currency = object({
  currency_id: Id,
  currency_code: CurrencyCode,
  name: string(),
  symbol: string(),
  digits: max(min(integer(), 0), 3),
})
export type Currency = Infer<typeof Currency>

export const defaultCurrencyDigits = 2

export const currencies = { list: get('v1/currencies', { may: 'currencies.read', result: array(Currency) }) }
