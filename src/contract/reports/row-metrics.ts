import { type Infer, nullable, object } from 'superstruct'
import { Decimal, Finite } from '../ids.ts'
import { metrics } from './metrics.ts'

/**
 * Metrics of a row in a list of campaigns or ad groups. Money is a decimal in the row's currency; a ratio without a denominator is null.
 */
export const RowMetrics = object({
  impressions: Finite,
  clicks: Finite,
  cost: Decimal,
  revenue: Decimal,
  transactions: Finite,
  units: Finite,
  click_through_rate: nullable(Finite),
  cost_per_click: nullable(Decimal),
  cost_per_thousand: nullable(Decimal),
  return_on_ad_spend: nullable(Finite),
  average_basket_size: nullable(Decimal),
  average_conversion_rate: nullable(Finite),
  cost_per_transaction: nullable(Decimal),
})
export type RowMetrics = Infer<typeof RowMetrics>

/** The metrics of such a row, in the order of `metrics`. */
export const rowMetrics = metrics.filter(({ id }) => Object.hasOwn(RowMetrics.schema, id))
