import { useMemo } from 'react'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import type { Filter } from '../../../contract/list.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { EntitySource, SelectableEntity } from '../../../parts/entity-picker/source.ts'
import { reportFilter } from '../../../parts/resource/report-source.ts'
import type { GridRequest, GridQuery } from '../../../ui/table/query.ts'

interface DraftPathParams {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignDraftUuid: string
}

/** Ids per request. */
const maxIdsPerRequest = 5000
/** Adding a hundred thousand entities takes long. */
const longMs = 60_000

const filtersOf = ({ filters }: Pick<GridQuery, 'filters'>): Filter[] =>
  Object.entries(filters).map(([field, filter]) => reportFilter(field, filter))

const allMatchingDraftBody = (query: GridQuery, except: readonly number[]) => ({
  filters: filtersOf(query),
  ...(except.length > 0 && { except: except.map((entity_id) => ({ entity_id })) }),
})

const bodyOf = ({ sort, start, count, ...query }: GridRequest, ofGroup: { ad_group_draft_uuid?: string }) => ({
  ...ofGroup,
  pagination: { start, count },
  ...(sort.length > 0 && { sort: sort.map(({ key, order }) => ({ field: key, order })) }),
  filters: filtersOf(query),
})

function* idChunks(ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += maxIdsPerRequest) yield ids.slice(at, at + maxIdsPerRequest)
}

/** Picker source of a draft, or of one of its ad groups. */
export function useDraftEntitySource(
  { memberGroupId, advertiserId, campaignDraftUuid }: DraftPathParams,
  adGroupDraftUuid?: string,
): EntitySource {
  const { send } = useRuntime()
  return useMemo(() => {
    const path = { memberGroupId, advertiserId, campaignDraftUuid }
    const ofGroup = adGroupDraftUuid === undefined ? {} : { ad_group_draft_uuid: adGroupDraftUuid }
    const longRequest = { timeoutMs: longMs }
    const add = async (ids: readonly number[]) => {
      for (const entity_ids of idChunks(ids))
        await send(campaignDrafts.addEntities, { path, body: { ...ofGroup, entity_ids } }, longRequest)
    }
    const remove = async (ids: readonly number[]) => {
      for (const entity_ids of idChunks(ids))
        await send(campaignDrafts.removeEntities, { path, body: { ...ofGroup, entity_ids } }, longRequest)
    }
    return {
      reads: [campaignDrafts.availableEntitiesReport, campaignDrafts.entitiesReport],
      add,
      remove,
      async available(request) {
        const { signal } = request
        const reply = await send(campaignDrafts.availableEntitiesReport, { path, body: bodyOf(request, ofGroup) }, { signal })
        return {
          rows: reply.entities.map(({ is_added, ...row }): SelectableEntity => ({ ...row, is_selected: is_added })),
          total: reply.total,
        }
      },
      async selected(request) {
        const reply = await send(campaignDrafts.entitiesReport, { path, body: bodyOf(request, ofGroup) }, { signal: request.signal })
        return { rows: reply.entities.map((row): SelectableEntity => ({ ...row, is_selected: true })), total: reply.total }
      },
      // Entities excluded from "add all" may have been chosen earlier; they stay chosen.
      addAll: (query, except) =>
        send(campaignDrafts.addAllEntities, { path, body: { ...ofGroup, ...allMatchingDraftBody(query, except) } }, longRequest),
      removeAll: (query, except) =>
        send(campaignDrafts.removeAllEntities, { path, body: { ...ofGroup, ...allMatchingDraftBody(query, except) } }, longRequest),
      async addIds(internalIds, signal) {
        const body = { ...ofGroup, internal_ids: [...internalIds] }
        const { added, already, problems } = await send(campaignDrafts.addEntities, { path, body }, { ...longRequest, signal })
        return { added, already, refused: problems.map(({ internal_id: id, code }) => ({ id, code })) }
      },
    }
  }, [send, memberGroupId, advertiserId, campaignDraftUuid, adGroupDraftUuid])
}
