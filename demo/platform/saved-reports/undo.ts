import type { ChangeUndo, UndoneChange } from '../../../src/contract/changes/changes.ts'
import { changedSince, restoredFields } from '../changes/conflicts.ts'
import { loggedChanges, userOf } from '../changes/read.ts'
import { fieldChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { notFound, staleVersion } from '../context/refusal.ts'
import { isQueryField, queryOfFields, reportFields, requireChangeable, withReadScope } from './read.ts'
import { changeRedactor, isUndoableChange, visibleHistory } from './history.ts'
import { requireValidQuery, writeReport } from './write.ts'

/** Undoes one change of a report, or previews the result in a dry run. */
export async function undoSavedReport(context: Context, savedReportId: number, request: ChangeUndo): Promise<UndoneChange> {
  const row = await requireChangeable(context, savedReportId)
  if (row.version !== context.version) throw staleVersion('Saved report')
  const history = await visibleHistory(context, row)
  const [change, ...later] = await loggedChanges(context, { ...history, after: Math.max(history.after ?? 0, request.change_id - 1) })
  if (change?.change_id !== request.change_id) throw notFound('Change')
  const current = reportFields(row)
  const since = changedSince(
    [change],
    later.filter(({ entity }) => entity === change.entity),
    current,
  )
  const forcedUpTo = request.force ? (request.seen_up_to ?? Number.MAX_SAFE_INTEGER) : 0
  const hasConflict = since.some(({ change: { change_id } }) => change_id > forcedUpTo)
  const problem = !isUndoableChange(change) ? 'not_undoable' : hasConflict ? 'changed_since' : null
  const after = problem === null ? { ...current, ...restoredFields([change]) } : current
  const fields = fieldChanges(current, after)
  const isDryRun = request.dry_run ?? false
  const isWritten = fields.length > 0 && !isDryRun
  const query = queryOfFields(after)
  if (fields.some(({ field }) => isQueryField(field))) await requireValidQuery(context, row.member_group_id, query)
  const newState = { name: String(after.name), visibility: row.visibility, question: query }
  const undoId = isWritten ? await writeReport(context, row, newState, { kind: 'undone', undoOf: change.change_id }) : null
  const redact = await changeRedactor(await withReadScope(context, row.member_group_id), row, [
    current,
    after,
    ...since.map(({ change: { after: laterFields } }) => laterFields),
  ])
  return {
    fields: fieldChanges(redact(current), redact(after)),
    problem,
    changed_since: since.map(({ field, change: { change_id, at, after: laterFields, ...changeDetails } }) => ({
      field,
      change_id,
      at: at.toISOString(),
      user: userOf(changeDetails),
      value: redact(laterFields)[field] ?? null,
    })),
    change_id: undoId,
    version: isWritten ? row.version + 1 : row.version,
    is_dry_run: isDryRun,
    seen_up_to: later.at(-1)?.change_id ?? change.change_id,
  }
}
