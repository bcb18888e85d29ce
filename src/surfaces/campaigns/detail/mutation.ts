import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { CampaignChange } from '../../../contract/campaigns/edits.ts'
import { type Campaign, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { ifMatch } from '../../../kit/api.ts'
import { asProblem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { fieldSentence, refusalSentences } from '../../../parts/campaigns/change-texts.ts'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { usePerson } from '../../../parts/scope/person.tsx'
import { useUndo } from '../../../parts/resource/undo.ts'
import { count } from '../../../ui/format/format.ts'
import { useCampaigns } from '../context.tsx'
import { useInvalidateCampaigns } from '../invalidate.ts'
import { ownChange, undoneRows } from '../undo-changes.ts'
import { useUndoChanges } from '../use-undo-changes.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { PartialFailure } from './partial-failure.ts'
import type { Rejection } from '../../../ui/form/use-submission.ts'

/** What the host event and the undo notice need to know about a change. */
interface MutationEffects<T> {
  readonly fields: readonly string[]
  readonly title?: string
  /** Returns the undo batches when the response contains them. */
  readonly batches?: (result: T) => readonly string[]
}

/** Number of changes to search, because other users may have made newer ones. */
const maxNewestChanges = 20

/** Finds the user's newest change of the given fields, so that undo can refer to it. */
function useNewestOwnChange() {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const known = usePerson()
  const me = known.state === 'known' ? known.person?.user_id : undefined
  return async (fields: readonly string[]) => {
    const { changes } = await send(campaigns.changes, { path: at, body: { pagination: { start: 0, count: maxNewestChanges } } })
    return ownChange(changes, fields, me)
  }
}

/** Undoes changes of this campaign and emits the change event. */
export function useUndoCampaignChanges() {
  const { at } = useCampaign()
  const { emit } = useCampaigns()
  return useUndoChanges((answers) => {
    const fields = new Set(undoneRows(answers).flatMap((row) => row.fields.map(({ field }) => field)))
    if (fields.size > 0) emit('ad-campaign-changed', { campaign_id: at.campaignId, fields: [...fields].join(',') })
  })
}

export function useOfferBatchUndo() {
  const takingBack = useUndoCampaignChanges()
  const offer = useUndo()
  return (title: string, batches: readonly string[]) => {
    if (batches.length > 0) offer({ title, undo: takingBack(batches.map((batch) => ({ batch }))) })
  }
}

/** Runs a change of the campaign, invalidates its reads, emits the change event and offers Undo. */
export function useCampaignMutation() {
  const { t } = useLingui()
  const { at } = useCampaign()
  const { emit } = useCampaigns()
  const stale = useInvalidateCampaigns()
  const newest = useNewestOwnChange()
  const takingBack = useUndoCampaignChanges()
  const offer = useUndo()
  const offerBatches = useOfferBatchUndo()
  return async <T>(act: () => Promise<T>, { fields, title, batches }: MutationEffects<T>): Promise<T> => {
    try {
      const result = await act()
      emit('ad-campaign-changed', { campaign_id: at.campaignId, fields: fields.join(',') })
      if (title && batches) offerBatches(title, batches(result))
      else if (title) {
        // Without an id there is no notice with Undo; the history still offers it.
        const id = await newest(fields).catch(() => undefined)
        if (id !== undefined) offer({ title, undo: takingBack([{ campaign_change_ids: [id] }]) })
      }
      stale()
      return result
    } catch (error) {
      if (error instanceof PartialFailure) {
        emit('ad-campaign-changed', { campaign_id: at.campaignId, fields: fields.join(',') })
        if (title) offerBatches(t`${title} (some failed)`, error.reached.batches)
        stale()
      }
      // After a version conflict, load the other user's change before the next attempt.
      else if (asProblem(error).status === 412) stale()
      throw error
    }
  }
}

/** Changes campaign fields with If-Match. */
export function useCampaignChange() {
  const { send } = useRuntime()
  const { campaign, at } = useCampaign()
  const does = useCampaignMutation()
  return (body: CampaignChange, title?: string): Promise<Campaign> =>
    does(() => send(campaigns.change, { path: at, body }, ifMatch(campaign.version)), {
      fields: Object.keys(body).filter((field) => field !== 'comment'),
      ...(title && { title }),
    })
}

/** Returns the function that explains an error. A version conflict gets its own text. */
export function useMutationErrorText() {
  const { t, i18n } = useLingui()
  const { currency } = useCampaign()
  return (error: unknown) => {
    const problem = asProblem(error)
    const reason =
      problem.status === 412
        ? t`Another user has changed this since you opened it. The latest values are shown. Save again to apply your changes.`
        : refusalSentences(problem, { currency }, i18n)
    if (!(error instanceof PartialFailure)) return reason
    const { done, all } = error.reached
    const [some, whole, left] = [done, all, all - done].map((number) => count(number, i18n.locale))
    return error.isUnknown
      ? t`${some} of ${whole} changed. We couldn’t confirm the other ${left}; check them before you try again. ${reason}`
      : t`${some} of ${whole} changed, ${left} failed. ${reason}`
  }
}

/** Clears the path of an error that belongs to no field of this form, so that the form shows it as a general error. */
const fieldsOf = (answer: Rejection, values: object): Rejection => ({
  ...answer,
  fields: answer.fields.map((one) => ((one.path.split('.')[0] ?? '') in values ? one : { ...one, path: '' })),
})

/** Adapts a request to a form's submit function. Version conflicts and partial failures become general errors. */
export function useFormRejection() {
  const { i18n } = useLingui()
  const { currency } = useCampaign()
  const reasonOf = useMutationErrorText()
  const rejection = useRejection({ field: (field) => fieldSentence(field, { currency }, i18n), all: reasonOf })
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
      if (!answer) return undefined
      const isWhole = failed instanceof PartialFailure || asProblem(failed).status === 412
      return isWhole ? { text: reasonOf(failed), fields: [] } : fieldsOf(answer, values)
    }
}

interface ResettableForm<Values> {
  readonly isDirty: boolean
  reset(values: Values): void
}

/** Resets an unchanged form when a new version of its record arrives. Unsaved input stays. */
export function useResetOnNewVersion<Values>(form: ResettableForm<Values>, values: Values, version: number) {
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
