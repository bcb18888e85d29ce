import type { Metric } from '../../contract/reports/metrics.ts'
import { type CurrencyFormat, count, money, percent, percentTick, plainMoney, ratio, tick } from '../../ui/format/format.ts'

/** A metric's value as it comes over the wire. */
export type WireValue = string | number | null | undefined

const text = (value: WireValue) => (value === null || value === undefined ? null : String(value))
/** The value as a number, for drawing; never for adding up. */
export const numberOf = (value: WireValue) => (value === null || value === undefined ? null : Number(value))

/** A value in full, with its currency where it has one. */
export function metricText(metric: Metric, value: WireValue, currency: CurrencyFormat, locale: string): string {
  if (metric.format === 'money') return money(text(value), currency, locale)
  if (metric.format === 'ratio') return ratio(numberOf(value), locale)
  return metric.format === 'percent' ? percent(numberOf(value), locale) : count(numberOf(value), locale)
}

/** A value in a column whose head says the unit. */
export const metricCell = (metric: Metric, value: WireValue, currency: CurrencyFormat, locale: string) =>
  metric.format === 'money' ? plainMoney(text(value), currency, locale) : metricText(metric, value, currency, locale)

/** A round value on an axis. */
export const metricTick = (metric: Metric, value: number, locale: string) =>
  metric.format === 'percent' ? percentTick(value, locale) : tick(value, locale)

/** What stands beside the name of a column or an axis. */
export function metricUnit(metric: Metric, currency: CurrencyFormat): string {
  if (metric.format === 'money') return currency.currency_code
  return metric.format === 'ratio' ? '×' : ''
}
