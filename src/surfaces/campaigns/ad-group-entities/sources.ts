import { maxEntitiesPerRequest } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import { type Filter, maxPageSize } from '../../../contract/list.ts'
import type { Send } from '../../../kit/api.ts'
import type { EntitySource, AddIdsResult, SelectableEntity } from '../../../parts/entity-picker/source.ts'
import { reportFilter } from '../../../parts/resource/report-source.ts'
import type { GridRequest, GridQuery } from '../../../ui/table/query.ts'

/** The advertiser whose entities can be selected. */
export interface AdvertiserPath {
  readonly memberGroupId: number
  readonly advertiserId: number
}
export type AdvertiserEntity = Omit<SelectableEntity, 'is_selected'>
/** Returns those of the ids that are included already: in the selection or in the ad group. */
export type FindIncluded = (ids: number[], signal?: AbortSignal) => Promise<ReadonlySet<number>>

export const filtersOf = ({ filters }: Pick<GridQuery, 'filters'>): Filter[] =>
  Object.entries(filters).map(([field, filter]) => reportFilter(field, filter))
const reportBodyOf = ({ sort, start, count, filters: gridFilters }: GridRequest) => {
  const filters = filtersOf({ filters: gridFilters })
  return {
    pagination: { start, count },
    ...(sort.length > 0 && { sort: sort.map(({ key, order }) => ({ field: key, order })) }),
    ...(filters.length > 0 && { filters }),
  }
}

/** Pages of the advertiser's entities, each marked as selected or not. */
export const advertiserEntities =
  (send: Send, advertiser: AdvertiserPath, findSelected: FindIncluded): EntitySource['available'] =>
  async (request) => {
    const { entities, total } = await send(
      advertisers.entitiesReport,
      { path: advertiser, body: reportBodyOf(request) },
      { signal: request.signal },
    )
    const selectedIds = await findSelected(
      entities.map(({ entity_id }) => entity_id),
      request.signal,
    )
    return { rows: entities.map((entity) => ({ ...entity, is_selected: selectedIds.has(entity.entity_id) })), total }
  }

