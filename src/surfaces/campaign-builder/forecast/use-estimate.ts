import { useMemo } from 'react'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'
import { type DraftContext, type EstimateRead, pathOf } from '../draft/context.ts'

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
