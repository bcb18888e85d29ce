import type { Metric } from '../../contract/reports/metrics.ts'
import {
  type CurrencyFormat,
  count,
  money,
  percent,
  percentTick,
  moneyWithoutSymbol,
  ratio,
  compactNumber,
} from '../../ui/format/format.ts'

/** A metric's value as the API sends it. */
export type WireValue = string | number | null | undefined

const text = (value: WireValue) => (value === null || value === undefined ? null : String(value))
/** The value as a number, for charts only; sums need the exact decimal. */
export const numberOf = (value: WireValue) => (value === null || value === undefined ? null : Number(value))

/** Formats a value in full, with its currency if it has one. */
export function metricText(metric: Metric, value: WireValue, currency: CurrencyFormat, locale: string): string {
  if (metric.format === 'money') return money(text(value), currency, locale)
  if (metric.format === 'ratio') return ratio(numberOf(value), locale)
  return metric.format === 'percent' ? percent(numberOf(value), locale) : count(numberOf(value), locale)
}

/** Formats a value for a column whose header shows the unit. */
export const metricCell = (metric: Metric, value: WireValue, currency: CurrencyFormat, locale: string) =>
  metric.format === 'money' ? moneyWithoutSymbol(text(value), currency, locale) : metricText(metric, value, currency, locale)

/** Formats a value on an axis. */
export const metricTick = (metric: Metric, value: number, locale: string) =>
  metric.format === 'percent' ? percentTick(value, locale) : compactNumber(value, locale)

/** The unit shown after the name of a column or an axis. */
export function metricUnit(metric: Metric, currency: CurrencyFormat): string {
  if (metric.format === 'money') return currency.currency_code
  return metric.format === 'ratio' ? '×' : ''
}
