import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Permission } from '../../../contract/access/permissions.ts'
import type { changes, RecordChange, UndoneChange } from '../../../contract/changes/changes.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem, isOutdated } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { Changes, type ChangesOf } from '../../../parts/resource/changes.tsx'
import { recordHistory } from '../../../parts/resource/record-history.ts'
import { createResource, useResource } from '../../../parts/resource/resource.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { momentText } from '../../../ui/format/moment.ts'
import { adminData, useAdmin } from '../context.tsx'

/** The endpoints of a noun's history; all nouns have the same two. */
type NounChanges = (typeof changes)[keyof typeof changes]
type PathOf<N extends NounChanges> = Call<N['report']> extends { readonly path: infer P } ? P : never

interface ShownRecord {
  readonly path: object
  readonly version: number
  /** Called after an undo was saved. */
  readonly onUndone?: (() => void) | undefined
}

const currentRecord = createResource<ShownRecord>('HistoryTab')

type Words = Omit<Parameters<typeof recordHistory>[1], 'useUndo'>

interface NounHistoryOptions extends Words {
  /** What a user needs to undo a change. */
  readonly permission: Permission
}

/** Undo of a change of the current record, with what it would overwrite. */
function useUndoOf({ undo: endpoint }: NounChanges, { permission, fields = {}, labelOf, useText }: NounHistoryOptions) {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { isReadonly } = useAdmin()
  const { mutate } = useMutate()
  const refresh = useRefresh()
  const mayNot = useDisabledReason()({ permissions: [permission] })
  const { path, version, onUndone } = useResource(currentRecord)
  const textOf = useText?.()
  /** The newest change that the preview has shown. */
  const seenUpTo = useRef<number>(undefined)
  const callOf = (body: Call<typeof endpoint>['body']) => ({ path, body }) as Call<typeof endpoint> // the path of HistoryTab is that of this noun
  const lineOf = ({ field, value, user, at }: UndoneChange['changed_since'][number]) => {
    const word = fields[field]
    const name = word ? i18n._(word) : (labelOf?.(field, i18n) ?? field)
    const text = textOf?.(field, value) ?? (value === null ? missingValue : String(value))
    const who = user?.name ?? t`another user`
    return t`${name}: ${text}, by ${who}, ${momentText(at, i18n.locale, ownZone())}`
  }
  return {
    isOffered: ({ is_undoable }: RecordChange) => !isReadonly && is_undoable,
    disabledBecause: () => mayNot,
    preview: async (change_id: number) => {
      try {
        const planned = await send(endpoint, callOf({ change_id, dry_run: true }), ifMatch(version))
        seenUpTo.current = planned.seen_up_to
        return { losses: planned.changed_since.map(lineOf) }
      } catch (error) {
        if (isOutdated(asProblem(error))) refresh(...(await adminData()))
        throw error
      }
    },
    undo: async (change_id: number, { isForced }: { readonly isForced: boolean }): Promise<UndoResult> => {
      const body = { change_id, ...(isForced && { force: true, seen_up_to: seenUpTo.current }) }
      const done = await mutate(endpoint, callOf(body), { version, stale: adminData })
      if (done.change_id !== null) {
        onUndone?.()
        return 'undone'
      }
      return done.problem === 'changed_since' ? 'changed' : { refused: t`Nothing to undo. No changes were made.` }
    },
  }
}

/** The history of a noun of the administration, with undo. Make it once per noun. */
export const nounHistory = <N extends NounChanges>(noun: N, options: NounHistoryOptions): ChangesOf<PathOf<N>, RecordChange> =>
  recordHistory(noun.report, { ...options, useUndo: () => useUndoOf(noun, options) }) as ChangesOf<PathOf<N>, RecordChange> // the path of the report

interface HistoryTabProps<Path extends object> {
  readonly of: ChangesOf<Path, RecordChange>
  /** The path of the record's requests. */
  readonly path: Path
  readonly version: number
  readonly onUndone?: () => void
}

/** Who changed a record, when and how; changes can be undone as far as their noun says. */
export const HistoryTab = <Path extends object>({ of, path, version, onUndone }: HistoryTabProps<Path>) => (
  <currentRecord.Context value={{ path, version, onUndone }}>
    <Changes of={of} id={path} zone={ownZone()} />
  </currentRecord.Context>
)
