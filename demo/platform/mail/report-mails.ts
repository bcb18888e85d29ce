import type { Kysely } from 'kysely'
import { defaultLocale } from '../../../src/contract/locales.ts'
import { runFaults } from '../../../src/contract/saved-reports/schedules.ts'
import { dayZoneOf, reportQuestionOf } from '../../../src/contract/saved-reports/saved-reports.rules.ts'
import { StatementTooLong } from '../database/problems.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import { reportWordsIn } from '../files/report-words.ts'
import { entityWordOf } from '../reports/headings.ts'
import { type Reader, readerOf } from '../access/reader-scope.ts'
import { Refused } from '../context/refusal.ts'
import { columnsOfQuestion, reportFile } from '../reports/file.ts'
import { frameOf, timeZonesOf } from '../reports/scope.ts'
import { dayIn } from '../sql/days.ts'
import { type SavedRow, toldSaved } from '../saved-reports/read.ts'
import type { Tables } from '../tables/index.ts'
import { enqueueDue, enterGivenUp } from './report-due.ts'
import { type MailedReport, reportLetter, unmadeLetter } from './report-letters.ts'
import {
  type DoneRun,
  type Due,
  dueOf,
  entered,
  enterFailed,
  hold,
  isEntered,
  type Post,
  reportsAddress,
  type Telling,
} from './report-runs.ts'
import type { Attachment } from './smtp.ts'
import { mayBeMailed } from './external-recipients.ts'
import { enterGivenUpMails } from './unsent.ts'

type Db = Kysely<Tables>

/** What servers take with a mail, before it is written in base64. */
const fileBytesMost = 7_000_000

/** Something that trying again does not mend. */
class Failed extends Error {
  constructor(readonly reason: 'too_big' | 'too_slow') {
    super(runFaults[reason])
  }
}
/** Something that holds until somebody changes it. */
class Stopped extends Error {
  constructor(readonly reason: 'owner_gone' | 'nothing_seen') {
    super(runFaults[reason])
  }
}
type Unmade = Failed | Stopped | Refused

/** Why no trying again would mend it; anything else is thrown on, and tried again. */
function unmadeBy(error: unknown): Unmade {
  if (error instanceof StatementTooLong) return new Failed('too_slow')
  if (error instanceof Failed || error instanceof Stopped || error instanceof Refused) return error
  throw error
}
const reasonOf = (error: Unmade) => (error instanceof Refused ? 'refused' : error.reason)

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
    if (size > fileBytesMost) throw new Failed('too_big')
    all.push(piece)
  }
  return Buffer.concat(all)
}

interface Making {
  readonly link: string
  readonly isTest: boolean
  /** Its days are seen from this moment, however much later it is made. */
  readonly at: Date
}

/** The report of a reader, as a letter with its file. */
async function madeFor(context: JobContext, { row, schedule }: Due, reader: Reader, { link, isTest, at }: Making): Promise<Made> {
  const asker = { ...context, ...reader }
  const told = await toldSaved(asker, row)
  if (told.question.advertiser_ids?.length === 0) throw new Stopped('nothing_seen')
  const zones = await timeZonesOf({ ...told.question, member_group_id: told.member_group_id }, asker)
  const question = reportQuestionOf(told, dayIn(at, dayZoneOf(zones, schedule.time_zone)))
  const frame = await frameOf(question, asker)
  // The file is one for all who get it, in the words of whoever reads it for them.
  const words = reportWordsIn(reader.caller.person?.locale.code ?? defaultLocale)
  const fileReader = { words, entityWord: await entityWordOf(context.database, row.member_group_id) }
  const columns = columnsOfQuestion(question, fileReader, frame.currency.currency_code)
  const file = await reportFile(context.database, frame, { title: row.name, question, columns, format: schedule.format }, fileReader)
  try {
    const content = (await collected(file.pieces)).toString('base64')
    const file_name = `${row.name.replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ').trim()} ${frame.days.end_date}.${schedule.format}`
    const report = { name: row.name, days: frame.days, rows: file.total, link, isTest }
    // What was delivered before alone is no reason for a mail.
    return { rows: file.own === 0 ? 0 : file.total, report, attachment: { file_name, content_type: file.contentType, content } }
  } finally {
    await file.end()
  }
}

