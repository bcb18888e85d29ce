import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Granularity } from '../../../contract/dates/date-ranges.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { Operation } from '../../../contract/list.ts'
import type { ReportContext } from '../../../contract/reports/contexts.ts'
import type { RuleResult } from '../../../contract/reply.ts'
import type { Visibility } from '../../../contract/saved-reports/saved-reports.ts'
import { dayText } from '../../../ui/format/moment.ts'

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