/** Reads all matching entities. Stops once it has more than `max`. */
export async function readAllEntities(
  send: Send,
  advertiser: AdvertiserPath,
  filters: Filter[],
  { except = [], max }: { readonly except?: readonly number[]; readonly max: number },
): Promise<AdvertiserEntity[]> {
  const exceptIds = new Set(except)
  const result: AdvertiserEntity[] = []
  for (let start = 0; ; start += maxPageSize) {
    const body = { pagination: { start, count: maxPageSize }, sort: [{ field: 'entity_id', order: 'asc' as const }], filters }
    const { entities } = await send(advertisers.entitiesReport, { path: advertiser, body })
    result.push(...entities.filter(({ entity_id }) => !exceptIds.has(entity_id)))
    if (entities.length < maxPageSize || result.length > max) return result
  }
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

/** Finds entities by internal id. */
export async function findByInternalIds(
  send: Send,
  advertiser: AdvertiserPath,
  internalIds: readonly string[],
  signal: AbortSignal,
): Promise<AdvertiserEntity[]> {
  const entities: AdvertiserEntity[] = []
  for (const value of chunksOf(internalIds, maxPageSize)) {
    const filters = [{ field: 'internal_id', operation: 'IN' as const, value }]
    const body = { pagination: { start: 0, count: maxPageSize }, filters }
    entities.push(...(await send(advertisers.entitiesReport, { path: advertiser, body }, { signal })).entities)
  }
  return entities
}

/** Adds entities by internal id; unknown and inactive ones are refused. */
export async function addInternalIds(
  internalIds: readonly string[],
  find: (internalIds: readonly string[]) => Promise<AdvertiserEntity[]>,
  add: (entities: AdvertiserEntity[]) => Promise<{ readonly added: number; readonly already: number }>,
): Promise<AddIdsResult> {
  const entities = await find(internalIds)
  const byInternalId = new Map(entities.map((entity) => [entity.internal_id, entity]))
  const active = entities.filter(({ status }) => status === 'active')
  const refused = internalIds.flatMap((id): AddIdsResult['refused'] => {
    const entity = byInternalId.get(id)
    if (!entity) return [{ id, code: 'unknown' }]
    return entity.status === 'active' ? [] : [{ id, code: 'inactive' }]
  })
  const { added, already } = active.length > 0 ? await add(active) : { added: 0, already: 0 }
  return { added, already, refused }
}

export const idsOf = (entities: readonly AdvertiserEntity[]) => entities.map(({ entity_id }) => entity_id)

/** The request requires a date range. The metrics are not used, so one day is enough. */
const singleDay = (today: string) => ({ start_date: today, end_date: today })

/** Receives the id of the batch, with which the request can be undone. */
export type OnBatch = (batch: string) => void

/** Finds which of the given entities an ad group has, in chunks of one page. */
export const adGroupFinder =
  (send: Send, advertiser: AdvertiserPath, adGroupId: number, today: string): FindIncluded =>
  async (ids, signal) => {
    const found = new Set<number>()
    for (const value of chunksOf(ids, maxPageSize)) {
      const filters = [{ field: 'entity_id', operation: 'IN' as const, value }]
      const body = { ...singleDay(today), pagination: { start: 0, count: value.length }, filters }
      const { entities } = await send(adGroupEntities.report, { path: { ...advertiser, adGroupId }, body }, signal ? { signal } : {})
      for (const { entity_id } of entities) found.add(entity_id)
    }
    return found
  }

/** Body of one request that adds all matches of the filters, with exceptions. */
export function allMatchingBody(query: GridQuery, except: readonly number[]) {
  const exceptEntities = except.map((entity_id) => ({ entity_id }))
  return { all_selected: true, filters: filtersOf(query), ...(exceptEntities.length > 0 && { except: exceptEntities }) }
}

/** Picker source that changes an ad group immediately. */
export function adGroupSource(
  send: Send,
  advertiser: AdvertiserPath,
  adGroupId: number,
  today: string,
  onBatch: OnBatch = () => {},
): EntitySource {
  const path = { ...advertiser, adGroupId }
  const toPairs = (ids: readonly number[]) => ids.map((entity_id) => ({ ad_group_id: adGroupId, entity_id }))
  const readEntities = async (body: object, signal?: AbortSignal) =>
    send(adGroupEntities.report, { path, body: { ...singleDay(today), ...body } }, signal ? { signal } : {})
  const reportBatch = <T extends { readonly batch: string | null }>(reply: T): T => {
    if (reply.batch !== null) onBatch(reply.batch)
    return reply
  }
  async function add(ids: readonly number[]) {
    let added = 0
    let already = 0
    for (const entity_ids of chunksOf(ids, maxEntitiesPerRequest)) {
      const reply = reportBatch(await send(adGroupEntities.add, { path, body: { entity_ids } }))
      added += reply.added
      already += reply.already
    }
    return { added, already }
  }
  return {
    reads: [advertisers.entitiesReport, adGroupEntities],
    available: advertiserEntities(send, advertiser, adGroupFinder(send, advertiser, adGroupId, today)),
    selected: async (request) => {
      const { entities, total } = await readEntities(reportBodyOf(request), request.signal)
      return { rows: entities.map((entity) => ({ ...entity, is_selected: true })), total }
    },
    add,
    addAll: async (query, except) => reportBatch(await send(adGroupEntities.add, { path, body: allMatchingBody(query, except) })),
    remove: async (ids) => {
      const query = { advertiserId: advertiser.advertiserId }
      for (const chunk of chunksOf(toPairs(ids), maxEntitiesPerRequest))
        reportBatch(await send(adGroupEntities.remove, { query, body: { entities: chunk } }))
    },
    removeAll: async (query, except) => {
      const body = { ad_group_id: adGroupId, filters: filtersOf(query), except: toPairs(except) }
      return reportBatch(await send(adGroupEntities.removeAll, { body }))
    },
    addIds: (internalIds, signal) =>
      addInternalIds(
        internalIds,
        (ids) => findByInternalIds(send, advertiser, ids, signal),
        (entities) => add(idsOf(entities)),
      ),
  }
}
