import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import type { Filter } from '../../../contract/list.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { useCurrency } from '../../../parts/scope/client.tsx'
import type { SelectedAdGroups } from './calls.ts'

/** Selected rows have known currencies; for "select all" the list is queried. */
export interface SingleCurrencyQuery {
  readonly which: SelectedAdGroups
  readonly currencies: readonly string[]
  readonly days: Days
}

const firstOnly = { start: 0, count: 1 }

/** The currency that all selected ad groups share, or `several`; undefined while it loads. */
export function useSingleCurrency({
  which: { report, all_selected = false },
  currencies,
  days,
}: SingleCurrencyQuery): CurrencyFormat | 'several' | undefined {
  const { clientId } = useScope()
  const currencyOf = useCurrency()
  const { start_date, end_date } = days
  const requestWith = (more: Filter[]) => ({
    path: { memberGroupId: clientId },
    body: { ...report, start_date, end_date, filters: [...(report?.filters ?? []), ...more], pagination: firstOnly },
  })
  const first = useRead(adGroups.report, all_selected ? requestWith([]) : null).data
  const code = first?.ad_groups[0]?.currency_code
  const otherCurrencies = useRead(
    adGroups.report,
    code ? requestWith([{ field: 'currency_code', operation: '!=', value: code }]) : null,
  ).data
  if (all_selected) return otherCurrencies && (otherCurrencies.total > 0 ? 'several' : currencyOf(code ?? otherCurrencies.currency_code))
  const [currency, ...more] = currencies
  return more.length > 0 ? 'several' : currency === undefined ? undefined : currencyOf(currency)
}
