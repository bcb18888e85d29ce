import { type Kysely, sql } from 'kysely'
import { defaultLocale } from '../../../src/contract/locales.ts'
import { type ReportSchedule, runFaults, type ScheduleRun } from '../../../src/contract/report-schedules.ts'
import { dayZoneOf, reportQuestionOf } from '../../../src/contract/saved-reports.rules.ts'
import { nextRuns } from '../../../src/contract/schedules.rules.ts'
import { enqueue, type JobContext, type JobKind } from '../jobs.ts'
import { reportWordsIn } from '../files/report-words.ts'
import { entityWordOf } from '../report-heads.ts'
import { type Reader, readerOf } from '../reader-scope.ts'
import { Refused } from '../refusal.ts'
import { columnsOfQuestion, reportFile } from '../report-files.ts'
import { dayIn, frameOf, timeZonesOf } from '../report-frame.ts'
import { type SavedRow, savedRows, toldSaved } from '../saved-report-rows.ts'
import type { Tables } from '../tables/index.ts'
import type { Letter } from './letters.ts'
import { type MailedReport, reportLetter, stoppedLetter, unmadeLetter } from './report-letters.ts'
import type { StopReason } from './letter-words.ts'
import type { Attachment } from './message.ts'
import { mayBeMailed } from './outside-mails.ts'

type Db = Kysely<Tables>
/** Puts a letter into the outbox, with a file if there is one. */
type Post = (kysely: Db, email: string, letter: Letter, now: Date, file?: number) => Promise<void>

/** What servers take with a mail, before it is written in base64. */
const fileBytesMost = 7_000_000

/** Something that trying again does not mend. */
class Failed extends Error {}
/** Something that holds until somebody changes it. */
class Stopped extends Failed {
  constructor(readonly reason: StopReason) {
    super(runFaults[reason])
  }
}

interface Made {
  readonly rows: number
  readonly report: MailedReport
  readonly attachment: Attachment
}

async function collected(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > fileBytesMost) throw new Failed(runFaults.too_big)
    all.push(piece)
  }
  return Buffer.concat(all)
}

const reportsAddress = (origin: string, { member_group_id, saved_report_id }: Pick<SavedRow, 'member_group_id' | 'saved_report_id'>) =>
  `${origin}/clients/${member_group_id}/saved_reports/${saved_report_id}`

/** The report of a reader at this moment, as a letter with its file. */
async function madeFor(
  context: JobContext,
  row: SavedRow,
  schedule: ReportSchedule,
  reader: Reader,
  link: string,
  isTest: boolean,
): Promise<Made> {
  const asker = { ...context, ...reader }
  const told = toldSaved(asker, row)
  if (told.question.advertiser_ids?.length === 0) throw new Stopped('nothing_seen')
  const zones = await timeZonesOf({ ...told.question, member_group_id: told.member_group_id }, asker)
  const question = reportQuestionOf(told, dayIn(context.now(), dayZoneOf(zones, schedule.time_zone)))
  const frame = await frameOf(question, asker)
  // The file is one for all who get it, in the words of whoever reads it for them.
  const words = reportWordsIn(reader.caller.person?.locale.code ?? defaultLocale)
  const fileReader = { words, entityWord: await entityWordOf(context.database, row.member_group_id) }
  const columns = columnsOfQuestion(question, fileReader)
  const file = await reportFile(context.database, frame, { title: row.name, question, columns, format: schedule.format }, fileReader)
  try {
    const content = (await collected(file.pieces)).toString('base64')
    const file_name = `${row.name.replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ').trim()} ${frame.days.end_date}.${schedule.format}`
    const report = { name: row.name, days: frame.days, rows: file.total, link, isTest }
    return { rows: file.total, report, attachment: { file_name, content_type: file.contentType, content } }
  } finally {
    await file.end()
  }
}

async function attach(kysely: Db, attachment: Attachment, now: Date): Promise<number> {
  const row = { ...attachment, created_at: now }
  const made = await kysely.insertInto('mail_attachments').values(row).returning('mail_attachment_id').executeTakeFirstOrThrow()
  return made.mail_attachment_id
}

/** A run is written down once, whoever else does the same; says whether this was the one. */
async function entered(kysely: Db, { member_group_id, saved_report_id }: SavedRow, run: ScheduleRun): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('report_schedule_runs')
    .values({ member_group_id, saved_report_id, ...run })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Who reads mails at some addresses in which language; who is not known here reads that of the owner. */
async function localesOf(kysely: Db, emails: readonly string[], ownerId: number) {
  const rows = await kysely
    .selectFrom('users')
    .innerJoin('locales', 'locales.id', 'users.locale_id')
    .select(['user_id', 'email', 'code'])
    .where(({ or, eb }) => or([eb('email', 'in', [...emails, '']), eb('user_id', '=', ownerId)]))
    .execute()
  const owners = rows.find(({ user_id }) => user_id === ownerId)?.code ?? 'en-US'
  return (email: string) => rows.find((one) => one.email === email.toLowerCase())?.code ?? owners
}

