import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { PartFault } from '../../../contract/drafts/problems.ts'
import { problemsOf } from '../../../contract/drafts/drafts.rules.ts'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { experiences } from '../../../contract/clients/experiences.ts'
import { noTargeting, type Targeting } from '../../../contract/targeting/targetings.ts'
import { targetingProblems } from '../../../contract/targeting/targetings.rules.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useCampaignFault } from './fault.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { targetingProblemText } from '../../../parts/targeting-builder/words.tsx'
import { type TargetingOptions, useTargetings } from '../../../parts/targeting-builder/targeting-reads.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { type DraftContext, type EstimateRead, pathOf } from './context.ts'
import { useDraftForm } from './form.ts'
import type { DraftState } from './state.ts'
import type { DraftStore } from './store.ts'
import { localConstraints } from './local-constraints.ts'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'

/** The draft's constraints: from the platform, or from the client's settings while the draft has not been saved. */
function useDraftConstraints({ draft }: DraftState, advertiserId: number) {
  const { clientId: memberGroupId } = useScope()
  const client = useClient()
  const { now } = useRuntime()
  const { campaign_draft_uuid: campaignDraftUuid, experience_id } = draft
  const draftConstraints = useRead(
    campaignDrafts.constraints,
    campaignDraftUuid ? { path: { memberGroupId, advertiserId, campaignDraftUuid } } : null,
  )
  const assets = useRead(experiences.assets, { path: { memberGroupId } })
  const offered = useRead(experiences.list, { path: { memberGroupId }, query: { advertiser_id: advertiserId } })
  const experience = offered.data?.experiences.find((item) => item.experience_id === experience_id)
  const ownConstraints = useMemo(
    () =>
      localConstraints(
        client,
        (assets.data?.assets ?? []).filter((item) => item.experience_id === experience_id),
        now(),
        experience,
      ),
    [client, assets.data, experience_id, experience, now],
  )
  return draftConstraints.data ?? ownConstraints
}

/** Targeting problems of the draft and its ad groups, with error texts. */
function useTargetingFaults({ data, draft }: DraftState, { dimensions, limits }: TargetingOptions): PartFault[] {
  const { i18n } = useLingui()
  const groups = draft.ad_group_drafts
  return useMemo(() => {
    if (!dimensions || !limits) return []
    const faults = (part: PartFault['part'], path: string, targeting: Targeting | null | undefined) =>
      targetingProblems(targeting ?? noTargeting, dimensions, limits).map((problem) => ({
        part,
        field: `${path}.targeting.${problem.path}`,
        answer: { code: 'custom' as const, text: targetingProblemText(problem, i18n) },
      }))
    return [
      ...faults('targeting', 'data', data.targeting),
      ...groups.flatMap((group, index) => faults('ad_group_drafts', `ad_group_drafts.${index}.data`, group.data.targeting)),
    ]
  }, [data.targeting, groups, dimensions, limits, i18n])
}

/** Everything that the steps need; undefined while the constraints load. */
export function useOpenDraft(store: DraftStore, advertiserId: number, step: StepKey): DraftContext | undefined {
  const state = useStore(store)
  const { clientId } = useScope()
  const constraints = useDraftConstraints(state, advertiserId)
  const { draft, data } = state
  const targeting = useTargetings({ memberGroupId: clientId, experienceId: draft.experience_id ?? undefined })
  const faults = useTargetingFaults(state, targeting)
  const currency = { currency_code: draft.currency_code, currency_digits: constraints?.currency_digits ?? 2 }
  const { faultOf } = useCampaignFault(currency)
  const problems = useMemo(
    () => (constraints ? problemsOf({ ...draft, data }, constraints, faults) : []),
    [draft, data, constraints, faults],
  )
  const forecast = useEstimate({ state, clientId, advertiserId })
  const form = useDraftForm({ data, problems, step, faultOf, set: store.set, isHere: (problem) => problem.step === step })
  return (
    constraints && {
      store,
      state,
      draftConstraints: constraints,
      targeting,
      forecast,
      currency,
      problems,
      form,
      step,
      clientId,
      advertiserId,
    }
  )
}

/** Serializes with sorted keys, so that the order of the fields does not cause another request. */
const sortedJson = (data: CampaignDraftData) =>
  JSON.stringify(Object.fromEntries(Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1))))

/** The data after a debounce. */
function useDebouncedData(data: CampaignDraftData) {
  const text = useMemo(() => sortedJson(data), [data])
  const debounced = useDebouncedText(text)
  const debouncedData = useMemo(() => JSON.parse(debounced) as CampaignDraftData, [debounced]) // parsed from such data
  return { debouncedData, isResting: text === debounced }
}

/** Estimates a draft while the user types. An outdated request is cancelled. */
export function useEstimate(context: Pick<DraftContext, 'clientId' | 'advertiserId' | 'state'>): EstimateRead {
  const { draft, data: typed } = context.state
  const { debouncedData: data, isResting } = useDebouncedData(typed)
  const call = draft.campaign_draft_uuid === '' ? null : { path: pathOf(context), body: { data } }
  const read = useRead(campaignDrafts.estimate, call, { keepPreviousData: true, freshForMs: 30_000 })
  const { data: estimate, error: problem, isValidating, mutate } = read
  return { estimate, problem, isAsking: isValidating || !isResting, retry: () => void mutate() }
}
