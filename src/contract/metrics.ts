/** How a metric is written. */
export type MetricFormat = 'count' | 'money' | 'ratio' | 'percent'

/** A metric: either a column that is summed, or a ratio of two sums, never a mean of ratios. */
export interface Metric {
  readonly id: string
  readonly label: string
  readonly format: MetricFormat
  /** The summed column; absent for a ratio. */
  readonly column?: string
  readonly over?: readonly [numerator: string, denominator: string]
  /** Multiplies the quotient (1000 for a cost per thousand). */
  readonly times?: number
  readonly moreIsBetter: boolean
}

const sum = (id: string, label: string, format: 'count' | 'money', moreIsBetter = true): Metric => ({
  id,
  label,
  format,
  column: id,
  moreIsBetter,
})
const ratio = (
  id: string,
  label: string,
  format: MetricFormat,
  over: readonly [string, string],
  moreIsBetter = true,
  times?: number,
): Metric => ({
  id,
  label,
  format,
  over,
  moreIsBetter,
  ...(times && { times }),
})

const attributed = (prefix: 'exposed_' | 'halo_', name: string): Metric[] => [
  sum(`${prefix}revenue`, `${name} revenue`, 'money'),
  sum(`${prefix}transactions`, `${name} transactions`, 'count'),
  sum(`${prefix}units`, `${name} units`, 'count'),
  ratio(`${prefix}return_on_ad_spend`, `${name} return on ad spend`, 'ratio', [`${prefix}revenue`, 'cost']),
  ratio(`${prefix}average_basket_size`, `${name} average basket size`, 'money', [`${prefix}revenue`, `${prefix}transactions`]),
  ratio(`${prefix}cost_per_transaction`, `${name} cost per transaction`, 'money', ['cost', `${prefix}transactions`], false),
]

/** The one registry: picker, tooltips, tables, charts, exports and SQL are made from it. */
export const metrics: readonly Metric[] = [
  sum('impressions', 'Impressions', 'count'),
  sum('clicks', 'Clicks', 'count'),
  ratio('click_through_rate', 'Click-through rate', 'percent', ['clicks', 'impressions']),
  sum('cost', 'Spend', 'money', false),
  ratio('cost_per_click', 'Cost per click', 'money', ['cost', 'clicks'], false),
  ratio('cost_per_thousand', 'Cost per thousand', 'money', ['cost', 'impressions'], false, 1000),
  sum('revenue', 'Revenue', 'money'),
  sum('transactions', 'Transactions', 'count'),
  sum('units', 'Units', 'count'),
  ratio('return_on_ad_spend', 'Return on Ad Spend', 'ratio', ['revenue', 'cost']),
  ...attributed('exposed_', 'Exposed'),
  ...attributed('halo_', 'Halo'),
  ratio('average_basket_size', 'Average basket size', 'money', ['revenue', 'transactions']),
  ratio('average_conversion_rate', 'Average conversion rate', 'percent', ['transactions', 'clicks']),
  ratio('cost_per_transaction', 'Cost per transaction', 'money', ['cost', 'transactions'], false),
]

/** The chart shows this when nobody says otherwise. */
export const defaultGraphMetric = 'return_on_ad_spend'

const byId = new Map(metrics.map((metric) => [metric.id, metric]))
/** A metric by its id. */
export const metricOf = (id: string): Metric | undefined => byId.get(id)

/** The columns that a metric is made of. */
export const columnsOf = (metric: Metric): readonly string[] => metric.over ?? [metric.id]

/** A ratio of two sums; nothing where the denominator is nothing. */
export const quotient = (numerator: number, denominator: number, times = 1): number | null =>
  denominator === 0 ? null : (numerator * times) / denominator

/** The change against the compared period; nothing where there was nothing before. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / before
