import type { Kysely } from 'kysely'
import { type RunFailure, runFailureTexts } from '../../../src/contract/saved-reports/schedules.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../tables/index.ts'
import { stopIfFailing, type NotifyDeps } from './report-runs.ts'

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
  { kysely: database }: Pick<Database, 'kysely'>,
  { mail_id, problem, reason }: FailedMail,
  telling: NotifyDeps,
) =>
  database.transaction().execute(async (kysely) => {
    const origin = await kysely
      .selectFrom('mails as m')
      .innerJoin('saved_reports as r', 'r.saved_report_id', 'm.saved_report_id')
      .select(['r.member_group_id', 'r.saved_report_id', 'r.owner_id', 'r.name', 'm.report_run_at as at'])
      .where('m.mail_id', '=', mail_id)
      .executeTakeFirst()
    // The lock makes concurrent failures see each other's changes.
    if (origin)
      await kysely
        .selectFrom('report_schedules')
        .select('version')
        .where('member_group_id', '=', origin.member_group_id)
        .where('saved_report_id', '=', origin.saved_report_id)
        .forUpdate()
        .execute()
    if (!(await settleMail(kysely, mail_id, { problem })) || !origin) return
    const updatedRows = await kysely
      .updateTable('report_schedule_runs')
      .set(({ eb, ref }) => ({
        recipients: eb('recipients', '-', 1),
        why: runFailureTexts[reason],
        result: eb
          .case()
          .when('recipients', '=', 1)
          .then('failed' as const)
          .else(ref('result'))
          .end(),
      }))
      .where('member_group_id', '=', origin.member_group_id)
      .where('saved_report_id', '=', origin.saved_report_id)
      .where('at', '=', origin.at)
      .where('recipients', '>', 0)
      .returning('result')
      .executeTakeFirst()
    if (updatedRows?.result === 'failed') await stopIfFailing(kysely, origin, reason, telling)
  })

/** Schedule mails whose jobs have failed for good. */
export async function recordGivenUpMails(database: Pick<Database, 'kysely'>, telling: NotifyDeps) {
  const rows = await database.kysely
    .selectFrom('jobs as j')
    .innerJoin('mails as m', (join) =>
      join.on(({ eb, cast, ref }) => eb('m.mail_id', '=', cast<number>(ref('j.payload', '->>').key('mail_id'), 'integer'))),
    )
    .select(['m.mail_id', 'j.error'])
    .where('j.kind', '=', 'send-mail')
    .where('j.failed_at', 'is not', null)
    .where('m.report_run_at', 'is not', null)
    .where('m.sent_at', 'is', null)
    .where('m.problem', 'is', null)
    .orderBy('m.mail_id')
    .execute()
  for (const { mail_id, error } of rows)
    await recordFailedMail(database, { mail_id, problem: error ?? runFailureTexts.mail_given_up, reason: 'mail_given_up' }, telling)
}
