/** Number format of a metric. */
export type MetricFormat = 'count' | 'money' | 'ratio' | 'percent'

/** A metric: a column that is summed, or a ratio of two sums. It is never a mean of ratios. */
export interface Metric {
  readonly id: string
  readonly format: MetricFormat
  /** The summed column; absent for a ratio. */
  readonly column?: string
  readonly over?: readonly [numerator: string, denominator: string]
  /** Factor of the ratio (1000 for cost per thousand). */
  readonly times?: number
  /** Undefined if more is neither good nor bad, for example spend. */
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

/** All metrics. Pickers, tooltips, tables, charts, exports and SQL are derived from this list. */
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

/** The default metric of charts. */
export const defaultGraphMetric = 'return_on_ad_spend'

const byId = new Map(metrics.map((metric) => [metric.id, metric]))
export const metricOf = (id: string): Metric | undefined => byId.get(id)

/** The summed columns of a metric. */
export const columnsOf = (metric: Metric): readonly string[] => metric.over ?? [metric.id]

/** The relative change from the comparison period; null if there was nothing to compare with. */
export const relativeChange = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / before
