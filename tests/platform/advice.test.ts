import { describe, expect, test } from 'vitest'
import type { BudgetRecommendationQuery } from '../../src/contract/budgets/recommendations.ts'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertisers, budgetRecommendations, experiences } = contract
const day = (ofNovember: number) => `2026-11-${String(ofNovember).padStart(2, '0')}`

/** Adds an advertiser's spend on days of November, in units of its currency. */
async function spend(
  advertiser_id: number,
  each: number,
  days: readonly number[],
  more: { channel?: string; currency_code?: string } = {},
) {
  const owner = {
    member_group_id: 1,
    advertiser_id,
    campaign_id: 10,
    ad_group_id: 100,
    device: 'mobile',
    channel: 'onsite',
    currency_code: 'USD',
  }
  const none = { revenue: 0, transactions: 0, units: 0, exposed_revenue: 0, exposed_transactions: 0, exposed_units: 0 }
  const counts = { ...none, halo_revenue: 0, halo_transactions: 0, halo_units: 0, impressions: 1, clicks: 1, cost: each * 1_000_000 }
  const rows = days.map((one) => ({ ...owner, ...counts, ...more, ad_group_id: 1000 + advertiser_id, day: day(one) }))
  await world.database.kysely.insertInto('facts_daily').values(rows).execute()
}
/** Adds advertisers to the first client, numbered from 11. */
async function others(count: number) {
  const row = { member_group_id: 1, advertiser_group_id: null, status: 'active', time_zone: 'UTC', currency_code: 'USD' }
  const ids = Array.from({ length: count }, (_, index) => 11 + index)
  await world.database.kysely
    .insertInto('advertisers')
    .values(ids.map((advertiser_id) => ({ ...row, advertiser_id, name: `Other ${advertiser_id}` })))
    .execute()
  return ids
}

describe('the spend rank of an advertiser', () => {
  const pcl = async (name: CallerName, advertiserId: number) =>
    (await world.as(name).send(advertisers.pcl, { path: { memberGroupId: 1, advertiserId } })).reply.result
  const ofMany = (name: CallerName, advertiser_ids: number[]) =>
    world.as(name).send(advertisers.pclOfMany, { path: { memberGroupId: 1 }, body: { advertiser_ids } })

  test('compares the last 30 days with the advertisers of the client, across currencies', async () => {
    const ids = await others(10)
    for (const [index, id] of ids.entries()) await spend(id, index + 1, [12])
    await spend(1, 11, [12])
    // Spend older than thirty days does not count.
    await world.database.kysely.updateTable('facts_daily').set({ day: '2026-10-21' }).where('advertiser_id', '=', 20).execute()
    const stands = (await ofMany('clientViewer', [1, ...ids])).reply.result
    const by = Object.fromEntries(stands.advertisers.map((one: { advertiser_id: number; pcl: string }) => [one.advertiser_id, one.pcl]))
    expect(by).toMatchObject({ 1: 'leader', 11: 'player', 15: 'player', 16: 'competitor', 19: 'competitor', 20: 'player' })
    expect(stands.pcl_sum).toEqual({ player: 6, competitor: 4, leader: 1 })
    expect(await pcl('advertiserAdmin', 1)).toEqual({
      advertiser_id: 1,
      pcl: 'leader',
      currency_code: 'USD',
      spend: '11',
      start_date: '2026-10-22',
      end_date: day(20),
    })
    const euro = { currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 }
    await world.database.kysely.insertInto('currencies').values(euro).execute()
    await world.database.kysely
      .insertInto('exchange_rates')
      .values({ currency_code: 'EUR', day: day(1), per_usd: '20' })
      .execute()
    await world.database.kysely.updateTable('advertisers').set({ currency_code: 'EUR' }).where('advertiser_id', '=', 1).execute()
    expect(await pcl('advertiserAdmin', 1)).toMatchObject({ pcl: 'player', currency_code: 'EUR', spend: '11' })
  })

  test('is not reported when there are too few advertisers', async () => {
    for (const id of await others(3)) await spend(id, id, [12])
    await spend(1, 50, [12])
    expect(await pcl('clientViewer', 1)).toMatchObject({ pcl: null, spend: '50' })
    await spend(2, 1, [12])
    expect(await pcl('clientViewer', 1)).toMatchObject({ pcl: 'leader' })
  })

  test("is not found for an advertiser outside the caller's access", async () => {
    expect((await ofMany('advertiserAdmin', [1, 2])).status).toBe(404)
    expect((await ofMany('clientViewer', [1, 4])).status).toBe(404)
    expect((await ofMany('advertiserAdmin', [1])).reply.result.advertisers).toHaveLength(1)
  })
})

