import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { intlLocale } from '../../../contract/locales.ts'
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

/** Any Monday, as the start for weekday names. */
const monday = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

/** Weekday names; 1 is Monday. */
export function weekdayNames(locale: string): readonly { readonly id: number; readonly label: string }[] {
  const format = new Intl.DateTimeFormat(intlLocale(locale), { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, at) => ({ id: at + 1, label: format.format(monday + at * dayMs) }))
}

export const clockText = (time: string, locale: string) =>
  new Intl.DateTimeFormat(intlLocale(locale), { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`))

const minutesApart = 30

/** Times of a day as `HH:MM`, in the notation of the locale, plus the selected one. */
export function timeOptions(chosen: string, locale: string): readonly { readonly id: string; readonly label: string }[] {
  const pad = (value: number) => String(value).padStart(2, '0')
  const times = Array.from({ length: (24 * 60) / minutesApart }, (_, at) => {
    const minutes = at * minutesApart
    return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
  })
  return [...new Set([...times, chosen])]
    .filter(Boolean)
    .sort()
    .map((id) => ({ id, label: clockText(id, locale) }))
}

/** Time zones that the browser knows, plus the selected one. */
export function zoneOptions(chosen: string): readonly { readonly id: string; readonly label: string }[] {
  const zones = Intl.supportedValuesOf('timeZone')
  const all = [...new Set([...zones, 'UTC', chosen])].filter(Boolean).sort()
  return all.map((id) => ({ id, label: id.replaceAll('_', ' ') }))
}
