import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Metric } from '../../contract/reports/metrics.ts'
import { count } from '../../ui/format/format.ts'

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
  return second ? `${times ? `${count(times, locale)} · ` : ''}${first} / ${second}` : `Σ ${first}`
}
