import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { adGroups, adGroupEntities } = contract
const client = { memberGroupId: 1 }
const day = '2026-11-18'
const days = { start_date: day, end_date: day }
const db = () => world.database.kysely
const list = async (body: object = {}, name: CallerName = 'superUser') =>
  (await world.as(name).send(adGroups.report, { path: client, body: { ...days, ...body } })).reply
let keys = 0
const bulk = (body: object, name: CallerName = 'clientAdmin') =>
  world.as(name).send(adGroups.bulk, { path: client, body }, { 'Idempotency-Key': `key-${++keys}-of-ad-groups` })

interface FactOwner {
  readonly advertiser: number
  readonly group: number
  readonly entity?: number
  readonly currency?: string
}
/** Adds delivered facts, in micros. */
async function deliver(
  { advertiser, group: ad_group_id, entity: entity_id, currency: currency_code = 'USD' }: FactOwner,
  cost: number,
  clicks = 10,
) {
  const none = { exposed_revenue: 0, exposed_transactions: 0, exposed_units: 0, halo_revenue: 0, halo_transactions: 0, halo_units: 0 }
  const counts = { ...none, impressions: 1000, clicks, cost, revenue: cost * 3, transactions: 2, units: 3 }
  const owner = { member_group_id: 1, advertiser_id: advertiser, campaign_id: advertiser * 10, ad_group_id, entity_id: entity_id ?? null }
  await db()
    .insertInto('facts_daily')
    .values({ ...owner, ...counts, currency_code, day, channel: 'onsite', device: 'app' })
    .execute()
}
/** Adds ad groups to an advertiser; returns their ids. */
async function make(advertiser: number, count: number, budget: number | null = null) {
  const own = { budget, budget_period: budget === null ? null : 'Daily' }
  const rows = Array.from({ length: count }, (_, index) => ({
    member_group_id: 1,
    advertiser_id: advertiser,
    campaign_id: advertiser * 10,
    name: `Row ${index % 7}`,
    status: 'active',
    base_bid: 200_000 + index * 10_000,
    ...own,
  }))
  const made = await db().insertInto('ad_groups').values(rows).returning('ad_group_id').execute()
  return made.map(({ ad_group_id }) => ad_group_id)
}
/** One advertiser of the client uses euros; one dollar is half a euro. */
async function euros(advertiser: number) {
  await db().insertInto('currencies').values({ currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 }).execute()
  await db().insertInto('member_group_currencies').values({ member_group_id: 1, currency_id: 2 }).execute()
  const rate = { day: '2026-11-01', per_usd: '0.5' }
  await db()
    .insertInto('exchange_rates')
    .values([
      { ...rate, currency_code: 'EUR' },
      { ...rate, currency_code: 'USD', per_usd: '1' },
    ])
    .execute()
  await db().updateTable('advertisers').set({ currency_code: 'EUR' }).where('advertiser_id', '=', advertiser).execute()
}

