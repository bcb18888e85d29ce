import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import type { AdGroupDraftData } from '../../../contract/drafts/drafts.data.ts'
import { type AdGroupDraft, campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { type DraftContext, pathOf } from '../draft/context.ts'
import { isSameValue, type Saving } from '../draft/state.ts'

/** Debounce time before a save, and delay before a retry. */
const debounceMs = 600
const againMs = 4000

type Field = keyof AdGroupDraftData
const fieldsOf = (data: AdGroupDraftData) => Object.keys(data) as Field[] // keys of the data are its fields

/** State of an ad group in one tab: the saved version and the unsaved fields. */
export interface AdGroupSaveState {
  readonly savedGroup: AdGroupDraft
  readonly mine: AdGroupDraftData
  /** Unsaved fields that another user has changed meanwhile. */
  readonly conflictingFields: readonly Field[]
}

/** Applies the platform's version. Unsaved fields keep their local values and are marked if another user has changed them. */
export function mergeAdGroup({ savedGroup, mine, conflictingFields }: AdGroupSaveState, next: AdGroupDraft): AdGroupSaveState {
  if (next.version <= savedGroup.version) return { savedGroup, mine, conflictingFields }
  const met = fieldsOf(mine).filter(
    (field) => !isSameValue(next.data[field], savedGroup.data[field]) && !isSameValue(next.data[field], mine[field]),
  )
  return { savedGroup: next, mine, conflictingFields: [...new Set([...conflictingFields, ...met])] }
}

/** State after a save. Fields that were edited again during the request are still unsaved. */
export function afterAdGroupSave({ mine }: AdGroupSaveState, sent: AdGroupDraftData, saved: AdGroupDraft): AdGroupSaveState {
  const left = fieldsOf(mine).filter((field) => mine[field] !== sent[field])
  return { savedGroup: saved, mine: Object.fromEntries(left.map((field) => [field, mine[field]])), conflictingFields: [] }
}

const hasMore = ({ mine }: AdGroupSaveState) => fieldsOf(mine).length > 0

/** Saves an ad group of a draft, debounced, one request at a time. It merges conflicts instead of showing them, so it uses `send`. */
export function useAdGroupSaving(group: AdGroupDraft, desk: DraftContext) {
  const { i18n } = useLingui()
  const { send } = useRuntime()
  const refresh = useRefresh()
  const { store } = desk
  const [state, setState] = useState<AdGroupSaveState>({ savedGroup: group, mine: {}, conflictingFields: [] })
  const [saving, setSaving] = useState<Saving>('saved')
  const [failure, setFailure] = useState<string>()
  const now = useRef(state)
  const running = useRef<Promise<boolean>>(undefined)
  const put = (next: AdGroupSaveState) => {
    now.current = next
    setState(next)
  }
  const meet = (next: AdGroupDraft | undefined) => {
    const met = next && mergeAdGroup(now.current, next)
    if (!met || met === now.current) return
    put(met)
    if (met.conflictingFields.length > 0) setSaving('differs')
  }
  const meeting = useRef(meet)
  meeting.current = meet
  useEffect(() => meeting.current(group), [group])

  async function trouble(error: unknown) {
    const problem = asProblem(error)
    const { version } = now.current.savedGroup
    if (problem.status === 412) {
      await store.pull()
      meet(store.getState().draft.ad_group_drafts.find((one) => one.ad_group_draft_uuid === group.ad_group_draft_uuid))
      // The other user has changed different fields, so both changes are kept.
      if (now.current.savedGroup.version > version) return now.current.conflictingFields.length === 0
    }
    setSaving(isOutcomeUnknown(problem) ? 'offline' : 'refused')
    setFailure(problemText(problem, i18n))
    return false
  }
  async function run() {
    const isOther = hasMore(now.current)
    while (hasMore(now.current)) {
      const { mine, savedGroup } = now.current
      setSaving('saving')
      try {
        const path = { ...pathOf(desk), adGroupDraftUuid: group.ad_group_draft_uuid }
        const saved = await send(campaignDrafts.changeGroup, { path, body: { data: mine } }, ifMatch(savedGroup.version))
        put(afterAdGroupSave(now.current, mine, saved))
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
    const timer = setTimeout(() => void latest.current(), saving === 'offline' ? againMs : debounceMs)
    return () => clearTimeout(timer)
  }, [state, saving])
  const question = useLeaveGuard(saving !== 'saved')
  const set = (change: AdGroupDraftData) => {
    put({ ...now.current, mine: { ...now.current.mine, ...change } })
    setSaving(now.current.conflictingFields.length > 0 ? 'differs' : 'unsaved')
  }
  const data: AdGroupDraftData = { ...state.savedGroup.data, ...state.mine }
  return { data, set, flush, saving, failure, question, differing: state.conflictingFields, theirs: state.savedGroup.data }
}
export type AdGroupSaving = ReturnType<typeof useAdGroupSaving>
