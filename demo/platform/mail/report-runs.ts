import { type Kysely, sql } from 'kysely'
import {
  type ReportSchedule,
  type RunFailure,
  runFailureTexts,
  runsShown,
  type ScheduleRun,
} from '../../../src/contract/saved-reports/schedules.ts'
import { recordChange } from '../changes/record.ts'
import type { JobContext } from '../sql/queue.ts'
import type { ReportIds } from '../saved-reports/schedule-rows.ts'
import { nextVersion } from '../sql/versioned.ts'
import { reportWithId, type SavedRow, savedRows } from '../saved-reports/read.ts'
import type { Tables } from '../tables/index.ts'
import type { MailContent } from './letters.ts'
import { stoppedLetter } from './report-letters.ts'

type Db = Kysely<Tables>
/** Data stored with a mail: its attachment, a key that prevents duplicates, and its scheduled run. */
export interface MailExtras {
  readonly file?: number
  readonly once?: string
  readonly run?: { readonly savedReportId: number; readonly at: string }
}
/** Stores a mail in the outbox. */
export type StoreMail = (kysely: Db, email: string, letter: MailContent, now: Date, posted?: MailExtras) => Promise<void>

/** The address of a saved report. */
export const reportsAddress = (origin: string, { member_group_id, saved_report_id }: ReportIds) =>
  `${origin}/clients/${member_group_id}/saved_reports/${saved_report_id}`

export interface Due {
  readonly row: SavedRow
  readonly schedule: ReportSchedule
  /** The schedule's version; `row` has the report's version. */
  readonly version: number
}

/** A saved report and its schedule in their current state. */
export async function dueOf(context: JobContext, savedReportId: number): Promise<Due | undefined> {
  const [row] = await savedRows(context, reportWithId(savedReportId))
  if (row?.deleted_at !== null) return undefined
  const scheduleRow = await context.database.kysely
    .selectFrom('report_schedules')
    .select(['schedule', 'version'])
    .where('member_group_id', '=', row.member_group_id)
    .where('saved_report_id', '=', row.saved_report_id)
    .executeTakeFirst()
  return scheduleRow && { row, ...scheduleRow }
}

/**
 * Locks the schedule until the mails are written. Throws if report or schedule changed meanwhile, so that the retry reads them
 * again.
 */
export async function lockDue(kysely: Db, { row, version }: Due) {
  const now = await kysely
    .selectFrom('report_schedules as s')
    .innerJoin('saved_reports as r', (join) =>
      join.onRef('r.member_group_id', '=', 's.member_group_id').onRef('r.saved_report_id', '=', 's.saved_report_id'),
    )
    .select(['s.version', 'r.version as report_version', 'r.deleted_at'])
    .where('s.member_group_id', '=', row.member_group_id)
    .where('s.saved_report_id', '=', row.saved_report_id)
    .forUpdate()
    .executeTakeFirst()
  if (now?.version !== version || now.report_version !== row.version || now.deleted_at !== null)
    throw new Error('The report or its schedule was changed while it was made')
}

const runsFrom = (kysely: Db, { member_group_id, saved_report_id }: ReportIds) =>
  kysely
    .selectFrom('report_schedule_runs as run')
    .where('run.member_group_id', '=', member_group_id)
    .where('run.saved_report_id', '=', saved_report_id)

/** True if a run is recorded; the schedule's lock keeps others from recording it. */
export async function isRunRecorded(kysely: Db, reportKey: ReportIds, at: string): Promise<boolean> {
  const recorded = await runsFrom(kysely, reportKey).select('at').where('at', '=', new Date(at)).executeTakeFirst()
  return recorded !== undefined
}

/** A recorded run. */
export type DoneRun = ScheduleRun & { readonly rows: number }

/** Records a run once and deletes runs beyond the shown history; returns whether this call recorded it. */
export async function recordRun(kysely: Db, reportKey: ReportIds, run: DoneRun): Promise<boolean> {
  const { member_group_id, saved_report_id } = reportKey
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('report_schedule_runs')
    .values({ member_group_id, saved_report_id, ...run })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const oldestShown = runsFrom(kysely, reportKey)
    .select('run.at')
    .orderBy('run.at', 'desc')
    .offset(runsShown.past - 1)
    .limit(1)
  await kysely
    .deleteFrom('report_schedule_runs')
    .where('member_group_id', '=', member_group_id)
    .where('saved_report_id', '=', saved_report_id)
    .where('at', '<', oldestShown)
    .execute()
  return numInsertedOrUpdatedRows > 0n
}

