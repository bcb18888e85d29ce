import type { Compare, Days } from '../../../src/contract/dates/date-ranges.ts'
import type { ReportContext } from '../../../src/contract/reports/contexts.ts'

// A second, independent definition of the metrics, the comparisons and the contexts, to detect faults in the first.

type Ratios = Readonly<Record<string, readonly [numerator: string, denominator: string, factor?: bigint]>>
const deliveryRatios: Ratios = {
  click_through_rate: ['clicks', 'impressions'],
  cost_per_click: ['cost', 'clicks'],
  cost_per_thousand: ['cost', 'impressions', 1000n],
}
const salesRatios = (prefix: string): Ratios => ({
  [`${prefix}return_on_ad_spend`]: [`${prefix}revenue`, 'cost'],
  [`${prefix}average_basket_size`]: [`${prefix}revenue`, `${prefix}transactions`],
  [`${prefix}average_conversion_rate`]: [`${prefix}transactions`, 'clicks'],
  [`${prefix}cost_per_transaction`]: ['cost', `${prefix}transactions`],
})
export const expectedRatios: Ratios = {
  ...deliveryRatios,
  ...salesRatios(''),
  ...salesRatios('exposed_'),
  ...salesRatios('halo_'),
}
export const expectedSums = [
  'impressions',
  'clicks',
  'cost',
  ...['', 'exposed_', 'halo_'].flatMap((prefix) => ['revenue', 'transactions', 'units'].map((name) => prefix + name)),
]
/** Whether a metric is an amount: an amount divided by a count is one, an amount divided by an amount is not. */
export const isAmount = (id: string) => /(^|_)(cost|revenue|basket_size)$|cost_per_/.test(id)

const dayMs = 86_400_000
const addDays = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
/** How many days the compared period is earlier. */
function comparisonOffset({ start_date, end_date }: Days, compare: Compare): number {
  const length = Math.round((Date.parse(end_date) - Date.parse(start_date)) / dayMs) + 1
  return { none: 0, previous_period: length, previous_day: 1, previous_week: 7, previous_month: 30 }[compare]
}
/** The compared period. */
export function expectedComparison(days: Days, compare: Compare): Days | undefined {
  if (compare === 'none') return undefined
  const offset = comparisonOffset(days, compare)
  return { start_date: addDays(days.start_date, -offset), end_date: addDays(days.end_date, -offset) }
}

interface ExpectedContext {
  /** The only channel of the context. */
  readonly channel?: string
  /** The fields that the context does not have. */
  readonly excludedFields?: readonly RegExp[]
}
const expectedContexts: Readonly<Record<ReportContext, ExpectedContext>> = {
  general: {},
  saved: {},
  ad_group_entity: {},
  campaign: { excludedFields: [/^ad_group_/, /^entity_/] },
  review: { excludedFields: [/^ad_group_/, /^entity_/] },
  simple: { excludedFields: [/^ad_group_/, /^entity_/, /^exposed_/, /^halo_/] },
  ad_group: { excludedFields: [/^entity_/] },
  entity: { excludedFields: [/^ad_group_/] },
  media_plan: { channel: 'media', excludedFields: [/^channel$/] },
  offsite: { channel: 'offsite', excludedFields: [/^channel$/] },
  reservations: { channel: 'reservations', excludedFields: [/^channel$/] },
}
export const expectedChannel = (context: ReportContext | undefined) => context && expectedContexts[context].channel
/** Whether a context has a field. */
export const isInContext = (id: string, context: ReportContext | undefined) =>
  !context || !expectedContexts[context].excludedFields?.some((pattern) => pattern.test(id))
