import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { dimensionOf } from '../../contract/reports/dimensions.ts'
import { metricOf } from '../../contract/reports/metrics.ts'
import type { DimensionCategory, MetricCategory } from '../../contract/reports/fields.ts'
import { formulaText, metricTitles } from '../../parts/metrics/format.ts'
import { orderValues, hasPurchaseFilter } from '../../contract/reports/purchases.rules.ts'
import { historyLabels, orderValueLabels, channelLabel } from '../../parts/campaigns/labels.ts'
import type { ReportQuery } from './query/query.ts'
import { toPurchaseFilter } from './query/request.ts'
import { hourTitle, monthTitle } from '../../ui/format/format.ts'
import { statusLabel } from '../../ui/badge/status-labels.ts'
import { dayText } from '../../ui/format/moment.ts'
import type { Granularity } from '../../contract/dates/date-ranges.ts'
import type { Operation } from '../../contract/list.ts'
import type { ReportContext } from '../../contract/reports/contexts.ts'
import type { RuleResult } from '../../contract/reply.ts'
import type { Visibility } from '../../contract/saved-reports/saved-reports.ts'

export const contextWords: Readonly<Record<ReportContext, MessageDescriptor>> = {
  general: msg`Everything`,
  campaign: msg`Campaigns`,
  ad_group: msg`Ad groups`,
  entity: msg`Entities`,
  ad_group_entity: msg`Ad groups and their entities`,
  media_plan: msg`Media plans`,
  offsite: msg`Offsite`,
  reservations: msg`Reservations`,
  saved: msg({ message: 'Saved', context: 'reports' }),
  review: msg`Review`,
  simple: msg`Simple`,
}

/** Notes for contexts whose name needs an explanation. */
export const contextNotes: Partial<Record<ReportContext, MessageDescriptor>> = {
  general: msg`all channels and fields`,
  entity: msg`across all ad groups`,
  media_plan: msg`the media channel`,
  offsite: msg`the offsite channel`,
  reservations: msg`the reservations channel`,
  saved: msg`all fields, by campaign`,
  review: msg`campaigns under review or rejected`,
  simple: msg`campaigns, with fewer metrics`,
}

export const granularityWords: Readonly<Record<Granularity, MessageDescriptor>> = {
  hour: msg`Hour`,
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
}

export const visibilityWords: Readonly<Record<Visibility, MessageDescriptor>> = {
  private: msg`Private`,
  shared: msg`Shared`,
}

const operationWords: Readonly<Record<Operation, MessageDescriptor>> = {
  ILIKE: msg`contains`,
  IN: msg`is one of`,
  '=': msg`is`,
  '!=': msg`is not`,
  '>': msg`is greater than`,
  BETWEEN: msg`is between`,
  'IS NULL': msg`is not known`,
}

/** Label of an operation. A metric is null when its denominator is zero, so it reads "has no value". */
export const operationName = (operation: Operation, field: string, i18n: I18n) =>
  operation === 'IS NULL' && metricOf(field) ? i18n._(msg`has no value`) : i18n._(operationWords[operation])

/** Why a field cannot be added or a filter is invalid. */
export function ruleErrorText(result: RuleResult, i18n: I18n): string | undefined {
  if (result === true) return undefined
  const { code } = result
  const max = String(result.most ?? '')
  const since = result.since ? dayText(String(result.since), i18n.locale, 'full') : ''
  const sentences: Readonly<Record<string, MessageDescriptor>> = {
    below_context: msg`This report does not go into this much detail. Change “Report on” to use this field.`,
    one_channel: msg`This report covers one channel only, so the channel is the same in every row`,
    not_simple: msg`Not available in a simple report. Change “Report on” to use it.`,
    hours_by_ad_group: msg`Hourly data is available by ad group, not by entity`,
    hours_gone: msg`Hourly data is available from ${since}. Choose later dates.`,
    purchases_by_ad_group: msg`Sales filters work by day and ad group, not by hour or entity`,
    purchases_gone: msg`Sales filters are available from ${since}. Choose later dates.`,
    dimensions_most: msg`A report can have up to ${max} dimensions. Remove one first.`,
    metrics_most: msg`A report can have up to ${max} metrics. Remove one first.`,
    operation: msg`This field cannot be filtered this way`,
    required: msg`Enter a value`,
    number: msg`Enter a number`,
    id: msg`Enter a whole number`,
    choice: msg`Choose a value from the list`,
    backwards: msg`The first number must be smaller than the second`,
  }
  const sentence = sentences[code]
  return sentence ? i18n._(sentence) : code
}

