import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import { draftLists } from '../../../contract/drafts/draft-lists.ts'
import { campaignDrafts, type SubmittedCampaign } from '../../../contract/drafts/drafts.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { FieldProblem } from '../../../contract/reply.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem, Problem, problemText } from '../../../kit/problem.ts'
import { fieldSentence } from '../../../parts/campaigns/change-texts.ts'
import { useBuilder } from '../context.tsx'
import { pathOf, useDraftContext } from '../draft/context.ts'
import { hasChangedSince } from '../draft/state.ts'
import { usePartName } from './part-name.ts'

/** Submitting a hundred thousand entities takes long. */
const longMs = 60_000

/** Submits the draft once. A second press during the request does nothing; a retry after a lost response repeats the same request. */
export function useSubmit(onSubmitted: (campaign: SubmittedCampaign) => void) {
  const { i18n } = useLingui()
  const { mutate } = useMutate()
  const { ask } = useElementContext()
  const { emit } = useBuilder()
  const desk = useDraftContext()
  const { store } = desk
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const isSubmitRunning = useRef(false)
  const nameOf = usePartName()
  const saidOf = (field: FieldProblem) => `${nameOf(field.path)}: ${fieldSentence(field, { currency: desk.currency }, i18n) ?? field.rule}`

  async function submitOnce() {
    // Remember what the user saw. The save below may bring in changes by other users that they have not reviewed.
    const stateBefore = store.getState()
    await store.flush()
    const { saving, draft, data, problem: unsaved } = store.getState()
    if (saving !== 'saved') throw unsaved ?? new Error('The draft is not saved')
    if (hasChangedSince(stateBefore, draft)) throw new Problem({ kind: 'conflict', status: 412 })
    const { campaign_draft_uuid, version, held_version } = draft
    if (!(await ask('ad-before-submit', { campaign_draft_uuid, name: data.name ?? '' }))) return undefined
    return mutate(
      campaignDrafts.submit,
      { path: pathOf(desk), query: { held_version } },
      {
        version,
        // The key depends only on the draft, so a retry gets the response of the first request.
        idempotencyKey: `submit-${campaign_draft_uuid}`,
        timeoutMs: longMs,
        stale: [draftLists, campaigns, insertionOrders],
        event: (campaign) => {
          store.forget()
          onSubmitted(campaign)
          emit('ad-campaign-submitted', { campaign_draft_uuid, campaign_id: campaign.campaign_id, status: campaign.status })
        },
      },
    )
  }
  async function submit() {
    if (isSubmitRunning.current) return
    isSubmitRunning.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await submitOnce()
    } catch (error) {
      setProblem(asProblem(error))
      // Another user may have submitted or changed the draft, so show its current state.
      await store.pull()
    }
    isSubmitRunning.current = false
    setBusy(false)
  }
  const textOf = (item: Problem) => [problemText(item, i18n), ...item.fields.map(saidOf)].join(' ')
  return {
    submit,
    isBusy,
    failure: problem && textOf(problem),
    /** True when the request may have been applied although its response was lost. */
    isUnsure: problem?.kind === 'unreachable',
  }
}
