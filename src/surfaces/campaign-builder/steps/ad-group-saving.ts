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

/** How long one rests before it is sent, and before what could not be sent is tried again. */
const [restMs, againMs] = [600, 4000]

type Field = keyof AdGroupDraftData
const fieldsOf = (data: AdGroupDraftData) => Object.keys(data) as Field[] // keys of the data are its fields

/** An ad group of a draft as one tab has it: as the platform does, and what is typed here and not there yet. */
export interface GroupState {
  readonly kept: AdGroupDraft
  readonly mine: AdGroupDraftData
  /** The fields that somebody else has changed while they were typed here. */
  readonly differing: readonly Field[]
}

/** Takes what the platform has now; what is typed here stays above it, and is asked about where somebody else has changed the same. */
export function meetGroup({ kept, mine, differing }: GroupState, next: AdGroupDraft): GroupState {
  if (next.version <= kept.version) return { kept, mine, differing }
  const met = fieldsOf(mine).filter(
    (field) => !isSameValue(next.data[field], kept.data[field]) && !isSameValue(next.data[field], mine[field]),
  )
  return { kept: next, mine, differing: [...new Set([...differing, ...met])] }
}

/** What was sent has come; what was typed on meanwhile is still to be sent. */
export function sentGroup({ mine }: GroupState, sent: AdGroupDraftData, answer: AdGroupDraft): GroupState {
  const left = fieldsOf(mine).filter((field) => mine[field] !== sent[field])
  return { kept: answer, mine: Object.fromEntries(left.map((field) => [field, mine[field]])), differing: [] }
}

const hasMore = ({ mine }: GroupState) => fieldsOf(mine).length > 0

/** An ad group of a draft in one tab: what is typed goes to the platform when one rests, one call at a time, field by field. */
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
      // Where somebody else has changed something else both stand.
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
  /** Sends what there is until nothing is left; whether all of it is on the platform. Asked for by hand, it goes above what somebody else has changed. */
  async function flush(): Promise<boolean> {
    running.current ??= run().finally(() => {
      running.current = undefined
    })
    const isDone = await running.current
    return isDone && hasMore(now.current) ? flush() : isDone
  }
  const latest = useRef(flush)
  latest.current = flush
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a rest of its own
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