describe('a list of ad groups', () => {
  test('has totals over all filtered rows, not over the page', async () => {
    const mine = await make(1, 5)
    const theirs = await make(2, 6)
    for (const [index, group] of mine.entries()) await deliver({ advertiser: 1, group }, 1_000_000 * (index + 1) + index)
    for (const [index, group] of theirs.entries()) await deliver({ advertiser: 2, group }, 100_000 * (index + 1), 0)
    const facts = await db()
      .selectFrom('facts_daily')
      .select(['ad_group_id', 'cost', 'clicks'])
      .where('day', '=', day)
      .where('member_group_id', '=', 1)
      .execute()
    const sum = (column: 'cost' | 'clicks') => facts.reduce((total, row) => total + Number(row[column]), 0)
    const { result } = await list({ pagination: { start: 0, count: 3 }, sort: [{ field: 'cost', order: 'desc' }] })
    expect(result.ad_groups.map(({ metrics }: { metrics: { cost: string } }) => metrics.cost)).toEqual(['5.000004', '4.000003', '3.000002'])
    expect(result).toMatchObject({ total: 14, currency_code: 'USD', rates_of: null, settled_through: '2026-11-17' })
    expect(result.totals).toMatchObject({ cost: (sum('cost') / 1e6).toFixed(5), clicks: sum('clicks'), return_on_ad_spend: 3 })
    expect(Number(result.totals.cost)).toBeCloseTo(sum('cost') / 1e6, 9)
    // A metric filter combined with a filter on a stored field.
    const few = await list({
      filters: [
        { field: 'cost', operation: '>', value: 0.35 },
        { field: 'advertiser_id', operation: '=', value: 2 },
      ],
    })
    expect([few.result.total, few.result.totals.cost, few.result.totals.cost_per_click]).toEqual([3, '1.5', null])
    const dear = await list({ filters: [{ field: 'base_bid', operation: 'BETWEEN', value: ['0.23', '0.25'] }] })
    expect(dear.result.ad_groups.map(({ base_bid }: { base_bid: string }) => base_bid).toSorted()).toEqual([
      '0.23',
      '0.23',
      '0.24',
      '0.24',
      '0.25',
    ])
  })

  test('in several currencies shows each row in its own, and totals in one with the rate of a day', async () => {
    await euros(3)
    await deliver({ advertiser: 1, group: 100 }, 2_000_000)
    await deliver({ advertiser: 3, group: 300, currency: 'EUR' }, 2_000_000)
    const { result } = await list({ sort: [{ field: 'cost', order: 'desc' }] })
    const costs = result.ad_groups.map((row: { ad_group_id: number; currency_code: string; metrics: { cost: string } }) => [
      row.ad_group_id,
      row.currency_code,
      row.metrics.cost,
    ])
    expect(costs).toEqual([
      [300, 'EUR', '2'],
      [100, 'USD', '2'],
      [200, 'USD', '0'],
    ])
    expect(result).toMatchObject({ currency_code: 'USD', rates_of: '2026-11-01', totals: { cost: '6', return_on_ad_spend: 3 } })
    expect((await list({ advertiser_ids: [3] })).result).toMatchObject({ currency_code: 'EUR', totals: { cost: '2' } })
    expect((await list({ currency_code: 'EUR' })).result.totals.cost).toBe('3')
  })

  test('is paged without gaps or overlaps when all sort values are equal', async () => {
    await make(1, 40)
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((page) => list({ pagination: { start: page * 9, count: 9 }, sort: [{ field: 'name', order: 'asc' }] })),
    )
    const ids = pages.flatMap(({ result }) => result.ad_groups.map(({ ad_group_id }: { ad_group_id: number }) => ad_group_id))
    expect([ids.length, new Set(ids).size]).toEqual([43, 43])
    expect((await list({ pagination: { start: 900, count: 9 } })).result).toMatchObject({ total: 43, ad_groups: [] })
  })

  test('shows only what the caller may see, with the number of entities and the bid strength', async () => {
    const seen = await list({}, 'advertiserAdmin')
    expect(new Set(seen.result.ad_groups.map(({ advertiser_id }: { advertiser_id: number }) => advertiser_id))).toEqual(new Set([1]))
    const sorted = await list({ filters: [{ field: 'entities', operation: '>', value: 0 }], sort: [{ field: 'entities', order: 'desc' }] })
    expect(sorted.result.ad_groups).toHaveLength(3)
    expect(sorted.result.ad_groups[0]).toMatchObject({
      entities: 1,
      bid_strength: 'NoData',
      serving: { gate: null },
      always_on: true,
    })
    const wrong = await list({ filters: [{ field: 'shoe_size', operation: '=', value: 1 }] })
    expect(wrong.fields[0].path).toBe('filters.0.field')
  })
})

