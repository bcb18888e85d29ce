import { useMemo } from 'react'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useRested } from '../../../parts/time/use-debounced.ts'
import { type Desk, type EstimateAnswer, pathOf } from '../draft/context.ts'

/** What is said, in one order: the same said in another order is the same question. */
const inOrder = (data: CampaignDraftData) =>
  JSON.stringify(Object.fromEntries(Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1))))

/** What is typed, once it has rested. */
function useRestedData(data: CampaignDraftData) {
  const text = useMemo(() => inOrder(data), [data])
  const rested = useRested(text)
  const asked = useMemo(() => JSON.parse(rested) as CampaignDraftData, [rested]) // made from such data a moment ago
  return { asked, isResting: text === rested }
}

/** What a draft comes to as it is typed; a question that has become another is taken back. */
export function useEstimate(place: Pick<Desk, 'clientId' | 'advertiserId' | 'state'>): EstimateAnswer {
  const { draft, data: typed } = place.state
  const { asked: data, isResting } = useRestedData(typed)
  const call = draft.campaign_draft_uuid === '' ? null : { path: pathOf(place), body: { data } }
  const answer = useRead(campaignDrafts.estimate, call, { keepPreviousData: true, freshForMs: 30_000 })
  const { data: estimate, error: problem, isValidating, mutate } = answer
  return { estimate, problem, isAsking: isValidating || !isResting, retry: () => void mutate() }
}
