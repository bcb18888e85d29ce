import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { adGroupEntities } from '../../../../contract/ad-group-entities.ts'
import { adGroups } from '../../../../contract/ad-groups.ts'
import type { CampaignChange } from '../../../../contract/campaign-edits.ts'
import { type Campaign, campaigns } from '../../../../contract/campaigns.ts'
import { mediaDrafts } from '../../../../contract/media-drafts.ts'
import { useRefresh } from '../../../../kit/cache.tsx'
import { asProblem } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { fieldSaid, refusalSaid } from '../../../../parts/change-words.ts'
import { useRejection } from '../../../../parts/form-rejection.ts'
import { problemSaid } from '../../../../parts/change-words.ts'
import { usePerson } from '../../../../parts/person.tsx'
import { type UndoResult, useUndo } from '../../../../parts/undo.ts'
import type { Rejection } from '../../../../ui/form/use-form.ts'
import { useCampaigns } from '../campaigns.ts'
import { useCampaign } from './campaign.tsx'
import { ownChange, undoResult } from './taking-back.ts'

/** A version as a call that writes names it. */
export const matching = (version: number) => ({ ifMatch: `"${version}"` })

/** What is told of a change: the fields, and the notice that offers to take it back. */
interface Told<T> {
  readonly fields: readonly string[]
  readonly title?: string
  /** By what the answer is taken back, where it says so itself. */
  readonly batches?: (result: T) => readonly string[]
}

/** So many changes may have come from others in between. */
const newestMost = 20

/** One's own newest change of the campaign, by which it can be taken back. */
function useNewest() {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const known = usePerson()
  const me = known.state === 'known' ? known.person?.user_id : undefined
  return async (fields: readonly string[]) => {
    const { changes } = await send(campaigns.changes, { path: at, body: { pagination: { start: 0, count: newestMost } } })
    return ownChange(changes, fields, me)
  }
}

/** Changes by their numbers, or all of a batch. */
type Taken = { readonly campaign_change_ids: number[] } | { readonly batch: string }
interface How {
  readonly isForced: boolean
}

/** Offers to take back what was done in one call or in several, the last one first. */
export function useBatchesBack() {
  const takeBack = useTakingBack()
  const offer = useUndo()
  return (title: string, batches: readonly string[]) => {
    const left = [...batches]
    const undo = async (how: How): Promise<UndoResult> => {
      for (let batch = left.at(-1); batch !== undefined; batch = left.at(-1)) {
        const result = await takeBack({ batch }, how)
        if (result !== 'undone') return result
        left.pop()
      }
      return 'undone'
    }
    if (left.length > 0) offer({ title, undo })
  }
}

/** Takes changes of this campaign back. */
export function useTakingBack() {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { at, currency } = useCampaign()
  const stale = useStale()
  return async (what: Taken, { isForced }: How): Promise<UndoResult> => {
    const body = { ...what, ...(isForced && { force: true }) }
    const answer = await send(campaigns.undo, { path: { memberGroupId: at.memberGroupId }, body })
    stale()
    return undoResult(
      answer,
      (code, values) => problemSaid(code, values, { currency }, i18n),
      (changed, left) => t`${changed} taken back, ${left} left as they are.`,
    )
  }
}

/** Reads anew whatever shows something of campaigns. */
export function useStale() {
  const refresh = useRefresh()
  return () => refresh(campaigns, adGroups, adGroupEntities, mediaDrafts)
}

/** Does something to the campaign: what shows it is read anew, the page is told, and it can be taken back. */
export function useDoing() {
  const { at } = useCampaign()
  const { emit } = useCampaigns()
  const stale = useStale()
  const newest = useNewest()
  const takeBack = useTakingBack()
  const offer = useUndo()
  const offerBatches = useBatchesBack()
  return async <T>(act: () => Promise<T>, { fields, title, batches }: Told<T>): Promise<T> => {
    try {
      const result = await act()
      emit('ad-campaign-changed', { campaign_id: at.campaignId, fields: fields.join(',') })
      if (title && batches) offerBatches(title, batches(result))
      else if (title) {
        // Who cannot be offered it now finds it in the history.
        const id = await newest(fields).catch(() => undefined)
        if (id !== undefined) offer({ title, undo: (how) => takeBack({ campaign_change_ids: [id] }, how) })
      }
      stale()
      return result
    } catch (error) {
      // What somebody else has changed is shown before it is changed again.
      if (asProblem(error).status === 412) stale()
      throw error
    }
  }
}

/** Changes fields of the campaign as it was read. */
export function useChange() {
  const { send } = useRuntime()
  const { campaign, at } = useCampaign()
  const does = useDoing()
  return (body: CampaignChange, title?: string): Promise<Campaign> =>
    does(() => send(campaigns.change, { path: at, body }, matching(campaign.version)), {
      fields: Object.keys(body).filter((field) => field !== 'comment'),
      ...(title && { title }),
    })
}

/** Why something was not done, in words; what somebody else has changed meanwhile says what to do. */
export function useReasonOf() {
  const { t, i18n } = useLingui()
  const { currency } = useCampaign()
  return (error: unknown) => {
    const problem = asProblem(error)
    return problem.status === 412
      ? t`Somebody has changed this since you read it. It now shows what it has become. Save again to change that.`
      : refusalSaid(problem, { currency }, i18n)
  }
}

/** Makes a call into what a form sends; after a change by somebody else the next try is against what it has become. */
export function useFormRejection() {
  const { i18n } = useLingui()
  const { currency } = useCampaign()
  const reasonOf = useReasonOf()
  const rejection = useRejection({ field: (field) => fieldSaid(field, { currency }, i18n), all: reasonOf })
  return <Values extends object>(send: (values: Values) => Promise<unknown>) =>
    async (values: Values): Promise<Rejection | undefined> => {
      let failed: unknown
      const answer = await rejection(async (given: Values) => {
        try {
          await send(given)
        } catch (error) {
          failed = error
          throw error
        }
      })(values)
      return answer && asProblem(failed).status === 412 ? { text: reasonOf(failed), fields: [] } : answer
    }
}

interface Rebasable<Values> {
  readonly isDirty: boolean
  reset(values: Values): void
}

/** Lets a form show what a thing has become by somebody else; what is being typed in it stays. */
export function useRebased<Values>(form: Rebasable<Values>, values: Values, version: number) {
  const latest = useRef({ form, values })
  latest.current = { form, values }
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    const { form: now, values: next } = latest.current
    if (!now.isDirty) now.reset(next)
  }, [version])
}
