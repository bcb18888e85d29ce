import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { adGroups } from '../../../../contract/ad-groups.ts'
import { campaigns } from '../../../../contract/campaigns.ts'
import { useRefresh } from '../../../../kit/cache.tsx'
import { useGuest } from '../../../../kit/guest.tsx'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { type UndoResult, useUndo } from '../../../../parts/undo.ts'
import { useWhose } from '../../../../parts/whose.tsx'
import { useCampaigns } from '../campaigns.ts'
import { type BulkAnswer, batchesIn, changedIn, refusedIn } from './bulk-work.ts'

/** Takes whole batches back; where something changed since, nothing is done before that is said. */
function useTakeBack() {
  const { send } = useRuntime()
  const { clientId } = useWhose()
  const path = { memberGroupId: clientId }
  return async (batches: readonly string[], isForced: boolean): Promise<UndoResult> => {
    if (!isForced) {
      const tries = await Promise.all(batches.map((batch) => send(campaigns.undo, { path, body: { batch, dry_run: true } })))
      if (tries.some(({ rows }) => rows.some(({ changed_since }) => changed_since.length > 0))) return 'changed'
    }
    for (const batch of batches) await send(campaigns.undo, { path, body: { batch, force: isForced } })
    return 'undone'
  }
}

/** Tells that many were changed, and offers to take that back. */
export function useBulkDone(onDone: () => void): (answers: readonly BulkAnswer[]) => void {
  const { t } = useLingui()
  const { notify } = useGuest()
  const { emit } = useCampaigns()
  const offer = useUndo()
  const refresh = useRefresh()
  const takeBack = useTakeBack()
  const told = (changed: number, undone: boolean) => {
    refresh(campaigns, adGroups)
    onDone()
    emit('ad-campaigns-changed', { changed, undone })
  }
  return (answers) => {
    const [changed, refused, batches] = [changedIn(answers), refusedIn(answers), batchesIn(answers)]
    const left = refused > 0 ? t`${plural(refused, { one: '# was left as it is', other: '# were left as they are' })}` : undefined
    const title = t`${plural(changed, { one: '# change made', other: '# changes made' })}`
    told(changed, false)
    if (batches.length === 0) return notify({ kind: 'info', title: t`Nothing was changed`, ...(left && { text: left }) })
    offer({
      title,
      ...(left && { text: left }),
      durationMs: 20_000,
      changedText: t`Somebody changed some of it after you. Taking it back takes that back, too.`,
      undo: async ({ isForced }) => {
        const result = await takeBack(batches, isForced)
        if (result === 'undone') told(changed, true)
        return result
      },
    })
  }
}