describe('a bulk change of ad groups', () => {
  const resultOf = async (body: object) => (await bulk(body)).reply.result
  const rows = () =>
    db()
      .selectFrom('ad_groups')
      .select(['ad_group_id', 'status', 'base_bid', 'budget', 'end_date', 'version'])
      .orderBy('ad_group_id')
      .execute()

  test('does what its dry run announced, and the dry run changes nothing', async () => {
    const ids = [...(await make(1, 3, 300_000)), ...(await make(2, 2))]
    const request = {
      ad_group_ids: ids,
      budget_percentage: 10,
      budget_increase: '0.02',
      base_bid_increase: '-0.05',
      status: 'paused',
      end_date: '2026-12-20',
    }
    const changes = () => db().selectFrom('changes').selectAll().orderBy('change_id').execute()
    const before = await rows()
    const earlier = await changes()
    const dry = await resultOf({ ...request, dry_run: true })
    expect([await rows(), await changes()]).toEqual([before, earlier])
    const done = await resultOf({ ...request, comment: 'Winter' })
    expect({ ...done, batch: null }).toEqual({ ...dry, batch: null })
    expect([dry.batch, done.batch, done.changed, done.refused]).toEqual([null, expect.any(String), 3, 2])
    expect(done.rows[0].fields).toEqual([
      { field: 'status', before: 'active', after: 'paused' },
      { field: 'base_bid', before: '0.2', after: '0.15' },
      { field: 'budget', before: '0.3', after: '0.35' },
      { field: 'end_date', before: null, after: '2026-12-20' },
    ])
    expect(done.rows[4].problem).toEqual({ field: 'budget', code: 'no_own_budget' })
    const now = await rows()
    for (const id of ids.slice(0, 3))
      expect(now.find(({ ad_group_id }) => ad_group_id === id)).toMatchObject({
        status: 'paused',
        budget: 350_000,
        end_date: '2026-12-20',
        version: 2,
      })
    expect(now.filter(({ ad_group_id }) => !ids.slice(0, 3).includes(ad_group_id))).toEqual(
      before.filter(({ ad_group_id }) => !ids.slice(0, 3).includes(ad_group_id)),
    )
    const history = (await changes()).slice(earlier.length).map(({ batch, kind, comment }) => ({ batch, kind, comment }))
    expect(history).toEqual(Array.from({ length: 3 }, () => ({ batch: done.batch, kind: 'bulk', comment: 'Winter' })))
  })

  test.each([
    [{ budget_percentage: 10 }, 'budget', '0.33'],
    [{ budget_increase: '0.02' }, 'budget', '0.32'],
    [{ base_bid_percentage: 50 }, 'base_bid', '0.3'],
    [{ base_bid_increase: '-0.05' }, 'base_bid', '0.15'],
    [{ base_bid: '0.45' }, 'base_bid', '0.45'],
    [{ status: 'paused' }, 'status', 'paused'],
    [{ end_date: '2026-12-20' }, 'end_date', '2026-12-20'],
    [{ end_date: '2026-12-20', always_on: false }, 'end_date', '2026-12-20'],
    [{ always_on: true }, 'end_date', null],
  ])('takes %j in both versions', async (change, field, after) => {
    const [id = 0] = await make(1, 1, 300_000)
    if ('always_on' in change && change.always_on)
      await db().updateTable('ad_groups').set({ end_date: '2026-12-01' }).where('ad_group_id', '=', id).execute()
    const body = { ad_group_ids: [id], dry_run: true, ...change } as never // loosely typed
    for (const endpoint of [adGroups.bulkFirst, adGroups.bulk]) {
      const key = { 'Idempotency-Key': `key-${++keys}-of-ad-groups` }
      const { status, reply } = await world.as('clientAdmin').send(endpoint, { path: client, body }, key)
      expect([status, reply.result.rows[0].fields]).toEqual([200, [expect.objectContaining({ field, after })]])
    }
  })

  test("reports the daily cost before and after, limited by the campaign's budget", async () => {
    const ids = await make(1, 2, 300_000)
    // The campaign's budget is one dollar a day, and its first ad group uses all of it.
    const first = await resultOf({ ad_group_ids: ids, status: 'paused', dry_run: true })
    expect(first.effect).toEqual({ daily_before: '1.00', daily_after: '1.00', currency_code: 'USD' })
    const all = await resultOf({ ad_group_ids: [100], status: 'paused', dry_run: true })
    expect(all.effect).toEqual({ daily_before: '1.00', daily_after: '0.60', currency_code: 'USD' })
  })

  test("selects rows by filters and metrics, within the caller's access", async () => {
    const [one = 0, other = 0] = await make(1, 2)
    await deliver({ advertiser: 1, group: one }, 5_000_000)
    await deliver({ advertiser: 1, group: other }, 1_000_000)
    const report = { ...days, filters: [{ field: 'cost', operation: '>', value: 2 }] }
    const { rows: found } = await resultOf({ all_selected: true, report, base_bid: '0.33' })
    expect(found.map(({ ad_group_id }: { ad_group_id: number }) => ad_group_id)).toEqual([one])
    const { reply } = await bulk({ all_selected: true, report: days, status: 'paused', dry_run: true }, 'advertiserAdmin')
    expect(reply.result.rows.map(({ ad_group_id }: { ad_group_id: number }) => ad_group_id)).toEqual([100, one, other])
  })

  test.each([
    [{ ad_group_ids: [100] }, 422],
    [{ ad_group_ids: [100], all_selected: true, report: days, status: 'paused' }, 422],
    [{ all_selected: true, status: 'paused' }, 422],
    [{ ad_group_ids: [100], base_bid: '0.5', base_bid_percentage: 5 }, 422],
    [{ ad_group_ids: [100], always_on: true, end_date: '2026-12-01' }, 422],
    [{ ad_group_ids: [100], status: 'ended' }, 422],
    [{ ad_group_ids: [100], budget_percentage: -100 }, 422],
    [{ ad_group_ids: [100, 400], status: 'paused' }, 404],
    [{ all_selected: true, report: { ...days, advertiser_ids: [4] }, status: 'paused' }, 404],
    [{ all_selected: true, report: { ...days, campaign_ids: [40] }, status: 'paused' }, 404],
  ])('refuses %j', async (body, status) => {
    const before = await rows()
    expect((await bulk(body)).status).toBe(status)
    expect(await rows()).toEqual(before)
  })

  test('reports the reason for each skipped row, and changes the others', async () => {
    const [dear = 0] = await make(1, 1)
    await db().updateTable('campaigns').set({ status: 'ended' }).where('campaign_id', '=', 20).execute()
    await db().updateTable('ad_groups').set({ base_bid: 500_000 }).where('ad_group_id', '=', 200).execute()
    const done = await resultOf({ ad_group_ids: [100, 200, dear], base_bid_increase: '-0.1' })
    expect(done.rows.map(({ problem }: { problem: { code: string } | null }) => problem?.code ?? null)).toEqual([
      'amount_gone',
      'campaign_over',
      null,
    ])
    expect(done).toMatchObject({ changed: 1, refused: 2 })
  })
})

