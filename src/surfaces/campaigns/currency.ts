import { useCallback } from 'react'
import { defaultCurrencyDigits } from '../../contract/money/currencies.ts'
import { useClient } from '../../parts/scope/client.tsx'
import type { CurrencyFormat } from '../../ui/format/format.ts'

/** How amounts of a currency are written, by its code; the digits are those of the client's own record of it. */
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