/** Pauses a schedule that cannot go on, and tells its owner, if there is one who wants to be told. */
async function stop(kysely: Db, row: SavedRow, why: StopReason, now: Date, link: string, post: Post) {
  await sql`update report_schedules set stopped = ${runFaults[why]}, next_run_at = null, version = version + 1, schedule = schedule || '{"is_paused": true}'
    where saved_report_id = ${row.saved_report_id}`.execute(kysely)
  const owner = await kysely
    .selectFrom('users')
    .innerJoin('locales', 'locales.id', 'users.locale_id')
    .select(['email', 'first_name', 'locales.code as locale'])
    .where('user_id', '=', row.owner_id)
    .where(
      sql<boolean>`not exists (select from user_notifications n where n.user_id = users.user_id and n.type = 'reports' and not n.enabled)`,
    )
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (owner) await post(kysely, owner.email, stoppedLetter(owner, row.name, why, link), now)
}

interface Due {
  readonly row: SavedRow
  readonly schedule: ReportSchedule
  /** Of the schedule; the row has the report's. */
  readonly version: number
}

/** A saved report and its schedule, as they are now. */
async function dueOf(context: JobContext, savedReportId: number): Promise<Due | undefined> {
  const [row] = await savedRows(context, sql`named.saved_report_id = ${savedReportId} and named.deleted_at is null`)
  const found = await sql<{
    schedule: ReportSchedule
    version: number
  }>`select schedule, version from report_schedules where saved_report_id = ${savedReportId}`.execute(context.database.kysely)
  const [kept] = found.rows
  return row && kept && { row, ...kept }
}

/** Holds a schedule as it was read until the mails are written: what was changed while the file was made is read again by the next try. */
async function hold(kysely: Db, { row, version }: Due) {
  const { rows } = await sql<{ version: number; report_version: number; deleted_at: Date | null }>`
    select s.version, r.version as report_version, r.deleted_at from report_schedules s join saved_reports r using (member_group_id, saved_report_id)
    where s.saved_report_id = ${row.saved_report_id} for update`.execute(kysely)
  const [now] = rows
  if (now?.version !== version || now.report_version !== row.version || now.deleted_at !== null)
    throw new Error('The report or its schedule was changed while it was made')
}

/** A schedule that fails so often in a row is paused, and its owner told. */
const failuresMost = 3
async function failsOn(kysely: Db, { saved_report_id }: SavedRow): Promise<boolean> {
  const { rows } = await sql<{ result: ScheduleRun['result'] }>`select result from report_schedule_runs
    where saved_report_id = ${saved_report_id} order by at desc limit ${failuresMost}`.execute(kysely)
  return rows.length === failuresMost && rows.every(({ result }) => result === 'failed')
}

const reading = ['saved_reports.read', 'reports.read']
const readerFor = ({ database }: JobContext, { member_group_id }: SavedRow, userId: number) =>
  readerOf(database, { kind: 'person', userId }, member_group_id, reading)

const stopReasonOf = (error: Error): StopReason => {
  if (error instanceof Stopped) return error.reason
  return error instanceof Failed ? 'too_big' : 'refused'
}

/** Does one run: the report is made first, then mails and what is remembered of them are one transaction. */
async function run(context: JobContext, due: Due, at: string, origin: string, post: Post) {
  const { row, schedule } = due
  const link = reportsAddress(origin, row)
  const { recipients } = schedule
  const attempt = async () => {
    const reader = await readerFor(context, row, row.owner_id)
    if (!reader) throw new Stopped('owner_gone')
    return madeFor(context, row, schedule, reader, link, false)
  }
  const made = await attempt().catch((error: unknown) => {
    if (error instanceof Failed || error instanceof Refused) return error
    throw error
  })
  const isSkipped = !(made instanceof Error) && made.rows === 0 && schedule.skip_if_empty
  const reached = made instanceof Error || isSkipped ? [] : await mayBeMailed(context, row.member_group_id, recipients)
  await context.database.kysely.transaction().execute(async (kysely) => {
    await hold(kysely, due)
    const now = context.now()
    const none = { at, why: null, rows: 0, recipients: 0 }
    if (made instanceof Error) {
      const isNew = await entered(kysely, row, { ...none, result: 'failed', why: made.message })
      if (isNew && (made instanceof Stopped || (await failsOn(kysely, row)))) await stop(kysely, row, stopReasonOf(made), now, link, post)
      return
    }
    const why = reached.length < recipients.length ? runFaults.outside_most : null
    const done: ScheduleRun = isSkipped
      ? { ...none, result: 'empty_skipped' }
      : { ...none, why, result: reached.length > 0 ? 'sent' : 'failed', rows: made.rows, recipients: reached.length }
    if (!(await entered(kysely, row, done)) || reached.length === 0) return
    const file = await attach(kysely, made.attachment, now)
    const localeOf = await localesOf(
      kysely,
      reached.map((email) => email.toLowerCase()),
      row.owner_id,
    )
    for (const email of reached) await post(kysely, email, reportLetter(made.report, localeOf(email)), now, file)
  })
}

