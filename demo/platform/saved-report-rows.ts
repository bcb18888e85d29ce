import { type RawBuilder, sql } from 'kysely'
import { opensClient } from '../../src/contract/access.rules.ts'
import { changesSaved } from '../../src/contract/saved-reports.rules.ts'
import type { ReportSchedule, ScheduleRun } from '../../src/contract/report-schedules.ts'
import type { SavedQuestion, SavedReport, Visibility } from '../../src/contract/saved-reports.ts'
import type { Context } from './context.ts'
import { type ListAsk, type ListFields, listOrder, listPage, listWhere } from './list-query.ts'
import { noPermission, notFound } from './refusal.ts'
import { savedInScope } from './saved-report-reach.ts'

/** A saved report as it is kept. */
export interface SavedRow {
  readonly saved_report_id: number
  readonly member_group_id: number
  readonly name: string
  readonly visibility: Visibility
  readonly question: SavedQuestion
  readonly owner_id: number
  readonly owner: string
  readonly created_at: Date
  readonly changed_at: Date
  readonly version: number
  readonly deleted_at: Date | null
  readonly frequency: ReportSchedule['frequency'] | null
  readonly next_run_at: Date | null
  readonly last_result: ScheduleRun['result'] | null
}
type Asker = Pick<Context, 'database' | 'caller' | 'scope'>

const columns = sql`named.saved_report_id, named.member_group_id, named.name, named.visibility, named.question, named.owner_id, u.user_name as owner,
  named.created_at, named.changed_at, named.version, named.deleted_at,
  mailed.schedule ->> 'frequency' as frequency, mailed.next_run_at,
  (select r.result from report_schedule_runs r
    where r.member_group_id = mailed.member_group_id and r.saved_report_id = mailed.saved_report_id order by r.at desc limit 1) as last_result`
const from = sql`from saved_reports named join users u on u.user_id = named.owner_id
  left join report_schedules mailed on mailed.saved_report_id = named.saved_report_id`

/** Whether whoever asks may change it. */
export const isChangeable = ({ caller }: Pick<Asker, 'caller'>, row: Pick<SavedRow, 'owner_id' | 'visibility' | 'member_group_id'>) =>
  changesSaved(row, { user_id: caller.person?.user_id, hasWholeClient: opensClient(caller.access, row.member_group_id) }) === true &&
  caller.permissionsAt({ member_group_id: row.member_group_id })['saved_reports.change'] === true

/** Of the advertisers that it names, those that the reader sees: the others are nobody's to tell. */
function narrowed({ advertiser_ids, ...question }: SavedQuestion, { scope }: Asker): SavedQuestion {
  if (!advertiser_ids) return question
  const { advertisers } = scope
  return { ...question, advertiser_ids: advertisers === 'all' ? advertiser_ids : advertiser_ids.filter((id) => advertisers.includes(id)) }
}

/** A saved report as its reader is told. */
export function toldSaved(context: Asker, row: SavedRow): SavedReport {
  const { owner_id, deleted_at: _, created_at, changed_at, question, frequency, next_run_at, last_result, ...told } = row
  return {
    ...told,
    question: narrowed(question, context),
    is_own: owner_id === context.caller.person?.user_id,
    is_changeable: isChangeable(context, row),
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
    mailed: frequency && { frequency, next_run_at: next_run_at?.toISOString() ?? null, last_result },
  }
}

export async function savedRows({ database: { kysely } }: Pick<Asker, 'database'>, where: RawBuilder<unknown>): Promise<SavedRow[]> {
  const { rows } = await sql<SavedRow>`select ${columns} ${from} where ${where}`.execute(kysely)
  return rows
}

/** One that the caller may see; the scope has looked whether they may. */
export async function savedRow(context: Asker, savedReportId: number): Promise<SavedRow> {
  const { scope, caller } = context
  const [row] = await savedRows(context, sql`named.saved_report_id = ${savedReportId} and ${savedInScope(scope, caller.person?.user_id)}`)
  if (!row) throw notFound('Saved report')
  return row
}

/** One that the caller may change. */
export async function changeableRow(context: Asker, savedReportId: number): Promise<SavedRow> {
  const row = await savedRow(context, savedReportId)
  if (!isChangeable(context, row)) throw noPermission()
  return row
}

const fieldsFor = (userId: number | undefined): ListFields => ({
  name: { column: sql.ref('named.name'), type: 'text' },
  visibility: { column: sql.ref('named.visibility'), type: 'text' },
  owner: { column: sql.ref('u.user_name'), type: 'text' },
  mine: { column: sql`(named.owner_id = ${userId ?? 0}::int)`, type: 'boolean' },
  created_at: { column: sql.ref('named.created_at'), type: 'moment' },
  changed_at: { column: sql.ref('named.changed_at'), type: 'moment' },
  next_run_at: { column: sql.ref('mailed.next_run_at'), type: 'moment' },
})

/** The saved reports of a client that the caller may see; with nothing said, by name. */
export async function listSaved(context: Asker, { sort, filters, pagination }: ListAsk) {
  const { database, caller, scope } = context
  const userId = caller.person?.user_id
  const fields = fieldsFor(userId)
  const where = sql`${savedInScope(scope, userId)} and (${listWhere(fields, filters)})`
  const order = listOrder(fields, sort?.length ? sort : [{ field: 'name', order: 'asc' }], sql.ref('named.saved_report_id'))
  const rows = await savedRows(context, sql`${where} order by ${order} ${listPage(pagination)}`)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from} where ${where}`.execute(database.kysely)
  return { saved_reports: rows.map((row) => toldSaved(context, row)), total: counted.rows[0]?.total ?? 0 }
}
