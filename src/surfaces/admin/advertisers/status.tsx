import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { type AdvertiserOutcome, advertisers, maxAdvertisersAtOnce } from '../../../contract/advertisers/advertisers.ts'
import type { AdvertiserStatus } from '../../../contract/advertisers/advertisers.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { adminData, useAdmin } from '../context.tsx'
import { batchesOf } from '../frame/selected-ids.ts'

const StatusDialog = lazyIdle(() => import('./status-dialog.tsx'))

/** The statuses that one action gives: an activated advertiser does not become pending again. */
type NextStatus = Exclude<AdvertiserStatus, 'pending'>

/** What a change would do, shown before it. */
export interface PlannedStatus {
  readonly status: NextStatus
  readonly outcomes: readonly AdvertiserOutcome[]
}

interface StatusChange {
  /** Shows what the change would do, and makes it when the user agrees. */
  readonly change: (ids: readonly number[], status: NextStatus, done?: () => void) => Promise<void>
  readonly dialog: ReactNode
}

const isChanged = ({ outcome }: AdvertiserOutcome) => outcome === 'changed'
const idOf = ({ advertiser_id }: AdvertiserOutcome) => advertiser_id

/** Activates and deactivates advertisers, after a preview. Render `dialog`. */
export function useStatusChange(): StatusChange {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { send } = useRuntime()
  const { emit } = useAdmin()
  const { run, showError } = useMutate()
  const [planned, setPlanned] = useState<PlannedStatus & { readonly done: (() => void) | undefined }>()
  const sendAll = async (ids: readonly number[], status: AdvertiserStatus, isDry: boolean) => {
    const outcomes: AdvertiserOutcome[] = []
    for (const advertiser_ids of batchesOf(ids, maxAdvertisersAtOnce)) {
      const body = { advertiser_ids, status, ...(isDry && { dry_run: true }) }
      outcomes.push(...(await send(advertisers.setStatus, { path: { memberGroupId }, body })).advertisers)
    }
    return outcomes
  }
  const failed = showError(t`The advertisers were not changed`)
  const change: StatusChange['change'] = async (ids, status, done) => {
    await sendAll(ids, status, true).then((outcomes) => setPlanned({ status, outcomes, done }), failed)
  }
  const announce = (outcomes: readonly AdvertiserOutcome[]) => {
    for (const { advertiser_id } of outcomes.filter(isChanged)) emit('ad-advertiser-changed', { advertiser_id })
  }
  /** Gives each advertiser its earlier status; undefined if one of them was pending. */
  const undoOf = (outcomes: readonly AdvertiserOutcome[]) => {
    const changed = outcomes.filter(isChanged)
    if (changed.some(({ status }) => status === 'pending')) return undefined
    return async (): Promise<UndoResult> => {
      const restore = async () => {
        const restored: AdvertiserOutcome[] = []
        for (const status of ['active', 'inactive'] as const) {
          const ids = changed.filter((outcome) => outcome.status === status).map(idOf)
          restored.push(...(await sendAll(ids, status, false)))
        }
        return restored
      }
      announce(await run(restore, { stale: adminData }))
      return 'undone'
    }
  }
  const apply = async ({ status, outcomes }: PlannedStatus) => {
    const ids = outcomes.filter(isChanged).map(idOf)
    const count = ids.length
    const title =
      status === 'active'
        ? t`${plural(count, { one: '# advertiser activated', other: '# advertisers activated' })}`
        : t`${plural(count, { one: '# advertiser deactivated', other: '# advertisers deactivated' })}`
    const isUndoable = undoOf(outcomes) !== undefined
    await run(() => sendAll(ids, status, false), {
      stale: adminData,
      title,
      event: announce,
      ...(isUndoable && { undo: undoOf }),
    }).then(() => planned?.done?.(), failed)
  }
  const dialog = planned && (
    <Suspense>
      <StatusDialog planned={planned} apply={() => apply(planned)} onClose={() => setPlanned(undefined)} />
    </Suspense>
  )
  return { change, dialog }
}
