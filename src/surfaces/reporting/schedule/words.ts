import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReportSchedule, ScheduleRun } from '../../../contract/saved-reports/schedules.ts'

export const frequencyWords: Readonly<Record<ReportSchedule['frequency'], MessageDescriptor>> = {
  daily: msg`Every day`,
  weekly: msg`Every week`,
  monthly: msg`Every month`,
}

export const scheduleLabels: Readonly<Record<keyof ReportSchedule, MessageDescriptor>> = {
  frequency: msg`Frequency`,
  weekday: msg`Day of the week`,
  month_day: msg`Day of the month`,
  time: msg`Time`,
  time_zone: msg`Time zone`,
  recipients: msg`Recipients`,
  format: msg`File format`,
  skip_if_empty: msg`Skip empty reports`,
  is_paused: msg`Paused`,
}

export const resultWords: Readonly<Record<ScheduleRun['result'], MessageDescriptor>> = {
  sent: msg`Sent`,
  empty_skipped: msg`Skipped: the report was empty`,
  failed: msg`Failed`,
}
