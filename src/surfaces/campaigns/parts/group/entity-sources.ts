import { bulkMost } from '../../../../contract/ad-group-bulk.rules.ts'
import { adGroupEntities } from '../../../../contract/ad-group-entities.ts'
import { advertisers } from '../../../../contract/advertisers.ts'
import { type Filter, pageMost } from '../../../../contract/list.ts'
import type { Send } from '../../../../kit/api.ts'
import type { EntitySource, IdsOutcome, PickableEntity } from '../../../../parts/entity-picker/entity-source.ts'
import { reportFilter } from '../../../../parts/report-source.ts'
import type { GridAsk, GridQuestion } from '../../../../ui/grid/grid-question.ts'

/** Whose entities are chosen from. */
export interface Owner {
  readonly memberGroupId: number
  readonly advertiserId: number
}
type Known = Omit<PickableEntity, 'is_chosen'>
/** Says which of some entities are chosen already. */
type ChosenAmong = (ids: number[], signal: AbortSignal) => Promise<ReadonlySet<number>>

const filtersOf = ({ filters }: Pick<GridQuestion, 'filters'>): Filter[] =>
  Object.entries(filters).map(([field, filter]) => reportFilter(field, filter))
const partOf = ({ sort, start, count, ...question }: GridAsk) => {
  const filters = filtersOf(question)
  return {
    pagination: { start, count },
    ...(sort.length > 0 && { sort: sort.map(({ key, order }) => ({ field: key, order })) }),
    ...(filters.length > 0 && { filters }),
  }
}

/** The entities of an advertiser, page by page, each with whether it is chosen. */
export const ofAdvertiser =
  (send: Send, owner: Owner, chosenAmong: ChosenAmong): EntitySource['available'] =>
  async (ask) => {
    const { entities, total } = await send(advertisers.entitiesReport, { path: owner, body: partOf(ask) }, { signal: ask.signal })
    const chosen = await chosenAmong(
      entities.map(({ entity_id }) => entity_id),
      ask.signal,
    )
    return { rows: entities.map((entity) => ({ ...entity, is_chosen: chosen.has(entity.entity_id) })), total }
  }

/** Every entity of an advertiser that a question finds, but for a few. */
export async function everyEntity(send: Send, owner: Owner, filters: Filter[], except: readonly number[] = []): Promise<Known[]> {
  const left = new Set(except)
  const found: Known[] = []
  for (let start = 0; ; start += pageMost) {
    const body = { pagination: { start, count: pageMost }, sort: [{ field: 'entity_id', order: 'asc' as const }], filters }
    const { entities } = await send(advertisers.entitiesReport, { path: owner, body })
    found.push(...entities.filter(({ entity_id }) => !left.has(entity_id)))
    if (entities.length < pageMost) return found
  }
}

const parts = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most))

/** The advertiser's entities that lists of internal ids name. */
async function namedBy(send: Send, owner: Owner, internalIds: readonly string[], signal: AbortSignal): Promise<Known[]> {
  const found: Known[] = []
  for (const value of parts(internalIds, pageMost)) {
    const filters = [{ field: 'internal_id', operation: 'IN' as const, value }]
    const body = { pagination: { start: 0, count: pageMost }, filters }
    found.push(...(await send(advertisers.entitiesReport, { path: owner, body }, { signal })).entities)
  }
  return found
}

/** What came of internal ids: those that name nothing, and those that are not to be advertised, do not come in. */
async function takeIds(
  find: () => Promise<Known[]>,
  internalIds: readonly string[],
  add: (entities: Known[]) => Promise<{ readonly added: number; readonly already: number }>,
): Promise<IdsOutcome> {
  const found = await find()
  const known = new Map(found.map((entity) => [entity.internal_id, entity]))
  const fit = found.filter(({ status }) => status === 'active')
  const refused = internalIds.flatMap((id): IdsOutcome['refused'] => {
    const entity = known.get(id)
    if (!entity) return [{ id, code: 'unknown' }]
    return entity.status === 'active' ? [] : [{ id, code: 'inactive' }]
  })
  const { added, already } = fit.length > 0 ? await add(fit) : { added: 0, already: 0 }
  return { added, already, refused }
}

const idsOf = (entities: readonly Known[]) => entities.map(({ entity_id }) => entity_id)

/** Days that hold nothing: what is in an ad group is asked, and not what it came to. */
const noDays = (today: string) => ({ start_date: today, end_date: today })

