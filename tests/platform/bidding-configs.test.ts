import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { biddingConfigPages } from '../../src/contract/bids/bidding-configs.ts'
import { bidEffects } from '../../src/contract/bids/bid-effect.ts'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { walkContextOn } from '../support/walks/walk.ts'

let base: SmallWorld
let world: SmallWorld
let undo: () => Promise<void>
let close: () => Promise<void>
beforeAll(async () => {
  base = await startSmallWorld()
  await base.database.kysely
    .insertInto('currencies')
    .values({ currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 })
    .execute()
  const ground = await walkContextOn(base, { contract, examples: {} })
  ;({ world, close } = ground)
  undo = ground.rehearsal.undo
})
afterEach(() => undo())
afterAll(async () => {
  await close()
  await base.close()
})

const { biddingConfigs, memberGroups } = contract
let keys = 0
const path = { memberGroupId: 1 }
const make = (
  body: { currency_id: number; bidding_type_id: 1 | 2; min_bid: string; max_bid?: string | null },
  name: CallerName = 'clientAdmin',
) => world.as(name).send(biddingConfigs.create, { path, body }, { 'Idempotency-Key': `key-${++keys}-of-bids` })
const change = (
  biddingConfigId: number,
  body: { min_bid?: string; max_bid?: string | null },
  version = 1,
  name: CallerName = 'clientAdmin',
) => world.as(name).send(biddingConfigs.change, { path: { ...path, biddingConfigId }, body }, { 'If-Match': String(version) })
const report = async (body: object = {}) => (await world.as('clientViewer').send(biddingConfigs.report, { path, body })).reply.result
const firstReport = async () => (await world.as('clientViewer').send(biddingConfigs.firstReport, { path, body: {} })).reply.result
const unassigned = async () => {
  const { result } = (await world.as('clientViewer').send(biddingConfigs.unassignedCurrencies, { path })).reply
  return result.currencies.map(({ currency_code }: { currency_code: string }) => currency_code)
}
const leastOfClient = async () => (await world.as('clientViewer').send(memberGroups.one, { path })).reply.result.default_currency.min_bid

