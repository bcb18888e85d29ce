import type { Compare, Days } from '../../../src/contract/dates/date-ranges.ts'
import type { ReportContext } from '../../../src/contract/reports/contexts.ts'

/** The ratio metrics, written a second time to detect faults in the registry. */
const ofOwn: Readonly<Record<string, readonly [above: string, below: string, times?: bigint]>> = {
  click_through_rate: ['clicks', 'impressions'],
  cost_per_click: ['cost', 'clicks'],
  cost_per_thousand: ['cost', 'impressions', 1000n],
}
const ofSales = (kind: string): typeof ofOwn => ({
  [`${kind}return_on_ad_spend`]: [`${kind}revenue`, 'cost'],
  [`${kind}average_basket_size`]: [`${kind}revenue`, `${kind}transactions`],
  [`${kind}average_conversion_rate`]: [`${kind}transactions`, 'clicks'],
  [`${kind}cost_per_transaction`]: ['cost', `${kind}transactions`],
})
export const ownRatios: typeof ofOwn = { ...ofOwn, ...ofSales(''), ...ofSales('exposed_'), ...ofSales('halo_') }
export const ownSums = [
  'impressions',
  'clicks',
  'cost',
  ...['', 'exposed_', 'halo_'].flatMap((kind) => ['revenue', 'transactions', 'units'].map((name) => kind + name)),
]
/** Whether a metric is an amount: an amount divided by a count is one, an amount divided by an amount is not. */
export const isAmount = (id: string) => /(^|_)(cost|revenue|basket_size)$|cost_per_/.test(id)

const dayMs = 86_400_000
const moved = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
/** The distance to the compared period, in days. */
function back({ start_date, end_date }: Days, compare: Compare): number {
  const length = Math.round((Date.parse(end_date) - Date.parse(start_date)) / dayMs) + 1
  return { none: 0, previous_period: length, previous_day: 1, previous_week: 7, previous_month: 30 }[compare]
}
/** The compared period. */
export const ownBefore = (days: Days, compare: Compare): Days | undefined =>
  compare === 'none'
    ? undefined
    : { start_date: moved(days.start_date, -back(days, compare)), end_date: moved(days.end_date, -back(days, compare)) }

/** The channel of each context, and the fields that it excludes. */
const ownContexts: Readonly<Record<ReportContext, { channel?: string; without?: readonly RegExp[] }>> = {
  general: {},
  saved: {},
  ad_group_entity: {},
  campaign: { without: [/^ad_group_/, /^entity_/] },
  review: { without: [/^ad_group_/, /^entity_/] },
  simple: { without: [/^ad_group_/, /^entity_/, /^exposed_/, /^halo_/] },
  ad_group: { without: [/^entity_/] },
  entity: { without: [/^ad_group_/] },
  media_plan: { channel: 'media', without: [/^channel$/] },
  offsite: { channel: 'offsite', without: [/^channel$/] },
  reservations: { channel: 'reservations', without: [/^channel$/] },
}
export const ownChannel = (context: ReportContext | undefined) => context && ownContexts[context].channel
/** Whether a context has a field. */
export const isInContext = (id: string, context: ReportContext | undefined) =>
  !context || !ownContexts[context].without?.some((pattern) => pattern.test(id))
