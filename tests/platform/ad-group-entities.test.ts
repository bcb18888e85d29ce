import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { adGroupEntities } = contract
const path = { memberGroupId: 1, advertiserId: 1, adGroupId: 100 }
const day = '2026-11-18'
const days = { start_date: day, end_date: day }
const db = () => world.database.kysely
const pair = (entity_id: number, ad_group_id = 100) => ({ ad_group_id, entity_id })
const kept = (group = 100) =>
  db().selectFrom('ad_group_entities').select(['entity_id', 'bid']).where('ad_group_id', '=', group).orderBy('entity_id').execute()
const add = (body: object, name: CallerName = 'clientAdmin') => world.as(name).send(adGroupEntities.add, { path, body })
const remove = (entities: object[], query: object = {}, name: CallerName = 'clientAdmin') =>
  world.as(name).send(adGroupEntities.remove, { query, body: { entities } } as never) // invalid bodies are sent as well
const bid = (entities: object[], more: object = {}, name: CallerName = 'clientAdmin') =>
  world.as(name).send(adGroupEntities.bid, { body: { entities, ...more } } as never) // likewise
const bidAll = (body: object) => world.as('clientAdmin').send(adGroupEntities.bidAll, { body: { ad_group_id: 100, ...body } })
const report = async (body: object = {}) =>
  (await world.as('superUser').send(adGroupEntities.report, { path, body: { ...days, ...body } })).reply.result
const history = () =>
  db()
    .selectFrom('changes')
    .select(['kind', 'ad_group_id', 'before', 'after'])
    .where('ad_group_id', 'is not', null)
    .orderBy('change_id')
    .execute()
const setCampaign = (values: object) => db().updateTable('campaigns').set(values).where('campaign_id', '=', 10).execute()

/** Adds entities to the first advertiser, numbered from the given number, in two alternating categories. */
const offer = (count: number, from = 10_000) =>
  sql`insert into entities (member_group_id, advertiser_id, entity_id, internal_id, name, category, status)
    select 1, 1, ${from}::int + n, 'E-' || n, 'Room ' || n, case when n % 2 = 0 then 'Sea' else 'Town' end, 'active' from generate_series(0, ${count}::int - 1) as n`.execute(
    db(),
  )

