import { useCallback } from 'react'
import { defaultCurrencyDigits } from '../../contract/money/currencies.ts'
import { useClient } from '../../parts/scope/client.tsx'
import type { CurrencyFormat } from '../../ui/format/format.ts'

/** Returns a currency's format by its code. Decimal digits come from the client's currency settings. */
export function useCurrency(): (code: string) => CurrencyFormat {
  const { currencies } = useClient()
  return useCallback(
    (code) => ({
      currency_code: code,
      currency_digits: currencies.find(({ currency_code }) => currency_code === code)?.digits ?? defaultCurrencyDigits,
    }),
    [currencies],
  )
}
