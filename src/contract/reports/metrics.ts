/** How a metric is written. */
export type MetricFormat = 'count' | 'money' | 'ratio' | 'percent'

/** A metric: either a column that is summed, or a ratio of two sums, never a mean of ratios. */
export interface Metric {
  readonly id: string
  readonly format: MetricFormat
  /** The summed column; absent for a ratio. */
  readonly column?: string
  readonly over?: readonly [numerator: string, denominator: string]
  /** Multiplies the quotient (1000 for a cost per thousand). */
  readonly times?: number
  /** Nothing where more of it is neither good nor bad, such as of what one meant to spend. */
  readonly moreIsBetter: boolean | undefined
}

const sum = (id: string, format: 'count' | 'money'): Metric => ({ id, format, column: id, moreIsBetter: true })
const ratio = (id: string, format: MetricFormat, over: readonly [string, string], moreIsBetter = true, times?: number): Metric => ({
  id,
  format,
  over,
  moreIsBetter,
  ...(times && { times }),
})

const attributed = (prefix: 'exposed_' | 'halo_'): Metric[] => [
  sum(`${prefix}revenue`, 'money'),
  sum(`${prefix}transactions`, 'count'),
  sum(`${prefix}units`, 'count'),
  ratio(`${prefix}return_on_ad_spend`, 'ratio', [`${prefix}revenue`, 'cost']),
  ratio(`${prefix}average_basket_size`, 'money', [`${prefix}revenue`, `${prefix}transactions`]),
  ratio(`${prefix}average_conversion_rate`, 'percent', [`${prefix}transactions`, 'clicks']),
  ratio(`${prefix}cost_per_transaction`, 'money', ['cost', `${prefix}transactions`], false),
]

/** The one registry: picker, tooltips, tables, charts, exports and SQL are made from it. */
export const metrics: readonly Metric[] = [
  sum('impressions', 'count'),
  sum('clicks', 'count'),
  ratio('click_through_rate', 'percent', ['clicks', 'impressions']),
  { ...sum('cost', 'money'), moreIsBetter: undefined },
  ratio('cost_per_click', 'money', ['cost', 'clicks'], false),
  ratio('cost_per_thousand', 'money', ['cost', 'impressions'], false, 1000),
  sum('revenue', 'money'),
  sum('transactions', 'count'),
  sum('units', 'count'),
  ratio('return_on_ad_spend', 'ratio', ['revenue', 'cost']),
  ...attributed('exposed_'),
  ...attributed('halo_'),
  ratio('average_basket_size', 'money', ['revenue', 'transactions']),
  ratio('average_conversion_rate', 'percent', ['transactions', 'clicks']),
  ratio('cost_per_transaction', 'money', ['cost', 'transactions'], false),
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
