import type { Metric } from '../../contract/reports/metrics.ts'
import {
  compactNumber,
  count,
  money,
  moneyWithoutSymbol,
  percent,
  percentTick,
  ratio,
  type CurrencyFormat,
} from '../../ui/format/format.ts'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A metric's value as the API sends it. */
type WireValue = string | number | null | undefined

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

/** Formats one of the ticks of an axis. */
export const metricTick = (metric: Metric, value: number, ticks: readonly number[], locale: string) =>
  metric.format === 'percent' ? percentTick(value, locale) : compactNumber(value, locale, ticks)

/** The unit shown after the name of a column or an axis. */
export function metricUnit(metric: Metric, currency: CurrencyFormat): string {
  if (metric.format === 'money') return currency.currency_code
  return metric.format === 'ratio' ? '×' : ''
}

/** Labels of all metrics. */
export const metricTitles: Readonly<Record<string, MessageDescriptor>> = {
  impressions: msg`Impressions`,
  clicks: msg`Clicks`,
  click_through_rate: msg`Click-through rate`,
  cost: msg`Spend`,
  cost_per_click: msg`Cost per click`,
  cost_per_thousand: msg`Cost per thousand`,
  revenue: msg`Revenue`,
  transactions: msg`Transactions`,
  units: msg`Units`,
  return_on_ad_spend: msg`Return on Ad Spend`,
  exposed_revenue: msg`Exposed revenue`,
  exposed_transactions: msg`Exposed transactions`,
  exposed_units: msg`Exposed units`,
  exposed_return_on_ad_spend: msg`Exposed return on ad spend`,
  exposed_average_basket_size: msg`Exposed average basket size`,
  exposed_average_conversion_rate: msg`Exposed average conversion rate`,
  exposed_cost_per_transaction: msg`Exposed cost per transaction`,
  halo_revenue: msg`Halo revenue`,
  halo_transactions: msg`Halo transactions`,
  halo_units: msg`Halo units`,
  halo_return_on_ad_spend: msg`Halo return on ad spend`,
  halo_average_basket_size: msg`Halo average basket size`,
  halo_average_conversion_rate: msg`Halo average conversion rate`,
  halo_cost_per_transaction: msg`Halo cost per transaction`,
  average_basket_size: msg`Average basket size`,
  average_conversion_rate: msg`Average conversion rate`,
  cost_per_transaction: msg`Cost per transaction`,
}

/** A metric's formula as text: a sum, or a ratio of two metrics. */
export function formulaText({ id, over, times }: Metric, i18n: I18n, locale: string): string {
  const [first = id, second] = (over ?? [id]).map((item) => (metricTitles[item] ? i18n._(metricTitles[item]) : item))
  return second ? `${times ? `${count(times, locale)} · ` : ''}${first} / ${second}` : i18n._(msg`Sum of ${first}`)
}
