import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { biddingConfigPages } from '../../src/contract/bids/bidding-configs.ts'
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
