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
  entity: msg`What is advertised`,
  ad_group_entity: msg`Ad groups and what is in them`,
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
  entity: msg`each in all its ad groups`,
  media_plan: msg`the media channel`,
  offsite: msg`the offsite channel`,
  reservations: msg`the channel of reservations`,
  saved: msg`all fields, by campaign`,
  review: msg`campaigns and their status`,
  simple: msg`campaigns, with fewer figures`,
}

export const granularityWords: Readonly<Record<Granularity, MessageDescriptor>> = {
  hour: msg`By hour`,
  day: msg`By day`,
  week: msg`By week`,
  month: msg`By month`,
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
  '>': msg`is more than`,
  BETWEEN: msg`is between`,
  'IS NULL': msg`is not known`,
}

/** Label of an operation. A metric is null when its denominator is zero, so it reads "has no value". */
export const operationName = (operation: Operation, field: string, i18n: I18n) =>
  operation === 'IS NULL' && metricOf(field) ? i18n._(msg`has no value`) : i18n._(operationWords[operation])

/** Why a field cannot be added or a filter is invalid. */
export function ruleErrorText(answer: RuleResult, i18n: I18n): string | undefined {
  if (answer === true) return undefined
  const { code } = answer
  const most = String(answer.most ?? '')
  const since = answer.since ? dayText(String(answer.since), i18n.locale, 'full') : ''
  const words: Readonly<Record<string, MessageDescriptor>> = {
    below_context: msg`This is below what the report is about. Choose another context for it.`,
    one_channel: msg`This report is of one channel, so every row would say the same.`,
    not_simple: msg`A simple report leaves this out. Choose another context for it.`,
    hours_by_ad_group: msg`Hours are kept by ad group, not by what is advertised.`,
    hours_gone: msg`Hours are kept since ${since}. Choose later dates.`,
    purchases_by_ad_group: msg`Who bought is kept by day and ad group, not by hour or by what is advertised.`,
    purchases_gone: msg`Who bought is kept since ${since}. Choose later dates.`,
    dimensions_most: msg`A report is split by ${most} at most. Take one out first.`,
    metrics_most: msg`A report shows ${most} at most. Take one out first.`,
    operation: msg`This cannot be asked of this field.`,
    required: msg`Fill this in.`,
    number: msg`Enter a number.`,
    id: msg`Enter a whole number.`,
    choice: msg`Choose one of the list.`,
    backwards: msg`The first number is larger than the second.`,
  }
  const known = words[code]
  return known ? i18n._(known) : code
}
