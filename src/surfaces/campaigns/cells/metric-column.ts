import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { metricOf, type MetricFormat } from '../../../contract/reports/metrics.ts'
import type { MetricValues } from '../../../contract/reports/trends.ts'
import { metricTitles } from '../../../parts/metrics/format.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { CellKind, ColumnInfo, GridColumn } from '../../../ui/table/column.ts'

/** Abbreviations for column headers. */
const metricAbbreviations: Readonly<Record<string, MessageDescriptor>> = {
  return_on_ad_spend: msg`ROAS`,
  click_through_rate: msg`CTR`,
  cost_per_click: msg`CPC`,
  cost_per_thousand: msg`CPM`,
}

/** The parts of a card that metrics take. */
const cardParts: Readonly<Partial<Record<string, ColumnInfo['card']>>> = { cost: 'figure-1', return_on_ad_spend: 'figure-2' }
const widths: Readonly<Record<MetricFormat, number>> = { count: 104, money: 116, ratio: 88, percent: 88 }

const kinds: Readonly<Record<MetricFormat, CellKind>> = { count: 'number', money: 'money', ratio: 'ratio', percent: 'percent' }

/** The row fields that metric columns read. */
interface MetricRow {
  readonly currency_code: string
  readonly metrics: MetricValues
}

interface MetricColumnOptions {
  readonly i18n: I18n
  readonly currencyOf: (code: string) => CurrencyFormat
  readonly isOptional?: boolean
}

/** The column of one metric. Amounts use the row's currency. */
export function metricColumn<Row extends MetricRow>(id: string, { i18n, currencyOf, isOptional }: MetricColumnOptions): GridColumn<Row> {
  const labels = metricAbbreviations[id] ?? metricTitles[id]
  const format = metricOf(id)?.format ?? 'count'
  const card = cardParts[id]
  return {
    key: id,
    header: labels ? i18n._(labels) : id,
    kind: kinds[format],
    width: widths[format],
    isSortable: true,
    ...(isOptional && { isOptional }),
    filter: { kind: 'between' },
    value: ({ metrics }) => metrics[id] ?? null,
    ...(card && { card }),
    ...(format === 'money' && { currencyOf: ({ currency_code }: Row) => currencyOf(currency_code) }),
  }
}