async function attach(kysely: Db, attachment: Attachment, now: Date): Promise<number> {
  const row = { ...attachment, created_at: now }
  const made = await kysely.insertInto('mail_attachments').values(row).returning('mail_attachment_id').executeTakeFirstOrThrow()
  return made.mail_attachment_id
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

const reading = ['saved_reports.read', 'reports.read']
const readerFor = ({ database }: JobContext, { member_group_id }: SavedRow, userId: number) =>
  readerOf(database, { kind: 'person', userId }, member_group_id, reading)

/** Where links lead, and who takes the letters. */
type Ways = Pick<Telling, 'origin' | 'post'>

/** Does one run: the report is made first, then mails and what is remembered of them are one transaction. */
async function run(context: JobContext, due: Due, at: string, { origin, post }: Ways) {
  const { row, schedule } = due
  const link = reportsAddress(origin, row)
  const { recipients } = schedule
  const attempt = async () => {
    const reader = await readerFor(context, row, row.owner_id)
    if (!reader) throw new Stopped('owner_gone')
    return madeFor(context, due, reader, { link, isTest: false, at: new Date(at) })
  }
  const made = await attempt().catch(unmadeBy)
  const isSkipped = !(made instanceof Error) && made.rows === 0 && schedule.skip_if_empty
  await context.database.kysely.transaction().execute(async (kysely) => {
    await hold(kysely, due)
    // A server that ended after this was done has not said so; nobody is counted for it again.
    if (await isEntered(kysely, row, at)) return
    const now = context.now()
    const failed = (fault: Omit<Parameters<typeof enterFailed>[2], 'at'>) =>
      enterFailed(kysely, row, { at, ...fault }, { now, origin, post })
    if (made instanceof Error) return failed({ reason: reasonOf(made), why: made.message, isFinal: made instanceof Stopped })
    const inside = { ...context, database: { ...context.database, kysely } }
    const reached = isSkipped ? [] : await mayBeMailed(inside, row.member_group_id, recipients)
    if (!isSkipped && reached.length === 0) return failed({ reason: 'outside_most', isFinal: false })
    const why = !isSkipped && reached.length < recipients.length ? runFaults.outside_most : null
    const done: DoneRun = isSkipped
      ? { at, why, result: 'empty_skipped', rows: 0, recipients: 0 }
      : { at, why, result: 'sent', rows: made.rows, recipients: reached.length }
    if (!(await entered(kysely, row, done)) || isSkipped) return
    const file = await attach(kysely, made.attachment, now)
    const localeOf = await localesOf(
      kysely,
      reached.map((email) => email.toLowerCase()),
      row.owner_id,
    )
    const posted = { file, run: { savedReportId: row.saved_report_id, at } }
    for (const email of reached) await post(kysely, email, reportLetter(made.report, localeOf(email)), now, posted)
  })
}

/** Whoever tries one is there. */
const toldReason = (error: Unmade) => {
  const reason = reasonOf(error)
  return reason === 'owner_gone' ? 'nothing_seen' : reason
}

interface Wish {
  readonly userId: number
  /** Tells it from every other. */
  readonly once: string
}

/** Mails somebody what they asked for, as they would read it, or why there is nothing to read; once, however often it is tried. */
async function test(context: JobContext, due: Due, { userId, once: wish }: Wish, { origin, post }: Ways) {
  const { kysely } = context.database
  const { row } = due
  const once = `report-test ${wish}`
  if (await kysely.selectFrom('mails').select('mail_id').where('unique_key', '=', once).executeTakeFirst()) return
  const reader = await readerFor(context, row, userId)
  if (!reader?.caller.person) return
  const { email, locale } = reader.caller.person
  const link = reportsAddress(origin, row)
  const made = await madeFor(context, due, reader, { link, isTest: true, at: context.now() }).catch(unmadeBy)
  if (made instanceof Error) {
    const { first_name } = await kysely.selectFrom('users').select('first_name').where('user_id', '=', userId).executeTakeFirstOrThrow()
    const letter = unmadeLetter({ first_name, locale: locale.code }, row.name, toldReason(made), link)
    return kysely.transaction().execute((inside) => post(inside, email, letter, context.now(), { once }))
  }
  const { report, attachment } = made
  await kysely.transaction().execute(async (inside) => {
    const file = await attach(inside, attachment, context.now())
    await post(inside, email, reportLetter(report, locale.code), context.now(), { file, once })
  })
}

/** Everything about mailed reports that is done in the background. */
export const reportMailJobs = (origin: string, post: Post): Record<string, JobKind> => ({
  'report-schedules': {
    everyMs: 30_000,
    run: async (_, context) => {
      const telling = { now: context.now(), origin, post }
      await enqueueDue(context, telling)
      await enterGivenUp(context, telling)
      await enterGivenUpMails(context.database, telling)
    },
  },
  // Reports take their time: nothing else waits for them, and whoever tries one waits for no schedule.
  'scheduled-report': {
    lane: 'reports',
    // A database that is away for a while is back within the hour that these take; a run that is written down is not done again.
    mostAttempts: 12,
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