describe('a recommended budget', () => {
  const time = { budget_type_id: 1 as const, start_date: '2026-12-01' }
  const ask = (name: CallerName, requests: BudgetRecommendationQuery[], path = { memberGroupId: 1, experienceId: 1 }) =>
    world.as(name).send(budgetRecommendations.ofAdvertisers, { path, body: { advertisers: requests } })
  const one = async (request: Partial<BudgetRecommendationQuery> = {}) =>
    (await ask('clientViewer', [{ advertiser_id: 1, ...time, ...request }])).reply.result.budget_recommendations[0]

  test('is its own average day plus 20 %, times the days of the budget period', async () => {
    await spend(1, 10, [2, 3, 4, 5, 6, 7, 8])
    await spend(1, 1000, [9])
    expect(await one()).toMatchObject({ budget: '12.00', reason: 'own_spend', days_seen: 8, experience_id: 1, currency_code: 'USD' })
    expect((await one({ budget_type_id: 2 })).budget).toBe('84.00')
    expect((await one({ budget_type_id: 3 })).budget).toBe('360.00')
    expect((await one({ budget_type_id: 4, end_date: '2026-12-10' })).budget).toBe('120.00')
  })

  test('follows other advertisers when there is too little own spend, and is missing when these are few too', async () => {
    await spend(1, 500, [12])
    const ids = await others(5)
    for (const id of ids.slice(1)) await spend(id, id, [12])
    expect(await one()).toMatchObject({ budget: null, reason: 'too_little_data', days_seen: 1 })
    await spend(ids[0] ?? 0, 11, [12])
    expect(await one()).toMatchObject({ budget: '15.60', reason: 'similar_advertisers' })
  })

  test('looks only at the channel of the experience', async () => {
    const { kysely } = world.database
    await kysely.updateTable('channels').set({ name: 'media' }).where('member_group_id', '=', 1).execute()
    await kysely.updateTable('experiences').set({ channel_id: 1 }).where('experience_id', '=', 1).execute()
    await spend(1, 10, [2, 3, 4, 5, 6, 7, 8])
    expect(await one()).toMatchObject({ budget: null, days_seen: 0 })
    await kysely.updateTable('facts_daily').set({ channel: 'media' }).where('ad_group_id', '=', 1001).execute()
    expect(await one()).toMatchObject({ budget: '12.00', days_seen: 7 })
  })

  test("is refused without access, for another client's experience, and for invalid dates", async () => {
    const own = { advertiser_id: 1, ...time }
    expect((await ask('advertiserAdmin', [own])).status).toBe(200)
    for (const advertiser_id of [2, 4, 99]) expect((await ask('advertiserAdmin', [own, { ...own, advertiser_id }])).status).toBe(404)
    expect((await ask('clientViewer', [own], { memberGroupId: 1, experienceId: 2 })).status).toBe(404)
    for (const wrong of [{ budget_type_id: 4 as const }, { end_date: '2026-11-30' }, { end_date: '2028-01-01' }]) {
      const { status, reply } = await ask('clientViewer', [own, { ...own, ...wrong }])
      expect([status, reply.fields?.[0].path], JSON.stringify(wrong)).toEqual([422, 'advertisers.1.end_date'])
    }
  })
})

test('the image slots of experiences are those of the client', async () => {
  const { result } = (await world.as('advertiserViewer').send(experiences.assets, { path: { memberGroupId: 1 } })).reply
  expect(result.assets).toMatchObject([
    { experience_id: 1, name: `Picture ${leakMarkers.client(1)}`, kind: 'image', width: 1200, is_required: true },
  ])
})
