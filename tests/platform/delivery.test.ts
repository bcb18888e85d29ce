import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { platformJobs } from '../../demo/platform/jobs/kinds.ts'
import { servingOf } from '../../demo/platform/serving/read.ts'
import { books, dayMs, deliveryBy, leave, noon, onlyCampaigns } from '../support/delivery/delivery-world.ts'
import { purchasesBesideFacts } from '../support/reports/purchases.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

const run = async (...statements: readonly string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(world.database.kysely)
}
const one = async <T>(text: string) => (await sql.raw<T>(text).execute(world.database.kysely)).rows[0]
const agree = async () => {
  const all = await books(world.database)
  expect([all.hourly, all.clicks, all.days]).toEqual([all.daily, all.daily, all.daily])
  expect(all.balance).toBe(all.entries)
  return all
}
const campaign = (set: string) => `update campaigns set ${set} where campaign_id = 10`

describe('delivered impressions and clicks', () => {
  test('are counted by hour, by day, by entity and as charges alike; the first minute only starts', async () => {
    await onlyCampaigns(world.database, 10)
    await run(campaign(`pacing = 'ASAP', budget = 1000000000`))
    const delivery = deliveryBy(world.database)
    expect(await delivery.pass()).toBe(0)
    expect((await books(world.database)).impressions).toBe(0n)
    expect(await delivery.pass(57)).toBe(1)
    const { daily, impressions } = await agree()
    expect(impressions).toBeGreaterThan(1000n)
    expect(daily).toBeGreaterThan(100_000n)
    const [fact] = (await sql<Record<string, unknown>>`select * from facts_daily where day = '2026-11-21'`.execute(world.database.kysely))
      .rows
    expect(fact).toMatchObject({
      member_group_id: 1,
      advertiser_id: 1,
      campaign_id: 10,
      ad_group_id: 100,
      entity_id: 1000,
      currency_code: 'USD',
    })
    expect(await one(`select hour from facts_hourly where day = '2026-11-21'`)).toEqual({ hour: 12 })
    expect(await one(`select started_at is not null as started from campaigns where campaign_id = 10`)).toEqual({ started: true })
  })

  test('of a simulated week equal what was charged, to the micro, for each day', async () => {
    await onlyCampaigns(world.database, 10, 20, 40)
    await run(
      `update campaigns set budget = 7777777, pacing = case when campaign_id = 20 then 'ASAP' else 'Evenly' end`,
      `update advertisers set time_zone = 'America/Los_Angeles' where advertiser_id = 2`,
    )
    const delivery = deliveryBy(world.database)
    for (let hour = 0; hour < 24 * 7; hour += 2) await delivery.pass(120)
    const { daily } = await agree()
    expect(await purchasesBesideFacts(world.database, '2026-11-21')).toMatchObject({ unequal: 0, odd: 0 })
    expect(daily).toBeGreaterThan(20_000_000n)
    const days = await sql<{ campaign_id: number; day: string; cost: string; clicks: string }>`
      select campaign_id, day, f.cost::text as cost, e.cost::text as clicks from (select campaign_id, day, sum(cost) as cost from facts_daily group by 1, 2 having sum(cost) > 0) f
      full join (select campaign_id, day, -sum(micros) as cost from balance_events where event_type_id = 7 group by 1, 2) e using (campaign_id, day)`.execute(
      world.database.kysely,
    )
    expect(days.rows.length).toBeGreaterThan(18)
    for (const { cost, clicks } of days.rows) {
      expect(cost).toBe(clicks)
      expect(BigInt(cost)).toBeLessThanOrEqual(7_777_777n)
    }
  })

  test('are the same whether delivery runs once or several times a minute', async () => {
    await onlyCampaigns(world.database, 10)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    for (let minute = 0; minute < 30; minute++) {
      await delivery.pass()
      expect(await delivery.pass(0)).toBe(0)
    }
    const often = await agree()
    expect(await one(`select minute from delivery_cursors`)).toEqual({ minute: 12 * 60 + 31 })
    expect(often.impressions).toBeGreaterThan(0n)
  })

  test('continue at once after the clock was ahead', async () => {
    await onlyCampaigns(world.database, 10)
    await run(campaign(`pacing = 'ASAP', budget = 1000000000`))
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.pass(30)
    await delivery.pass(10 * 24 * 60)
    delivery.set(new Date(noon.getTime() + 40 * 60_000))
    const before = await agree()
    await delivery.pass(0)
    expect(await delivery.pass(10)).toBe(1)
    expect((await agree()).impressions).toBeGreaterThan(before.impressions)
    expect(await one(`select day, minute from delivery_cursors`)).toEqual({ day: '2026-11-21', minute: 12 * 60 + 50 })
    expect(await delivery.pass(0)).toBe(0)
  })

  test('are complete after a pass that failed half-way', async () => {
    await onlyCampaigns(world.database, 10)
    await run(campaign(`pacing = 'ASAP', budget = 1000000000`))
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.speed(60)
    await run(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'Cut off'; end $$`,
      `create trigger fails before update on delivery_cursors for each row execute function fails()`,
    )
    await expect(delivery.pass(3)).rejects.toThrow('Cut off')
    expect((await books(world.database)).impressions).toBe(0n)
    await run('drop trigger fails on delivery_cursors')
    expect(await delivery.pass(0)).toBe(4)
    const { impressions } = await agree()
    expect(impressions).toBeGreaterThan(0n)
    expect(await one(`select minute from delivery_cursors`)).toEqual({ minute: 12 * 60 + 1 + 180 })
  })

  test('are not made up for days on which the platform did not run', async () => {
    await onlyCampaigns(world.database, 10)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    delivery.set(new Date(noon.getTime() + 3 * dayMs))
    await delivery.pass()
    const { rows } = await sql<{ day: string }>`select distinct day from facts_hourly`.execute(world.database.kysely)
    expect(rows).toEqual([{ day: '2026-11-24' }])
    expect(await one(`select minute from delivery_cursors`)).toEqual({ minute: 12 * 60 + 1 })
  })
})

test('the projected end of funds follows the spend of the last seven days of all campaigns that share them', async () => {
  const { context } = deliveryBy(world.database)
  const ends = async () => (await servingOf(context, 1, [10])).get(10)?.run_out
  await run(campaign(`budget = 900000000, pacing = 'ASAP'`))
  for (let day = 14; day <= 20; day++) await run(`insert into spend_days values (1, 1, 10, 100, '2026-11-${day}', 5000000)`)
  await leave(world.database, 1, 35_000_000n)
  const before = await ends()
  expect(before).toMatchObject({ limit: 'funds' })
  await run(`insert into spend_days values (1, 1, 10, 100, '2026-11-13', 5000000)`)
  expect(await ends()).toEqual(before)
})

describe('delivery stops', () => {
  const gates: readonly [string, readonly string[]][] = [
    ['client_paused', [`update member_groups set status = 'paused' where member_group_id = 1`]],
    ['advertiser_inactive', [`update advertisers set status = 'inactive' where advertiser_id = 1`]],
    ['campaign_status', [campaign(`status = 'paused'`)]],
    ['under_review', [campaign('review_status_id = 1')]],
    ['denied', [campaign('review_status_id = 2')]],
    ['not_started', [campaign(`start_date = '2026-11-22'`)]],
    ['over', [`update ad_groups set end_date = '2026-11-20' where ad_group_id = 100`]],
    ['ad_group_status', [`update ad_groups set status = 'paused' where ad_group_id = 100`]],
    ['no_entities', ['delete from ad_group_entities']],
    ['bid_below_minimum', ['update ad_groups set base_bid = 99999 where ad_group_id = 100']],
    ['no_funds', ['update advertiser_balances set balance = 0']],
    [
      'spend_limit',
      [
        `update advertiser_balances set spent = 5000000`,
        `insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 5000000)`,
      ],
    ],
    [
      'insertion_order',
      [
        `insert into insertion_orders (member_group_id, insertion_order_id, number, start_date, end_date, name, status_id, total, currency_code) values (1, 7, 'IO-7', '2026-01-01', '2027-12-31', 'Waiting', 2, 5000000, 'USD')`,
        campaign('insertion_order_id = 7'),
      ],
    ],
    ['budget_used_up', [`insert into spend_days values (1, 1, 10, 100, '2026-11-21', 1000000)`]],
  ]
  test.each(gates)('when the reason is %s', async (gate, close) => {
    await onlyCampaigns(world.database, 10)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    expect((await servingOf(delivery.context, 1, [10])).get(10)).toMatchObject({ gate: null })
    await run(...close)
    await delivery.pass(600)
    expect((await books(world.database)).impressions).toBe(0n)
    expect((await servingOf(delivery.context, 1, [10])).get(10)).toMatchObject({ gate })
  })

  test('for entities whose own bid is too low, and for no others of their ad group', async () => {
    await onlyCampaigns(world.database, 10)
    await run(
      campaign(`pacing = 'ASAP', budget = 900000000`),
      `insert into entities (member_group_id, advertiser_id, entity_id, internal_id, name, category, status)
        select 1, 1, n, 'own-' || n, 'Own ' || n, 'Hats', 'active' from generate_series(7001, 7004) n`,
      `insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id, bid)
        values (1, 1, 10, 100, 7001, 99999), (1, 1, 10, 100, 7002, 100000), (1, 1, 10, 100, 7003, 1), (1, 1, 10, 100, 7004, null)`,
    )
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.pass(600)
    const { rows } = await sql<{
      entity_id: number
    }>`select distinct entity_id from facts_daily where day = '2026-11-21' order by 1`.execute(world.database.kysely)
    expect(rows.map(({ entity_id }) => entity_id)).toEqual([1000, 7002, 7004])
  })

  test('for no entity permanently when an ad group has more than can be served at once', async () => {
    await onlyCampaigns(world.database, 10)
    await run(
      campaign(`pacing = 'ASAP', budget = 900000000`),
      `insert into entities (member_group_id, advertiser_id, entity_id, internal_id, name, category, status)
        select 1, 1, n, 'many-' || n, 'Many ' || n, 'Hats', 'active' from generate_series(8001, 9000) n`,
      `insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id)
        select 1, 1, 10, 100, n from generate_series(8001, 9000) n`,
    )
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    const seen = async () =>
      (await one<{ count: number }>(`select count(distinct entity_id)::int as count from facts_daily where day = '2026-11-21'`))?.count
    await delivery.pass(60)
    expect(await seen()).toBeLessThanOrEqual(500)
    for (let hour = 0; hour < 9; hour++) await delivery.pass(60)
    expect(await seen()).toBeGreaterThan(800)
  })

  const caps: readonly [string, bigint, readonly string[]][] = [
    ['the budget of a day', 1_234_567n, [campaign('budget = 1234567')]],
    ['the budget of all', 1_234_567n, [campaign(`budget = 1234567, budget_period = 'One Time'`)]],
    ['the budget of its ad group', 765_433n, [`update ad_groups set budget = 765433, budget_period = 'Daily' where ad_group_id = 100`]],
    ['funds', 1_000_001n, []],
    ['its spend limit', 1_111_111n, ['insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 1111111)']],
    [
      'its order',
      1_222_222n,
      [
        `insert into insertion_orders (member_group_id, insertion_order_id, number, start_date, end_date, name, status_id, total, currency_code) values (1, 7, 'IO-7', '2026-01-01', '2027-12-31', 'Autumn', 3, 1222222, 'USD')`,
        campaign('insertion_order_id = 7'),
      ],
    ],
  ]
  test.each(caps)('exactly at %s', async (name, cap, set) => {
    await onlyCampaigns(world.database, 10)
    await run(campaign(`pacing = 'ASAP', budget = 900000000`), ...set)
    if (name === 'funds') await leave(world.database, 1, cap)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.speed(60)
    for (let pass = 0; pass < 11; pass++) await delivery.pass()
    const { clicks } = await agree()
    expect(clicks).toBe(cap)
    expect((await servingOf(delivery.context, 1, [10])).get(10)?.gate, name).not.toBeNull()
  })

  test('one day after the last day, and the history records it', async () => {
    await onlyCampaigns(world.database, 10)
    await run(campaign(`end_date = '2026-11-21'`), `update advertisers set time_zone = 'America/Los_Angeles' where advertiser_id = 1`)
    const delivery = deliveryBy(world.database, new Date('2026-11-22T07:58:00Z'))
    await delivery.pass()
    expect(await one('select status from campaigns where campaign_id = 10')).toEqual({ status: 'active' })
    await delivery.pass()
    expect(await one('select status, version from campaigns where campaign_id = 10')).toEqual({ status: 'ended', version: 2 })
    expect(await one(`select kind, before, after, user_id from changes where campaign_id = 10 and kind = 'ended'`)).toEqual({
      kind: 'ended',
      before: { status: 'active' },
      after: { status: 'ended' },
      user_id: null,
    })
  })

  test('for ended campaigns even when another system delivers', async () => {
    await run(campaign(`end_date = '2026-11-20'`))
    const { endings, delivery } = platformJobs({ isDelivering: false })
    expect(delivery).toBeUndefined()
    await endings?.run({}, deliveryBy(world.database).context)
    expect(await one('select status, version from campaigns where campaign_id = 10')).toEqual({ status: 'ended', version: 2 })
  })

  test('for a while without making up for it afterwards', async () => {
    await onlyCampaigns(world.database, 10)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await run(campaign(`status = 'paused'`))
    await delivery.pass(60)
    await run(campaign(`status = 'active'`))
    await delivery.pass()
    await delivery.pass()
    expect(await one(`select minute from delivery_cursors`)).toEqual({ minute: 12 * 60 + 63 })
    const { impressions } = await agree()
    expect(impressions).toBeLessThan(100n)
  })
})

describe('pace', () => {
  test("even pacing spends by each minute at most its share of the day's budget", async () => {
    await onlyCampaigns(world.database, 10)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.speed(60)
    for (let hour = 1; hour < 12; hour++) {
      await delivery.pass()
      const { clicks } = await books(world.database)
      expect(clicks).toBeLessThanOrEqual((1_000_000n * BigInt(hour * 60)) / 719n)
    }
    expect((await books(world.database)).clicks).toBeGreaterThan(600_000n)
  })

  test("a changed budget changes today's share", async () => {
    await onlyCampaigns(world.database, 10)
    await run(campaign(`budget = 1000000, budget_period = 'One Time', start_date = '2026-11-21', end_date = '2026-11-22'`))
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    // The rest of today, which is 719 of 1440 minutes, and tomorrow.
    const today = async () => (await servingOf(delivery.context, 1, [10])).get(10)?.budget_today
    expect(await today()).toBe('0.333024')
    await run(campaign('budget = 2000000'))
    expect(await today()).toBe('0.666049')
  })
})