type Words = readonly [name: MessageDescriptor, explanation: MessageDescriptor]

const dimensionWords: Readonly<Record<string, Words>> = {
  advertiser_id: [msg`Advertiser ID`, msg`The ID of the advertiser. It does not change when the advertiser is renamed.`],
  advertiser_name: [msg`Advertiser`, msg`Advertiser (current name).`],
  campaign_id: [msg`Campaign ID`, msg`The ID of the campaign. It tells campaigns with the same name apart.`],
  campaign_name: [msg`Campaign`, msg`Current name. Campaigns with the same name share a row.`],
  campaign_status: [msg`Campaign status`, msg`The campaign’s current status, not its status on that day.`],
  ad_group_id: [msg`Ad group ID`, msg`The ID of the ad group.`],
  ad_group_name: [msg`Ad group`, msg`Current name. Ad groups with the same name share a row.`],
  entity_id: [msg`Entity ID`, msg`The ID of the advertised entity. Available for 60 days; older rows are empty.`],
  entity_name: [msg`Entity`, msg`The advertised entity. Available for 60 days; older rows are empty.`],
  channel: [msg`Channel`, msg`Where the ad was shown: onsite, media, offsite or reservations.`],
  device: [msg`Device`, msg`The device on which the ad was seen: desktop, mobile or app.`],
  hour: [msg`Hour`, msg`The hour in the advertiser’s time zone. Available for 35 days, by ad group.`],
  day: [msg`Day`, msg`The day in the advertiser’s time zone, midnight to midnight.`],
  week: [msg`Week`, msg`Shown by its first day, a Monday.`],
  month: [msg`Month`, msg`Shown by its first day.`],
}

const categoryWords: Readonly<Record<DimensionCategory | MetricCategory, MessageDescriptor>> = {
  Account: msg`Account`,
  Campaign: msg`Campaign`,
  Item: msg`Entities`,
  Delivery: msg`Delivery`,
  Time: msg`Time`,
  delivery: msg`Impressions and clicks`,
  cost: msg`Spend`,
  sales: msg`Sales after a click`,
  exposed: msg`Sales after a view`,
  halo: msg`Related sales`,
}

export const categoryName = (category: DimensionCategory | MetricCategory, i18n: I18n) => i18n._(categoryWords[category])

/** Name of a dimension or metric. Entities use the client's own term. */
export function fieldName(id: string, i18n: I18n, entityWord?: string): string {
  if (entityWord && id === 'entity_name') return entityWord
  const words = dimensionWords[id]?.[0] ?? metricTitles[id]
  return words ? i18n._(words) : (dimensionOf(id)?.name ?? id)
}

const salesWords: Readonly<Record<'exposed' | 'halo', MessageDescriptor>> = {
  exposed: msg`From people who saw the ad and bought without clicking.`,
  halo: msg`From other items bought after a click.`,
}

/** Formula of a ratio, plus the metric's meaning once it is loaded. */
export function metricExplanation(id: string, i18n: I18n, meaning: string | undefined): string {
  const metric = metricOf(id)
  if (!metric || !meaning) return fieldExplanation(id, i18n)
  return metric.over ? `${formulaText(metric, i18n, i18n.locale)}. ${meaning}` : meaning
}

