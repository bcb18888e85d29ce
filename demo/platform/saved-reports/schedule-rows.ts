import { runsShown, type ScheduleRun, type ScheduleState } from '../../../src/contract/saved-reports/schedules.ts'
import { nextRuns } from '../../../src/contract/saved-reports/schedules.rules.ts'
import type { Database } from '../database/open.ts'
import type { SavedRow } from './read.ts'

type Reads = Pick<Database, 'kysely'>
export type Place = Pick<SavedRow, 'member_group_id' | 'saved_report_id'>
/** The schedule's last runs, newest first. */
export async function runsOf(
  { kysely }: Reads,
  { member_group_id, saved_report_id }: Place,
  count: number = runsShown.past,
): Promise<ScheduleRun[]> {
  const rows = await kysely
    .selectFrom('report_schedule_runs')
    .select(['at', 'result', 'why', 'rows', 'recipients'])
    .where('member_group_id', '=', member_group_id)
    .where('saved_report_id', '=', saved_report_id)
    .orderBy('at', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** The state of a report's schedule; null without a schedule. */
export async function scheduleState({ kysely }: Reads, place: Place, now: Date): Promise<ScheduleState | null> {
  const row = await kysely
    .selectFrom('report_schedules')
    .select(['schedule', 'next_run_at', 'stopped', 'version'])
    .where('member_group_id', '=', place.member_group_id)
    .where('saved_report_id', '=', place.saved_report_id)
    .executeTakeFirst()
  if (!row) return null
  const { schedule, stopped, version, next_run_at } = row
  const [last_run = null] = await runsOf({ kysely }, place, 1)
  const next = next_run_at === null ? [] : nextRuns(schedule, now, runsShown.ahead)
  const recipients = schedule.recipients.length
  return { schedule, recipients, stopped, version, last_run, next_runs: next.map((at) => at.toISOString()) }
}
