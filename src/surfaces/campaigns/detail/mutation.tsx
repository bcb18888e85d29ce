import { useLingui, Trans } from '@lingui/react/macro'
import type { CampaignChange } from '../../../contract/campaigns/edits.ts'
import { campaigns, type Campaign } from '../../../contract/campaigns/campaigns.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { type Effects, useMutate } from '../../../kit/mutate.ts'
import { Problem, asProblem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { fieldSentence, refusalSentences } from '../../../parts/campaigns/change-texts.ts'
import type { RejectionTexts } from '../../../parts/resource/form-rejection.ts'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { count } from '../../../ui/format/format.ts'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { ownChange, type UndoTarget, undoneRows, useUndoChanges } from '../undo-changes.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'
import { needsNewReview } from '../../../contract/campaigns/campaigns.rules.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'

/** What the host event and the undo notice need to know about a change. */
interface CampaignMutation<T> {
  readonly fields: readonly string[]
  /** Title of the notice with Undo; no notice without it. */
  readonly title?: string | undefined
  /** Returns the undo batches when the response contains them. */
  readonly batches?: (result: T) => readonly string[]
  /** Of the list that shows the change already. */
  readonly exceptHere?: Staleness['exceptHere'] | undefined
}

/** Number of changes to search, because other users may have made newer ones. */
const maxNewestChanges = 20

/** Finds the user's newest change of the given fields, so that undo can refer to it. */
function useNewestOwnChange() {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const known = useViewer()
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
  return useUndoChanges((results) => {
    const fields = new Set(undoneRows(results).flatMap((row) => row.fields.map(({ field }) => field)))
    if (fields.size > 0) emit('ad-campaign-changed', { campaign_id: at.campaignId, fields: [...fields].join(',') })
  })
}

/** What follows a change of the campaign: its reads are stale, the host hears of it, and the notice offers Undo. */
export function useCampaignEffects() {
  const { at } = useCampaign()
  const { emit } = useCampaigns()
  const newest = useNewestOwnChange()
  const undoOf = useUndoCampaignChanges()
  return <T,>({ fields, title, batches, exceptHere }: CampaignMutation<T>): Effects<T> => {
    const targets = async (done: T): Promise<UndoTarget[]> => {
      if (batches) return batches(done).map((batch) => ({ batch }))
      // Without an id there is no notice with Undo; the history still offers it.
      const id = await newest(fields).catch(() => undefined)
      return id === undefined ? [] : [{ campaign_change_ids: [id] }]
    }
    return {
      stale: campaignData,
      wrapInvalidation: exceptHere,
      event: () => emit('ad-campaign-changed', { campaign_id: at.campaignId, fields: fields.join(',') }),
      ...(title !== undefined && {
        title,
        undo: async (done) => {
          const all = await targets(done)
          return all.length > 0 ? undoOf(all) : undefined
        },
      }),
    }
  }
}

/** Runs several requests as one change. If a later one fails, the saved part is announced and can be undone. */
export function useCampaignChunks() {
  const { t } = useLingui()
  const { run, applyEffects } = useMutate()
  const effects = useCampaignEffects()
  return async <T,>(write: () => Promise<T>, changed: CampaignMutation<T>): Promise<T> => {
    try {
      return await run(write, effects(changed))
    } catch (error) {
      if (error instanceof PartialFailure) {
        const { fields, title } = changed
        const partly = { fields, title: title && t`${title} (some failed)`, batches: (saved: readonly string[]) => saved }
        await applyEffects(error.reached.batches, effects(partly))
      }
      throw error
    }
  }
}

/** Changes campaign fields with If-Match. */
export function useCampaignChange() {
  const { campaign, at } = useCampaign()
  const { mutate } = useMutate()
  const effects = useCampaignEffects()
  return (body: CampaignChange, title?: string): Promise<Campaign> => {
    const fields = Object.keys(body).filter((field) => field !== 'comment')
    return mutate(campaigns.change, { path: at, body }, { version: campaign.version, ...effects({ fields, title }) })
  }
}

/** Returns the function that explains an error. After a partial failure it also says how much was saved. */
export function useMutationErrorText() {
  const { t, i18n } = useLingui()
  const { currency } = useCampaign()
  return (error: unknown) => {
    const isPartly = error instanceof PartialFailure
    const reason = refusalSentences(asProblem(isPartly ? error.cause : error), { currency }, i18n)
    if (!isPartly) return reason
    const { done, all } = error.reached
    const [some, whole, left] = [done, all, all - done].map((number) => count(number, i18n.locale))
    return error.isUnknown
      ? t`${some} of ${whole} changed. We couldn’t confirm the other ${left}; check them before you try again. ${reason}`
      : t`${some} of ${whole} changed, ${left} failed. ${reason}`
  }
}

/** Texts of a form for rejected fields and requests, with amounts in the campaign's currency. */
export function useCampaignTexts(): RejectionTexts {
  const { i18n } = useLingui()
  const { currency } = useCampaign()
  const all = useMutationErrorText()
  return { field: (field) => fieldSentence(field, { currency }, i18n), all }
}

/** A response with the batch to undo; null when nothing changed. */
export interface BatchResponse {
  readonly batch: string | null
}
export const batchesOf = (results: readonly BatchResponse[]) => results.flatMap(({ batch }) => batch ?? [])

/** How far a series of requests got before one failed. */
interface PartialProgress {
  readonly done: number
  readonly all: number
  readonly batches: readonly string[]
}

/** A problem after which some of the changes are already saved. */
export class PartialFailure extends Problem {
  readonly reached: PartialProgress
  /** True when the failed request may have been applied, because its response was lost. */
  readonly isUnknown: boolean

  constructor(problem: Problem, reached: PartialProgress) {
    const { kind, status, code, reply, requestId } = problem
    super({ kind, status, code, ...(reply && { reply }), ...(requestId && { requestId }), cause: problem })
    this.reached = reached
    this.isUnknown = isOutcomeUnknown(problem)
  }

  /** The rejected fields are those of one request, not of the form that started all of them. */
  override get fields() {
    return []
  }
}

/** Sends items in chunks of `most`, one request after another. If a later chunk fails, the error contains the saved part. */
export async function sendInChunks<T, R extends BatchResponse>(
  all: readonly T[],
  chunkSize: number,
  send: (some: T[]) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += chunkSize)
    try {
      results.push(await send(all.slice(at, at + chunkSize)))
    } catch (error) {
      if (results.length === 0) throw error
      throw new PartialFailure(asProblem(error), { done: at, all: all.length, batches: batchesOf(results) })
    }
  return results
}

/** True when a change of entities, targeting or images puts the campaign under review again. */
export function useStartsReview() {
  const { campaign } = useCampaign()
  return needsNewReview(campaign, campaign.reviews_campaigns)
}

/** Warns before saving that the change starts another review. */
export function ReviewNotice() {
  const { t } = useLingui()
  return useStartsReview() ? (
    <Callout kind="info" heading={t`This sends the campaign back to review`}>
      <Trans>It stops serving until it’s approved.</Trans>
    </Callout>
  ) : null
}
