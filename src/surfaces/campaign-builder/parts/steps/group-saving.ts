import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import type { AdGroupDraftData } from '../../../../contract/campaign-drafts.data.ts'
import { type AdGroupDraft, campaignDrafts } from '../../../../contract/campaign-drafts.ts'
import { useRefresh } from '../../../../kit/cache.tsx'
import { asProblem, problemText } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { isUnanswered } from '../../../../kit/until-answered.ts'
import { useLeaveGuard } from '../../../../parts/leave-guard.tsx'
import { type Desk, pathOf } from '../draft/desk.ts'
import type { DraftState } from '../draft/draft-state.ts'

/** How long one rests before it is sent, and before what could not be sent is tried again. */
const [restMs, againMs] = [600, 4000]

/** An ad group of a draft in one tab: what is typed goes to the platform when one rests, one call at a time. */
export function useGroupSaving({ ad_group_draft_uuid: uuid, data: before, version }: AdGroupDraft, desk: Desk) {
  const { i18n } = useLingui()
  const { send } = useRuntime()
  const refresh = useRefresh()
  const { store } = desk
  const [data, setData] = useState(before)
  const [saving, setSaving] = useState<DraftState['saving']>('saved')
  const [failure, setFailure] = useState<string>()
  const typed = useRef(data)
  const sent = useRef(data)
  const known = useRef(version)
  const running = useRef<Promise<boolean>>(undefined)
  known.current = Math.max(known.current, version)

  /** Somebody else may have changed it; what is typed here goes above that when it is sent the next time. */
  async function trouble(error: unknown) {
    const problem = asProblem(error)
    setSaving(isUnanswered(problem) ? 'offline' : 'refused')
    setFailure(problemText(problem, i18n))
    if (problem.status !== 412) return
    await store.pull()
    known.current = store.getState().draft.ad_group_drafts.find((one) => one.ad_group_draft_uuid === uuid)?.version ?? known.current
  }
  async function run() {
    while (sent.current !== typed.current) {
      const wanted = typed.current
      setSaving('saving')
      try {
        const path = { ...pathOf(desk), adGroupDraftUuid: uuid }
        const { version: next } = await send(
          campaignDrafts.changeGroup,
          { path, body: { data: wanted } },
          { ifMatch: `"${known.current}"` },
        )
        known.current = next
        sent.current = wanted
      } catch (error) {
        await trouble(error)
        return false
      }
    }
    setSaving('saved')
    setFailure(undefined)
    await store.pull()
    refresh(campaignDrafts.estimate)
    return true
  }
  const flush = () => {
    running.current ??= (sent.current === typed.current ? Promise.resolve(true) : run()).finally(() => {
      running.current = undefined
    })
    return running.current
  }
  const latest = useRef(flush)
  latest.current = flush
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a rest of its own
  useEffect(() => {
    if (saving !== 'unsaved' && saving !== 'offline') return
    const timer = setTimeout(() => void latest.current(), saving === 'offline' ? againMs : restMs)
    return () => clearTimeout(timer)
  }, [data, saving])
  const question = useLeaveGuard(saving !== 'saved')
  const set = (change: AdGroupDraftData) => {
    typed.current = { ...typed.current, ...change }
    setData(typed.current)
    setSaving('unsaved')
  }
  return { data, set, flush, saving, failure, question }
}
export type GroupSaving = ReturnType<typeof useGroupSaving>
