import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { draftCalls, readyDraft } from '../support/drafts/calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { campaignDrafts } = contract
const { read } = draftCalls(() => world)
const as = () => world.as('clientAdmin')
const path = readyDraft

/** Adds entities numbered from 1; every tenth is inactive, every second has the category Even. */
const offer = (count: number, advertiser = 1) =>
  sql`insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
    select 1, ${advertiser}, 'N-' || n, 'Name ' || lpad(n::text, 6, '0'), case when n % 2 = 0 then 'Even' else 'Odd' end, case when n % 10 = 0 then 'inactive' else 'active' end
    from generate_series(1, ${count}) n`.execute(world.database.kysely)

describe('a list of ids', () => {
  test('of five thousand lines is added, and each wrong line is reported', async () => {
    await offer(5000)
    const ids = Array.from({ length: 5000 }, (_, index) => `N-${index + 1}`)
    ids[2] = 'none'
    ids[3] = ' N-4 '
    ids[4] = 'N-6'
    ids[6] = ''
    ids[4998] = 'first'
    const { status, reply } = await as().send(campaignDrafts.addEntities, { path, body: { internal_ids: ids } })
    expect(status).toBe(200)
    const { added, already, problems, entity_count } = reply.result
    const inactive = problems.filter(({ code }: { code: string }) => code === 'inactive')
    expect(inactive).toHaveLength(500)
    expect(inactive[0]).toEqual({ line: 10, internal_id: 'N-10', code: 'inactive' })
    expect(problems.filter(({ code }: { code: string }) => code !== 'inactive')).toEqual([
      { line: 3, internal_id: 'none', code: 'unknown' },
      { line: 6, internal_id: 'N-6', code: 'duplicate' },
    ])
    // Of 5,000 lines, 500 are inactive, one is unknown, one is empty and one is a duplicate. Entities already in the draft are counted.
    expect([added, already, entity_count]).toEqual([4496, 1, 4497])
  })

  test('is refused with more than five thousand ids, with both kinds of ids, or with none', async () => {
    const many = Array.from({ length: 5001 }, (_, index) => `N-${index}`)
    const bodies = [{ internal_ids: many }, { internal_ids: ['a'], entity_ids: [1000] }, {}]
    const responses = await Promise.all(bodies.map((body) => as().send(campaignDrafts.addEntities, { path, body })))
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 422])
  })

  test('does not add entities of another advertiser, by either kind of id', async () => {
    await offer(3, 2)
    const byOurs = await as().send(campaignDrafts.addEntities, { path, body: { entity_ids: [1000, 2000] } })
    expect(byOurs.status).toBe(404)
    const byTheirs = await as().send(campaignDrafts.addEntities, { path, body: { internal_ids: ['N-1', 'first'] } })
    expect(byTheirs.reply.result).toMatchObject({ added: 0, already: 1, problems: [{ line: 1, internal_id: 'N-1', code: 'unknown' }] })
  })

  test('removes the listed entities', async () => {
    await offer(9)
    await as().send(campaignDrafts.addAllEntities, { path, body: {} })
    const { reply } = await as().send(campaignDrafts.removeEntities, { path, body: { internal_ids: ['N-1', 'N-2', 'none'] } })
    expect(reply.result).toEqual({ removed: 2, entity_count: 8 })
  })
})

describe('adding all entities that match a filter', () => {
  test('adds and removes by filter, and skips inactive entities', async () => {
    await offer(100)
    const filters = [{ field: 'category', operation: '=' as const, value: 'Even' }]
    const added = await as().send(campaignDrafts.addAllEntities, { path, body: { filters } })
    expect(added.reply.result).toEqual({ added: 40, already: 0, problems: [], entity_count: 41 })
    const again = await as().send(campaignDrafts.addAllEntities, { path, body: {} })
    expect(again.reply.result).toEqual({ added: 50, already: 41, problems: [], entity_count: 91 })
    const removed = await as().send(campaignDrafts.removeAllEntities, { path, body: { filters } })
    expect(removed.reply.result).toEqual({ removed: 40, entity_count: 51 })
    const all = await as().send(campaignDrafts.removeAllEntities, { path, body: {} })
    expect([all.reply.result, (await read()).entity_count]).toEqual([{ removed: 51, entity_count: 0 }, 0])
  })

  test('keeps the version of the draft, so that another tab can go on editing', async () => {
    await as().send(campaignDrafts.addAllEntities, { path, body: {} })
    const now = await read()
    expect([now.version, now.changed_by.name]).toEqual([1, 'clientAdmin'])
  })
})

describe("lists of a draft's entities", () => {
  test('mark what is added, and can be searched, filtered, sorted and paged without overlap', async () => {
    await offer(60)
    await as().send(campaignDrafts.addEntities, { path, body: { internal_ids: ['N-2', 'N-4', 'N-5'] } })
    const ask = async (body: object) => (await as().send(campaignDrafts.availableEntitiesReport, { path, body })).reply.result
    const all = await ask({})
    expect([all.total, all.added, all.entities.length]).toEqual([61, 4, 20])
    expect(all.categories).toEqual(['Any', 'Even', 'Odd'])
    const even = await ask({
      filters: [{ field: 'category', operation: '=', value: 'Even' }],
      sort: [{ field: 'is_added', order: 'desc' }],
    })
    expect([even.total, even.added]).toEqual([30, 2])
    expect(even.entities.slice(0, 3).map(({ is_added }: { is_added: boolean }) => is_added)).toEqual([true, true, false])
    const found = await ask({ filters: [{ field: 'name', operation: 'ILIKE', value: '00001' }] })
    expect(found.entities.map(({ internal_id }: { internal_id: string }) => internal_id)).toEqual([
      'N-1',
      ...Array.from({ length: 10 }, (_, index) => `N-${10 + index}`),
    ])
    const missing = await ask({ filters: [{ field: 'is_added', operation: '=', value: false }] })
    expect([missing.total, missing.added]).toEqual([57, 0])
    const pages = await Promise.all(
      [0, 20, 40, 60].map((start) => ask({ pagination: { start, count: 20 }, sort: [{ field: 'category', order: 'asc' }] })),
    )
    const ids = pages.flatMap(({ entities }) => entities.map(({ entity_id }: { entity_id: number }) => entity_id))
    expect([ids.length, new Set(ids).size]).toEqual([61, 61])
  })

  test('contain what is added, also by ad group', async () => {
    await offer(5)
    const uuid = (await read()).ad_group_drafts[0]?.ad_group_draft_uuid ?? ''
    await as().send(campaignDrafts.addEntities, { path, body: { internal_ids: ['N-1', 'N-3'], ad_group_draft_uuid: uuid } })
    const ask = async (body: object) => (await as().send(campaignDrafts.entitiesReport, { path, body })).reply.result
    expect((await ask({})).entities.map(({ entity_id }: { entity_id: number }) => entity_id)).toEqual([1000])
    const own = await ask({ ad_group_draft_uuid: uuid, sort: [{ field: 'name', order: 'desc' }] })
    expect(own.entities.map(({ internal_id }: { internal_id: string }) => internal_id)).toEqual(['N-3', 'N-1'])
    expect(own.total).toBe(2)
  })
})
