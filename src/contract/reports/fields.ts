import type { Operation, Sort } from '../list.ts'
import { metricOf, metrics } from './metrics.ts'
import type { ReportContext } from './contexts.ts'
import { dimensionOf, dimensions } from './dimensions.ts'

/** Maximum number of dimensions and metrics of a report. */
export const maxReportFields = { dimensions: 8, metrics: 40 } as const

/** The groups of metrics in the picker. */
export const metricCategories = ['delivery', 'cost', 'sales', 'exposed', 'halo'] as const
export type MetricCategory = (typeof metricCategories)[number]

/** The groups of dimensions in the picker. */
export const dimensionCategories = ['Account', 'Campaign', 'Item', 'Delivery', 'Time'] as const
export type DimensionCategory = (typeof dimensionCategories)[number]

const costs: readonly string[] = ['cost', 'cost_per_click', 'cost_per_thousand', 'cost_per_transaction']
const delivery: readonly string[] = ['impressions', 'clicks', 'click_through_rate']

/** The group of a metric. Exposed and halo sales have their own groups, because they are never added to direct sales. */
export function metricCategoryOf(id: string): MetricCategory {
  if (id.startsWith('exposed_')) return 'exposed'
  if (id.startsWith('halo_')) return 'halo'
  if (costs.includes(id)) return 'cost'
  return delivery.includes(id) ? 'delivery' : 'sales'
}

/** Why a context does not offer a dimension; undefined if it does. */
export function outsideContext(id: string, context: ReportContext): 'below_context' | 'one_channel' | undefined {
  if (dimensionOf(id)?.contexts.includes(context) !== false) return undefined
  return id === 'channel' ? 'one_channel' : 'below_context'
}

/** The dimensions of a context, in the order of `dimensions`. */
export const dimensionsOf = (context: ReportContext) => dimensions.filter(({ id }) => outsideContext(id, context) === undefined)

/** Whether a context offers a metric. A simple report omits metrics that need an explanation. */
export const showsMetric = (id: string, context: ReportContext) =>
  context !== 'simple' || !['exposed', 'halo'].includes(metricCategoryOf(id))

/** The metrics of a context, in the order of `metrics`. */
export const metricsOf = (context: ReportContext) => metrics.filter(({ id }) => showsMetric(id, context))

const usualMetrics = ['cost', 'impressions', 'clicks', 'click_through_rate', 'revenue', 'return_on_ad_spend']
/** Used together with the advertiser's name, because two advertisers can have campaigns with the same name. */
const usualDimensions: Partial<Record<ReportContext, readonly string[]>> = {
  general: [],
  ad_group: ['campaign_name', 'ad_group_name'],
  entity: ['entity_name'],
  ad_group_entity: ['ad_group_name', 'entity_name'],
  review: ['campaign_name', 'campaign_status'],
}

/** The default fields of a context. A report of one advertiser does not group by advertiser. */
export function defaultReportFields(
  context: ReportContext,
  isOfOne = false,
): { dimensions: readonly string[]; metrics: readonly string[] } {
  const within = usualDimensions[context] ?? ['campaign_name']
  const ofOne = within.length > 0 ? within : ['campaign_name']
  return {
    dimensions: isOfOne ? ofOne : ['advertiser_name', ...within],
    metrics: context === 'simple' ? ['cost', 'clicks', 'revenue'] : usualMetrics,
  }
}

/** The default order of rows: ascending by time, otherwise descending by the first metric. */
export function defaultReportSort({
  dimensions,
  metrics: [metric],
}: {
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
}): Sort[] {
  const time = ['hour', 'day', 'week', 'month'].find((id) => dimensions.includes(id))
  if (time) return [{ field: time, order: 'asc' }]
  return metric ? [{ field: metric, order: 'desc' }] : []
}

/** From the whole to its parts. */
const ladder = ['advertiser_name', 'campaign_name', 'ad_group_name', 'entity_name']
const across = ['device', 'channel', 'day']

/** The default dimension for the next drill-down, never one above a dimension in use; undefined if there is none left. */
export function nextDimension(context: ReportContext, taken: readonly string[]): string | undefined {
  const isTaken = (id: string) => taken.includes(id) || taken.includes(id.replace(/_name$/, '_id'))
  const parts = ladder.slice(ladder.findLastIndex(isTaken) + 1)
  return [...parts, ...across].find((id) => !isTaken(id) && outsideContext(id, context) === undefined)
}

const ofText: readonly Operation[] = ['ILIKE', '=', '!=', 'IN', 'IS NULL']
const ofChoice: readonly Operation[] = ['IN', '=', '!=', 'IS NULL']
const ofDay: readonly Operation[] = ['BETWEEN', '=', '>']
const ofNumber: readonly Operation[] = ['>', 'BETWEEN', '=', '!=', 'IN', 'IS NULL']

/** The filter operations of a field, the default first; empty if it cannot be filtered. */
export function operationsOf(field: string): readonly Operation[] {
  if (metricOf(field)) return ofNumber
  const dimension = dimensionOf(field)
  if (!dimension?.filterable) return []
  if (dimension.type === 'Date') return ofDay
  if (dimension.type === 'Integer') return ['IN', ...ofNumber.filter((operation) => operation !== 'IN')]
  return dimension.presentation === 'choice' ? ofChoice : ofText
}
