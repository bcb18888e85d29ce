import type { Kysely } from 'kysely'
import { reportEntities } from '../../../src/contract/changes/changes.ts'
import { isDayFilter } from '../../../src/contract/reports/fields.rules.ts'
import { addDays, maxReportDays } from '../../../src/contract/dates/date-ranges.ts'
import {
  maxSavedReports,
  restorableDays,
  savedDatesRule,
  savedReportQueryOf,
} from '../../../src/contract/saved-reports/saved-reports.rules.ts'
import type { NewSavedReport, SavedReport, SavedReportChange, SavedReportQuery } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Context } from '../context/context.ts'
import { requireFieldsOfContext, requireValidReport } from '../reports/request-checks.ts'
import { recordChange, recordDifference } from '../changes/record.ts'
import { conditionsOf } from '../reports/conditions.ts'
import { Refused, conflict, noPermission, notFound, refuseField, staleVersion } from '../context/refusal.ts'
import { resolveReportScope } from '../reports/scope.ts'
import { dayIn } from '../sql/days.ts'
import { lockRow } from '../sql/lock.ts'
import { anyTextOf } from '../sql/pieces.ts'
import {
  isChangeable,
  reportAt,
  reportFields,
  requireChangeable,
  savedRow,
  savedRows,
  toSavedReport,
  type SavedRow,
  withReadScope,
} from './read.ts'
import { tenant } from '../sql/tenant.ts'
import { restore, softDelete, updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'

const dateErrorSentences: Readonly<Record<string, string>> = {
  days_backwards: 'The end date can’t be before the start date',
  days_too_many: `A report covers at most ${maxReportDays} days`,
}

/** Throws for a query that can never succeed. Limits that depend on today are not checked. The specification calls the query `question`. */
export async function requireValidQuery(context: Context, member_group_id: number, question: SavedReportQuery) {
  const result = savedDatesRule(question.date_range)
  if (result !== true) throw refuseField('question.date_range.end_date', dateErrorSentences[result.code] ?? result.code)
  const dayFilter = (question.filters ?? []).findIndex(isDayFilter)
  if (dayFilter >= 0) throw refuseField(`question.filters.${dayFilter}.field`, 'Choose the days of a saved report in date_range')
  const request = savedReportQueryOf({ member_group_id, question }, dayIn(context.now(), 'UTC'))
  try {
    requireFieldsOfContext(request)
    const reportScope = await resolveReportScope(request, context)
    requireValidReport(request, reportScope)
    // Throws for invalid filters. Filters on metrics are allowed, because a saved report groups its rows.
    const isGrouped = true
    conditionsOf(request.filters ?? [], reportScope, isGrouped)
  } catch (error) {
    const field = error instanceof Refused && error.fields?.[0]
    throw field ? refuseField(`question.${field.path.replace(/^(?=(start|end)_date$)/, 'date_range.')}`, error.reason.rule) : error
  }
}

/** The id of the writing user. Refuses partners, because they cannot save reports. */
function requireWriterId({ caller }: Context): number {
  if (!caller.person) throw noPermission()
  return caller.person.user_id
}

/** Checks the owner's limit of saved reports. The lock stops concurrent requests from exceeding it. */
async function requireRoomForReport({ database }: Context, member_group_id: number, owner_id: number, message: string) {
  await lockRow(database.kysely, 'savedReportsOfOwner', owner_id)
  const { kept } = await database.kysely
    .selectFrom('saved_reports')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('member_group_id', '=', member_group_id)
    .where('owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (kept >= maxSavedReports) throw conflict('Saved report', message)
}

async function insertSaved(context: Context, row: Pick<SavedRow, 'member_group_id' | 'name' | 'visibility' | 'question'>) {
  const { database, now } = context
  const owner_id = requireWriterId(context)
  await requireRoomForReport(
    context,
    row.member_group_id,
    owner_id,
    `You can have at most ${maxSavedReports} saved reports; remove one first`,
  )
  const { saved_report_id } = await database.kysely
    .insertInto('saved_reports')
    .values({ ...row, question: JSON.stringify(row.question), owner_id, created_at: now(), changed_at: now() })
    .returning('saved_report_id')
    .executeTakeFirstOrThrow()
  await recordDifference(context, { entity: 'saved_report', entityId: saved_report_id, kind: 'created' }, {}, reportFields(row))
  return toSavedReport(context, await savedRow(context, saved_report_id))
}

/** Saves a report; private by default. */
export async function createSaved(context: Context, newReport: NewSavedReport): Promise<SavedReport> {
  const { member_group_id, visibility = 'private', question } = newReport
  await requireValidQuery(context, member_group_id, question)
  return insertSaved(context, { member_group_id, name: newReport.name.trim(), visibility, question })
}

/** The copy belongs to the caller, and omits advertisers that the caller may not see. */
export async function copySaved(context: Context, row: SavedRow, name: string): Promise<SavedReport> {
  const readContext = await withReadScope(context, row.member_group_id)
  const { question } = await toSavedReport(readContext, await savedRow(readContext, row.saved_report_id))
  return insertSaved(context, { member_group_id: row.member_group_id, name: name.trim(), visibility: 'private', question })
}

/** The fields of a saved report that users can change. */
type EditableFields = Pick<SavedRow, 'name' | 'visibility' | 'question'>

/** Writes a report with a new version number, and records the change. Returns the id of the change; null if no field changed. */
export async function writeReport(
  context: Context,
  row: SavedRow,
  after: EditableFields,
  reason: { readonly kind: 'changed' | 'undone'; readonly undoOf?: number },
): Promise<number | null> {
  const { member_group_id, saved_report_id } = row
  const { name, visibility, question } = after
  await updateVersioned(context, 'saved_reports', {
    key: { member_group_id, saved_report_id },
    change: { name, visibility, question: JSON.stringify(question), changed_at: context.now() },
    subject: 'Saved report',
  })
  const record = { entity: 'saved_report', entityId: saved_report_id, ...reason } as const
  return recordDifference(context, record, reportFields(row), reportFields(after))
}

/** Changes a saved report. Only the owner may change its visibility. */
export async function changeSaved(context: Context, row: SavedRow, change: SavedReportChange): Promise<SavedReport> {
  const { version = 0 } = context
  const { name, visibility, question } = change
  if (row.version !== version) throw staleVersion('Saved report')
  if (visibility && visibility !== row.visibility && row.owner_id !== context.caller.person?.user_id)
    throw refuseField('visibility', 'Only the owner can change who sees a report')
  const readContext = await withReadScope(context, row.member_group_id)
  if (question) await requireValidQuery(context, row.member_group_id, question)
  const after = {
    name: name === undefined ? row.name : name.trim(),
    visibility: visibility ?? row.visibility,
    question: question ?? row.question,
  }
  await writeReport(context, row, after, { kind: 'changed' })
  return toSavedReport(readContext, await savedRow(readContext, row.saved_report_id))
}

const keyOf = ({ member_group_id, saved_report_id }: SavedRow) => ({ member_group_id, saved_report_id })

/** Records that a report was removed or restored. */
function recordRemoval(context: Context, { saved_report_id, name }: SavedRow, kind: 'removed' | 'restored') {
  const changeSides = kind === 'removed' ? { before: { name }, after: { name: null } } : { before: { name: null }, after: { name } }
  return recordChange(context, { entity: 'saved_report', entityId: saved_report_id, kind, ...changeSides })
}

/** Soft-deletes a report if its version is the one that the caller saw. Of two users who remove it at once, one gets a stale error. */
export async function removeSaved(context: Context, savedReportId: number) {
  const { now, version = 0 } = context
  const [currentRow] = await savedRows(context, reportAt(tenant(context), savedReportId))
  if (currentRow && currentRow.deleted_at !== null && (await isChangeable(context, currentRow))) throw staleVersion('Saved report')
  const row = await requireChangeable(context, savedReportId)
  await softDelete(context, 'saved_reports', {
    key: keyOf(row),
    change: { changed_at: now() },
    version,
    subject: 'Saved report',
  })
  await recordRemoval(context, row, 'removed')
}

/** Restores a report that was removed recently. */
export async function restoreSaved(context: Context, savedReportId: number): Promise<SavedReport> {
  const { now } = context
  const since = new Date(`${addDays(now().toISOString().slice(0, 10), -restorableDays)}T00:00:00Z`)
  const [row] = await savedRows(context, reportAt(tenant(context), savedReportId))
  if (!row || (row.deleted_at !== null && row.deleted_at < since)) throw notFound('Saved report')
  if (!(await isChangeable(context, row))) throw noPermission()
  if (row.deleted_at !== null) {
    await requireRoomForReport(
      context,
      row.member_group_id,
      row.owner_id,
      `Its owner can have at most ${maxSavedReports} saved reports; remove one first`,
    )
    await restore(context, 'saved_reports', { key: keyOf(row), change: { changed_at: now() } })
    await recordRemoval(context, row, 'restored')
  }
  const readContext = await withReadScope(context, row.member_group_id)
  return toSavedReport(readContext, await savedRow(readContext, savedReportId))
}

/** One day longer than users can restore a report. */
const removedDays = restorableDays + 1
const dayMs = 86_400_000

/**
 * Deletes expired links after a week, and removed reports with their links, schedules, runs and history. Old runs are deleted when new
 * ones are written.
 */
export async function sweepReports(kysely: Kysely<Tables>, now: Date, linksBefore: Date) {
  const removedBefore = new Date(now.getTime() - removedDays * dayMs)
  await kysely
    .deleteFrom('report_shares')
    .where(({ eb }) => eb('expires_at', '<', linksBefore).or('revoked_at', '<', linksBefore))
    .execute()
  await kysely
    .deleteFrom('changes as h')
    .using('saved_reports as r')
    .whereRef('h.member_group_id', '=', 'r.member_group_id')
    .whereRef('h.entity_id', '=', 'r.saved_report_id')
    .where('h.entity', '=', anyTextOf(reportEntities))
    .where('h.campaign_id', 'is', null)
    .where('r.deleted_at', '<', removedBefore)
    .execute()
  const removedReports = kysely.selectFrom('saved_reports').select('saved_report_id').where('deleted_at', '<', removedBefore)
  for (const table of ['report_shares', 'report_schedule_runs', 'report_schedules', 'saved_reports'] as const)
    await kysely.deleteFrom(table).where('saved_report_id', 'in', removedReports).execute()
}
