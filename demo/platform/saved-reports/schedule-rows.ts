import { type ReportSchedule, runsShown, type ScheduleRun, type ScheduleState } from '../../../src/contract/saved-reports/schedules.ts'
import { nextRuns } from '../../../src/contract/saved-reports/schedules.rules.ts'
import type { WithKysely } from '../database/database.ts'
import type { SavedRow } from './read.ts'

export type ReportIds = Pick<SavedRow, 'member_group_id' | 'saved_report_id'>
/** The schedule's last runs, newest first. */
export async function runsOf(
  { kysely }: WithKysely,
  { member_group_id, saved_report_id }: ReportIds,
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

const hourMs = 3_600_000
/** The longest time between two runs, with an hour for a clock change. */
const maxMs: Readonly<Record<ReportSchedule['frequency'], number>> = {
  daily: 25 * hourMs,
  weekly: (7 * 24 + 1) * hourMs,
  monthly: (31 * 24 + 1) * hourMs,
}

/** Moves next runs that were set by a clock that was ahead to the next time of their schedule. */
export async function moveRunsAhead({ kysely }: WithKysely, now: Date) {
  for (const [frequency, ms] of Object.entries(maxMs)) {
    const rows = await kysely
      .selectFrom('report_schedules')
      .select(['member_group_id', 'saved_report_id', 'schedule', 'next_run_at'])
      .where('next_run_at', '>', new Date(now.getTime() + ms))
      .where(({ eb, ref }) => eb(ref('schedule', '->>').key('frequency'), '=', frequency as ReportSchedule['frequency'])) // a key of longestMs
      .execute()
    for (const { member_group_id, saved_report_id, schedule, next_run_at } of rows) {
      const [next] = nextRuns(schedule, now, 1)
      await kysely
        .updateTable('report_schedules')
        .set({ next_run_at: next ?? null })
        .where('member_group_id', '=', member_group_id)
        .where('saved_report_id', '=', saved_report_id)
        .where('next_run_at', '=', next_run_at)
        .execute()
    }
  }
}

/** The state of a report's schedule; null without a schedule. */
export async function scheduleState({ kysely }: WithKysely, ids: ReportIds, now: Date): Promise<ScheduleState | null> {
  const row = await kysely
    .selectFrom('report_schedules')
    .select(['schedule', 'next_run_at', 'stopped', 'version'])
    .where('member_group_id', '=', ids.member_group_id)
    .where('saved_report_id', '=', ids.saved_report_id)
    .executeTakeFirst()
  if (!row) return null
  const { schedule, stopped, version, next_run_at } = row
  const [last_run = null] = await runsOf({ kysely }, ids, 1)
  const next = next_run_at === null ? [] : nextRuns(schedule, now, runsShown.ahead)
  const recipients = schedule.recipients.length
  return { schedule, recipients, stopped, version, last_run, next_runs: next.map((at) => at.toISOString()) }
}
