import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const meanings: Readonly<Record<string, MessageDescriptor>> = {
  impressions: msg`How often your ads were shown.`,
  clicks: msg`How often people clicked your ads. You pay for clicks.`,
  click_through_rate: msg`Clicks divided by impressions.`,
  cost: msg`Cost of the clicks. In the ledger’s currency it matches the ledger exactly.`,
  cost_per_click: msg`Average cost of a click.`,
  cost_per_thousand: msg`Average cost of 1,000 impressions.`,
  revenue: msg`Amount customers paid for their purchases.`,
  transactions: msg`Number of orders.`,
  units: msg`Number of units sold.`,
  return_on_ad_spend: msg`Revenue divided by spend. 3× means revenue was three times the spend.`,
  average_basket_size: msg`Average value of an order.`,
  average_conversion_rate: msg`Orders per click.`,
  cost_per_transaction: msg`Spend divided by orders.`,
}

/** Attribution of the sales metrics, and when they settle. */
const sales = {
  own: msg`Counts purchases of the advertised entity up to 30 days after a click. Final after three days.`,
  exposed: msg`Exposed sales: purchases of the advertised entity up to 30 days after the ad was seen, without a click. Final after three days. Not included in other sales.`,
  halo: msg`Halo sales: purchases of related items up to 30 days after a click. Final after three days. Not included in other sales.`,
} as const

const ofSales: readonly string[] = [
  ...['revenue', 'transactions', 'units'],
  ...['return_on_ad_spend', 'average_basket_size', 'average_conversion_rate', 'cost_per_transaction'],
]

/** Explains a metric and its attribution; undefined for unknown metrics. */
export function metricMeaning(id: string, i18n: I18n): string | undefined {
  const [, kind, base = id] = /^(exposed|halo)_(.*)$/.exec(id) ?? []
  const meaning = meanings[base]
  if (!meaning) return undefined
  if (!ofSales.includes(base)) return i18n._(meaning)
  return `${i18n._(meaning)} ${i18n._(kind === 'exposed' || kind === 'halo' ? sales[kind] : sales.own)}`
}
