import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { maxPageSize, type Pagination } from '../../../contract/list.ts'
import { maxUsersAtOnce, type UserOutcome, type UserRow, users } from '../../../contract/users/users.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import { adminData, useAdmin } from '../context.tsx'

const StatusDialog = lazyIdle(() => import('./status-dialog.tsx'))

type Status = UserRow['status']
type ReadPage = (page: { readonly pagination: Pagination }, signal: AbortSignal) => Promise<{ readonly users: readonly UserRow[] }>

/** The ids of the selected rows; all matching rows are read page by page. */
export async function selectedUserIds({ isAll, rows, except }: Selection<UserRow>, readPage: ReadPage): Promise<number[]> {
  if (!isAll) return [...rows.values()].map(({ user_id }) => user_id)
  const ids: number[] = []
  const { signal } = new AbortController()
  for (let start = 0; ; start += maxPageSize) {
    const { users: page } = await readPage({ pagination: { start, count: maxPageSize } }, signal)
    ids.push(...page.map(({ user_id }) => user_id).filter((id) => !except.has(String(id))))
    if (page.length < maxPageSize) return ids
  }
}

const batchesOf = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / maxUsersAtOnce) }, (_, index) =>
    ids.slice(index * maxUsersAtOnce, (index + 1) * maxUsersAtOnce),
  )

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

/** Activates and deactivates users, after a preview. Render `dialog`. */
export function useStatusChange(): StatusChange {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { emit } = useAdmin()
  const { run, showError } = useMutate()
  const [planned, setPlanned] = useState<PlannedStatus & { readonly done: (() => void) | undefined }>()
  const sendAll = async (ids: readonly number[], status: Status, isDry: boolean) => {
    const outcomes: UserOutcome[] = []
    for (const user_ids of batchesOf(ids)) {
      const body = { user_ids: [...user_ids], status, ...(isDry && { dry_run: true }) }
      outcomes.push(...(await send(users.setStatus, { body })).users)
    }
    return outcomes
  }
  const failed = showError(t`The users were not changed`)
  const change: StatusChange['change'] = async (ids, status, done) => {
    await sendAll(ids, status, true).then((outcomes) => setPlanned({ status, outcomes, done }), failed)
  }
  const apply = async ({ status, outcomes }: PlannedStatus) => {
    const effects = (ids: readonly number[]) => {
      for (const user_id of ids) emit('ad-user-changed', { user_id })
    }
    const other: Status = status === 'active' ? 'inactive' : 'active'
    const undo = (done: readonly UserOutcome[]) => async (): Promise<UndoResult> => {
      effects(changedIds(await run(() => sendAll(changedIds(done), other, false), { stale: adminData })))
      return 'undone'
    }
    const count = changedIds(outcomes).length
    const title =
      status === 'active'
        ? t`${plural(count, { one: '# user activated', other: '# users activated' })}`
        : t`${plural(count, { one: '# user deactivated', other: '# users deactivated' })}`
    await run(() => sendAll(changedIds(outcomes), status, false), {
      stale: adminData,
      title,
      undo: (done) => undo(done),
      event: (done) => effects(changedIds(done)),
    }).then(() => planned?.done?.(), failed)
  }
  const dialog = planned && (
    <Suspense>
      <StatusDialog planned={planned} apply={() => apply(planned)} onClose={() => setPlanned(undefined)} />
    </Suspense>
  )
  return { change, dialog }
}
