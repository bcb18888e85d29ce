import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { UndoneChanges } from '../../../contract/campaigns/edits.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { undoneRows, useUndoChanges } from '../undo-changes.ts'
import { batchesIn, changedIn, idsIn, refusedIn, skippedNamesIn, type BulkResult, unchangedAdGroupsIn } from './batches.ts'

/** Number of skipped rows that the notice names. */
const namedMost = 3

interface ChangedIds {
  readonly campaign_ids: number[]
  readonly ad_group_ids: number[]
}

/** Ids of the rows that an undo has changed. */
function undoneIds(result: UndoneChanges): ChangedIds {
  const rows = undoneRows([result])
  return {
    campaign_ids: rows.filter(({ ad_group }) => !ad_group).map(({ campaign_id }) => campaign_id),
    ad_group_ids: rows.flatMap(({ ad_group }) => ad_group?.ad_group_id ?? []),
  }
}

/** Finishes a bulk change: invalidates reads, emits the event, shows a notice with Undo. */
export function useBulkCompletion(onDone?: () => void): (results: readonly BulkResult[]) => void {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const { emit } = useCampaigns()
  const { applyEffects } = useMutate()
  const emitChanges = (kinds: readonly ChangedIds[], undone: boolean) => {
    onDone?.()
    // One event per response: an iframe message limits the number of ids, and both kinds together can exceed it.
    for (const ids of kinds) {
      const changed = ids.campaign_ids.length + ids.ad_group_ids.length
      if (changed > 0) emit('ad-campaigns-changed', { ...ids, changed, undone })
    }
  }
  const undoOf = useUndoChanges((results) => emitChanges(results.map(undoneIds), true))
  return (results) => {
    const changed = changedIn(results)
    const refused = refusedIn(results)
    const batches = batchesIn(results)
    const groups = unchangedAdGroupsIn(results)
    const others = skippedNamesIn(results)
    const names = [...others.slice(0, namedMost), ...(others.length > namedMost ? ['…'] : [])].join(', ')
    const left = [
      ...(refused > 0 ? [t`${plural(refused, { one: '# unchanged', other: '# unchanged' })}`] : []),
      ...(others.length > 0
        ? [
            t`${plural(others.length, { one: '# changed since you opened the preview', other: '# changed since you opened the preview' })}: ${names}`,
          ]
        : []),
      ...(groups > 0 ? [t`${plural(groups, { one: '# ad group budget unchanged', other: '# ad group budgets unchanged' })}`] : []),
    ].join(' · ')
    const title = t`${plural(changed, { one: '# change made', other: '# changes made' })}`
    const changes = { stale: campaignData, event: () => emitChanges(results.map(idsIn), false) }
    if (batches.length === 0) {
      void applyEffects(results, changes)
      return notify({ kind: 'info', title: t`No changes made`, ...(left && { text: left }) })
    }
    void applyEffects(results, {
      ...changes,
      title,
      ...(left && { text: left }),
      undoneTitle: t`${plural(changed, { one: '# change undone', other: '# changes undone' })}`,
      durationMs: 20_000,
      changedText: t`Another user made changes after you. Undoing also undoes theirs.`,
      undo: () => undoOf(batches.map((batch) => ({ batch }))),
    })
  }
}
