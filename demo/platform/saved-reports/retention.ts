import type { Kysely } from 'kysely'
import { reportEntities } from '../../../src/contract/changes/changes.ts'
import { restorableDays } from '../../../src/contract/saved-reports/saved-reports.rules.ts'
import { anyTextOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** One day longer than users can restore a report. */
const removedDays = restorableDays + 1
const dayMs = 86_400_000

/**
 * Deletes expired links after a week, and removed reports with their links, schedules, runs and history. Old runs are deleted when new
 * ones are written.
 */
export async function sweepReports(kysely: Kysely<Tables>, now: Date, linksBefore: Date) {
  const removedBefore = new Date(now.getTime() - removedDays * dayMs)
  await kysely
    .deleteFrom('report_shares')
    .where(({ eb }) => eb('expires_at', '<', linksBefore).or('revoked_at', '<', linksBefore))
    .execute()
  await kysely
    .deleteFrom('changes as h')
    .using('saved_reports as r')
    .whereRef('h.member_group_id', '=', 'r.member_group_id')
    .whereRef('h.entity_id', '=', 'r.saved_report_id')
    .where('h.entity', '=', anyTextOf(reportEntities))
    .where('h.campaign_id', 'is', null)
    .where('r.deleted_at', '<', removedBefore)
    .execute()
  const removedReports = kysely.selectFrom('saved_reports').select('saved_report_id').where('deleted_at', '<', removedBefore)
  for (const table of ['report_shares', 'report_schedule_runs', 'report_schedules', 'saved_reports'] as const)
    await kysely.deleteFrom(table).where('saved_report_id', 'in', removedReports).execute()
}
