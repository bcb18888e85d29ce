import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import { campaignDrafts, type SubmittedCampaign } from '../../../../contract/campaign-drafts.ts'
import { campaigns } from '../../../../contract/campaigns.ts'
import type { FieldProblem } from '../../../../contract/reply.ts'
import { useGuest } from '../../../../kit/guest.tsx'
import { useRefresh } from '../../../../kit/cache.tsx'
import { asProblem, type Problem, problemText } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { fieldSaid } from '../../../../parts/change-words.ts'
import { useBuilder } from '../builder.ts'
import { pathOf, useDesk } from '../draft/desk.ts'
import { usePartName } from './part-name.ts'

/** A hundred thousand entities take a while. */
const longMs = 60_000

/** Submits the draft once: a second press while it is on its way does nothing, and one after a lost answer asks for the same. */
export function useSubmit(onSubmitted: (campaign: SubmittedCampaign) => void) {
  const { i18n } = useLingui()
  const { send } = useRuntime()
  const { ask } = useGuest()
  const { emit } = useBuilder()
  const refresh = useRefresh()
  const desk = useDesk()
  const { store } = desk
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const underWay = useRef(false)
  const nameOf = usePartName()
  const saidOf = (field: FieldProblem) => `${nameOf(field.path)}: ${fieldSaid(field, { currency: desk.currency }, i18n) ?? field.rule}`

  async function once() {
    await store.flush()
    const { saving, draft, data, problem: unsaved } = store.getState()
    if (saving !== 'saved') throw unsaved ?? new Error('What was typed is not on the platform')
    const { campaign_draft_uuid, version } = draft
    if (!(await ask('ad-before-submit', { campaign_draft_uuid, name: data.name ?? '' }))) return undefined
    // The same draft has the same key, so that an answer that was lost is given again.
    const options = { idempotencyKey: `submit-${campaign_draft_uuid}`, ifMatch: `"${version}"`, timeoutMs: longMs }
    return send(campaignDrafts.submit, { path: pathOf(desk) }, options)
  }
  async function submit() {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const campaign = await once()
      if (campaign) {
        const { campaign_draft_uuid } = store.getState().draft
        store.forget()
        refresh(campaignDrafts.list, campaigns)
        onSubmitted(campaign)
        emit('ad-campaign-submitted', { campaign_draft_uuid, campaign_id: campaign.campaign_id, status: campaign.status })
      }
    } catch (error) {
      setProblem(asProblem(error))
      // It may have been submitted elsewhere.
      await store.pull()
    }
    underWay.current = false
    setBusy(false)
  }
  return {
    submit,
    isBusy,
    failure: problem && [problemText(problem, i18n), ...problem.fields.map(saidOf)].join(' '),
    /** It may have arrived, and the answer got lost. */
    isUnsure: problem?.kind === 'unreachable',
  }
}
