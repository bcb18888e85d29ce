import type { MessageDescriptor, I18n } from '@lingui/core'
import { type ReportSchedule, type ScheduleRun, type RunFailure, runFailureTexts } from '../../../contract/saved-reports/schedules.ts'
import { msg } from '@lingui/core/macro'
import { intlLocale } from '../../../contract/locales.ts'

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

const failureWords: Readonly<Record<RunFailure, MessageDescriptor>> = {
  owner_gone: msg`The owner’s account was removed or lost access to the report. Duplicate the report to send it from your account.`,
  nothing_seen: msg`The owner no longer has access to the report’s advertisers. Choose other advertisers.`,
  too_big: msg`The file is too large to email. Add a filter or choose a shorter date range.`,
  too_slow: msg`The report took too long. Add a filter or choose a shorter date range.`,
  refused: msg`The report’s settings are no longer valid. Open it to see what to change.`,
  given_up: msg`The report failed after several attempts. Open it to check whether it loads.`,
  no_zone: msg`The time zone is not supported. Choose another one.`,
  outside_most: msg`Some recipients without an account did not receive the email because the daily limit was reached. Invite them or reduce recipients.`,
  mail_refused: msg`The mail server rejected some recipient addresses. Check them.`,
  mail_given_up: msg`Some emails could not be sent after several attempts. Ask the platform operator to check the mail server.`,
}
const faults = Object.keys(runFailureTexts) as RunFailure[] // the keys of the table above

/** Why a run failed or a schedule stopped. A text outside the table is shown as received. */
export function runFaultText(why: string, i18n: I18n): string {
  const fault = faults.find((item) => runFailureTexts[item] === why)
  return fault ? i18n._(failureWords[fault]) : why
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

/** Every half hour of a day, plus the selected time. The id is `HH:MM`; the label has the notation of the locale. */
export function timeOptions(selected: string, locale: string): readonly { readonly id: string; readonly label: string }[] {
  const pad = (value: number) => String(value).padStart(2, '0')
  const times = Array.from({ length: (24 * 60) / minutesApart }, (_, at) => {
    const minutes = at * minutesApart
    return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
  })
  return [...new Set([...times, selected])]
    .filter(Boolean)
    .sort()
    .map((id) => ({ id, label: clockText(id, locale) }))
}

/** Time zones that the browser knows, plus the selected one. */
export function zoneOptions(selected: string): readonly { readonly id: string; readonly label: string }[] {
  const zones = Intl.supportedValuesOf('timeZone')
  const all = [...new Set([...zones, 'UTC', selected])].filter(Boolean).sort()
  return all.map((id) => ({ id, label: id.replaceAll('_', ' ') }))
}
