import { expressionBuilder, sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { canAccessClient } from '../../../src/contract/access/access.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { savedReportEditorRule } from '../../../src/contract/saved-reports/saved-reports.rules.ts'
import type { ReportSchedule, ScheduleRun } from '../../../src/contract/saved-reports/schedules.ts'
import { SavedReportQuery, type SavedReport, type Visibility } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Caller, Context } from '../context/context.ts'
import type { ListFields, ListQuery } from '../sql/list.ts'
import { compiledOnce, type Parameter } from '../sql/compiled.ts'
import { pageOf } from '../sql/page.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'
import { readerForCaller } from '../access/reader-scope.ts'
import { noPermission, notFound } from '../context/refusal.ts'
import { redactQueries } from './redact.ts'
import { reportInRequestScopeSql, reportMatchesSql } from '../access/saved-report-scope.ts'
import type { Fields } from '../changes/record.ts'

/** A stored saved report. */
export interface SavedRow {
  readonly saved_report_id: number
  readonly member_group_id: number
  readonly name: string
  readonly visibility: Visibility
  readonly question: SavedReportQuery
  /** The report's advertisers that still exist; null if the report names none. */
  readonly existing_advertiser_ids: readonly number[] | null
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

const report = expressionBuilder<Tables & { r: Tables['saved_reports'] }, 'r'>()
/** SQL condition for one report of a client; the row has the alias `r`. */
export const reportAt = (memberGroupId: number, savedReportId: number) =>
  report('r.member_group_id', '=', memberGroupId).and('r.saved_report_id', '=', savedReportId)

/** SQL condition for one report of any client; the row has the alias `r`. */
export const reportWithId = (savedReportId: number) => report('r.saved_report_id', '=', savedReportId)

const advertiserIds = sql`r.question->'advertiser_ids'`
const reportsFrom = ({ kysely }: { readonly kysely: Pick<Kysely<Tables>, 'selectFrom'> }) =>
  kysely
    .selectFrom('saved_reports as r')
    .innerJoin('users as u', 'u.user_id', 'r.owner_id')
    .leftJoin('report_schedules as mailed', (join) =>
      join.onRef('mailed.member_group_id', '=', 'r.member_group_id').onRef('mailed.saved_report_id', '=', 'r.saved_report_id'),
    )
const withSchedule = (from: ReturnType<typeof reportsFrom>) =>
  from
    .select(['r.saved_report_id', 'r.member_group_id', 'r.name', 'r.visibility', 'r.question'])
    .select(['r.owner_id', 'u.user_name as owner', 'r.created_at', 'r.changed_at', 'r.version', 'r.deleted_at'])
    .select(({ eb, ref, selectFrom }) => {
      const existing = selectFrom('advertisers as a')
        .select('a.advertiser_id')
        .whereRef('a.member_group_id', '=', 'r.member_group_id')
        .where('a.deleted_at', 'is', null)
        .where('a.advertiser_id', 'in', sql<number>`(select jsonb_array_elements_text(${advertiserIds})::int)`)
      const lastRun = selectFrom('report_schedule_runs as run')
        .select('run.result')
        .whereRef('run.member_group_id', '=', 'mailed.member_group_id')
        .whereRef('run.saved_report_id', '=', 'mailed.saved_report_id')
        .orderBy('run.at', 'desc')
        .limit(1)
      return [
        eb.case().when(advertiserIds, 'is not', null).then(sql<number[]>`array(${existing})`).end().as('existing_advertiser_ids'),
        ref('mailed.schedule', '->>').key('frequency').as('frequency'),
        'mailed.next_run_at',
        lastRun.as('last_result'),
      ]
    })

/** True if the caller may read the reports of all the client's advertisers. */
function readsWhole({ access, variesByAdvertiser, permissionsAt }: Caller, member_group_id: number) {
  return (
    canAccessClient(access, member_group_id) && !variesByAdvertiser && hasPermission(permissionsAt({ member_group_id }), 'reports.read')
  )
}

type ReportOwnership = Pick<SavedRow, 'owner_id' | 'visibility' | 'member_group_id'>

/** True for the owner, and for a shared report if the caller may read the whole client. */
export const canReadWhole = ({ caller }: Pick<Asker, 'caller'>, row: ReportOwnership) =>
  savedReportEditorRule(row, { user_id: caller.person?.user_id, readsWholeClient: readsWhole(caller, row.member_group_id) }) === true

/** True if the caller may change saved reports at the client, or at one of its advertisers. */
async function canChange({ database, caller }: Pick<Asker, 'database' | 'caller'>, member_group_id: number) {
  const permission = 'saved_reports.change'
  if (!caller.variesByAdvertiser) return hasPermission(caller.permissionsAt({ member_group_id }), permission)
  return (await readerForCaller(database, caller, member_group_id, [permission])) !== undefined
}

export const isChangeable = async (context: Pick<Asker, 'database' | 'caller'>, row: ReportOwnership) =>
  canReadWhole(context, row) && canChange(context, row.member_group_id)

/** Returns a function that converts rows of one client to the response. Permissions are loaded once for all rows. */
async function responseMapper(context: Asker, rows: readonly SavedRow[]): Promise<(row: SavedRow) => SavedReport> {
  const questionOf = await redactQueries(context, rows)
  const [firstRow] = rows
  const canChangeReports = firstRow !== undefined && (await canChange(context, firstRow.member_group_id))
  return (row) => {
    const {
      owner_id,
      deleted_at: _,
      existing_advertiser_ids: __,
      created_at,
      changed_at,
      frequency,
      next_run_at,
      last_result,
      ...fields
    } = row
    return {
      ...fields,
      question: questionOf(row),
      is_own: owner_id === context.caller.person?.user_id,
      is_changeable: canChangeReports && canReadWhole(context, row),
      created_at: created_at.toISOString(),
      changed_at: changed_at.toISOString(),
      mailed: frequency && { frequency, next_run_at: next_run_at?.toISOString() ?? null, last_result },
    }
  }
}

/** A saved report as the response for the caller, without what the caller may not see. */
export const toSavedReport = async (context: Asker, row: SavedRow): Promise<SavedReport> => (await responseMapper(context, [row]))(row)

export const savedRows = ({ database }: Pick<Asker, 'database'>, where: Expression<SqlBool>): Promise<SavedRow[]> =>
  withSchedule(reportsFrom(database).where(where)).execute()

interface SavedKey {
  readonly id: number
  readonly client: number
  readonly userId: number | null
}

function oneReport(parameter: Parameter<SavedKey>, advertisers: Parameters<typeof reportMatchesSql>[0]['advertisers']) {
  const userId = report.cast<number>(parameter('userId'), 'integer')
  return withSchedule(reportsFrom({ kysely: expressionBuilder<Tables>() }))
    .where('r.saved_report_id', '=', parameter('id'))
    .where(reportMatchesSql({ client: parameter('client'), userId, advertisers }))
}
const ofClient = compiledOnce<SavedKey, SavedRow>((parameter) => oneReport(parameter, 'all'))
const ofAdvertisers = compiledOnce<SavedKey & { readonly advertisers: readonly number[] }, SavedRow>((parameter) =>
  oneReport(parameter, parameter('advertisers')),
)

/** One visible saved report. The endpoint's scope has checked the permission. */
export async function savedRow(context: Asker, savedReportId: number): Promise<SavedRow> {
  const { database, scope, caller } = context
  const { advertisers } = scope
  const key = { id: savedReportId, client: tenant(context), userId: caller.person?.user_id ?? null }
  const query = advertisers === 'all' ? ofClient(key) : ofAdvertisers({ ...key, advertisers })
  const { rows } = await query.execute(database.kysely)
  const [row] = rows
  if (!row) throw notFound('Saved report')
  return row
}

/** The same context with the scope in which the caller may read. The scope of a write may differ. */
export async function withReadScope<Call extends Asker>(context: Call, memberGroupId: number): Promise<Call> {
  const reader = await readerForCaller(context.database, context.caller, memberGroupId, ['saved_reports.read'])
  if (!reader) throw noPermission()
  return { ...context, ...reader }
}

export async function requireChangeable(context: Asker, savedReportId: number): Promise<SavedRow> {
  const row = await savedRow(context, savedReportId)
  if (!(await isChangeable(context, row))) throw noPermission()
  return row
}

const fieldsFor = (userId: number | undefined): ListFields => ({
  name: { column: sql.ref('r.name'), type: 'text' },
  visibility: { column: sql.ref('r.visibility'), type: 'text' },
  owner: { column: sql.ref('u.user_name'), type: 'text' },
  mine: { column: sql`(r.owner_id = ${userId ?? 0}::int)`, type: 'boolean' },
  created_at: { column: sql.ref('r.created_at'), type: 'moment' },
  changed_at: { column: sql.ref('r.changed_at'), type: 'moment' },
  next_run_at: { column: sql.ref('mailed.next_run_at'), type: 'moment' },
  is_mailed: { column: sql`(mailed.saved_report_id is not null)`, type: 'boolean' },
})

/** The client's saved reports that the caller may see, by default sorted by name. */
export async function listSaved(context: Asker, { sort, filters, pagination }: ListQuery) {
  const { database, caller, scope } = context
  const userId = caller.person?.user_id
  const { rows, total } = await pageOf({
    from: reportsFrom(database).where(reportInRequestScopeSql(scope, userId)),
    columns: withSchedule,
    fields: fieldsFor(userId),
    id: sql.ref('r.saved_report_id'),
    where: { filters, pagination, sort: sort?.length ? sort : [{ field: 'name', order: 'asc' }] },
    row: (row): SavedRow => row,
  })
  return { saved_reports: rows.map(await responseMapper(context, rows)), total }
}

/** The fields of a query; null means that a field is absent. */
const queryFields = Object.keys(SavedReportQuery.schema)
const withoutQuery: Fields = Object.fromEntries(queryFields.map((field) => [field, null]))

/** A report's fields as its history stores them: the parts of its query next to its name, so that each can be undone by itself. */
export const reportFields = ({ name, visibility, question }: Pick<SavedRow, 'name' | 'visibility' | 'question'>): Fields => ({
  name,
  visibility,
  ...withoutQuery,
  ...question,
})

export const isQueryField = (field: string) => queryFields.includes(field)

/** The query in a report's fields. */
export function queryOfFields(fields: Fields): SavedReportQuery {
  const setFields = queryFields.filter((field) => fields[field] !== null && fields[field] !== undefined)
  return Object.fromEntries(setFields.map((field) => [field, fields[field]])) as SavedReportQuery // history stores each value with the type of its field
}
