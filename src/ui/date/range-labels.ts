import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Compare, type DateRange, maxReportDays } from '../../contract/dates/date-ranges.ts'
import { numberFormat } from '../format/format.ts'

export const dateRangeLabels: Readonly<Record<DateRange, MessageDescriptor>> = {
  all_time: msg`All time`,
  year_to_date: msg`Year to date`,
  quarter_to_date: msg`Quarter to date`,
  month_to_date: msg`Month to date`,
  last_quarter: msg`Last quarter`,
  last_month: msg`Last month`,
  last_60_days: msg`Last 60 days`,
  last_30_days: msg`Last 30 days`,
  last_14_days: msg`Last 14 days`,
  last_7_days: msg`Last 7 days`,
  yesterday: msg`Yesterday`,
  today: msg`Today`,
  custom: msg`Custom`,
}

/** The label of a range in a list of ranges. "All time" says how far back it goes. */
export function offeredRangeLabel(range: DateRange, i18n: I18n): string {
  if (range !== 'all_time') return i18n._(dateRangeLabels[range])
  const days = numberFormat(i18n.locale, {}).format(maxReportDays)
  return i18n._(msg`All time (up to ${days} days)`)
}

export const comparisonLabels: Readonly<Record<Compare, MessageDescriptor>> = {
  none: msg`No comparison`,
  previous_period: msg`Previous period`,
  previous_day: msg`Previous day`,
  previous_week: msg`Previous week`,
  previous_month: msg`Previous month (30 days)`,
}
