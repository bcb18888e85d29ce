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
/** What is of a saved report, by the whole key, whose first part is the client. */
export const placeOf = ({ member_group_id, saved_report_id }: Place) =>
  sql`member_group_id = ${member_group_id} and saved_report_id = ${saved_report_id}`

/** The last runs of a saved report's schedule, the latest first. */
export async function runsOf({ kysely }: Reads, place: Place, count: number = runsShown.past): Promise<ScheduleRun[]> {
  const { rows } = await sql<RunRow>`select at, result, why, rows, recipients from report_schedule_runs
    where ${placeOf(place)} order by at desc limit ${count}`.execute(kysely)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** How a saved report is scheduled; nothing where it is not. */
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
