import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const meanings: Readonly<Record<string, MessageDescriptor>> = {
  impressions: msg`How often an ad was shown.`,
  clicks: msg`How often somebody clicked an ad. Clicks are what is paid for.`,
  click_through_rate: msg`The share of ads shown that were clicked.`,
  cost: msg`What the clicks cost. It equals the clicks in the ledger, to the last digit, in the currency of the ledger.`,
  cost_per_click: msg`What one click cost on average.`,
  cost_per_thousand: msg`What it cost to show an ad a thousand times.`,
  revenue: msg`What was paid for what was sold.`,
  transactions: msg`How many orders there were.`,
  units: msg`How many pieces the orders held.`,
  return_on_ad_spend: msg`How many times the spend was sold: at 3× it was three times as much.`,
  average_basket_size: msg`What an order came to on average.`,
  average_conversion_rate: msg`How many orders there were for each click.`,
  cost_per_transaction: msg`What was spent for each order.`,
}

/** Attribution of the sales metrics, and when they settle. */
const sales = {
  own: msg`Sales are purchases of what was advertised, up to 30 days after a click on it; they settle within three days.`,
  exposed: msg`Exposed are purchases of what was advertised, up to 30 days after it was seen and without a click; they settle within three days and are never added to the other sales.`,
  halo: msg`Halo are purchases of related things, up to 30 days after a click; they settle within three days and are never added to the other sales.`,
} as const

const ofSales: readonly string[] = [
  ...['revenue', 'transactions', 'units'],
  ...['return_on_ad_spend', 'average_basket_size', 'average_conversion_rate', 'cost_per_transaction'],
]

/** Explains a metric and its attribution; undefined for unknown metrics. */
export function metricMeaning(id: string, i18n: I18n): string | undefined {
  const [, kind, base = id] = /^(exposed|halo)_(.*)$/.exec(id) ?? []
  const said = meanings[base]
  if (!said) return undefined
  if (!ofSales.includes(base)) return i18n._(said)
  return `${i18n._(said)} ${i18n._(kind === 'exposed' || kind === 'halo' ? sales[kind] : sales.own)}`
}