/** What an ad group advertises, chosen from what its advertiser has. */
export function adGroupSource(send: Send, owner: Owner, adGroupId: number, today: string): EntitySource {
  const path = { ...owner, adGroupId }
  const within = async (body: object, signal?: AbortSignal) =>
    send(adGroupEntities.report, { path, body: { ...noDays(today), ...body } }, signal ? { signal } : {})
  const chosenAmong: ChosenAmong = async (ids, signal) => {
    if (ids.length === 0) return new Set()
    const filters = [{ field: 'entity_id', operation: 'IN' as const, value: ids }]
    const { entities } = await within({ pagination: { start: 0, count: ids.length }, filters }, signal)
    return new Set(entities.map(({ entity_id }) => entity_id))
  }
  async function add(ids: readonly number[]) {
    let [added, already] = [0, 0]
    for (const entity_ids of parts(ids, bulkMost)) {
      const done = await send(adGroupEntities.add, { path, body: { entity_ids } })
      ;[added, already] = [added + done.added, already + done.already]
    }
    return { added, already }
  }
  async function remove(ids: readonly number[]) {
    const query = { advertiserId: owner.advertiserId }
    for (const some of parts(ids, bulkMost))
      await send(adGroupEntities.remove, { query, body: { entities: some.map((entity_id) => ({ ad_group_id: adGroupId, entity_id })) } })
  }
  return {
    available: ofAdvertiser(send, owner, chosenAmong),
    chosen: async (ask) => {
      const { entities, total } = await within(partOf(ask), ask.signal)
      return { rows: entities.map((entity) => ({ ...entity, is_chosen: true })), total }
    },
    add,
    addAll: async (question, except) => {
      const filters = filtersOf(question)
      if (except.length > 0) return add(idsOf(await everyEntity(send, owner, filters, except)))
      return send(adGroupEntities.add, { path, body: { all_selected: true, filters } })
    },
    remove,
    removeAll: async (question, except) => {
      const left = new Set(except)
      const gone: number[] = []
      for (let start = 0; ; start += pageMost) {
        const { entities } = await within({ pagination: { start, count: pageMost }, filters: filtersOf(question) })
        gone.push(...entities.map(({ entity_id }) => entity_id).filter((id) => !left.has(id)))
        if (entities.length < pageMost) return remove(gone)
      }
    },
    addIds: (internalIds, signal) =>
      takeIds(
        () => namedBy(send, owner, internalIds, signal),
        internalIds,
        (fit) => add(idsOf(fit)),
      ),
  }
}

/** Where chosen entities are kept until there is an ad group. */
export interface Basket {
  readonly entities: () => ReadonlyMap<number, Known>
  readonly put: (entities: ReadonlyMap<number, Known>) => void
}

/** More than these are chosen on the ad group's own page, once it is made. */
export class TooMany extends Error {}

/** What an ad group that is still to be made is to advertise. */
export function basketSource(send: Send, owner: Owner, { entities, put }: Basket): EntitySource {
  const add = async (more: readonly Known[]) => {
    const next = new Map([...entities(), ...more.map((entity) => [entity.entity_id, entity] as const)])
    if (next.size > bulkMost) throw new TooMany()
    const already = more.length - (next.size - entities().size)
    put(next)
    return { added: more.length - already, already }
  }
  const without = (gone: ReadonlySet<number>) => put(new Map([...entities()].filter(([id]) => !gone.has(id))))
  const matching = ({ filters }: GridQuestion) => {
    const name = filters.name?.kind === 'contains' ? filters.name.text.toLowerCase() : ''
    return [...entities().values()].filter((entity) => entity.name.toLowerCase().includes(name))
  }
  return {
    available: ofAdvertiser(send, owner, async (ids) => new Set(ids.filter((id) => entities().has(id)))),
    chosen: async ({ start, count, ...question }) => {
      const rows = matching(question)
      return { rows: rows.slice(start, start + count).map((entity) => ({ ...entity, is_chosen: true })), total: rows.length }
    },
    add: async (ids) => {
      const filters = [{ field: 'entity_id', operation: 'IN' as const, value: [...ids] }]
      return add(await everyEntity(send, owner, filters))
    },
    addAll: async (question, except) => add(await everyEntity(send, owner, filtersOf(question), except)),
    remove: async (ids) => without(new Set(ids)),
    removeAll: async (question, except) => {
      const left = new Set(except)
      without(new Set(idsOf(matching(question)).filter((id) => !left.has(id))))
    },
    addIds: (internalIds, signal) => takeIds(() => namedBy(send, owner, internalIds, signal), internalIds, add),
  }
}
