import type { Operation } from './list.ts'
import { metricOf, metrics } from './metrics.ts'
import type { ReportContext } from './report-contexts.ts'
import { dimensionOf, dimensions } from './dimensions.ts'

/** A report is split by no more dimensions than this, and shows no more metrics. */
export const fieldsMost = { dimensions: 8, metrics: 40 } as const

/** The heads under which metrics are chosen. */
export const metricCategories = ['delivery', 'cost', 'sales', 'exposed', 'halo'] as const
export type MetricCategory = (typeof metricCategories)[number]

/** The heads under which dimensions are chosen. */
export const dimensionCategories = ['Account', 'Campaign', 'Item', 'Delivery', 'Time'] as const
export type DimensionCategory = (typeof dimensionCategories)[number]

const costs: readonly string[] = ['cost', 'cost_per_click', 'cost_per_thousand', 'cost_per_transaction']
const delivery: readonly string[] = ['impressions', 'clicks', 'click_through_rate']

/** The head of a metric: what was bought after a view or beside a click stands apart, because it is never added to the rest. */
export function metricCategoryOf(id: string): MetricCategory {
  if (id.startsWith('exposed_')) return 'exposed'
  if (id.startsWith('halo_')) return 'halo'
  if (costs.includes(id)) return 'cost'
  return delivery.includes(id) ? 'delivery' : 'sales'
}

const adGroups: readonly string[] = ['ad_group_id', 'ad_group_name']
const entities: readonly string[] = ['entity_id', 'entity_name']

/** What the reports of a context are not split by: what lies below the thing that they are about. */
const below: Partial<Record<ReportContext, readonly string[]>> = {
  campaign: [...adGroups, ...entities],
  review: [...adGroups, ...entities],
  simple: [...adGroups, ...entities],
  ad_group: entities,
  entity: adGroups,
}
/** Contexts of one channel: every row would name the same. */
const oneChannel: readonly ReportContext[] = ['media_plan', 'offsite', 'reservations']

/** Why a dimension is no part of a context; nothing where it is. */
export function outsideContext(id: string, context: ReportContext): 'below_context' | 'one_channel' | undefined {
  if (below[context]?.includes(id)) return 'below_context'
  return id === 'channel' && oneChannel.includes(context) ? 'one_channel' : undefined
}

/** The dimensions of a context, in the order of the registry. */
export const dimensionsOf = (context: ReportContext) => dimensions.filter(({ id }) => outsideContext(id, context) === undefined)

/** Whether a context shows a metric: a simple report leaves out what needs explaining. */
export const showsMetric = (id: string, context: ReportContext) =>
  context !== 'simple' || !['exposed', 'halo'].includes(metricCategoryOf(id))

/** The metrics of a context, in the order of the registry. */
export const metricsOf = (context: ReportContext) => metrics.filter(({ id }) => showsMetric(id, context))

const usualMetrics = ['cost', 'impressions', 'clicks', 'click_through_rate', 'revenue', 'return_on_ad_spend']
const usualDimensions: Partial<Record<ReportContext, readonly string[]>> = {
  general: ['advertiser_name'],
  ad_group: ['campaign_name', 'ad_group_name'],
  entity: ['entity_name'],
  ad_group_entity: ['ad_group_name', 'entity_name'],
  review: ['campaign_name', 'campaign_status'],
}

/** What a report of a context shows before anybody has chosen. */
export const usualFields = (context: ReportContext): { dimensions: readonly string[]; metrics: readonly string[] } => ({
  dimensions: usualDimensions[context] ?? ['campaign_name'],
  metrics: context === 'simple' ? ['cost', 'clicks', 'revenue'] : usualMetrics,
})

/** From the whole to its parts: what one looks at next. */
const ladder = ['advertiser_name', 'campaign_name', 'ad_group_name', 'entity_name']
const across = ['device', 'channel', 'day']

/** What a row is split by next where nobody says otherwise, never what it is itself a part of; nothing where all has been looked at. */
export function nextDimension(context: ReportContext, taken: readonly string[]): string | undefined {
  const isTaken = (id: string) => taken.includes(id) || taken.includes(id.replace(/_name$/, '_id'))
  const parts = ladder.slice(ladder.findLastIndex(isTaken) + 1)
  return [...parts, ...across].find((id) => !isTaken(id) && outsideContext(id, context) === undefined)
}

const ofText: readonly Operation[] = ['ILIKE', '=', '!=', 'IN', 'IS NULL']
const ofChoice: readonly Operation[] = ['IN', '=', '!=', 'IS NULL']
const ofNumber: readonly Operation[] = ['>', 'BETWEEN', '=', '!=', 'IN', 'IS NULL']

/** How a field can be narrowed down, the usual way first; nothing where it cannot. */
export function operationsOf(field: string): readonly Operation[] {
  if (metricOf(field)) return ofNumber
  const dimension = dimensionOf(field)
  if (!dimension?.filterable) return []
  if (dimension.type === 'Integer') return ['IN', ...ofNumber.filter((operation) => operation !== 'IN')]
  return dimension.presentation === 'choice' ? ofChoice : ofText
}
