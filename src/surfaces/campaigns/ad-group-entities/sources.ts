import { maxBulkAdGroups } from '../../../contract/ad-groups/bulk.rules.ts'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import { type Filter, maxPageSize } from '../../../contract/list.ts'
import type { Send } from '../../../kit/api.ts'
import type { EntitySource, AddIdsResult, PickableEntity } from '../../../parts/entity-picker/source.ts'
import { reportFilter } from '../../../parts/resource/report-source.ts'
import type { GridRequest, GridQuery } from '../../../ui/table/query.ts'

/** The advertiser whose entities can be chosen. */
export interface Owner {
  readonly memberGroupId: number
  readonly advertiserId: number
}
export type SelectableEntity = Omit<PickableEntity, 'is_chosen'>
/** Returns the ids that are already chosen. */
export type FindChosen = (ids: number[], signal?: AbortSignal) => Promise<ReadonlySet<number>>

export const filtersOf = ({ filters }: Pick<GridQuery, 'filters'>): Filter[] =>
  Object.entries(filters).map(([field, filter]) => reportFilter(field, filter))
const partOf = ({ sort, start, count, ...question }: GridRequest) => {
  const filters = filtersOf(question)
  return {
    pagination: { start, count },
    ...(sort.length > 0 && { sort: sort.map(({ key, order }) => ({ field: key, order })) }),
    ...(filters.length > 0 && { filters }),
  }
}

/** Pages of the advertiser's entities, each marked as chosen or not. */
export const advertiserEntities =
  (send: Send, owner: Owner, chosenAmong: FindChosen): EntitySource['available'] =>
  async (request) => {
    const { entities, total } = await send(advertisers.entitiesReport, { path: owner, body: partOf(request) }, { signal: request.signal })
    const chosenIds = await chosenAmong(
      entities.map(({ entity_id }) => entity_id),
      request.signal,
    )
    return { rows: entities.map((entity) => ({ ...entity, is_chosen: chosenIds.has(entity.entity_id) })), total }
  }

/** Reads all matching entities; stops after the page on which there are more than `most`. */
export async function readAllEntities(
  send: Send,
  owner: Owner,
  filters: Filter[],
  { except = [], most }: { readonly except?: readonly number[]; readonly most: number },
): Promise<SelectableEntity[]> {
  const exceptIds = new Set(except)
  const result: SelectableEntity[] = []
  for (let start = 0; ; start += maxPageSize) {
    const body = { pagination: { start, count: maxPageSize }, sort: [{ field: 'entity_id', order: 'asc' as const }], filters }
    const { entities } = await send(advertisers.entitiesReport, { path: owner, body })
    result.push(...entities.filter(({ entity_id }) => !exceptIds.has(entity_id)))
    if (entities.length < maxPageSize || result.length > most) return result
  }
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

/** Finds entities by internal id. */
export async function findByInternalIds(
  send: Send,
  owner: Owner,
  internalIds: readonly string[],
  signal: AbortSignal,
): Promise<SelectableEntity[]> {
  const entities: SelectableEntity[] = []
  for (const value of chunksOf(internalIds, maxPageSize)) {
    const filters = [{ field: 'internal_id', operation: 'IN' as const, value }]
    const body = { pagination: { start: 0, count: maxPageSize }, filters }
    entities.push(...(await send(advertisers.entitiesReport, { path: owner, body }, { signal })).entities)
  }
  return entities
}

/** Adds entities by internal id; unknown and inactive ones are refused. */
export async function addInternalIds(
  find: () => Promise<SelectableEntity[]>,
  internalIds: readonly string[],
  add: (entities: SelectableEntity[]) => Promise<{ readonly added: number; readonly already: number }>,
): Promise<AddIdsResult> {
  const entities = await find()
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

export const idsOf = (entities: readonly SelectableEntity[]) => entities.map(({ entity_id }) => entity_id)

/** The request requires a date range. The metrics are not used, so one day is enough. */
const noDays = (today: string) => ({ start_date: today, end_date: today })

/** Receives the batch that undoes a request. */
export type OnBatch = (batch: string) => void

/** Finds which of the given entities an ad group has, in chunks of one page. */
export const findInAdGroup =
  (send: Send, owner: Owner, adGroupId: number, today: string): FindChosen =>
  async (ids, signal) => {
    const found = new Set<number>()
    for (const value of chunksOf(ids, maxPageSize)) {
      const filters = [{ field: 'entity_id', operation: 'IN' as const, value }]
      const body = { ...noDays(today), pagination: { start: 0, count: value.length }, filters }
      const { entities } = await send(adGroupEntities.report, { path: { ...owner, adGroupId }, body }, signal ? { signal } : {})
      for (const { entity_id } of entities) found.add(entity_id)
    }
    return found
  }

/** Request body that adds all matches of a filter, with exceptions, in one request. */
export function allMatchingBody(question: GridQuery, except: readonly number[]) {
  const exceptPairs = except.map((entity_id) => ({ entity_id }))
  return { all_selected: true, filters: filtersOf(question), ...(exceptPairs.length > 0 && { except: exceptPairs }) }
}

/** Picker source that changes an ad group immediately. */
export function adGroupSource(send: Send, owner: Owner, adGroupId: number, today: string, onBatch: OnBatch = () => {}): EntitySource {
  const path = { ...owner, adGroupId }
  const pairsOf = (ids: readonly number[]) => ids.map((entity_id) => ({ ad_group_id: adGroupId, entity_id }))
  const readPairs = async (body: object, signal?: AbortSignal) =>
    send(adGroupEntities.report, { path, body: { ...noDays(today), ...body } }, signal ? { signal } : {})
  const withNotice = <T extends { readonly batch: string | null }>(answer: T): T => {
    if (answer.batch !== null) onBatch(answer.batch)
    return answer
  }
  async function add(ids: readonly number[]) {
    let added = 0
    let already = 0
    for (const entity_ids of chunksOf(ids, maxBulkAdGroups)) {
      const reply = withNotice(await send(adGroupEntities.add, { path, body: { entity_ids } }))
      ;[added, already] = [added + reply.added, already + reply.already]
    }
    return { added, already }
  }
  return {
    reads: [advertisers.entitiesReport, adGroupEntities],
    available: advertiserEntities(send, owner, findInAdGroup(send, owner, adGroupId, today)),
    chosen: async (request) => {
      const { entities, total } = await readPairs(partOf(request), request.signal)
      return { rows: entities.map((entity) => ({ ...entity, is_chosen: true })), total }
    },
    add,
    addAll: async (question, except) => withNotice(await send(adGroupEntities.add, { path, body: allMatchingBody(question, except) })),
    remove: async (ids) => {
      const query = { advertiserId: owner.advertiserId }
      for (const chunk of chunksOf(pairsOf(ids), maxBulkAdGroups))
        withNotice(await send(adGroupEntities.remove, { query, body: { entities: chunk } }))
    },
    removeAll: async (question, except) => {
      const body = { ad_group_id: adGroupId, filters: filtersOf(question), except: pairsOf(except) }
      return withNotice(await send(adGroupEntities.removeAll, { body }))
    },
    addIds: (internalIds, signal) =>
      addInternalIds(
        () => findByInternalIds(send, owner, internalIds, signal),
        internalIds,
        (fit) => add(idsOf(fit)),
      ),
  }
}
