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
import { isEmail, mostEmails } from '../fields/fields.rules.ts'
import { Text } from '../ids.ts'
import { isTimeZone } from './schedules.rules.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]
export const runResults = ['sent', 'empty_skipped', 'failed'] as const

/** Why a run failed or reached some of its people only, or a schedule was stopped, where that is no refusal of the question itself; a screen has its own words for each. */
export const runFaults = {
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
export type RunFault = keyof typeof runFaults

const between = (least: number, most: number) => max(min(integer(), least), most)
const TimeZone = refine(Text(1, 64), 'TimeZone', (text) => isTimeZone(text) || 'Expected a time zone such as Europe/Berlin')
const Email = refine(Text(1, 254), 'Email', (text) => isEmail(text) || 'Expected an address that mail can go to')

/** When a saved report is mailed, to whom and as what. */
export const ReportSchedule = object({
  frequency: enums(frequencies),
  /** 1 is Monday. */
  weekday: optional(between(1, 7)),
  /** 31 is the last day of every month. */
  month_day: optional(between(1, 31)),
  time: pattern(string(), /^([01]\d|2[0-3]):[0-5]\d$/),
  time_zone: TimeZone,
  recipients: size(array(Email), 1, mostEmails),
  format: enums(fileFormats),
  skip_if_empty: boolean(),
  is_paused: boolean(),
})
export type ReportSchedule = Infer<typeof ReportSchedule>

export const ScheduleRun = object({
  at: string(),
  result: enums(runResults),
  /** Why it failed, or did not reach everybody; told to whoever reads all that its owner reads, as are its rows. */
  why: nullable(string()),
  rows: nullable(integer()),
  recipients: integer(),
})
export type ScheduleRun = Infer<typeof ScheduleRun>

/** How many runs ahead are told, and how many past ones. */
export const runsShown = { ahead: 3, past: 50 } as const

export const ScheduleState = object({
  /** Without the addresses of its people where it is not the reader's to change. */
  schedule: object({ ...ReportSchedule.schema, recipients: size(array(Email), 0, mostEmails) }),
  /** How many people get it. */
  recipients: integer(),
  /** Empty while it is paused. */
  next_runs: array(string()),
  /** Why the platform has paused it; told as the reason of a run is. */
  stopped: nullable(string()),
  last_run: nullable(ScheduleRun),
  version: integer(),
})
export type ScheduleState = Infer<typeof ScheduleState>

const path = 'v2/saved_report/:savedReportId/schedule'

/** When saved reports are mailed. */
export const reportSchedules = {
  /** Nothing where it is not mailed. */
  one: get(path, { may: 'saved_reports.read', result: nullable(ScheduleState) }),
  /** The first one is made from version 0. */
  change: put(path, { may: 'saved_reports.change', versioned: true, body: ReportSchedule, result: ScheduleState }),
  remove: del(path, { may: 'saved_reports.change', versioned: true, result: literal('success') }),
  /** Mails the report as it is now to whoever asks, and to nobody else. */
  test: post(`${path}/test`, { may: 'saved_reports.change', idempotent: true, result: literal('success') }),
  runs: get(`${path}/runs`, { may: 'saved_reports.read', result: object({ runs: array(ScheduleRun) }) }),
}