describe('bidding configs', () => {
  test('a currency is unassigned until it has a config, and belongs to the client afterwards', async () => {
    expect(await unassigned()).toEqual(['EUR'])
    const { reply } = await make({ currency_id: 2, bidding_type_id: 1, min_bid: '0.2', max_bid: '12.5' })
    expect(reply.result).toMatchObject({ currency_code: 'EUR', bidding_type_id: 1, min_bid: '0.2', max_bid: '12.5', version: 1 })
    expect(await unassigned()).toEqual([])
    const { currencies } = (await world.as('clientViewer').send(memberGroups.one, { path })).reply.result
    expect(currencies.map(({ currency_code }: { currency_code: string }) => currency_code)).toEqual(['USD', 'EUR'])
  })

  test('version 1 lists one per currency, by click; version 2 lists all', async () => {
    await make({ currency_id: 1, bidding_type_id: 2, min_bid: '0.4' })
    expect(await firstReport()).toEqual({
      bidding_configs: [{ currency_id: 1, currency_code: 'USD', min_bid: '0.1', max_bid: null }],
      total: 1,
    })
    const { bidding_configs, total } = await report()
    expect(bidding_configs.map((each: { bidding_type_id: number; min_bid: string }) => [each.bidding_type_id, each.min_bid])).toEqual([
      [1, '0.1'],
      [2, '0.4'],
    ])
    const cpm = await report({ filters: [{ field: 'bidding_type_id', operation: '=', value: 2 }], pagination: { start: 0, count: 1 } })
    expect([total, cpm.total, cpm.bidding_configs[0].min_bid]).toEqual([2, 1, '0.4'])
  })

  test('a page has 250 rows in version 1 and 540 in version 2 by default', async () => {
    const codes = Array.from(
      { length: 600 },
      (_, index) => `${'ABCDEFGHIJKLMNOPQRSTUVWX'[Math.floor(index / 25)]}${'ABCDEFGHIJKLMNOPQRSTUVWXY'[index % 25]}Q`,
    )
    const rows = codes.map((currency_code, index) => ({ currency_id: 100 + index, currency_code, name: 'x', symbol: 'x', digits: 2 }))
    await world.database.kysely.insertInto('currencies').values(rows).execute()
    const bids = rows.map(({ currency_id }) => ({ member_group_id: 1, currency_id, bidding_type_id: 1, min_bid: 1 }))
    await world.database.kysely.insertInto('bidding_configs').values(bids).execute()
    const first = await firstReport()
    const second = await report()
    expect([first.bidding_configs.length, second.bidding_configs.length]).toEqual([biddingConfigPages.v1, biddingConfigPages.v2])
    expect([biddingConfigPages.v1, biddingConfigPages.v2, first.total, second.total]).toEqual([250, 540, 601, 601])
  })

  test("the minimum bid by click in the client's own currency is the client's minimum bid", async () => {
    expect((await change(1, { min_bid: '0.25' })).reply.result).toMatchObject({ min_bid: '0.25', version: 2 })
    expect(await leastOfClient()).toBe('0.25')
    await make({ currency_id: 1, bidding_type_id: 2, min_bid: '3' })
    expect(await leastOfClient()).toBe('0.25')
  })

  test('there is one for each currency and type, and a maximum bid below the minimum is refused', async () => {
    expect((await make({ currency_id: 1, bidding_type_id: 1, min_bid: '1' })).status).toBe(409)
    expect((await make({ currency_id: 2, bidding_type_id: 1, min_bid: '2', max_bid: '1.99' })).status).toBe(422)
    expect((await change(1, { max_bid: '0.09' })).status).toBe(422)
    expect((await make({ currency_id: 99, bidding_type_id: 1, min_bid: '1' })).status).toBe(422)
    expect((await change(1, { max_bid: '0.1' })).status).toBe(200)
    expect((await change(1, { min_bid: '0.2' }, 2)).status).toBe(422)
    expect((await change(1, { max_bid: null, min_bid: '0.2' }, 2)).status).toBe(200)
  })

  test.each(['0', '-1', '0.0000001', '1000000.01', '999999999999999', '1e3', ''])('are refused with a bid that is %s', async (min_bid) => {
    expect((await make({ currency_id: 2, bidding_type_id: 1, min_bid })).status).toBe(422)
    expect((await change(1, { min_bid })).status).toBe(422)
  })

  test('of another client are not found, and viewers cannot change any', async () => {
    expect((await change(2, { min_bid: '1' }, 1, 'superUser')).status).toBe(404)
    for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserManager', 'advertiserReporting'] as const)
      expect([
        (await change(1, { min_bid: '1' }, 1, name)).status,
        (await make({ currency_id: 2, bidding_type_id: 1, min_bid: '1' }, name)).status,
      ]).toEqual([403, 403])
  })
})

