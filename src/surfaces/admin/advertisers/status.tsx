import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { type AdvertiserOutcome, maxAdvertisersAtOnce, manyAdvertisers } from '../../../contract/advertisers/many.ts'
import type { AdvertiserStatus } from '../../../contract/advertisers/advertisers.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem, type Problem, problemText } from '../../../kit/problem.ts'
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

interface Part {
  readonly ids: readonly number[]
  readonly status: AdvertiserStatus
}

/** Outcomes of the batches that were done, and why the next one was not. */
interface SentStatus {
  readonly outcomes: readonly AdvertiserOutcome[]
  readonly problem?: Problem
}

const isChanged = ({ outcome }: AdvertiserOutcome) => outcome === 'changed'
const idOf = ({ advertiser_id }: AdvertiserOutcome) => advertiser_id

/** What gives the advertisers their earlier status; undefined if one of them was pending. */
function partsBefore(outcomes: readonly AdvertiserOutcome[]): readonly Part[] | undefined {
  const changed = outcomes.filter(isChanged)
  if (changed.some(({ status }) => status === 'pending')) return undefined
  return (['active', 'inactive'] as const)
    .map((status) => ({ status, ids: changed.filter((outcome) => outcome.status === status).map(idOf) }))
    .filter(({ ids }) => ids.length > 0)
}

/** Activates and deactivates advertisers, after a preview. Render `dialog`. */
export function useStatusChange(): StatusChange {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { emit } = useAdmin()
  const { run, applyEffects, showError } = useMutate()
  const [planned, setPlanned] = useState<PlannedStatus & { readonly done: (() => void) | undefined }>()
  /** Sends batch by batch. A failed batch ends it, because those before are done and stay. */
  const sendAll = async (parts: readonly Part[], isDry: boolean): Promise<SentStatus> => {
    const outcomes: AdvertiserOutcome[] = []
    for (const { ids, status } of parts)
      for (const advertiser_ids of batchesOf(ids, maxAdvertisersAtOnce)) {
        const body = { advertiser_ids, status, ...(isDry && { dry_run: true }) }
        try {
          outcomes.push(...(await send(manyAdvertisers.setStatus, { path: { memberGroupId }, body })).advertisers)
        } catch (error) {
          if (isDry || outcomes.length === 0) throw error
          return { outcomes, problem: asProblem(error) }
        }
      }
    return { outcomes }
  }
  /** Changes advertisers and says which, also if a part fails. */
  const write = (parts: readonly Part[]) =>
    run(() => sendAll(parts, false), {
      stale: adminData,
      event: ({ outcomes }) => {
        for (const advertiser_id of outcomes.filter(isChanged).map(idOf)) emit('ad-advertiser-changed', { advertiser_id })
      },
    })
  const failed = showError(t`The advertisers were not changed`)
  const change: StatusChange['change'] = async (ids, status, done) => {
    await sendAll([{ ids, status }], true).then(({ outcomes }) => setPlanned({ status, outcomes, done }), failed)
  }
  const undo = (parts: readonly Part[]) => async (): Promise<UndoResult> => {
    const { outcomes, problem } = await write(parts)
    const left = parts.flatMap(({ ids }) => ids).length - outcomes.length
    if (!problem) return 'undone'
    const text = t`${plural(left, { one: '# advertiser was not changed back.', other: '# advertisers were not changed back.' })}`
    return { refused: `${text} ${problemText(problem, i18n)}`, isOpen: true }
  }
  const apply = async ({ status, outcomes }: PlannedStatus) => {
    const ids = outcomes.filter(isChanged).map(idOf)
    const sent = await write([{ ids, status }]).catch(failed)
    if (!sent) return
    const count = sent.outcomes.filter(isChanged).length
    const title =
      status === 'active'
        ? t`${plural(count, { one: '# advertiser activated', other: '# advertisers activated' })}`
        : t`${plural(count, { one: '# advertiser deactivated', other: '# advertisers deactivated' })}`
    const before = partsBefore(sent.outcomes)
    await applyEffects(sent, { title, ...(before && { undo: () => undo(before) }) })
    if (!sent.problem) return planned?.done?.()
    const left = ids.length - sent.outcomes.length
    notify({
      kind: 'error',
      title: t`${plural(left, { one: '# advertiser was not changed', other: '# advertisers were not changed' })}`,
      text: problemText(sent.problem, i18n),
      durationMs: 10_000,
    })
  }
  const dialog = planned && (
    <Suspense>
      <StatusDialog planned={planned} apply={() => apply(planned)} onClose={() => setPlanned(undefined)} />
    </Suspense>
  )
  return { change, dialog }
}
