import type { ChangeUndo, UndoneChange } from '../../../src/contract/changes/changes.ts'
import { planUndo, toUndoneChange, valuesOfPlan } from '../changes/undo.ts'
import type { Context } from '../context/context.ts'
import { staleVersion } from '../context/refusal.ts'
import { isQueryField, queryOfFields, reportFields, requireChangeable, withReadScope } from './read.ts'
import { changeRedactor, isUndoableChange, visibleHistory } from './history.ts'
import { requireValidQuery, writeReport } from './write.ts'

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