/** A sentence for a dimension, the formula for a metric. */
export function fieldExplanation(id: string, i18n: I18n): string {
  const explanation = dimensionWords[id]?.[1]
  if (explanation) return i18n._(explanation)
  const metric = metricOf(id)
  if (!metric) return ''
  const formula = formulaText(metric, i18n, i18n.locale)
  const kind = id.startsWith('exposed_') ? 'exposed' : id.startsWith('halo_') ? 'halo' : undefined
  return kind ? `${formula}. ${i18n._(salesWords[kind])}` : formula
}

/** Describes the customer and order-size limits; undefined when all sales count. */
export function salesText(reportQuery: Pick<ReportQuery, 'history' | 'orderValues'>, i18n: I18n): string | undefined {
  if (!hasPurchaseFilter(toPurchaseFilter(reportQuery))) return undefined
  const { history, orderValues: selected } = reportQuery
  return [
    ...(history === 'all' ? [] : [i18n._(historyLabels[history])]),
    ...(selected.length === orderValues.length ? [] : selected.map((item) => i18n._(orderValueLabels[item]))),
  ].join(', ')
}

const deviceWords: Readonly<Record<string, MessageDescriptor>> = { desktop: msg`Desktop`, mobile: msg`Mobile`, app: msg`App` }

const deviceWord = (device: string, i18n: I18n) => (deviceWords[device] ? i18n._(deviceWords[device]) : device)

const texts: Readonly<Record<string, (value: string, i18n: I18n) => string>> = {
  campaign_status: statusLabel,
  channel: channelLabel,
  device: deviceWord,
  hour: (moment, { locale }) => hourTitle(moment, locale),
  day: (day, { locale }) => dayText(day, locale, 'full'),
  week: (day, i18n) => i18n._(msg`Week of ${dayText(day, i18n.locale, 'full')}`),
  month: (day, { locale }) => monthTitle(day, locale),
}

export const fieldValueText = (field: string, value: string | number, i18n: I18n) => texts[field]?.(String(value), i18n) ?? String(value)

const meanings: Readonly<Record<string, MessageDescriptor>> = {
  impressions: msg`How often your ads were shown.`,
  clicks: msg`How often people clicked your ads. You pay for clicks.`,
  click_through_rate: msg`Clicks divided by impressions.`,
  cost: msg`Cost of the clicks. In the ledger’s currency it matches the ledger exactly.`,
  cost_per_click: msg`Average cost of a click.`,
  cost_per_thousand: msg`Average cost of 1,000 impressions.`,
  revenue: msg`Amount customers paid for their purchases.`,
  transactions: msg`Number of orders.`,
  units: msg`Number of units sold.`,
  return_on_ad_spend: msg`Revenue divided by spend. 3× means revenue was three times the spend.`,
  average_basket_size: msg`Average value of an order.`,
  average_conversion_rate: msg`Orders per click.`,
  cost_per_transaction: msg`Spend divided by orders.`,
}

/** Attribution of the sales metrics, and when they settle. */
const sales = {
  own: msg`Counts purchases of the advertised entity up to 30 days after a click. Final after three days.`,
  exposed: msg`Exposed sales: purchases of the advertised entity up to 30 days after the ad was seen, without a click. Final after three days. Not included in other sales.`,
  halo: msg`Halo sales: purchases of related items up to 30 days after a click. Final after three days. Not included in other sales.`,
} as const

const ofSales: readonly string[] = [
  ...['revenue', 'transactions', 'units'],
  ...['return_on_ad_spend', 'average_basket_size', 'average_conversion_rate', 'cost_per_transaction'],
]

/** Explains a metric and its attribution; undefined for unknown metrics. */
export function metricMeaning(id: string, i18n: I18n): string | undefined {
  const [, kind, base = id] = /^(exposed|halo)_(.*)$/.exec(id) ?? []
  const meaning = meanings[base]
  if (!meaning) return undefined
  if (!ofSales.includes(base)) return i18n._(meaning)
  return `${i18n._(meaning)} ${i18n._(kind === 'exposed' || kind === 'halo' ? sales[kind] : sales.own)}`
}
