import { sql } from 'kysely'
import { type ReportSchedule, runsShown, type ScheduleRun, type ScheduleState } from '../../src/contract/report-schedules.ts'
import { nextRuns } from '../../src/contract/schedules.rules.ts'
import type { Database } from './database/open.ts'

type Reads = Pick<Database, 'kysely'>
interface ScheduleRow {
  readonly schedule: ReportSchedule
  readonly next_run_at: Date | null
  readonly stopped: string | null
  readonly version: number
}
type RunRow = Omit<ScheduleRun, 'at'> & { readonly at: Date }

const savedKey = (savedReportId: number) => sql`saved_report_id = ${savedReportId}`

/** The last runs of a saved report's schedule, the latest first. */
export async function runsOf({ kysely }: Reads, savedReportId: number, count: number = runsShown.past): Promise<ScheduleRun[]> {
  const { rows } = await sql<RunRow>`select at, result, why, rows, recipients from report_schedule_runs
    where ${savedKey(savedReportId)} order by at desc limit ${count}`.execute(kysely)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** How a saved report is scheduled; nothing where it is not. */
export async function scheduleState({ kysely }: Reads, savedReportId: number, now: Date): Promise<ScheduleState | null> {
  const { rows } = await sql<ScheduleRow>`select schedule, next_run_at, stopped, version from report_schedules
    where ${savedKey(savedReportId)}`.execute(kysely)
  const [row] = rows
  if (!row) return null
  const { schedule, stopped, version, next_run_at } = row
  const [last_run = null] = await runsOf({ kysely }, savedReportId, 1)
  const next = next_run_at === null ? [] : nextRuns(schedule, now, runsShown.ahead)
  return { schedule, stopped, version, last_run, next_runs: next.map((at) => at.toISOString()) }
}
