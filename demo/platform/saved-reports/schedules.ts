import { randomUUID } from 'node:crypto'
import { expressionBuilder } from 'kysely'
import {
  ReportSchedule,
  type reportSchedules,
  type ScheduleRun,
  type ScheduleState,
} from '../../../src/contract/saved-reports/schedules.ts'
import { nextRuns, reportScheduleRule } from '../../../src/contract/saved-reports/schedules.rules.ts'
import { type Fields, recordDifference } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { enqueue } from '../sql/queue.ts'
import { noPermission, notFound, refuseField, staleVersion, tooMany } from '../context/refusal.ts'
import { lockRow } from '../sql/lock.ts'
import { runsOf, scheduleState } from './schedule-rows.ts'
import { requireChangeable, isChangeable, canReadWhole, type SavedRow, savedRow } from './read.ts'
import { updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'

const sentences: Readonly<Record<string, string>> = {
  weekday_missing: 'Choose a day of the week',
  month_day_missing: 'Choose a day of the month',
  recipient_twice: 'This address is already in the list',
}

function requireValidSchedule(schedule: ReportSchedule) {
  const ruleResult = reportScheduleRule(schedule)
  if (ruleResult !== true) throw refuseField(String(ruleResult.field), sentences[ruleResult.code] ?? ruleResult.code)
}

/** The version that follows those of the report's earlier schedules. */
const nextScheduleVersion = ({ member_group_id, saved_report_id }: SavedRow) =>
  expressionBuilder<Tables>()
    .selectFrom('saved_reports')
    .select(({ eb }) => eb('schedule_versions', '+', 1).as('next'))
    .where('member_group_id', '=', member_group_id)
    .where('saved_report_id', '=', saved_report_id)
    .$asScalar()
    .$notNull()

/** The fields of a schedule as the history stores them; null means that a field is absent. */
const scheduleFields = (schedule: ReportSchedule | null): Fields => ({
  ...Object.fromEntries(Object.keys(ReportSchedule.schema).map((field) => [field, null])),
  ...schedule,
})

/** Records the change of a schedule in the history of its report. */
async function recordSchedule(context: Context, row: SavedRow, before: ReportSchedule | null, after: ReportSchedule | null) {
  const kind = before === null ? 'created' : after === null ? 'removed' : 'changed'
  const record = { entity: 'report_schedule', entityId: row.saved_report_id, kind } as const
  await recordDifference(context, record, scheduleFields(before), scheduleFields(after))
}

/** The schedule in the caller's version. */
async function scheduleToChange({ database, version = 0 }: Context, { member_group_id, saved_report_id }: SavedRow) {
  const schedule = await database.kysely
    .selectFrom('report_schedules')
    .select('schedule')
    .where('member_group_id', '=', member_group_id)
    .where('saved_report_id', '=', saved_report_id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  if (!schedule) throw staleVersion('Schedule')
  return schedule.schedule
}

/** Deletes a schedule in the caller's version. The report stores that version, so that a new schedule continues from it. */
async function removeSchedule(context: Context, row: SavedRow) {
  const { database, version = 0 } = context
  const { member_group_id, saved_report_id } = row
  const removed = await database.kysely
    .deleteFrom('report_schedules')
    .where('member_group_id', '=', member_group_id)
    .where('saved_report_id', '=', saved_report_id)
    .where('version', '=', version)
    .returning(['version', 'schedule'])
    .executeTakeFirst()
  if (!removed) throw staleVersion('Schedule')
  await database.kysely
    .updateTable('saved_reports')
    .set({ schedule_versions: removed.version })
    .where('member_group_id', '=', member_group_id)
    .where('saved_report_id', '=', saved_report_id)
    .execute()
  await recordSchedule(context, row, removed.schedule, null)
}

/** Version 0 creates the first schedule. If two users create one at the same time, one of them gets a stale error. */
async function writeSchedule(context: Context, row: SavedRow, schedule: ReportSchedule): Promise<ScheduleState> {
  const { database, now, version = 0 } = context
  requireValidSchedule(schedule)
  const [next = null] = schedule.is_paused ? [] : nextRuns(schedule, now(), 1)
  const { member_group_id, saved_report_id } = row
  const columns = { schedule: JSON.stringify(schedule), next_run_at: next, changed_at: now(), stopped: null }
  if (version === 0) {
    const result = await database.kysely
      .insertInto('report_schedules')
      .values({ member_group_id, saved_report_id, ...columns, version: nextScheduleVersion(row) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (Number(result.numInsertedOrUpdatedRows ?? 0) === 0) throw staleVersion('Schedule')
    await recordSchedule(context, row, null, schedule)
  } else {
    const before = await scheduleToChange(context, row)
    await updateVersioned(context, 'report_schedules', {
      key: { member_group_id, saved_report_id },
      change: columns,
      subject: 'Schedule',
    })
    await recordSchedule(context, row, before, schedule)
  }
  const state = await scheduleState(database, row, now())
  if (!state) throw notFound('Schedule')
  return state
}

const maxTestsPerHour = 3
const hourMs = 3_600_000

/** Mails a test to the caller, at most three times an hour. The job is written in the request's transaction. */
async function testSchedule({ database: { kysely }, caller, machineNow }: Context, { member_group_id, saved_report_id }: SavedRow) {
  if (!caller.person) throw noPermission()
  const { user_id } = caller.person
  await lockRow(kysely, 'testMailsOfUser', user_id)
  const since = new Date(machineNow().getTime() - hourMs)
  const rows = await kysely
    .selectFrom('jobs')
    .select('run_at')
    .where('kind', '=', 'report-test')
    .where(({ eb, ref }) => eb(ref('payload', '->>').key('user_id'), '=', String(user_id)))
    .where('run_at', '>', since)
    .orderBy('run_at')
    .execute()
  const [firstRun] = rows
  if (firstRun && rows.length >= maxTestsPerHour) throw tooMany(Math.ceil((firstRun.run_at.getTime() - since.getTime()) / 1000))
  const payload = { user_id, member_group_id, saved_report_id, once: randomUUID() }
  await enqueue(kysely, { kind: 'report-test', payload, runAt: machineNow() })
}

/** Hides details of a run from users who may not read the whole report. */
const redactRun =
  (context: Context, row: SavedRow) =>
  (run: ScheduleRun): ScheduleRun =>
    canReadWhole(context, row) ? run : { ...run, rows: null, why: null }

/** The schedule as the response for the caller. Only users who may change the report see the recipients. */
async function redactSchedule(context: Context, row: SavedRow): Promise<ScheduleState | null> {
  const state = await scheduleState(context.database, row, context.now())
  if (!state) return null
  const { schedule, stopped, last_run } = state
  return {
    ...state,
    schedule: (await isChangeable(context, row)) ? schedule : { ...schedule, recipients: [] },
    stopped: canReadWhole(context, row) ? stopped : null,
    last_run: last_run && redactRun(context, row)(last_run),
  }
}

export const reportScheduleHandlers: Handlers<typeof reportSchedules> = {
  one: async ({ path }, context) => {
    return redactSchedule(context, await savedRow(context, path.savedReportId))
  },
  change: async ({ path, body }, context) => writeSchedule(context, await requireChangeable(context, path.savedReportId), body),
  remove: async ({ path }, context) => {
    await removeSchedule(context, await requireChangeable(context, path.savedReportId))
    return 'success'
  },
  test: async ({ path }, context) => {
    const row = await requireChangeable(context, path.savedReportId)
    if (!(await scheduleState(context.database, row, context.now()))) throw notFound('Schedule')
    await testSchedule(context, row)
    return 'success'
  },
  runs: async ({ path }, context) => {
    const row = await savedRow(context, path.savedReportId)
    return { runs: (await runsOf(context.database, row)).map(redactRun(context, row)) }
  },
}
