import type { ChangedEntity, ChangeUndo, RecordChange, UndoneChange } from '../../../src/contract/changes/changes.ts'
import type { Context } from '../context/context.ts'
import { noPermission, staleVersion } from '../context/refusal.ts'
import type { ListQuery } from '../sql/list.ts'
import { type ChangesOfRecord, changesOfRecord, type LoggedChange, toRecordChange } from './read.ts'
import { fieldChanges, type Fields } from './record.ts'
import { planUndo, toUndoneChange, valuesOfPlan } from './undo.ts'

/** A record with a history, as its noun reads it for one request. */
export interface HistoryRecord {
  /** The client under which its changes are recorded. */
  readonly memberGroupId: number
  readonly entityId: number
  readonly version: number
  /** The current values of the fields that its changes name. */
  readonly fields: Fields
  /** Whether the caller may change the record, and therefore undo its changes. */
  readonly isChangeable: boolean
}

/** The change that an undo records. */
export interface UndoCause {
  readonly kind: 'undone'
  readonly undoOf: number
}

/** The history of a noun: how its records are found and restored. */
export interface NounHistory<Path> {
  /** Names the record in errors. */
  readonly subject: string
  readonly entities: readonly ChangedEntity[]
  /** The record of a path; throws not found if the caller may not see it. */
  readonly recordOf: (context: Context, path: Path) => Promise<HistoryRecord>
  /** The fields that an undo restores. A change of any other field cannot be undone. */
  readonly undoableFields: readonly string[]
  /** Writes the fields in the next version of the record, and records the change. Returns the id of the change. */
  readonly restore: (context: Context, path: Path, fields: Fields, cause: UndoCause) => Promise<number>
  /** Returns a function that tells whether the caller may restore the values before a change. Without it, they may restore all. */
  readonly restorable?: (
    context: Context,
    values: readonly Fields[],
    record: HistoryRecord,
    path: Path,
  ) => Promise<(before: Fields) => boolean>
  /** Returns a function that removes values that the caller may not see. */
  readonly redactor?: (context: Context, values: readonly Fields[]) => Promise<(values: Fields) => Fields>
}

const isUndoable =
  ({ undoableFields }: Pick<NounHistory<never>, 'undoableFields'>) =>
  ({ kind, after }: LoggedChange) =>
    (kind === 'changed' || kind === 'undone') && Object.keys(after).every((field) => undoableFields.includes(field))

const changesOf = ({ entities }: Pick<NounHistory<never>, 'entities'>, { memberGroupId, entityId }: HistoryRecord): ChangesOfRecord => ({
  memberGroupId,
  entities,
  entityId,
})

const asStored = (values: Fields) => values
const always = () => true

interface HistoryCall<Path, Body> {
  readonly path: Path
  readonly body: Body
}

/** The handlers of a noun's history and its undo. */
export const historyHandlers = <Path>(noun: NounHistory<Path>) => ({
  report: async ({ path, body }: HistoryCall<Path, ListQuery>, context: Context): Promise<{ changes: RecordChange[]; total: number }> => {
    const record = await noun.recordOf(context, path)
    const { rows, total } = await changesOfRecord(context, changesOf(noun, record), body)
    const values = rows.flatMap(({ before, after }) => [before, after])
    const redact = (await noun.redactor?.(context, values)) ?? asStored
    const undoable = rows.filter((change) => record.isChangeable && isUndoable(noun)(change))
    const isRestorable =
      (await noun.restorable?.(
        context,
        undoable.map(({ before }) => before),
        record,
        path,
      )) ?? always
    const changes = rows.map((change) =>
      toRecordChange(change, {
        fields: fieldChanges(redact(change.before), redact(change.after)),
        is_undoable: undoable.includes(change) && isRestorable(change.before),
      }),
    )
    return { changes, total }
  },
  undo: async ({ path, body }: HistoryCall<Path, ChangeUndo>, context: Context): Promise<UndoneChange> => {
    const record = await noun.recordOf(context, path)
    if (!record.isChangeable) throw noPermission()
    if (record.version !== context.version) throw staleVersion(noun.subject)
    const plan = await planUndo(context, body, {
      history: changesOf(noun, record),
      fields: record.fields,
      isUndoable: isUndoable(noun),
    })
    const cause = { kind: 'undone', undoOf: plan.change.change_id } as const
    const changeId = plan.isWritten ? await noun.restore(context, path, plan.after, cause) : null
    const redact = (await noun.redactor?.(context, valuesOfPlan(plan))) ?? asStored
    return toUndoneChange(plan, { changeId, version: record.version, redact })
  },
})
