import { sql } from 'kysely'
import { type ReportSchedule, runsShown, type ScheduleRun, type ScheduleState } from '../../../src/contract/saved-reports/schedules.ts'
import { nextRuns } from '../../../src/contract/saved-reports/schedules.rules.ts'
import type { Database } from '../database/open.ts'
import type { SavedRow } from './read.ts'

type Reads = Pick<Database, 'kysely'>
interface ScheduleRow {
  readonly schedule: ReportSchedule
  readonly next_run_at: Date | null
  readonly stopped: string | null
  readonly version: number
}
type RunRow = Omit<ScheduleRun, 'at'> & { readonly at: Date }

export type Place = Pick<SavedRow, 'member_group_id' | 'saved_report_id'>
/** Condition for rows of one saved report. The key starts with the client. */
export const placeOf = ({ member_group_id, saved_report_id }: Place) =>
  sql`member_group_id = ${member_group_id} and saved_report_id = ${saved_report_id}`

/** The schedule's last runs, newest first. */
export async function runsOf({ kysely }: Reads, place: Place, count: number = runsShown.past): Promise<ScheduleRun[]> {
  const { rows } = await sql<RunRow>`select at, result, why, rows, recipients from report_schedule_runs
    where ${placeOf(place)} order by at desc limit ${count}`.execute(kysely)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** The state of a report's schedule; null without a schedule. */
export async function scheduleState({ kysely }: Reads, place: Place, now: Date): Promise<ScheduleState | null> {
  const { rows } = await sql<ScheduleRow>`select schedule, next_run_at, stopped, version from report_schedules
    where ${placeOf(place)}`.execute(kysely)
  const [row] = rows
  if (!row) return null
  const { schedule, stopped, version, next_run_at } = row
  const [last_run = null] = await runsOf({ kysely }, place, 1)
  const next = next_run_at === null ? [] : nextRuns(schedule, now, runsShown.ahead)
  const recipients = schedule.recipients.length
  return { schedule, recipients, stopped, version, last_run, next_runs: next.map((at) => at.toISOString()) }
}
