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
  owner_gone: 'Its owner has left, or may no longer read it.',
  nothing_seen: 'Its owner no longer sees the advertisers that it is about.',
  too_big: 'The file is too big for a mail: add a filter, or a shorter range of days.',
  too_slow: 'It took too long: add a filter, or a shorter range of days.',
  refused: 'What it asks cannot be answered any more: open it, and it says what to change.',
  given_up: 'The report could not be made, tried again and again.',
  no_zone: 'Its time zone is not known here: choose another.',
  outside_most: 'As many reports went to people without an account as may in a day: the others got none.',
  mail_refused: 'The mail server refused the mail to some of its people: check the addresses.',
  mail_given_up: 'The mail to some of its people could not be sent, tried again and again.',
} as const
export type RunFailure = keyof typeof runFailureTexts

const between = (least: number, most: number) => max(min(integer(), least), most)
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
  test: post(`${path}/test`, { may: 'saved_reports.change', idempotent: true, result: literal('success') }),
  runs: get(`${path}/runs`, { may: 'saved_reports.read', result: object({ runs: array(ScheduleRun) }) }),
}
