import type { Kysely } from 'kysely'
import { defaultLocale } from '../../../src/contract/locales.ts'
import { runFailureTexts } from '../../../src/contract/saved-reports/schedules.ts'
import { reportTimeZoneOf, savedReportQueryOf } from '../../../src/contract/saved-reports/saved-reports.rules.ts'
import { StatementTooLong } from '../database/problems.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import { reportWordsIn } from '../files/report-words.ts'
import { entityWordOf } from '../reports/headings.ts'
import { type Reader, readerForIdentity } from '../access/reader-scope.ts'
import { Refused } from '../context/refusal.ts'
import { defaultFileColumns, reportFile } from '../reports/file.ts'
import { resolveReportScope, timeZonesOf } from '../reports/scope.ts'
import { dayIn } from '../sql/days.ts'
import { type SavedRow, toSavedReport } from '../saved-reports/read.ts'
import type { Tables } from '../tables/index.ts'
import { enqueueDue, recordGivenUpRuns } from './report-due.ts'
import { type MailedReport, reportLetter, testFailedMail } from './report-letters.ts'
import {
  type DoneRun,
  type Due,
  dueOf,
  recordRun,
  recordFailedRun,
  lockDue,
  isRunRecorded,
  type StoreMail,
  reportsAddress,
  type NotifyDeps,
} from './report-runs.ts'
import type { Attachment } from './smtp.ts'
import { allowedRecipients } from './external-recipients.ts'
import { recordGivenUpMails } from './unsent.ts'

type Db = Kysely<Tables>

/** The size that mail servers accept, before base64 encoding. */
const fileBytesMost = 7_000_000

/** A failure that a retry does not fix. */
class Failed extends Error {
  constructor(readonly reason: 'too_big' | 'too_slow') {
    super(runFailureTexts[reason])
  }
}
/** A failure that lasts until a user changes something. */
class Stopped extends Error {
  constructor(readonly reason: 'owner_gone' | 'nothing_seen') {
    super(runFailureTexts[reason])
  }
}
type PermanentFailure = Failed | Stopped | Refused

/** Converts errors that a retry does not fix; rethrows all others, so that the job is retried. */
function toPermanentFailure(error: unknown): PermanentFailure {
  if (error instanceof StatementTooLong) return new Failed('too_slow')
  if (error instanceof Failed || error instanceof Stopped || error instanceof Refused) return error
  throw error
}
const reasonOf = (error: PermanentFailure) => (error instanceof Refused ? 'refused' : error.reason)

interface MadeReport {
  readonly rows: number
  readonly report: MailedReport
  readonly attachment: Attachment
}

async function collected(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const buffers: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > fileBytesMost) throw new Failed('too_big')
    buffers.push(chunk)
  }
  return Buffer.concat(buffers)
}

interface MakeOptions {
  readonly link: string
  readonly isTest: boolean
  /** The report's dates are relative to this moment, even if it is made later. */
  readonly at: Date
}

/** Makes a report for a reader: the mail's data and the file. */
async function madeFor(
  context: JobContext,
  { row, schedule }: Due,
  reader: Reader,
  { link, isTest, at }: MakeOptions,
): Promise<MadeReport> {
  const readContext = { ...context, ...reader }
  const report = await toSavedReport(readContext, row)
  if (report.question.advertiser_ids?.length === 0) throw new Stopped('nothing_seen')
  const zones = await timeZonesOf({ ...report.question, member_group_id: report.member_group_id }, readContext)
  const query = savedReportQueryOf(report, dayIn(at, reportTimeZoneOf(zones, schedule.time_zone)))
  const reportScope = await resolveReportScope(query, readContext)
  // All recipients get the same file, in the language of the user it is made for.
  const words = reportWordsIn(reader.caller.person?.locale.code ?? defaultLocale)
  const fileReader = { words, entityWord: await entityWordOf(context.database, row.member_group_id) }
  const columns = defaultFileColumns(query, fileReader, {
    currencyCode: reportScope.currency.currency_code,
    format: schedule.format,
  })
  const file = await reportFile(
    context.database,
    reportScope,
    { title: row.name, request: query, columns, format: schedule.format },
    fileReader,
  )
  try {
    const content = (await collected(file.pieces)).toString('base64')
    const file_name = `${row.name.replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ').trim()} ${reportScope.days.end_date}.${schedule.format}`
    const report = { name: row.name, days: reportScope.days, rows: file.total, link, isTest }
    // Rows only from the comparison period do not justify a mail.
    return { rows: file.own === 0 ? 0 : file.total, report, attachment: { file_name, content_type: file.contentType, content } }
  } finally {
    await file.end()
  }
}

async function attach(kysely: Db, attachment: Attachment, now: Date): Promise<number> {
  const row = { ...attachment, created_at: now }
  const attachmentRow = await kysely.insertInto('mail_attachments').values(row).returning('mail_attachment_id').executeTakeFirstOrThrow()
  return attachmentRow.mail_attachment_id
}

/** Locales by email; unknown emails get the owner's locale. */
async function localesOf(kysely: Db, emails: readonly string[], ownerId: number) {
  const rows = await kysely
    .selectFrom('users')
    .innerJoin('locales', 'locales.id', 'users.locale_id')
    .select(['user_id', 'email', 'code'])
    .where(({ or, eb }) => or([eb('email', 'in', [...emails, '']), eb('user_id', '=', ownerId)]))
    .execute()
  const owners = rows.find(({ user_id }) => user_id === ownerId)?.code ?? 'en-US'
  return (email: string) => rows.find((row) => row.email === email.toLowerCase())?.code ?? owners
}