describe('entities of an ad group', () => {
  test("are added once, by ids or by filter, and only from the advertiser's own", async () => {
    await offer(6)
    expect((await add({ entity_ids: [10_000, 10_001, 1000, 10_000] })).reply.result).toMatchObject({ added: 2, already: 1 })
    expect((await add({ all_selected: true, filters: [{ field: 'category', operation: '=', value: 'Sea' }] })).reply.result).toMatchObject({
      added: 2,
      already: 1,
    })
    expect((await kept()).map(({ entity_id }) => entity_id)).toEqual([1000, 10_000, 10_001, 10_002, 10_004])
    expect(await history()).toMatchObject([
      { kind: 'entities_added', before: { entities: 1 }, after: { entities: 3 } },
      { kind: 'entities_added', before: { entities: 3 }, after: { entities: 5 } },
    ])
    expect((await add({ entity_ids: [10_003, 2000] })).status).toBe(422)
    expect((await add({ entity_ids: [4000] })).status).toBe(404)
    expect((await add({ entity_ids: [10_003], all_selected: true })).status).toBe(422)
    expect((await add({})).status).toBe(422)
    expect((await add({ entity_ids: [10_003] }, 'clientViewer')).status).toBe(403)
    expect(await kept()).toHaveLength(5)
  })

  test('cannot be added under review, but can be removed and bid for', async () => {
    await offer(2)
    await setCampaign({ review_status_id: 1 })
    const refused = await add({ entity_ids: [10_000] })
    expect([refused.status, refused.reply.formatting.rule]).toEqual([409, 'The campaign is under review; add to it after approval'])
    expect((await bid([{ ...pair(1000), bid: '0.30' }])).status).toBe(200)
    expect((await remove([pair(1000)])).reply.result).toMatchObject({ removed: 1 })
    await setCampaign({ review_status_id: 3, status: 'archived' })
    expect((await add({ entity_ids: [10_000] })).status).toBe(409)
  })

  test('are removed; an absent one is ignored, and one of another advertiser gets 404', async () => {
    await offer(3)
    await add({ entity_ids: [10_000, 10_001, 10_002] })
    expect((await remove([pair(10_000), pair(10_001), pair(2000)], { advertiserId: 1 })).reply.result).toMatchObject({ removed: 2 })
    expect((await kept()).map(({ entity_id }) => entity_id)).toEqual([1000, 10_002])
    expect((await history()).at(-1)).toMatchObject({
      kind: 'entities_removed',
      ad_group_id: 100,
      before: { entities: 4 },
      after: { entities: 2 },
    })
    expect((await remove([pair(1000)], { advertiserId: 2 })).status).toBe(404)
    expect(await kept()).toHaveLength(2)
  })

  test.each([
    ['of another client', pair(1000), pair(4000, 400), 'clientAdmin'],
    ['of another advertiser', pair(1000), pair(2000, 200), 'advertiserAdmin'],
    ['of nobody', pair(1000), pair(1000, 9900), 'superUser'],
  ] as const)('of another ad group in a list get 404 for the whole request: %s', async (_, own, foreign, name) => {
    const before = await Promise.all([kept(100), kept(200), kept(400)])
    for (const named of [foreign, { ...own, ad_group_id: foreign.ad_group_id }]) {
      expect((await remove([own, named], {}, name)).status).toBe(404)
      expect(
        (
          await bid(
            [
              { ...own, bid: '0.9' },
              { ...named, bid: '0.9' },
            ],
            {},
            name,
          )
        ).status,
      ).toBe(404)
    }
    expect(await Promise.all([kept(100), kept(200), kept(400)])).toEqual(before)
  })

  test('can have their own bids, and return to the bid of the group', async () => {
    await offer(2)
    await add({ entity_ids: [10_000, 10_001] })
    expect(
      (
        await bid([
          { ...pair(10_000), bid: '0.70' },
          { ...pair(1000), bid: '0.20' },
        ])
      ).reply.result,
    ).toMatchObject({ changed: 2 })
    expect(await kept()).toEqual([
      { entity_id: 1000, bid: 200_000 },
      { entity_id: 10_000, bid: 700_000 },
      { entity_id: 10_001, bid: null },
    ])
    const { entities } = await report({ sort: [{ field: 'effective_bid', order: 'desc' }] })
    expect(entities.map((row: { bid: string; effective_bid: string }) => [row.bid, row.effective_bid])).toEqual([
      ['0.7', '0.7'],
      ['0.2', '0.2'],
      [null, '0.1'],
    ])
    expect((await bid([pair(10_000), pair(10_001)], { use_base_bid: true })).reply.result).toMatchObject({ changed: 1 })
    expect((await history()).slice(1)).toMatchObject([
      { kind: 'entities_bid', before: { bids: { 1000: null, 10000: null } }, after: { bids: { 1000: '0.2', 10000: '0.7' } } },
      { kind: 'entities_bid', before: { bids: { 10000: '0.7' } }, after: { bids: { 10000: null } } },
    ])
  })

  test.each([
    [[{ ...pair(1000), bid: '0.05' }], {}, 'entities.0.bid'],
    [
      [
        { ...pair(1000), bid: '0.5' },
        { ...pair(1000), bid: '0.6' },
      ],
      {},
      'entities.1.entity_id',
    ],
    [[{ ...pair(2000), bid: '0.5' }], {}, 'entities.0.entity_id'],
    [[{ ...pair(1000), bid: '0.5' }], { use_base_bid: true }, undefined],
    [[pair(1000)], {}, undefined],
  ])('get no bid with %j %j', async (entities, more, at) => {
    const response = await bid(entities, more)
    expect(response.status).toBe(422)
    if (at) expect(response.reply.fields[0].path).toBe(at)
    expect(await kept()).toEqual([{ entity_id: 1000, bid: null }])
  })

  test('keep a bid that another user has set meanwhile', async () => {
    expect((await bid([{ ...pair(1000), bid: '0.3', seen_bid: null }])).status).toBe(200)
    expect((await bid([{ ...pair(1000), bid: '0.4', seen_bid: null }])).status).toBe(412)
    expect((await bid([{ ...pair(1000), bid: '0.4', seen_bid: '0.30' }])).status).toBe(200)
    expect(await kept()).toEqual([{ entity_id: 1000, bid: 400_000 }])
  })

  test('get one bid for all, or for those that match the filter', async () => {
    await offer(6)
    await add({ all_selected: true })
    expect((await bidAll({ bid: '0.8', filters: [{ field: 'category', operation: '=', value: 'Sea' }] })).reply.result).toMatchObject({
      changed: 3,
    })
    expect((await bidAll({ bid: '0.8' })).reply.result).toMatchObject({ changed: 4 })
    expect((await bidAll({ use_base_bid: true })).reply.result).toMatchObject({ changed: 7 })
    expect((await kept()).every(({ bid: own }) => own === null)).toBe(true)
    expect((await bidAll({ bid: '0.01' })).status).toBe(422)
    expect((await bidAll({ bid: '0.5', use_base_bid: true })).status).toBe(422)
    expect((await bidAll({ ad_group_id: 400, bid: '0.5' })).status).toBe(404)
  })

  test('are listed in a campaign with their ad groups', async () => {
    const where = { memberGroupId: 1, advertiserId: 1, campaignId: 10 }
    const { reply } = await world.as('clientViewer').send(adGroupEntities.campaignReport, { path: where, body: days })
    expect(reply.result).toMatchObject({
      total: 1,
      entities: [{ entity_id: 1000, ad_group_id: 100, ad_group_name: 'Group' }],
      currency_code: 'USD',
    })
    const other = { path: { ...where, campaignId: 20 }, body: days }
    expect((await world.as('superUser').send(adGroupEntities.campaignReport, other)).status).toBe(404)
  })
})