/** Why no trying again would mend it; anything else is thrown on, and tried again. */
function unmadeBy(error: unknown) {
  if (error instanceof Stopped) return 'nothing_seen'
  if (error instanceof Failed) return 'too_big'
  if (error instanceof Refused) return 'refused'
  throw error
}

/** Mails somebody what they asked for, as they would read it, or why there is nothing to read. */
async function test(context: JobContext, { row, schedule }: Due, userId: number, origin: string, post: Post) {
  const reader = await readerFor(context, row, userId)
  if (!reader?.caller.person) return
  const { email, locale } = reader.caller.person
  const link = reportsAddress(origin, row)
  const made = await madeFor(context, row, schedule, reader, link, true).catch(unmadeBy)
  if (typeof made === 'string') {
    const { kysely } = context.database
    const { first_name } = await kysely.selectFrom('users').select('first_name').where('user_id', '=', userId).executeTakeFirstOrThrow()
    return post(kysely, email, unmadeLetter({ first_name, locale: locale.code }, row.name, made, link), context.now())
  }
  const { report, attachment } = made
  await context.database.kysely
    .transaction()
    .execute(async (kysely) =>
      post(kysely, email, reportLetter(report, locale.code), context.now(), await attach(kysely, attachment, context.now())),
    )
}

/** What is due gets a job of its own, once, and its next moment; what was missed while nobody ran is done once. */
async function enqueueDue({ database, now }: JobContext) {
  const at = now()
  const { rows } = await sql<{ saved_report_id: number; schedule: ReportSchedule; next_run_at: Date; is_removed: boolean }>`
    select s.saved_report_id, s.schedule, s.next_run_at, r.deleted_at is not null as is_removed
    from report_schedules s join saved_reports r using (member_group_id, saved_report_id)
    where s.next_run_at <= ${at} order by s.next_run_at limit 1000`.execute(database.kysely)
  for (const { saved_report_id, schedule, next_run_at, is_removed } of rows)
    await database.kysely.transaction().execute(async (kysely) => {
      const [next = null] = nextRuns(schedule, at, 1)
      const moved = await kysely
        .updateTable('report_schedules')
        .set({ next_run_at: next })
        .where('saved_report_id', '=', saved_report_id)
        .where('next_run_at', '=', next_run_at)
        .executeTakeFirst()
      if (Number(moved.numUpdatedRows) === 0 || is_removed) return
      const instant = next_run_at.toISOString()
      const uniqueKey = `schedule ${saved_report_id} ${instant}`
      await enqueue(kysely, { kind: 'scheduled-report', payload: { saved_report_id, at: instant }, runAt: at, uniqueKey })
    })
}

/** What was given up is told among the runs. */
const enterGivenUp = ({ database }: JobContext) =>
  sql`insert into report_schedule_runs (member_group_id, saved_report_id, at, result, why, rows, recipients)
    select r.member_group_id, r.saved_report_id, (j.payload->>'at')::timestamptz, 'failed', ${runFaults.given_up}, 0, 0
    from jobs j join saved_reports r on r.saved_report_id = (j.payload->>'saved_report_id')::int
    where j.kind = 'scheduled-report' and j.failed_at is not null on conflict do nothing`.execute(database.kysely)

/** Everything about mailed reports that is done in the background. */
export const reportMailJobs = (origin: string, post: Post): Record<string, JobKind> => ({
  'report-schedules': {
    everyMs: 30_000,
    run: async (_, context) => {
      await enqueueDue(context)
      await enterGivenUp(context)
    },
  },
  // Reports take their time: nothing else waits for them, and whoever tries one waits for no schedule.
  'scheduled-report': {
    lane: 'reports',
    run: async ({ saved_report_id, at }, context) => {
      const due = await dueOf(context, Number(saved_report_id))
      if (due && !due.schedule.is_paused) await run(context, due, String(at), origin, post)
    },
  },
  'report-test': {
    lane: 'tries',
    run: async ({ saved_report_id, user_id }, context) => {
      const due = await dueOf(context, Number(saved_report_id))
      if (due) await test(context, due, Number(user_id), origin, post)
    },
  },
})
