import { type Kysely, sql } from 'kysely'
import { restorableDays } from '../../../src/contract/saved-reports/saved-reports.rules.ts'
import type { Tables } from '../tables/index.ts'

/** One day longer than users can restore a report. */
const removedDays = restorableDays + 1
const dayMs = 86_400_000

/**
 * Deletes expired links after a week, and removed reports with their links, schedules and runs. Old runs are deleted when new
 * ones are written.
 */
export async function sweepReports(kysely: Kysely<Tables>, now: Date, linksBefore: Date) {
  await sql`delete from report_shares where expires_at < ${linksBefore} or revoked_at < ${linksBefore}`.execute(kysely)
  const gone = sql`select saved_report_id from saved_reports where deleted_at < ${new Date(now.getTime() - removedDays * dayMs)}`
  for (const table of ['report_shares', 'report_schedule_runs', 'report_schedules', 'saved_reports'])
    await sql`delete from ${sql.table(table)} where saved_report_id in (${gone})`.execute(kysely)
}
