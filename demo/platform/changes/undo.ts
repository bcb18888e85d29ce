import type { ChangeUndo, UndoneChange } from '../../../src/contract/changes/changes.ts'
import type { FieldChange } from '../../../src/contract/changes/fields.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { changedSince, restoredFields } from './conflicts.ts'
import { type ChangesOfRecord, type LoggedChange, loggedChanges, userOf } from './read.ts'
import { fieldChanges, type Fields } from './record.ts'

/** What an undo would do to a record. */
interface UndoPlan {
  readonly change: LoggedChange
  readonly current: Fields
  /** The fields of the record after the undo. */
  readonly after: Fields
  readonly fields: readonly FieldChange[]
  readonly problem: UndoneChange['problem']
  readonly since: ReturnType<typeof changedSince<LoggedChange>>
  /** Whether the undo changes anything and is not a dry run. */
  readonly isWritten: boolean
  readonly isDryRun: boolean
  readonly seenUpTo: number
}

interface UndoneRecord {
  readonly history: ChangesOfRecord
  /** The current fields of the record. */
  readonly fields: Fields
  readonly isUndoable: (change: LoggedChange) => boolean
}

/** Finds the change to undo, and the later changes of the same fields. Writes nothing. */
export async function planUndo(context: Context, request: ChangeUndo, record: UndoneRecord): Promise<UndoPlan> {
  const { history, fields: current, isUndoable } = record
  const [change, ...later] = await loggedChanges(context, { ...history, after: Math.max(history.after ?? 0, request.change_id - 1) })
  if (change?.change_id !== request.change_id) throw notFound('Change')
  const since = changedSince(
    [change],
    later.filter(({ entity }) => entity === change.entity),
    current,
  )
  const forcedUpTo = request.force ? (request.seen_up_to ?? Number.MAX_SAFE_INTEGER) : 0
  const hasConflict = since.some(({ change: { change_id } }) => change_id > forcedUpTo)
  const problem = !isUndoable(change) ? 'not_undoable' : hasConflict ? 'changed_since' : null
  const after = problem === null ? { ...current, ...restoredFields([change]) } : current
  const fields = fieldChanges(current, after)
  const isDryRun = request.dry_run ?? false
  return {
    change,
    current,
    after,
    fields,
    problem,
    since,
    isWritten: fields.length > 0 && !isDryRun,
    isDryRun,
    seenUpTo: later.at(-1)?.change_id ?? change.change_id,
  }
}

/** Every set of values that the response of an undo shows, for a function that redacts them. */
export const valuesOfPlan = ({ current, after, since }: UndoPlan): Fields[] => [current, after, ...since.map(({ change }) => change.after)]

interface UndoneBy {
  /** The id of the undo in the history; null if it is not written. */
  readonly changeId: number | null
  readonly version: number
  readonly redact: (values: Fields) => Fields
}

/** The response to an undo. */
export const toUndoneChange = (plan: UndoPlan, { changeId, version, redact }: UndoneBy): UndoneChange => ({
  fields: fieldChanges(redact(plan.current), redact(plan.after)),
  problem: plan.problem,
  changed_since: plan.since.map(({ field, change: { change_id, at, after, ...details } }) => ({
    field,
    change_id,
    at: at.toISOString(),
    user: userOf(details),
    value: redact(after)[field] ?? null,
  })),
  change_id: changeId,
  version: plan.isWritten ? version + 1 : version,
  is_dry_run: plan.isDryRun,
  seen_up_to: plan.seenUpTo,
})
