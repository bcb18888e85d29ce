import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { servingOf } from '../../demo/platform/serving/read.ts'
import { biddingTypeIds } from '../../src/contract/budgets/budgets.rules.ts'
import { contract } from '../../src/contract/index.ts'
import { microsOf, maxAmount } from '../../src/contract/money/money.ts'
import { books, deliveryBy, onlyCampaigns } from '../support/delivery/delivery-world.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { smallFunds } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

const run = async (...statements: readonly string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(world.database.kysely)
}
const all = async <T>(text: string) => (await sql.raw<T>(text).execute(world.database.kysely)).rows

interface Account {
  readonly advertiser: number
  readonly currency_code: string
  readonly days: readonly [string, string]
}
/** Cost in the report, in micros, by dimension values. */
async function reported({ advertiser, currency_code, days: [start_date, end_date] }: Account, dimensions: ('campaign_id' | 'day')[]) {
  const request = { member_group_id: 1, advertiser_ids: [advertiser], currency_code, start_date, end_date, metrics: ['cost'] }
  const body = { ...request, dimensions, pagination: { start: 0, count: 1000 } }
  const { status, reply } = await world.as('superUser').send(contract.reports.rows, { body: body as never }) // a list that is read only elsewhere
  expect(status, JSON.stringify(reply)).toBe(200)
  const rows: { dimensions: Record<string, string | number>; metrics: { cost: string } }[] = reply.result.rows
  const named = rows.map(({ dimensions: of, metrics }) => [dimensions.map((name) => of[name]).join(' '), microsOf(metrics.cost)] as const)
  return Object.fromEntries(named.filter(([, cost]) => cost !== 0n))
}
/** Charges in the ledger, in micros, by the same values. */
async function charged({ advertiser }: Account, dimensions: ('campaign_id' | 'day')[]) {
  const key = dimensions.length > 0 ? `concat_ws(' ', ${dimensions.join(', ')})` : `''`
  const rows = await all<{ name: string; cost: string }>(
    `select ${key} as name, (-sum(micros))::text as cost from balance_events where event_type_id = 7 and advertiser_id = ${advertiser} group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, cost }) => [name, BigInt(cost)]))
}
async function agree(account: Account) {
  for (const dimensions of [['campaign_id', 'day'], ['campaign_id'], ['day'], []] as const)
    expect(await reported(account, [...dimensions]), dimensions.join()).toEqual(await charged(account, [...dimensions]))
}

describe('a week', () => {
  const days = ['2026-03-28', '2026-04-06'] as const
  const accounts: readonly Account[] = [
    { advertiser: 1, currency_code: 'USD', days },
    { advertiser: 2, currency_code: 'USD', days },
    { advertiser: 3, currency_code: 'JPY', days },
  ]

  /** London has a 23-hour day at the start and Sydney a 25-hour day at the end. Tokyo uses whole yen, and its funds run out. */
  async function prepare() {
    await onlyCampaigns(world.database, 10, 20, 30)
    await run(
      `insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'JPY', 'Yen', '¥', 0)`,
      `insert into member_group_currencies (member_group_id, currency_id) values (1, 2)`,
      `update advertisers set time_zone = 'Europe/London' where advertiser_id = 1`,
      `update advertisers set time_zone = 'Australia/Sydney' where advertiser_id = 2`,
      `update advertisers set time_zone = 'Asia/Tokyo', currency_code = 'JPY' where advertiser_id = 3`,
      `insert into campaigns (member_group_id, advertiser_id, campaign_id, channel, name, status, budget_period, budget, pacing, start_date)
        values (1, 1, 12, 'onsite', 'By the week', 'active', 'Weekly', 11111111, 'ASAP', '2026-01-01'), (1, 2, 22, 'onsite', 'All day', 'active', 'Daily', 9999999, 'Evenly', '2026-01-01')`,
      `insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid)
        select member_group_id, advertiser_id, campaign_id, campaign_id * 10, 'Group', 'active', 500000 from campaigns where campaign_id in (12, 22)`,
      `insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id)
        select member_group_id, advertiser_id, campaign_id, campaign_id * 10, advertiser_id * 1000 from campaigns where campaign_id in (12, 22)`,
      `update ad_groups set base_bid = case when advertiser_id = 3 then 30000000 else 500000 end`,
      `update campaigns set budget = 7777777 where campaign_id = 10`,
      `update campaigns set budget = 21000001, budget_period = 'One Time', pacing = 'ASAP', start_date = '2026-03-29', end_date = '2026-04-05' where campaign_id = 20`,
      `update ad_groups set budget = 3333333, budget_period = 'Daily', pacing = 'ASAP' where ad_group_id = 200`,
      `update campaigns set budget = 300000000, pacing = 'ASAP' where campaign_id = 30`,
    )
  }
  const sumOf = (costs: readonly bigint[]) => costs.reduce((sum, cost) => sum + cost, 0n)
  /** Charges of a campaign, by day or week. */
  const spentIn = async (campaign: number, of: 'day' | 'week' = 'day') => {
    const rows = await all<{ cost: string }>(
      `select sum(micros)::text as cost from spend_days where campaign_id = ${campaign} group by date_trunc('${of}', day) order by date_trunc('${of}', day)`,
    )
    return rows.map(({ cost }) => BigInt(cost))
  }
  const hoursOn = (campaign: number, day: string) =>
    all<{ hour: number }>(`select hour from facts_hourly where campaign_id = ${campaign} and day = '${day}' order by 1`)

  test('of delivery costs in reports what the ledger was charged, to the micro, and exceeds no budget or balance', async () => {
    await prepare()
    const delivery = deliveryBy(world.database, new Date('2026-03-28T21:59:00Z'))
    const lengths = new Map<string, number>()
    for (let hour = 0; hour < 24 * 7 + 17; hour++) {
      await delivery.pass(60)
      for (const { ad_group_id, day, minute } of await all<{ ad_group_id: number; day: string; minute: number }>(
        'select * from delivery_cursors',
      ))
        lengths.set(`${ad_group_id} ${day}`, minute)
    }

    for (const account of accounts) await agree(account)
    const { daily, hourly, clicks, days: spent, balance, entries } = await books(world.database)
    expect([hourly, clicks, spent, balance]).toEqual([daily, daily, daily, entries])
    expect(daily).toBeGreaterThan(100_000_000n)

    // The last minute of a day ends when the next day begins.
    expect([lengths.get('100 2026-03-29'), lengths.get('220 2026-03-29')]).toEqual([1379, 1439])
    expect([lengths.get('100 2026-04-04'), lengths.get('220 2026-04-05')]).toEqual([1439, 1499])
    expect((await hoursOn(10, '2026-03-29')).map(({ hour }) => hour)).toEqual([0, ...Array.from({ length: 22 }, (_, index) => index + 2)])

    const evenly = await spentIn(10)
    const allDay = await spentIn(22)
    const weeks = await spentIn(12, 'week')
    const once = await spentIn(20)
    const yen = await spentIn(30)
    expect(maxAmount(0n, ...evenly)).toBeLessThanOrEqual(7_777_777n)
    expect(maxAmount(0n, ...allDay)).toBeLessThanOrEqual(9_999_999n)
    expect([evenly.length, allDay.length]).toEqual([9, 9])
    expect(weeks).toEqual([11_111_111n, 11_111_111n])
    expect(maxAmount(0n, ...once)).toBe(3_333_333n)
    expect(sumOf(once)).toBeLessThanOrEqual(21_000_001n)
    expect(maxAmount(0n, ...yen)).toBeLessThanOrEqual(300_000_000n)
    expect(sumOf(yen)).toBe(smallFunds)
    const below =
      await all(`select * from (select advertiser_id, sum(micros) over (partition by advertiser_id order by balance_event_id) as running
      from balance_events) r where running < 0`)
    expect(below).toEqual([])
  }, 240_000)
})

describe('a campaign that pays by view', () => {
  const days = ['2026-11-21', '2026-11-21'] as const
  const account: Account = { advertiser: 1, currency_code: 'USD', days }
  const sums = async () => {
    const [row] = await all<{ impressions: number; clicks: number }>(
      `select coalesce(sum(impressions), 0)::int as impressions, coalesce(sum(clicks), 0)::int as clicks from facts_daily where day = '${days[0]}'`,
    )
    return row ?? { impressions: 0, clicks: 0 }
  }
  const byView = async (bid: bigint, budget: bigint) => {
    await onlyCampaigns(world.database, 10)
    await run(
      `update campaigns set bidding_type_id = ${biddingTypeIds.CPM}, pacing = 'ASAP', budget = ${budget} where campaign_id = 10`,
      `update ad_groups set base_bid = ${bid} where ad_group_id = 100`,
    )
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    return delivery
  }

  test('is charged the price per thousand impressions, to the micro, whatever the clicks', async () => {
    // A minimum bid allows only one price.
    const delivery = await byView(1n, 1_000_000n)
    // With many millions of impressions, an error of one in a thousand would show.
    await run(`update delivery_cursors set profile = jsonb_set(profile, '{impressions}', '40000000')`)
    let seen = 0
    let cost = 0n
    for (let pass = 0; pass < 10; pass++) {
      await delivery.pass(60)
      const { impressions } = await sums()
      cost += BigInt(impressions - seen) / 1000n
      seen = impressions
      expect((await books(world.database)).clicks, `pass ${pass}`).toBe(cost)
    }
    expect(cost).toBeGreaterThan(3n)
    expect((await sums()).clicks).toBeGreaterThan(10)
    await agree(account)
  })

  test('never pays more than its bid per thousand', async () => {
    const delivery = await byView(5_000_000n, 900_000_000n)
    for (let pass = 0; pass < 6; pass++) await delivery.pass(60)
    const { impressions } = await sums()
    const { clicks } = await books(world.database)
    expect(impressions).toBeGreaterThan(1000)
    expect(clicks).toBeLessThanOrEqual((5_000_000n * BigInt(impressions)) / 1000n)
    expect(clicks).toBeGreaterThan((5_000_000n * BigInt(impressions) * 67n) / 100_000n)
    await agree(account)
  })

  test('stops exactly at its budget', async () => {
    const delivery = await byView(5_000_000n, 1_234_567n)
    for (let pass = 0; pass < 11; pass++) await delivery.pass(60)
    const stopped = await sums()
    expect((await books(world.database)).clicks).toBe(1_234_567n)
    expect((await servingOf(delivery.context, 1, [10])).get(10)?.gate).toBe('budget_used_up')
    await delivery.pass()
    expect(await sums()).toEqual(stopped)
    expect(stopped.impressions).toBeLessThanOrEqual(1_234_567 / 3_400 + 2)
    expect(await reported(account, ['campaign_id'])).toEqual({ 10: 1_234_567n })
    await agree(account)
  })
})
