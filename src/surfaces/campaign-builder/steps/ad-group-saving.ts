import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import type { AdGroupDraftData } from '../../../contract/drafts/drafts.data.ts'
import { type AdGroupDraft, campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { isUnanswered } from '../../../kit/until-answered.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { type Desk, pathOf } from '../draft/context.ts'
import { isSameValue, type Saving } from '../draft/state.ts'

/** Debounce time before a save, and delay before a retry. */
const [restMs, againMs] = [600, 4000]

type Field = keyof AdGroupDraftData
const fieldsOf = (data: AdGroupDraftData) => Object.keys(data) as Field[] // keys of the data are its fields

/** State of an ad group in one tab: the saved version and the unsaved fields. */
export interface GroupState {
  readonly kept: AdGroupDraft
  readonly mine: AdGroupDraftData
  /** Unsaved fields that another user has changed meanwhile. */
  readonly differing: readonly Field[]
}

/** Applies the platform's version. Unsaved fields keep their local values and are marked if another user has changed them. */
export function meetGroup({ kept, mine, differing }: GroupState, next: AdGroupDraft): GroupState {
  if (next.version <= kept.version) return { kept, mine, differing }
  const met = fieldsOf(mine).filter(
    (field) => !isSameValue(next.data[field], kept.data[field]) && !isSameValue(next.data[field], mine[field]),
  )
  return { kept: next, mine, differing: [...new Set([...differing, ...met])] }
}

/** State after a save. Fields that were edited again during the request are still unsaved. */
export function sentGroup({ mine }: GroupState, sent: AdGroupDraftData, answer: AdGroupDraft): GroupState {
  const left = fieldsOf(mine).filter((field) => mine[field] !== sent[field])
  return { kept: answer, mine: Object.fromEntries(left.map((field) => [field, mine[field]])), differing: [] }
}

const hasMore = ({ mine }: GroupState) => fieldsOf(mine).length > 0

/** Saves an ad group of a draft, debounced, one request at a time. */
export function useGroupSaving(group: AdGroupDraft, desk: Desk) {
  const { i18n } = useLingui()
  const { send } = useRuntime()
  const refresh = useRefresh()
  const { store } = desk
  const [state, setState] = useState<GroupState>({ kept: group, mine: {}, differing: [] })
  const [saving, setSaving] = useState<Saving>('saved')
  const [failure, setFailure] = useState<string>()
  const now = useRef(state)
  const running = useRef<Promise<boolean>>(undefined)
  const put = (next: GroupState) => {
    now.current = next
    setState(next)
  }
  const meet = (next: AdGroupDraft | undefined) => {
    const met = next && meetGroup(now.current, next)
    if (!met || met === now.current) return
    put(met)
    if (met.differing.length > 0) setSaving('differs')
  }
  const meeting = useRef(meet)
  meeting.current = meet
  useEffect(() => meeting.current(group), [group])

  async function trouble(error: unknown) {
    const problem = asProblem(error)
    const { version } = now.current.kept
    if (problem.status === 412) {
      await store.pull()
      meet(store.getState().draft.ad_group_drafts.find((one) => one.ad_group_draft_uuid === group.ad_group_draft_uuid))
      // The other user has changed different fields, so both changes are kept.
      if (now.current.kept.version > version) return now.current.differing.length === 0
    }
    setSaving(isUnanswered(problem) ? 'offline' : 'refused')
    setFailure(problemText(problem, i18n))
    return false
  }
  async function run() {
    const isOther = hasMore(now.current)
    while (hasMore(now.current)) {
      const { mine, kept } = now.current
      setSaving('saving')
      try {
        const path = { ...pathOf(desk), adGroupDraftUuid: group.ad_group_draft_uuid }
        const answer = await send(campaignDrafts.changeGroup, { path, body: { data: mine } }, { ifMatch: `"${kept.version}"` })
        put(sentGroup(now.current, mine, answer))
      } catch (error) {
        if (!(await trouble(error))) return false
      }
    }
    setSaving('saved')
    setFailure(undefined)
    void (isOther ? store.wrote() : store.pull())
    refresh(campaignDrafts.estimate)
    return true
  }
  /** Saves until nothing is left; returns whether all is saved. Called by hand, it overwrites conflicting changes of another user. */
  async function flush(): Promise<boolean> {
    running.current ??= run().finally(() => {
      running.current = undefined
    })
    const isDone = await running.current
    return isDone && hasMore(now.current) ? flush() : isDone
  }
  const latest = useRef(flush)
  latest.current = flush
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the debounce
  useEffect(() => {
    if (saving !== 'unsaved' && saving !== 'offline') return
    const timer = setTimeout(() => void latest.current(), saving === 'offline' ? againMs : restMs)
    return () => clearTimeout(timer)
  }, [state, saving])
  const question = useLeaveGuard(saving !== 'saved')
  const set = (change: AdGroupDraftData) => {
    put({ ...now.current, mine: { ...now.current.mine, ...change } })
    setSaving(now.current.differing.length > 0 ? 'differs' : 'unsaved')
  }
  const data: AdGroupDraftData = { ...state.kept.data, ...state.mine }
  return { data, set, flush, saving, failure, question, differing: state.differing, theirs: state.kept.data }
}
export type GroupSaving = ReturnType<typeof useGroupSaving>
