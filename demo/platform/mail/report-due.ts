import { type NotNull, sql } from 'kysely'
import type { ReportSchedule } from '../../../src/contract/saved-reports/schedules.ts'
import { nextRuns } from '../../../src/contract/saved-reports/schedules.rules.ts'
import { enqueue, type JobContext } from '../sql/queue.ts'
import { recordFailedRun, type NotifyDeps, type NotifiedReport } from './report-runs.ts'

interface DueRow extends NotifiedReport {
  readonly schedule: ReportSchedule
  readonly next_run_at: Date
  readonly is_removed: boolean
}

/**
 * The latest due moment and the next one; undefined if the schedule's time zone is unknown. Of several missed runs only the latest
 * is made, because the older reports are out of date.
 */
function momentsOf(schedule: ReportSchedule, due: Date, now: Date): { readonly last: Date; readonly next: Date | null } | undefined {
  try {
    let lastDue = due
    let [next = null] = nextRuns(schedule, lastDue, 1)
    while (next && next <= now) {
      lastDue = next
      ;[next = null] = nextRuns(schedule, lastDue, 1)
    }
    return { last: lastDue, next }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Enqueues one job for a due schedule and sets its next run. A schedule whose zone is unknown is stopped, so that it does not block
 * others.
 */
async function enqueueOne({ database }: JobContext, row: DueRow, telling: NotifyDeps) {
  const { member_group_id, saved_report_id, next_run_at } = row
  const moments = momentsOf(row.schedule, next_run_at, telling.now)
  await database.kysely.transaction().execute(async (kysely) => {
    const updated = await kysely
      .updateTable('report_schedules')
      .set({ next_run_at: moments?.next ?? null })
      .where('member_group_id', '=', member_group_id)
      .where('saved_report_id', '=', saved_report_id)
      .where('next_run_at', '=', next_run_at)
      .executeTakeFirst()
    if (Number(updated.numUpdatedRows) === 0 || row.is_removed) return
    const instant = (moments?.last ?? next_run_at).toISOString()
    if (!moments) return recordFailedRun(kysely, row, { at: instant, reason: 'no_zone', isFinal: true }, telling)
    const uniqueKey = `schedule ${saved_report_id} ${instant}`
    await enqueue(kysely, { kind: 'scheduled-report', payload: { saved_report_id, at: instant }, runAt: telling.now, uniqueKey })
  })
}

/** Enqueues due schedules. Several missed runs of a schedule become one. */
export async function enqueueDue(context: JobContext, telling: NotifyDeps) {
  const rows = await context.database.kysely
    .selectFrom('report_schedules as s')
    .innerJoin('saved_reports as r', (join) =>
      join.onRef('r.member_group_id', '=', 's.member_group_id').onRef('r.saved_report_id', '=', 's.saved_report_id'),
    )
    .select(({ eb }) => [
      's.member_group_id',
      's.saved_report_id',
      's.schedule',
      's.next_run_at',
      'r.owner_id',
      'r.name',
      eb('r.deleted_at', 'is not', null).$castTo<boolean>().as('is_removed'),
    ])
    .where('s.next_run_at', '<=', telling.now)
    .$narrowType<{ next_run_at: NotNull }>()
    .orderBy('s.next_run_at')
    .limit(1000)
    .execute()
  for (const row of rows) await enqueueOne(context, row, telling)
}

/** Records runs whose jobs have failed for good as failed runs. */
export async function recordGivenUpRuns({ database }: JobContext, telling: NotifyDeps) {
  const at = sql<Date>`(j.payload->>'at')::timestamptz`
  const rows = await database.kysely
    .selectFrom('jobs as j')
    .innerJoin('saved_reports as r', (join) =>
      join.on(({ eb, cast, ref }) => eb('r.saved_report_id', '=', cast<number>(ref('j.payload', '->>').key('saved_report_id'), 'integer'))),
    )
    .select(['r.member_group_id', 'r.saved_report_id', 'r.owner_id', 'r.name', at.as('at')])
    .where('j.kind', '=', 'scheduled-report')
    .where('j.failed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) => {
      const finishedRun = selectFrom('report_schedule_runs as done')
        .whereRef('done.member_group_id', '=', 'r.member_group_id')
        .whereRef('done.saved_report_id', '=', 'r.saved_report_id')
        .where('done.at', '=', at)
      return not(exists(finishedRun))
    })
    .orderBy(at)
    .execute()
  for (const row of rows)
    await database.kysely
      .transaction()
      .execute((kysely) => recordFailedRun(kysely, row, { at: row.at.toISOString(), reason: 'given_up', isFinal: false }, telling))
}