const reading = ['saved_reports.read', 'reports.read']
const readerFor = ({ database }: JobContext, { member_group_id }: SavedRow, userId: number) =>
  readerForIdentity(database, { kind: 'person', userId }, member_group_id, reading)

/** The origin of links, and the function that stores mails. */
type MailDeps = Pick<NotifyDeps, 'origin' | 'post'>

/** Makes one scheduled run. The report is made first; mails and the run's record are then one transaction. */
async function run(context: JobContext, due: Due, at: string, { origin, post }: MailDeps) {
  const { row, schedule } = due
  const link = reportsAddress(origin, row)
  const { recipients } = schedule
  const attempt = async () => {
    const reader = await readerFor(context, row, row.owner_id)
    if (!reader) throw new Stopped('owner_gone')
    return madeFor(context, due, reader, { link, isTest: false, at: new Date(at) })
  }
  const made = await attempt().catch(toPermanentFailure)
  const isSkipped = !(made instanceof Error) && made.rows === 0 && schedule.skip_if_empty
  await context.database.kysely.transaction().execute(async (kysely) => {
    await lockDue(kysely, due)
    // The server may have stopped after an earlier attempt committed. Do not send or count twice.
    if (await isRunRecorded(kysely, row, at)) return
    const now = context.now()
    const failed = (fault: Omit<Parameters<typeof recordFailedRun>[2], 'at'>) =>
      recordFailedRun(kysely, row, { at, ...fault }, { now, origin, post })
    if (made instanceof Error) return failed({ reason: reasonOf(made), why: made.message, isFinal: made instanceof Stopped })
    const transaction = { ...context, database: { ...context.database, kysely } }
    const allowed = isSkipped ? [] : await allowedRecipients(transaction, row.member_group_id, recipients)
    if (!isSkipped && allowed.length === 0) return failed({ reason: 'outside_most', isFinal: false })
    const why = !isSkipped && allowed.length < recipients.length ? runFailureTexts.outside_most : null
    const doneRun: DoneRun = isSkipped
      ? { at, why, result: 'empty_skipped', rows: 0, recipients: 0 }
      : { at, why, result: 'sent', rows: made.rows, recipients: allowed.length }
    if (!(await recordRun(kysely, row, doneRun)) || isSkipped) return
    const file = await attach(kysely, made.attachment, now)
    const localeOf = await localesOf(
      kysely,
      allowed.map((email) => email.toLowerCase()),
      row.owner_id,
    )
    const posted = { file, run: { savedReportId: row.saved_report_id, at } }
    for (const email of allowed) await post(kysely, email, reportLetter(made.report, localeOf(email)), now, posted)
  })
}

/** The reason for a test mail. `owner_gone` does not fit, because the user who tests has an account. */
const testFailureReason = (error: PermanentFailure) => {
  const reason = reasonOf(error)
  return reason === 'owner_gone' ? 'nothing_seen' : reason
}

interface TestRequest {
  readonly userId: number
  /** Identifies this test request. */
  readonly once: string
}

/** Mails a test report, or the reason why there is none, to the user who requested it. Retries do not mail twice. */
async function test(context: JobContext, due: Due, { userId, once: wish }: TestRequest, { origin, post }: MailDeps) {
  const { kysely } = context.database
  const { row } = due
  const once = `report-test ${wish}`
  if (await kysely.selectFrom('mails').select('mail_id').where('unique_key', '=', once).executeTakeFirst()) return
  const reader = await readerFor(context, row, userId)
  if (!reader?.caller.person) return
  const { email, locale } = reader.caller.person
  const link = reportsAddress(origin, row)
  const made = await madeFor(context, due, reader, { link, isTest: true, at: context.now() }).catch(toPermanentFailure)
  if (made instanceof Error) {
    const { first_name } = await kysely.selectFrom('users').select('first_name').where('user_id', '=', userId).executeTakeFirstOrThrow()
    const letter = testFailedMail({ first_name, locale: locale.code }, row.name, testFailureReason(made), link)
    return kysely.transaction().execute((transaction) => post(transaction, email, letter, context.now(), { once }))
  }
  const { report, attachment } = made
  await kysely.transaction().execute(async (transaction) => {
    const file = await attach(transaction, attachment, context.now())
    await post(transaction, email, reportLetter(report, locale.code), context.now(), { file, once })
  })
}

/** All jobs for mailed reports. */
export const reportMailJobs = (origin: string, post: StoreMail): Record<string, JobKind> => ({
  'report-schedules': {
    everyMs: 30_000,
    run: async (_, context) => {
      const telling = { now: context.now(), origin, post }
      await enqueueDue(context, telling)
      await recordGivenUpRuns(context, telling)
      await recordGivenUpMails(context.database, telling)
    },
  },
  // Reports are slow, so they have their own lane. Tests have another, so that they do not wait for schedules.
  'scheduled-report': {
    lane: 'reports',
    // Twelve attempts cover about an hour of database outage. A recorded run is not repeated.
    maxAttempts: 12,
    run: async ({ saved_report_id, at }, context) => {
      const due = await dueOf(context, Number(saved_report_id))
      if (due && !due.schedule.is_paused) await run(context, due, String(at), { origin, post })
    },
  },
  'report-test': {
    lane: 'tries',
    run: async ({ saved_report_id, user_id, once }, context) => {
      const due = await dueOf(context, Number(saved_report_id))
      if (due) await test(context, due, { userId: Number(user_id), once: String(once) }, { origin, post })
    },
  },
})
