import { type Kysely, sql } from 'kysely'
import { restorableDays } from '../../../src/contract/saved-reports/saved-reports.rules.ts'
import type { Tables } from '../tables/index.ts'

/** A removed report lies a day longer than anybody can bring it back. */
const removedDays = restorableDays + 1
const dayMs = 86_400_000

/** Takes away what nobody can see any more: links a week after their end, and removed reports with all of theirs; runs go as others are written. */
export async function sweepReports(kysely: Kysely<Tables>, now: Date, linksBefore: Date) {
  await sql`delete from report_shares where expires_at < ${linksBefore} or revoked_at < ${linksBefore}`.execute(kysely)
  const gone = sql`select saved_report_id from saved_reports where deleted_at < ${new Date(now.getTime() - removedDays * dayMs)}`
  for (const table of ['report_shares', 'report_schedule_runs', 'report_schedules', 'saved_reports'])
    await sql`delete from ${sql.table(table)} where saved_report_id in (${gone})`.execute(kysely)
}
