import type { I18n } from '@lingui/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { maxUsersAtOnce, type UserOutcome, type UserRow, users } from '../../../contract/users/users.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem, type Problem, problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { adminData, useAdmin } from '../context.tsx'
import { batchesOf } from '../frame/selected-ids.ts'
import { refusalWords } from './words.ts'

const StatusDialog = lazyIdle(() => import('./status-dialog.tsx'))

type Status = UserRow['status']
const changedIds = (outcomes: readonly UserOutcome[]) =>
  outcomes.filter(({ outcome }) => outcome === 'changed').map(({ user_id }) => user_id)

/** What a change would do, shown before it. */
export interface PlannedStatus {
  readonly status: Status
  readonly outcomes: readonly UserOutcome[]
}

interface StatusChange {
  /** Shows what the change would do, and makes it when the user agrees. */
  readonly change: (ids: readonly number[], status: Status, done?: () => void) => Promise<void>
  readonly dialog: ReactNode
}

/** Outcomes of the batches that were done, and why the next one was not. */
interface SentStatus {
  readonly outcomes: readonly UserOutcome[]
  readonly problem?: Problem
}

/** The users whose status is not the one that was sent, and the reasons. */
function notChanged(ids: readonly number[], { outcomes, problem }: SentStatus, i18n: I18n) {
  const done = new Set(outcomes.filter(({ outcome }) => outcome !== 'refused').map(({ user_id }) => user_id))
  const codes = new Set(outcomes.flatMap(({ code }) => code ?? []))
  const reasons = [...[...codes].map((code) => i18n._(refusalWords[code])), ...(problem ? [problemText(problem, i18n)] : [])]
  return { count: ids.filter((id) => !done.has(id)).length, text: reasons.join('. ') }
}

/** Activates and deactivates users, after a preview. Render `dialog`. */
export function useStatusChange(): StatusChange {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { emit } = useAdmin()
  const { run, applyEffects, showError } = useMutate()
  const [planned, setPlanned] = useState<PlannedStatus & { readonly done: (() => void) | undefined }>()
  /** Sends batch by batch. A failed batch ends it, because those before are done and stay. */
  const sendAll = async (ids: readonly number[], status: Status, isDry: boolean): Promise<SentStatus> => {
    const outcomes: UserOutcome[] = []
    for (const user_ids of batchesOf(ids, maxUsersAtOnce)) {
      const body = { user_ids, status, ...(isDry && { dry_run: true }) }
      try {
        outcomes.push(...(await send(users.setStatus, { body })).users)
      } catch (error) {
        if (isDry || outcomes.length === 0) throw error
        return { outcomes, problem: asProblem(error) }
      }
    }
    return { outcomes }
  }
  /** Changes users and lists what was changed, also if a part fails. */
  const write = (ids: readonly number[], status: Status) =>
    run(() => sendAll(ids, status, false), {
      stale: adminData,
      event: ({ outcomes }) => {
        for (const user_id of changedIds(outcomes)) emit('ad-user-changed', { user_id })
      },
    })
  const failed = showError(t`The users were not changed`)
  const change: StatusChange['change'] = async (ids, status, done) => {
    await sendAll(ids, status, true).then(({ outcomes }) => setPlanned({ status, outcomes, done }), failed)
  }
  const titleOf = (count: number, status: Status) =>
    status === 'active'
      ? t`${plural(count, { one: '# user activated', other: '# users activated' })}`
      : t`${plural(count, { one: '# user deactivated', other: '# users deactivated' })}`
  const undo = (ids: readonly number[], status: Status) => async (): Promise<UndoResult> => {
    const { count, text } = notChanged(ids, await write(ids, status), i18n)
    if (count === 0) return 'undone'
    const left = t`${plural(count, { one: '# user was not changed back.', other: '# users were not changed back.' })}`
    return { refused: `${left} ${text}`, isOpen: true }
  }
  const apply = async ({ status, outcomes }: PlannedStatus) => {
    const ids = changedIds(outcomes)
    const sent = await write(ids, status).catch(failed)
    if (!sent) return
    const changed = changedIds(sent.outcomes)
    const other: Status = status === 'active' ? 'inactive' : 'active'
    if (changed.length > 0) await applyEffects(sent, { title: titleOf(changed.length, status), undo: () => undo(changed, other) })
    const { count, text } = notChanged(ids, sent, i18n)
    if (count === 0) return planned?.done?.()
    const title = t`${plural(count, { one: '# user was not changed', other: '# users were not changed' })}`
    notify({ kind: 'error', title, text, durationMs: 10_000 })
  }
  const dialog = planned && (
    <Suspense>
      <StatusDialog planned={planned} apply={() => apply(planned)} onClose={() => setPlanned(undefined)} />
    </Suspense>
  )
  return { change, dialog }
}
