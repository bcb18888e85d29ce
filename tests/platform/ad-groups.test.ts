import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { adGroups } = contract
const all = { memberGroupId: 1, advertiserId: 1 }
const one = { memberGroupId: 1, advertiserId: 1, adGroupId: 100 }
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-ad-groups` })
const day = '2026-11-18'
const db = () => world.database.kysely

const make = (body: object, name: CallerName = 'clientAdmin') =>
  world.as(name).send(adGroups.create, { path: all, body: { campaign_id: 10, name: 'Rooms', base_bid: '0.45', ...body } }, keyed())
const read = async (adGroupId = 100) => (await world.as('superUser').send(adGroups.one, { path: { ...one, adGroupId } })).reply.result
const change = async (body: object, version?: number, name: CallerName = 'clientAdmin') =>
  world.as(name).send(adGroups.change, { path: one, body }, { 'If-Match': String(version ?? (await read()).version) })
const setCampaign = (values: object, campaign = 10) =>
  db().updateTable('campaigns').set(values).where('campaign_id', '=', campaign).execute()
const setGroup = (values: object, group = 100) => db().updateTable('ad_groups').set(values).where('ad_group_id', '=', group).execute()
const fieldsOf = ({ reply }: { reply: { fields?: { path: string; rule: string }[] } }) => reply.fields?.map(({ path }) => path)

/** Adds delivered facts of an ad group, in whole currency units. */
async function deliver(owner: { advertiser: number; campaign: number; group: number; entity?: number; currency?: string }, cost: number) {
  const {
    advertiser: advertiser_id,
    campaign: campaign_id,
    group: ad_group_id,
    entity: entity_id = null,
    currency: currency_code = 'USD',
  } = owner
  const none = { exposed_revenue: 0, exposed_transactions: 0, exposed_units: 0, halo_revenue: 0, halo_transactions: 0, halo_units: 0 }
  const counts = {
    ...none,
    impressions: 1000 * cost,
    clicks: 10 * cost,
    cost: cost * 1_000_000,
    revenue: 4_000_000 * cost,
    transactions: cost,
    units: cost,
  }
  const where = {
    member_group_id: 1,
    advertiser_id,
    campaign_id,
    ad_group_id,
    entity_id,
    currency_code,
    day,
    channel: 'onsite',
    device: 'app',
  }
  await db()
    .insertInto('facts_daily')
    .values({ ...where, ...counts })
    .execute()
}
/** Adds ad groups to the first client; returns their ids. */
async function more(
  rows: readonly { advertiser: number; campaign: number; name: string; bid?: number; budget?: number | null; status?: string }[],
) {
  const made = await db()
    .insertInto('ad_groups')
    .values(
      rows.map(({ advertiser, campaign, name, bid = 500_000, budget = null, status = 'active' }) => ({
        member_group_id: 1,
        advertiser_id: advertiser,
        campaign_id: campaign,
        name,
        status,
        base_bid: bid,
        budget,
        budget_period: budget === null ? null : 'Daily',
      })),
    )
    .returning('ad_group_id')
    .execute()
  return made.map(({ ad_group_id }) => ad_group_id)
}

describe('an ad group', () => {
  test('is created as pending, with its own values, defaults of its campaign, and entities with bids', async () => {
    const entities = [{ entity_id: 1000, bid: '0.70' }]
    const targeting = { operator: 'AND', groups: [] }
    const { status, reply } = await make({ name: '  Rooms ', budget: '0.80', end_date: '2026-12-24', entities, targeting })
    expect(status, JSON.stringify(reply)).toBe(200)
    expect(reply.result).toMatchObject({
      name: 'Rooms',
      status: 'pending',
      base_bid: '0.45',
      budget: '0.8',
      budget_period: 'Daily',
      end_date: '2026-12-24',
      always_on: false,
      start_date: null,
      entities: 1,
      version: 1,
      currency_code: 'USD',
      currency_digits: 2,
      min_bid: '0.1',
      max_bid: null,
      targeting,
      runs: { budget: '0.8', budget_period: 'Daily', pacing: 'Evenly', start_date: '2026-01-01', end_date: '2026-12-24' },
      choices: ['active', 'paused', 'pending'],
    })
    const kept = await db().selectFrom('ad_group_entities').selectAll().where('ad_group_id', '=', reply.result.ad_group_id).execute()
    expect(kept).toMatchObject([{ entity_id: 1000, bid: 700_000, campaign_id: 10, advertiser_id: 1 }])
    const history = await db().selectFrom('changes').selectAll().where('ad_group_id', '=', reply.result.ad_group_id).execute()
    expect(history).toMatchObject([{ kind: 'created', campaign_id: 10, after: { name: 'Rooms', base_bid: '0.45', entities: 1 } }])
  })

  test.each([
    [{ base_bid: '0.09' }, 'base_bid'],
    [{ budget: '999999999999999', budget_period: 'One Time' }, 'budget'],
    [{ budget: '1.01' }, 'budget'],
    [{ budget: '0.505' }, 'budget'],
    [{ budget_period: 'Daily' }, 'budget'],
    [{ start_date: '2026-11-20' }, 'start_date'],
    [{ end_date: '2026-11-20' }, 'end_date'],
    [{ start_date: '2026-12-02', end_date: '2026-12-01' }, 'end_date'],
    [{ end_date: '2026-12-01', always_on: true }, 'end_date'],
    [{ always_on: false }, 'end_date'],
    [{ entity_ids: [2000] }, 'entity_ids'],
    [{ entities: [{ entity_id: 1000, bid: '0.01' }] }, 'entities.0.bid'],
    [{ entity_ids: [1000], entities: [{ entity_id: 1000 }] }, 'entities.0.entity_id'],
    [{ status: 'active' }, 'status'],
    [{ targeting: { operator: 'AND', groups: [{ operator: 'AND', conditions: [] }] } }, 'targeting.groups.0.conditions'],
  ])('is not created with %j', async (body, path) => {
    const before = await db().selectFrom('ad_groups').select('ad_group_id').execute()
    const response = await make(body)
    expect(response.status, JSON.stringify(response.reply)).toBe(422)
    expect(fieldsOf(response)?.[0]).toBe(path)
    expect(await db().selectFrom('ad_groups').select('ad_group_id').execute()).toHaveLength(before.length)
  })

  test('is not created in a campaign of another advertiser, that has ended, or that is under review', async () => {
    expect((await make({ campaign_id: 20 })).status).toBe(404)
    expect((await make({ campaign_id: 40 })).status).toBe(404)
    await setCampaign({ review_status_id: 1 })
    const looked = await make({})
    expect([looked.status, looked.reply.formatting.rule]).toEqual([409, 'The campaign is under review; add to it after approval'])
    await setCampaign({ review_status_id: 3, status: 'ended' })
    expect((await make({})).status).toBe(409)
  })

  test('keeps its version when nothing changes, so that no other change is refused', async () => {
    expect((await change({ name: 'Group', base_bid: '0.10' })).reply.result).toMatchObject({ name: 'Group', base_bid: '0.1', version: 1 })
  })

  test('is changed in part: other fields stay, and the history has the values before and after', async () => {
    const first = await change({ base_bid: '0.30', budget: '0.5', budget_period: 'Weekly' })
    expect(first.reply.result).toMatchObject({ base_bid: '0.3', budget: '0.5', budget_period: 'Weekly', name: 'Group', version: 2 })
    expect((await change({ budget: null })).reply.result).toMatchObject({ budget: null, budget_period: null, base_bid: '0.3' })
    expect((await change({ end_date: '2026-12-05' })).reply.result).toMatchObject({ end_date: '2026-12-05', always_on: false })
    expect((await change({ always_on: true })).reply.result).toMatchObject({ end_date: null, always_on: true, version: 5 })
    const rows = await db().selectFrom('changes').select(['before', 'after']).where('ad_group_id', '=', 100).orderBy('change_id').execute()
    expect(rows).toEqual([
      {
        before: { base_bid: '0.1', budget: null, budget_period: null },
        after: { base_bid: '0.3', budget: '0.5', budget_period: 'Weekly' },
      },
      { before: { budget: '0.5', budget_period: 'Weekly' }, after: { budget: null, budget_period: null } },
      { before: { end_date: null }, after: { end_date: '2026-12-05' } },
      { before: { end_date: '2026-12-05' }, after: { end_date: null } },
    ])
  })

  test('that another user has changed is not overwritten', async () => {
    expect((await change({ name: 'One' }, 1)).status).toBe(200)
    expect((await change({ name: 'Other' }, 1)).status).toBe(412)
    expect((await read()).name).toBe('One')
  })

  test('under review allows changes of bids, budgets, end date and pausing only', async () => {
    await setCampaign({ review_status_id: 1, status: 'pending' })
    expect((await change({ base_bid: '0.35', budget: '0.5', end_date: '2026-12-05', status: 'paused' })).status).toBe(200)
    for (const body of [{ name: 'Other' }, { status: 'active' }, { start_date: '2026-12-01' }, { pacing: 'ASAP' }])
      expect((await change(body)).status, JSON.stringify(body)).toBe(409)
    expect((await world.as('clientAdmin').send(adGroups.remove, { path: one })).status).toBe(200)
  })

  test('reports why it does not serve and what is left of its budget', async () => {
    expect((await read()).serving.gate).toBeNull()
    await leave(world.database, 1, 0n)
    expect((await read()).serving.gate).toBe('no_funds')
    await setGroup({ status: 'paused' })
    expect((await read()).serving).toMatchObject({ gate: 'ad_group_status', values: { status: 'paused' } })
    await setGroup({ status: 'active', budget: 700_000, budget_period: 'One Time' })
    await db()
      .insertInto('spend_days')
      .values({ member_group_id: 1, advertiser_id: 1, campaign_id: 10, ad_group_id: 100, day, micros: 250_000 })
      .execute()
    const { reply } = await world.as('clientViewer').send(adGroups.budget, { path: one })
    expect(reply.result).toMatchObject({ budget: '0.7', is_own: true, spent_period: '0.25', remaining: '0.45', least: '0.25', most: null })
    const below = await change({ budget: '0.24' })
    const problem = {
      path: 'budget',
      rule: 'Expected at least the amount already spent, 0.25',
      code: 'budget_below_spent',
      values: { spent: '0.25' },
    }
    expect([below.status, below.reply.fields]).toEqual([422, [problem]])
    expect((await change({ budget: '0.25' })).status).toBe(200)
  })

  test('that was removed is in no list, and its past numbers stay', async () => {
    await deliver({ advertiser: 1, campaign: 10, group: 100 }, 3)
    expect((await world.as('clientViewer').send(adGroups.remove, { path: one })).status).toBe(403)
    expect((await world.as('advertiserAdmin').send(adGroups.remove, { path: one })).reply.error).toContain('Pause the ad group before')
    expect((await change({ status: 'paused' })).status).toBe(200)
    expect((await world.as('advertiserAdmin').send(adGroups.remove, { path: one })).status).toBe(200)
    expect((await world.as('superUser').send(adGroups.one, { path: one })).status).toBe(404)
    const { reply } = await world
      .as('superUser')
      .send(adGroups.report, { path: { memberGroupId: 1 }, body: { start_date: day, end_date: day } })
    expect(reply.result.ad_groups.map(({ ad_group_id }: { ad_group_id: number }) => ad_group_id)).not.toContain(100)
    const facts = await db().selectFrom('facts_daily').select('cost').where('ad_group_id', '=', 100).where('day', '=', day).execute()
    expect(facts).toEqual([{ cost: 3_000_000 }])
  })

  test('of a removed campaign is in no list', async () => {
    await setCampaign({ deleted_at: '2026-11-20T00:00:00Z' })
    expect((await world.as('superUser').send(adGroups.one, { path: one })).status).toBe(404)
    expect(
      (
        await world
          .as('superUser')
          .send(
            adGroups.bulkFirst,
            { path: all, body: { ad_group_ids: [100], status: 'paused' } },
            { 'Idempotency-Key': 'of-a-removed-one' },
          )
      ).status,
    ).toBe(404)
  })
})

describe('a bid', () => {
  test('is compared with other bids of the same channel, unless there are too few', async () => {
    const ask = async (base_bid: string) =>
      (await world.as('clientViewer').send(adGroups.bidStrength, { path: one, body: { base_bid } })).reply.result
    expect(await ask('0.5')).toMatchObject({
      strength: null,
      competitiveness: 'NoData',
      competitiveness_id: 3,
      recommended_bid: null,
      min_bid: '0.1',
    })
    await more([0.2, 0.3, 0.415, 0.6].map((bid, index) => ({ advertiser: 2, campaign: 20, name: `Rival ${index}`, bid: bid * 1_000_000 })))
    // The advertiser's own ad groups and paused ad groups do not compete.
    await more([
      { advertiser: 1, campaign: 10, name: 'Own', bid: 900_000 },
      { advertiser: 2, campaign: 20, name: 'Off', status: 'paused' },
    ])
    // Six bids: 0.1 twice, and the four bids from above.
    const strengths = await Promise.all(['0.1', '0.25', '0.3', '0.5', '0.9'].map(ask))
    expect(strengths.map(({ strength }) => strength)).toEqual([2 / 6, 3 / 6, 4 / 6, 5 / 6, 1])
    expect(strengths.map(({ competitiveness_id }) => competitiveness_id)).toEqual([2, 1, 1, 1, 1])
    expect(strengths[0]).toMatchObject({ recommended_bid: '0.2', currency_code: 'USD' })
    // A new ad group ranks like the campaign's other ad groups. A campaign of another advertiser gives 404.
    const asNew = (advertiserId: number, campaignId: number) =>
      world
        .as('advertiserAdmin')
        .send(adGroups.newBidStrength, { path: { memberGroupId: 1, advertiserId, campaignId }, body: { base_bid: '0.25' } })
    expect((await asNew(1, 10)).reply.result).toEqual(strengths[1])
    expect((await asNew(1, 20)).status).toBe(404)
  })

  test('for an entity is compared with bids for entities of its category', async () => {
    const ask = async (name: CallerName, entityId: number) =>
      world.as(name).send(adGroups.entityBidStrength, { path: { memberGroupId: 1, entityId }, body: { base_bid: '0.5' } })
    expect((await ask('advertiserAdmin', 1000)).reply.result).toMatchObject({ competitiveness: 'NoData' })
    expect((await ask('advertiserAdmin', 4000)).status).toBe(404)
    const groups = await more(
      [1, 2, 3, 4, 5].map((index) => ({ advertiser: 2, campaign: 20, name: `Rival ${index}`, bid: index * 200_000 })),
    )
    const owner = { member_group_id: 1, advertiser_id: 2, campaign_id: 20, entity_id: 2000 }
    await db()
      .insertInto('ad_group_entities')
      .values(groups.map((ad_group_id) => ({ ...owner, ad_group_id, bid: null })))
      .execute()
    // Of seven bids, five added and two seeded, four are not above it: 0.1, 0.1, 0.2 and 0.4.
    expect((await ask('advertiserAdmin', 1000)).reply.result).toMatchObject({ strength: 4 / 7, competitiveness: 'Competitive' })
    await db().updateTable('entities').set({ category: 'Else' }).where('entity_id', '=', 1000).execute()
    expect((await ask('advertiserAdmin', 1000)).reply.result).toMatchObject({ competitiveness: 'NoData' })
  })
})

test('the spend rank of an ad group is among the ad groups of its client', async () => {
  const groups = await more(Array.from({ length: 10 }, (_, index) => ({ advertiser: 2, campaign: 20, name: `Peer ${index}` })))
  for (const [index, group] of groups.entries()) await deliver({ advertiser: 2, campaign: 20, group }, index + 1)
  const pcl = async () => (await world.as('clientViewer').send(adGroups.pcl, { path: one })).reply.result
  expect(await pcl()).toMatchObject({ pcl: 'player', spend: '0', start_date: '2026-10-22', end_date: '2026-11-20' })
  await deliver({ advertiser: 1, campaign: 10, group: 100 }, 7)
  expect(await pcl()).toMatchObject({ pcl: 'competitor', spend: '7' })
  await deliver({ advertiser: 1, campaign: 10, group: 100, entity: 1000 }, 7)
  expect(await pcl()).toMatchObject({ pcl: 'leader', spend: '14' })
})