describe('the effect of new limits', () => {
  const kysely = () => world.database.kysely
  /** Ad groups of the first advertiser's campaign, with these bids in micros. */
  async function bids(...micros: number[]) {
    const group = await kysely().selectFrom('ad_groups').selectAll().where('ad_group_id', '=', 100).executeTakeFirstOrThrow()
    await kysely().updateTable('ad_groups').set({ status: 'paused' }).execute()
    for (const [index, base_bid] of micros.entries())
      await kysely()
        .insertInto('ad_groups')
        .values({ ...group, ad_group_id: 5000 + index, name: `Group ${index}`, status: 'active', base_bid } as never) // a copy of a row
        .execute()
  }
  const effect = async (body: object, name: CallerName = 'clientAdmin') => {
    const whole = { currency_id: 1, bidding_type_id: 1 as const, min_bid: '0.1', ...body }
    const { status, reply } = await world.as(name).send(bidEffects.effect, { path, body: whole })
    return status === 200 ? reply.result : status
  }

  test('names the ad groups that stop, and counts those that serve again or are above the maximum', async () => {
    await bids(50_000, 100_000, 150_000, 200_000, 900_000)
    expect(await effect({ min_bid: '0.2', max_bid: '0.5' })).toEqual({
      currency_code: 'USD',
      currency_digits: 2,
      active: { ad_groups: 5, campaigns: 1 },
      stops: { ad_groups: 2, campaigns: 1 },
      resumes: { ad_groups: 0, campaigns: 0 },
      above: { ad_groups: 1, campaigns: 1 },
      stopped_ad_groups: [
        [5001, '0.1'],
        [5002, '0.15'],
      ].map(([ad_group_id, bid]) => ({
        ad_group_id,
        bid,
        ad_group_name: `Group ${Number(ad_group_id) - 5000}`,
        campaign_id: 10,
        campaign_name: 'Campaign-mark-10.',
        advertiser_id: 1,
        advertiser_name: 'Advertiser-mark-1.',
      })),
    })
    expect(await effect({ min_bid: '0.05' })).toMatchObject({ stops: { ad_groups: 0 }, resumes: { ad_groups: 1 }, above: { ad_groups: 0 } })
    expect(await leastOfClient()).toBe('0.1')
  })

  test('is what the change does: fourteen ad groups stop with the reason, and a new draft needs the new minimum', async () => {
    await bids(...Array.from({ length: 120 }, (_, index) => (index < 14 ? 150_000 : 300_000)))
    const planned = await effect({ min_bid: '0.2' })
    expect([planned.active.ad_groups, planned.stops.ad_groups]).toEqual([120, 14])
    await kysely()
      .insertInto('ad_group_entities')
      .expression((db) =>
        db
          .selectFrom('ad_groups as g')
          .select(['g.member_group_id', 'g.advertiser_id', 'g.campaign_id', 'g.ad_group_id'])
          .select(({ lit, cast }) => [lit(1000).as('entity_id'), cast<number | null>(lit(null), 'bigint').as('bid')])
          .where('g.ad_group_id', '>=', 5000),
      )
      .columns(['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'entity_id', 'bid'])
      .execute()
    await change(1, { min_bid: '0.2' })
    const body = { start_date: '2026-11-20', end_date: '2026-11-20', pagination: { start: 0, count: 200 } }
    const groups = await world.as('clientAdmin').send(contract.adGroups.report, { path, body })
    const gates = groups.reply.result.ad_groups.map(({ serving }: { serving: { gate: string | null } }) => serving.gate)
    expect(gates.filter((gate: string | null) => gate === 'bid_below_minimum')).toHaveLength(14)
  })

  test('needs the permission to change limits, because it names campaigns of several advertisers, and valid bids', async () => {
    expect([await effect({}, 'advertiserReporting'), await effect({}, 'advertiserAdmin')]).toEqual([403, 403])
    expect([await effect({ min_bid: '0' }), await effect({ currency_id: 99 })]).toEqual([422, 422])
  })
})

describe('the history of bid limits', () => {
  const history = async () =>
    (await world.as('clientAdmin').send(contract.changes.bidding_config.report, { path: { ...path, biddingConfigId: 1 }, body: {} })).reply
      .result.changes
  const undo = (change_id: number, version: number, name: CallerName = 'clientAdmin') =>
    world
      .as(name)
      .send(
        contract.changes.bidding_config.undo,
        { path: { ...path, biddingConfigId: 1 }, body: { change_id } },
        { 'If-Match': String(version) },
      )

  test('names old and new amounts, and an undo restores them', async () => {
    await change(1, { min_bid: '0.25', max_bid: '9' })
    const [changed] = await history()
    expect(changed).toMatchObject({
      kind: 'changed',
      is_undoable: true,
      fields: [
        { field: 'max_bid', before: null, after: '9' },
        { field: 'min_bid', before: '0.1', after: '0.25' },
      ],
    })
    expect([(await undo(changed.change_id, 2, 'clientViewer')).status, (await undo(changed.change_id, 1)).status]).toEqual([403, 412])
    expect((await undo(changed.change_id, 2)).reply.result).toMatchObject({ problem: null, version: 3 })
    expect([await leastOfClient(), (await history()).length]).toEqual(['0.1', 2])
  })

  test('starts with the creation', async () => {
    const { bidding_config_id: biddingConfigId } = (await make({ currency_id: 2, bidding_type_id: 1, min_bid: '0.2' })).reply.result
    const { reply } = await world
      .as('clientViewer')
      .send(contract.changes.bidding_config.report, { path: { ...path, biddingConfigId }, body: {} })
    expect(reply.result.changes).toMatchObject([{ kind: 'created', is_undoable: false }])
  })
})
