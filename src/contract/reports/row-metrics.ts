import { type Infer, nullable, object, optional, refine } from 'superstruct'
import { daysIn, maxReportDays } from '../dates/date-ranges.ts'
import { Decimal, Finite, IsoDay } from '../ids.ts'
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

/** The change of each total against other days, relative to those days; null if there was nothing to compare with. */
export const RowMetricChanges = object({
  impressions: nullable(Finite),
  clicks: nullable(Finite),
  cost: nullable(Finite),
  revenue: nullable(Finite),
  transactions: nullable(Finite),
  units: nullable(Finite),
  click_through_rate: nullable(Finite),
  cost_per_click: nullable(Finite),
  cost_per_thousand: nullable(Finite),
  return_on_ad_spend: nullable(Finite),
  average_basket_size: nullable(Finite),
  average_conversion_rate: nullable(Finite),
  cost_per_transaction: nullable(Finite),
})
export type RowMetricChanges = Infer<typeof RowMetricChanges>

/** The days that a list compares its totals with, in a request. */
export const ComparedTo = refine(object({ start_date: IsoDay, end_date: IsoDay }), 'ComparedTo', (days) => {
  const count = daysIn(days)
  return (count > 0 && count <= maxReportDays) || `Expected 1 to ${maxReportDays} days`
})
export type ComparedTo = Infer<typeof ComparedTo>
/** Fields of the request and of the reply of a list that compares its totals. */
export const comparedRequest = { compared_to: optional(ComparedTo) }
export const comparedReply = { changes: optional(RowMetricChanges) }

/** The metrics of such a row, in the order of `metrics`. */
export const rowMetrics = metrics.filter(({ id }) => Object.hasOwn(RowMetrics.schema, id))
