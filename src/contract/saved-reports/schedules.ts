import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  literal,
  max,
  min,
  nullable,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
} from 'superstruct'
import { del, get, post, put } from '../endpoint.ts'
import { isEmail, maxEmails } from '../fields/fields.rules.ts'
import { Text } from '../ids.ts'
import { isTimeZone } from '../dates/zone-time.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]
export const runResults = ['sent', 'empty_skipped', 'failed'] as const

/**
 * Why a run failed or reached only some recipients, or why a schedule was stopped. Invalid queries have their own messages. Pages translate
 * each text.
 */
export const runFailureTexts = {
  owner_gone: 'The owner’s account was removed or lost access to the report. Duplicate the report to send it from your account.',
  nothing_seen: 'The owner no longer has access to the report’s advertisers. Choose other advertisers.',
  too_big: 'The file is too large to email. Add a filter or choose a shorter date range.',
  too_slow: 'The report took too long. Add a filter or choose a shorter date range.',
  refused: 'The report’s settings are no longer valid. Open it to see what to change.',
  given_up: 'The report failed after several attempts. Open it to check whether it loads.',
  no_zone: 'The time zone is not supported. Choose another one.',
  outside_most:
    'Some recipients without an account did not receive the email because the daily limit was reached. Invite them or reduce recipients.',
  mail_refused: 'The mail server rejected some recipient addresses. Check them.',
  mail_given_up: 'Some emails could not be sent after several attempts. Ask the platform operator to check the mail server.',
} as const
export type RunFailure = keyof typeof runFailureTexts

const between = (minValue: number, maxValue: number) => max(min(integer(), minValue), maxValue)
const TimeZone = refine(Text(1, 64), 'TimeZone', (text) => isTimeZone(text) || 'Enter a time zone such as Europe/Berlin')
const Email = refine(Text(1, 254), 'Email', (text) => isEmail(text) || 'Expected an email address')

/** Schedule, recipients and format of a mailed report. */
export const ReportSchedule = object({
  frequency: enums(frequencies),
  /** 1 is Monday. */
  weekday: optional(between(1, 7)),
  /** 31 is the last day of every month. */
  month_day: optional(between(1, 31)),
  time: pattern(string(), /^([01]\d|2[0-3]):[0-5]\d$/),
  time_zone: TimeZone,
  recipients: size(array(Email), 1, maxEmails),
  format: enums(fileFormats),
  skip_if_empty: boolean(),
  is_paused: boolean(),
})
export type ReportSchedule = Infer<typeof ReportSchedule>

export const ScheduleRun = object({
  at: string(),
  result: enums(runResults),
  /**
   * Why it failed or did not reach all recipients. Like the rows, it is visible only to users who can read everything that its owner can.
   */
  why: nullable(string()),
  rows: nullable(integer()),
  recipients: integer(),
})
export type ScheduleRun = Infer<typeof ScheduleRun>

/** The number of next and past runs in a reply. */
export const runsShown = { ahead: 3, past: 50 } as const

export const ScheduleState = object({
  /** Without the recipients, if the reader may not change it. */
  schedule: object({ ...ReportSchedule.schema, recipients: size(array(Email), 0, maxEmails) }),
  /** Number of recipients. */
  recipients: integer(),
  /** Empty while it is paused. */
  next_runs: array(string()),
  /** Why the platform paused it; visible to the same users as the reason of a run. */
  stopped: nullable(string()),
  last_run: nullable(ScheduleRun),
  version: integer(),
})
export type ScheduleState = Infer<typeof ScheduleState>

const path = 'v2/saved_report/:savedReportId/schedule'

/** Endpoints for the schedules of saved reports. */
export const reportSchedules = {
  /** Null if the report is not mailed. */
  one: get(path, { may: 'saved_reports.read', result: nullable(ScheduleState) }),
  /** A new schedule is created with version 0. */
  change: put(path, { may: 'saved_reports.change', versioned: true, body: ReportSchedule, result: ScheduleState }),
  remove: del(path, { may: 'saved_reports.change', versioned: true, result: literal('success') }),
  /** Mails the current report to the caller only. */
  test: post(`${path}/test`, { may: 'saved_reports.change', idempotent: 'optional', result: literal('success') }),
  runs: get(`${path}/runs`, { may: 'saved_reports.read', result: object({ runs: array(ScheduleRun) }) }),
}
