import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { DimensionCategory, MetricCategory } from '../../../contract/reports/fields.ts'
import { formulaText, metricTitles } from '../../../parts/metrics/metric-labels.ts'

type Words = readonly [name: MessageDescriptor, explanation: MessageDescriptor]

const dimensionWords: Readonly<Record<string, Words>> = {
  advertiser_id: [msg`Advertiser id`, msg`The number of the advertiser, which stays the same when its name changes.`],
  advertiser_name: [msg`Advertiser`, msg`Who pays, by the name of today.`],
  campaign_id: [msg`Campaign id`, msg`The number of the campaign; two campaigns may have one name.`],
  campaign_name: [msg`Campaign`, msg`By the name of today; campaigns of one name are one row.`],
  campaign_status: [msg`Campaign status`, msg`The status that the campaign has now, not the one of the day.`],
  ad_group_id: [msg`Ad group id`, msg`The number of the ad group.`],
  ad_group_name: [msg`Ad group`, msg`By the name of today; ad groups of one name are one row.`],
  entity_id: [msg`Entity id`, msg`The number of what was advertised. Kept for 60 days; older rows name none.`],
  entity_name: [msg`Entity`, msg`What was advertised. Kept for 60 days; older rows name none.`],
  channel: [msg`Channel`, msg`Where it was shown: onsite, media, offsite or reservations.`],
  device: [msg`Device`, msg`What it was looked at with: desktop, mobile or app.`],
  hour: [msg`Hour`, msg`The hour of the advertiser’s own day. Kept for 35 days, by ad group.`],
  day: [msg`Day`, msg`The advertiser’s own day, from midnight to midnight in its zone.`],
  week: [msg`Week`, msg`By its first day, which is a Monday.`],
  month: [msg`Month`, msg`By its first day.`],
}

const categoryWords: Readonly<Record<DimensionCategory | MetricCategory, MessageDescriptor>> = {
  Account: msg`Account`,
  Campaign: msg`Campaign`,
  Item: msg`What is advertised`,
  Delivery: msg`Delivery`,
  Time: msg`Time`,
  delivery: msg`Seen and clicked`,
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
  exposed: msg`Of people who saw it and bought without a click.`,
  halo: msg`Of other things, bought after a click.`,
}

/** Formula of a ratio, plus the metric's meaning once it is loaded. */
export function metricExplanation(id: string, i18n: I18n, meaning: string | undefined): string {
  const metric = metricOf(id)
  if (!metric || !meaning) return fieldExplanation(id, i18n)
  return metric.over ? `${formulaText(metric, i18n, i18n.locale)}. ${meaning}` : meaning
}

/** A sentence for a dimension, the formula for a metric. */
export function fieldExplanation(id: string, i18n: I18n): string {
  const said = dimensionWords[id]?.[1]
  if (said) return i18n._(said)
  const metric = metricOf(id)
  if (!metric) return ''
  const formula = formulaText(metric, i18n, i18n.locale)
  const kind = id.startsWith('exposed_') ? 'exposed' : id.startsWith('halo_') ? 'halo' : undefined
  return kind ? `${formula}. ${i18n._(salesWords[kind])}` : formula
}