test('the entity facts of a client add up to its ad group facts, each counted once', async () => {
  const [group = 0] = await make(1, 1)
  await db()
    .insertInto('ad_group_entities')
    .values({ member_group_id: 1, advertiser_id: 1, campaign_id: 10, ad_group_id: group, entity_id: 1000, bid: null })
    .execute()
  await deliver({ advertiser: 1, group: 100, entity: 1000 }, 1_000_000)
  await deliver({ advertiser: 1, group, entity: 1000 }, 2_000_000)
  await deliver({ advertiser: 2, group: 200, entity: 2000 }, 4_000_000)
  const ask = async (body: object, name: CallerName = 'superUser') =>
    (await world.as(name).send(adGroupEntities.clientReport, { path: client, body: { ...days, ...body } })).reply.result
  const all = await ask({ sort: [{ field: 'cost', order: 'desc' }] })
  expect(all).toMatchObject({ total: 3, totals: { cost: '7', impressions: 3000 } })
  expect(all.entities[1]).toMatchObject({ entity_id: 1000, campaigns: 1, ad_groups: 2, metrics: { cost: '3' }, advertiser_id: 1 })
  await db().updateTable('ad_group_entities').set({ bid: 700_000 }).where('ad_group_id', '=', group).execute()
  const [bids] = (await ask({ advertiser_ids: [1] })).entities
  expect(bids).toMatchObject({ least_bid: '0.1', most_bid: '0.7', bid_strength: 'NoData' })
  await make(2, 5)
  expect((await ask({ advertiser_ids: [1] })).entities[0]).toMatchObject({ bid_strength: 'Competitive' })
  await db().updateTable('ad_group_entities').set({ bid: 50_000 }).where('entity_id', '=', 1000).execute()
  expect((await ask({ advertiser_ids: [1] })).entities[0]).toMatchObject({ most_bid: '0.05', bid_strength: 'NotCompetitive' })
  await db().updateTable('ad_groups').set({ status: 'paused' }).where('advertiser_id', '=', 1).execute()
  expect((await ask({ advertiser_ids: [1] })).entities[0]).toMatchObject({ bid_strength: 'Disabled' })
  expect(await ask({}, 'advertiserAdmin')).toMatchObject({ total: 1, totals: { cost: '3' } })
  expect(await ask({ campaign_ids: [20] })).toMatchObject({ total: 1, totals: { cost: '4' } })
})
