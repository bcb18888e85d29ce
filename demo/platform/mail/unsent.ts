import { type Kysely, sql } from 'kysely'
import { type RunFailure, runFailureTexts, type ScheduleRun } from '../../../src/contract/saved-reports/schedules.ts'
import type { Database } from '../database/open.ts'
import { placeOf } from '../saved-reports/schedule-rows.ts'
import type { Tables } from '../tables/index.ts'
import { stopIfFailing, type NotifyDeps, type NotifiedReport } from './report-runs.ts'

type Db = Kysely<Tables>

/** Marks a mail as sent or failed, once, and deletes its content; returns whether this call did it. */
export async function settleMail(kysely: Db, mailId: number, change: { sent_at: Date } | { problem: string }): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('mails')
    .set({ ...change, text: '', link: null, mail_attachment_id: null })
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('problem', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface FailedMail {
  readonly mail_id: number
  readonly problem: string
  readonly reason: RunFailure
}

/** Marks a mail as failed. Its scheduled run then has one recipient fewer, and has failed without any. */
export const recordFailedMail = (
  { kysely: whole }: Pick<Database, 'kysely'>,
  { mail_id, problem, reason }: FailedMail,
  telling: NotifyDeps,
) =>
  whole.transaction().execute(async (kysely) => {
    const { rows: found } = await sql<NotifiedReport & { at: Date }>`
      select r.member_group_id, r.saved_report_id, r.owner_id, r.name, m.report_run_at as at
      from mails m join saved_reports r using (saved_report_id) where m.mail_id = ${mail_id}`.execute(kysely)
    const [of] = found
    // The lock makes concurrent failures see each other's changes.
    if (of) await sql`select from report_schedules where ${placeOf(of)} for update`.execute(kysely)
    if (!(await settleMail(kysely, mail_id, { problem })) || !of) return
    const { rows: changed } = await sql<Pick<ScheduleRun, 'result'>>`
      update report_schedule_runs set recipients = recipients - 1, why = ${runFailureTexts[reason]},
        result = case when recipients = 1 then 'failed' else result end
      where ${placeOf(of)} and at = ${of.at} and recipients > 0 returning result`.execute(kysely)
    if (changed[0]?.result === 'failed') await stopIfFailing(kysely, of, reason, telling)
  })

/** Schedule mails whose jobs have failed for good. */
export async function recordGivenUpMails(database: Pick<Database, 'kysely'>, telling: NotifyDeps) {
  const { rows } = await sql<{ mail_id: number; error: string | null }>`
    select m.mail_id, j.error from jobs j join mails m on m.mail_id = (j.payload->>'mail_id')::int
    where j.kind = 'send-mail' and j.failed_at is not null
    and m.report_run_at is not null and m.sent_at is null and m.problem is null
    order by m.mail_id`.execute(database.kysely)
  for (const { mail_id, error } of rows)
    await recordFailedMail(database, { mail_id, problem: error ?? runFailureTexts.mail_given_up, reason: 'mail_given_up' }, telling)
}