/** This many failures in a row, since the schedule was last saved, pause it and notify its owner. */
const failuresMost = 3
async function hasFailedRepeatedly(kysely: Db, reportKey: ReportIds): Promise<boolean> {
  const rows = await runsFrom(kysely, reportKey)
    .innerJoin('report_schedules as s', (join) =>
      join.onRef('s.member_group_id', '=', 'run.member_group_id').onRef('s.saved_report_id', '=', 'run.saved_report_id'),
    )
    .select('run.result')
    .whereRef('run.at', '>', 's.changed_at')
    .orderBy('run.at', 'desc')
    .limit(failuresMost)
    .execute()
  return rows.length === failuresMost && rows.every(({ result }) => result === 'failed')
}

/** Dependencies of notifying a report's owner. */
export interface NotifyDeps {
  readonly now: Date
  readonly origin: string
  readonly post: StoreMail
}

/** The report and the owner to notify. */
export type NotifiedReport = ReportIds & Pick<SavedRow, 'owner_id' | 'name'>

/** Pauses a schedule and emails its owner, unless the owner has turned these mails off. An already paused schedule sends no mail. */
async function stop(kysely: Db, row: NotifiedReport, why: RunFailure, { now, origin, post }: NotifyDeps) {
  const { numUpdatedRows } = await kysely
    .updateTable('report_schedules')
    .set({
      stopped: runFailureTexts[why],
      next_run_at: null,
      version: nextVersion,
      schedule: sql<string>`schedule || '{"is_paused": true}'`,
    })
    .where('member_group_id', '=', row.member_group_id)
    .where('saved_report_id', '=', row.saved_report_id)
    .where(({ eb, ref }) => eb(ref('schedule', '->>').key('is_paused'), '=', false))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const writer = { now: () => now, database: { kysely }, scope: { memberGroupId: row.member_group_id, advertisers: 'all' } } as const
  const changeSides = { before: { is_paused: false }, after: { is_paused: true } }
  await recordChange(writer, { entity: 'report_schedule', entityId: row.saved_report_id, kind: 'changed', ...changeSides })
  const owner = await kysely
    .selectFrom('users')
    .innerJoin('locales', 'locales.id', 'users.locale_id')
    .select(['email', 'first_name', 'locales.code as locale'])
    .where('user_id', '=', row.owner_id)
    .where(({ not, exists, selectFrom }) => {
      const turnedOff = selectFrom('user_notifications as n')
        .whereRef('n.user_id', '=', 'users.user_id')
        .where('n.type', '=', 'reports')
        .where('n.enabled', '=', false)
      return not(exists(turnedOff))
    })
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (owner) await post(kysely, owner.email, stoppedLetter(owner, row.name, why, reportsAddress(origin, row)), now)
}

interface Fault {
  readonly at: string
  readonly reason: RunFailure
  /** The text in the run history, if it says more than the reason. */
  readonly why?: string
  /** Lasts until a user changes something. */
  readonly isFinal: boolean
}

/** Stops a schedule after too many failed runs in a row. */
export async function stopIfFailing(kysely: Db, row: NotifiedReport, reason: RunFailure, telling: NotifyDeps) {
  if (await hasFailedRepeatedly(kysely, row)) await stop(kysely, row, reason, telling)
}

/** Records a failed run. Stops the schedule if the failure is final or the last of several. */
export async function recordFailedRun(
  kysely: Db,
  row: NotifiedReport,
  { at, reason, why = runFailureTexts[reason], isFinal }: Fault,
  telling: NotifyDeps,
) {
  if (!(await recordRun(kysely, row, { at, why, result: 'failed', rows: 0, recipients: 0 }))) return
  if (isFinal) await stop(kysely, row, reason, telling)
  else await stopIfFailing(kysely, row, reason, telling)
}
