import { sql } from 'kysely'
import { type ChangeUndo, type RecordChangeKind, reportEntities, type UndoneChange } from '../../../src/contract/changes/changes.ts'
import type { Filter } from '../../../src/contract/list.ts'
import type { SavedReportQuery } from '../../../src/contract/saved-reports/saved-reports.ts'
import { changesOfRecord, type ChangesOfRecord, type LoggedChange, toRecordChange } from '../changes/read.ts'
import { fieldChanges, type Fields } from '../changes/record.ts'
import { planUndo, toUndoneChange, valuesOfPlan } from '../changes/undo.ts'
import type { Context } from '../context/context.ts'
import { staleVersion } from '../context/refusal.ts'
import type { ListQuery } from '../sql/list.ts'
import {
  isChangeable,
  isQueryField,
  queryOfFields,
  reportFields,
  requireChangeable,
  savedRow,
  type SavedRow,
  withReadScope,
} from './read.ts'
import { redactQueries } from './redact.ts'
import { requireValidQuery, writeReport } from './write.ts'

const linkKinds: readonly RecordChangeKind[] = ['shared', 'unshared']
const ownsReport = ({ caller }: Context, row: SavedRow) => row.owner_id === caller.person?.user_id

/** The last time that the report became visible to others, as the id of that change; 0 if it never was private. */
async function lastShareId({ database }: Context, { member_group_id, saved_report_id }: SavedRow): Promise<number> {
  const { change_id } = await database.kysely
    .selectFrom('changes')
    .select(({ fn }) => fn.max<number | null>('change_id').as('change_id'))
    .where('member_group_id', '=', member_group_id)
    .where('entity', '=', 'saved_report')
    .where('entity_id', '=', saved_report_id)
    .where('campaign_id', 'is', null)
    .where(sql<string>`before ->> 'visibility'`, '=', 'private')
    .where(sql<string>`after ->> 'visibility'`, '=', 'shared')
    .executeTakeFirstOrThrow()
  return change_id ?? 0
}

/** The part of a report's history that the caller may see: changes since it was shared, and links only for users who may change it. */
async function visibleHistory(context: Context, row: SavedRow): Promise<ChangesOfRecord> {
  return {
    memberGroupId: row.member_group_id,
    entities: reportEntities,
    entityId: row.saved_report_id,
    after: ownsReport(context, row) ? 0 : await lastShareId(context, row),
    withoutKinds: (await isChangeable(context, row)) ? [] : linkKinds,
  }
}

/** The advertisers of the list that exist. */
async function existingAdvertisers({ database }: Context, { member_group_id }: SavedRow, ids: readonly number[]) {
  if (ids.length === 0) return new Set<number>()
  const rows = await database.kysely
    .selectFrom('advertisers')
    .select('advertiser_id')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', sql<number>`any(${ids}::int[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ advertiser_id }) => advertiser_id))
}

const advertisersIn = ({ advertiser_ids }: Fields) => (advertiser_ids ?? []) as readonly number[] // history stores each value with the type of its field

/** The report's query with the advertisers and filters before, or after, a change. */
function queryOfValues({ question }: SavedRow, values: Fields): SavedReportQuery {
  const { advertiser_ids: _, filters: __, ...otherFields } = question
  const advertiser_ids = [...advertisersIn(values)]
  const filters = (values.filters ?? []) as Filter[] // as above
  return { ...otherFields, ...(advertiser_ids.length > 0 && { advertiser_ids }), filters }
}

/**
 * Returns a function that redacts the values before, or after, a change by the rules of the report itself: it removes names and ids
 * outside the caller's scope, and recipients for users who may not change the report.
 */
async function changeRedactor(context: Context, row: SavedRow, allValues: readonly Fields[]): Promise<(values: Fields) => Fields> {
  const existing = await existingAdvertisers(context, row, allValues.flatMap(advertisersIn))
  const redactable = (values: Fields) => ({
    question: queryOfValues(row, values),
    owner_id: row.owner_id,
    existing_advertiser_ids: advertisersIn(values).length > 0 ? advertisersIn(values).filter((id) => existing.has(id)) : null,
  })
  const redact = await redactQueries(context, allValues.map(redactable))
  const canChange = await isChangeable(context, row)
  return (values) => {
    const { recipients, ...otherFields } = values
    const { advertiser_ids = null, filters = null } = redact(redactable(values))
    return {
      ...otherFields,
      ...(canChange && Object.hasOwn(values, 'recipients') && { recipients }),
      ...(Object.hasOwn(values, 'advertiser_ids') && { advertiser_ids }),
      ...(Object.hasOwn(values, 'filters') && { filters }),
    }
  }
}

/** Whether an undo restores the change: of the name or of the query, but not of who sees the report. */
const isUndoableChange = ({ entity, kind, before }: LoggedChange) =>
  entity === 'saved_report' &&
  (kind === 'changed' || kind === 'undone') &&
  Object.keys(before).every((field) => field === 'name' || isQueryField(field))

/** A page of the changes of a report and its schedule. */
export async function savedReportChanges(context: Context, savedReportId: number, query: ListQuery) {
  const row = await savedRow(context, savedReportId)
  const canChange = await isChangeable(context, row)
  const { rows, total } = await changesOfRecord(context, await visibleHistory(context, row), query)
  const redact = await changeRedactor(
    context,
    row,
    rows.flatMap(({ before, after }) => [before, after]),
  )
  const changes = rows.map((change) =>
    toRecordChange(change, {
      fields: fieldChanges(redact(change.before), redact(change.after)),
      is_undoable: canChange && isUndoableChange(change),
    }),
  )
  return { changes, total }
}

/** Undoes one change of a report, or previews the result in a dry run. */
export async function undoSavedReport(context: Context, savedReportId: number, request: ChangeUndo): Promise<UndoneChange> {
  const row = await requireChangeable(context, savedReportId)
  if (row.version !== context.version) throw staleVersion('Saved report')
  const history = await visibleHistory(context, row)
  const plan = await planUndo(context, request, { history, fields: reportFields(row), isUndoable: isUndoableChange })
  const query = queryOfFields(plan.after)
  if (plan.fields.some(({ field }) => isQueryField(field))) await requireValidQuery(context, row.member_group_id, query)
  const newState = { name: String(plan.after.name), visibility: row.visibility, question: query }
  const changeId = plan.isWritten ? await writeReport(context, row, newState, { kind: 'undone', undoOf: plan.change.change_id }) : null
  const redact = await changeRedactor(await withReadScope(context, row.member_group_id), row, valuesOfPlan(plan))
  return toUndoneChange(plan, { changeId, version: row.version, redact })
}
