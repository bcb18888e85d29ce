import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Filter, FilterValue } from '../../../contract/list.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { metricText } from '../../../parts/metrics/format.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { fieldValueText } from '../words/values.ts'

const namedMost = 3

/** Amounts use the report's currency, which is unknown before the first response. */
function valueText(field: string, value: FilterValue, i18n: I18n, currency: CurrencyFormat | undefined) {
  const metric = metricOf(field)
  if (!metric) return fieldValueText(field, typeof value === 'boolean' ? String(value) : value, i18n)
  return metric.format === 'money' && !currency
    ? String(value)
    : metricText(metric, String(value), currency ?? { currency_code: 'USD', currency_digits: 2 }, i18n.locale)
}

/** Short text of a filter's values. */
export function filterValueText(filter: Filter, i18n: I18n, currency: CurrencyFormat | undefined): string {
  if (filter.operation === 'IS NULL') return ''
  const texts = [filter.value].flat().map((value) => valueText(filter.field, value, i18n, currency))
  if (filter.operation === 'BETWEEN') return texts.join(' – ')
  const named = texts.slice(0, namedMost).join(', ')
  const others = texts.length - namedMost
  return others > 0 ? i18n._(msg`${named} and ${others} more`) : named
}
