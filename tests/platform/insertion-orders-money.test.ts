import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOverdue } from '../../demo/platform/delivery/endings.ts'
import { deliveries, type Due, newPlans } from '../../demo/platform/delivery/compute.ts'
import { dueMinutesOf, newCursors } from '../../demo/platform/delivery/cursors.ts'
import { marketsOf } from '../../demo/platform/delivery/markets.ts'
import { deliverOnce, lockOrders } from '../../demo/platform/delivery/run.ts'
import { writeDeliveries } from '../../demo/platform/delivery/write.ts'
import { orderSums } from '../../demo/platform/insertion-orders/sums.ts'
import { platformJobs } from '../../demo/platform/jobs/kinds.ts'
import { type LedgerEntry, lockBalance, writeEntries } from '../../demo/platform/money/ledger.ts'
import { servingOf, servingStates } from '../../demo/platform/serving/read.ts'
import { sampleEntities } from '../../demo/platform/serving/rows.ts'
import type { Tables } from '../../demo/platform/tables/index.ts'
import { contract } from '../../src/contract/index.ts'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { books, deliveryBy, minuteMs, noon, onlyCampaigns } from '../support/delivery/delivery-world.ts'
import { draftCalls, readyDraft } from '../support/drafts/calls.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { insertionOrders } = contract
const kysely = () => world.database.kysely
const run = async (...statements: readonly string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(kysely())
}
const rows = async <T = Record<string, unknown>>(text: string) => (await sql.raw<T>(text).execute(kysely())).rows

/** An approved order of client 1 from the start to the end of November, for all advertisers, with 100.00. */
const orderRow = (id: number, change: Partial<Insertable<Tables['insertion_orders']>> = {}) => ({
  member_group_id: 1,
  insertion_order_id: id,
  number: `IO-${id}`,
  name: `Order ${id}`,
  status_id: 3,
  total: 100_000_000,
  currency_code: 'USD',
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  ...change,
})
async function addOrder(id: number, change: Parameters<typeof orderRow>[1] = {}, at = world) {
  const order = orderRow(id, change)
  const { member_group_id, insertion_order_id, name, start_date, end_date, total } = order
  await at.database.kysely.insertInto('insertion_orders').values(order).execute()
  await at.database.kysely
    .insertInto('insertion_order_versions')
    .values({
      ...{ member_group_id, insertion_order_id, name, start_date, end_date, total },
      ...{ version_id: 1, notes: '', legal_text: '', locale: 'en-US', hash: '', created_at: noon },
    })
    .execute()
}
/** Submits version 2, which one approval puts in force. */
async function propose(id: number, total: number) {
  const days = { start_date: '2026-11-01', end_date: '2026-11-30' }
  const version = { member_group_id: 1, insertion_order_id: id, version_id: 2, name: 'Order', ...days, total, notes: '' }
  const text = { legal_text: '', locale: 'en-US', hash: '', author_id: 3, needs_two_approvals: false, created_at: noon }
  await kysely()
    .insertInto('insertion_order_versions')
    .values({ ...version, ...text, submitted_at: noon })
    .execute()
  await run(`update insertion_orders set proposed_version_id = 2 where insertion_order_id = ${id}`)
}
const addLine = (order: number, line_id: number, change: Partial<Insertable<Tables['insertion_order_lines']>> = {}) =>
  kysely()
    .insertInto('insertion_order_lines')
    .values({
      ...{ member_group_id: 1, insertion_order_id: order, version_id: 1, line_id, name: `Line ${line_id}`, type: 'cpc' },
      ...{ amount: 10_000_000, start_date: '2026-11-01', end_date: '2026-11-30', is_hard_cap: false },
      ...change,
    })
    .execute()
const link = (campaign: number, order: number | null, line: number | null = null) =>
  run(`update campaigns set insertion_order_id = ${order}, insertion_order_line_id = ${line} where campaign_id = ${campaign}`)
const spends = () =>
  rows(`select insertion_order_id as o, line_id as line, campaign_id as c, day, micros::int from insertion_order_spend order by 1, 2, 3, 4`)

const charged = async () => (await rows('select sum(micros)::int as micros from insertion_order_spend'))[0]?.micros

const click = (micros: bigint, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ event: 'Click', micros: -micros, day: '2026-11-21', at: noon, reason: 'Delivery', campaign_id: 10, ad_group_id: 100 },
  ...change,
})
const charge = (...entries: readonly LedgerEntry[]) =>
  kysely()
    .transaction()
    .execute((transaction) => writeEntries(transaction, { member_group_id: 1, advertiser_id: 1 }, entries))
const gateOf = async (campaign = 10, now = noon) => {
  const serving = (await servingOf({ database: world.database, now: () => now }, 1, [campaign])).get(campaign)
  return { gate: serving?.gate, ...serving?.values }
}
const deliverHours = async (delivery: ReturnType<typeof deliveryBy>, hours: number) => {
  for (let hour = 0; hour < hours; hour++) await delivery.pass(60)
}
const orderOf = async (id: number) =>
  (await rows(`select status_id, continues_on_funds from insertion_orders where insertion_order_id = ${id}`))[0]
const ASAP = `update campaigns set pacing = 'ASAP', budget = 900000000`

describe('a click', () => {
  test('is charged to the order and line that its campaign has, and stays there when the campaign moves', async () => {
    await addOrder(7)
    await addOrder(8)
    await charge(click(1_000_000n))
    await link(10, 7)
    await charge(click(250_000n), click(50_000n, { ad_group_id: 101 }), click(70_000n, { day: '2026-11-20' }))
    await charge(click(30_000n))
    await link(10, 7, 2)
    await charge(click(11n))
    await link(10, 8)
    await charge(click(5n), { ...click(0n), event: 'TrueUp', micros: -3n })
    expect(await spends()).toEqual([
      { o: 7, line: 0, c: 10, day: '2026-11-20', micros: 70_000 },
      { o: 7, line: 0, c: 10, day: '2026-11-21', micros: 330_000 },
      { o: 7, line: 2, c: 10, day: '2026-11-21', micros: 11 },
      { o: 8, line: 0, c: 10, day: '2026-11-21', micros: 5 },
    ])
  })

  test('is not charged to an order if the ledger refuses it', async () => {
    await addOrder(7)
    await link(10, 7)
    await expect(charge(click(2_000_000_000n))).rejects.toThrow('Not enough balance')
    expect(await spends()).toEqual([])
  })
})

describe('the gate of a campaign', () => {
  test('closes when its order is lowered below what is spent, is used up, or is not approved', async () => {
    await addOrder(7, { advertiser_id: 1 })
    await link(10, 7)
    await charge(click(60_000_000n, { day: '2026-11-20' }))
    expect(await gateOf()).toEqual({ gate: null })
    await run('update insertion_orders set total = 60000000')
    expect(await gateOf()).toEqual({ gate: 'insertion_order', status: 'approved', left: '0', of: 'order' })
    await run('update insertion_orders set total = 50000000')
    expect(await gateOf()).toMatchObject({ left: '-10', of: 'order' })
    await run('update insertion_orders set total = 90000000, status_id = 2')
    expect(await gateOf()).toEqual({ gate: 'insertion_order', status: 'pending', left: '30', of: 'order' })
  })

  test('closes before the first and after the last day of its order, in the time zone of the advertiser', async () => {
    await addOrder(7, { start_date: '2026-11-21', end_date: '2026-11-22', advertiser_id: 1 })
    await link(10, 7)
    await run(`update advertisers set time_zone = 'America/Los_Angeles' where advertiser_id = 1`)
    const at = (moment: string) => gateOf(10, new Date(moment))
    expect(await at('2026-11-21T07:59:00Z')).toMatchObject({ gate: 'insertion_order', of: 'days', start_date: '2026-11-21', left: '100' })
    expect(await at('2026-11-21T08:00:00Z')).toEqual({ gate: null })
    expect(await at('2026-11-23T07:59:00Z')).toEqual({ gate: null })
    expect(await at('2026-11-23T08:00:00Z')).toMatchObject({ gate: 'insertion_order', of: 'days', end_date: '2026-11-22' })
  })

  test('closes at the amount of a line with a hard cap, which other campaigns of the order do not share', async () => {
    await addOrder(7)
    await addLine(7, 1, { amount: 1_222_222, is_hard_cap: true })
    await addLine(7, 2, { amount: 500_000, is_hard_cap: false })
    await onlyCampaigns(world.database, 10, 20, 30)
    await run(ASAP)
    await link(10, 7, 1)
    await link(20, 7, 2)
    await link(30, 7, 1)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await deliverHours(delivery, 11)
    const byLine = await rows(`select line_id, sum(micros)::int as micros from insertion_order_spend group by 1 order by 1`)
    expect(byLine[0]).toEqual({ line_id: 1, micros: 1_222_222 })
    expect(byLine[1]?.micros).toBeGreaterThan(600_000)
    // How much is left of an order for all advertisers is not for one of them.
    expect(await gateOf(10, delivery.now())).toEqual({ gate: 'insertion_order', status: 'approved', of: 'line' })
    expect(await gateOf(20, delivery.now())).toEqual({ gate: null })
    const { daily, clicks } = await books(world.database)
    expect(clicks).toBe(daily)
  })
})

describe('a line', () => {
  test('stops its campaigns outside its days, with and without a hard cap', async () => {
    await addOrder(7, { advertiser_id: 1 })
    await addLine(7, 1, { start_date: '2026-11-22', end_date: '2026-11-23' })
    await addLine(7, 2, { end_date: '2026-11-20', is_hard_cap: true })
    await onlyCampaigns(world.database, 10)
    await run(ASAP)
    await link(10, 7, 1)
    expect(await gateOf()).toMatchObject({ gate: 'insertion_order', of: 'line', start_date: '2026-11-22' })
    expect(await gateOf(10, new Date('2026-11-23T12:00:00Z'))).toEqual({ gate: null })
    await link(10, 7, 2)
    expect(await gateOf()).toMatchObject({ of: 'line', end_date: '2026-11-20' })
  })

  test('lets nothing be delivered outside its days, even if it was read before', async () => {
    await addOrder(7)
    await addLine(7, 1)
    await onlyCampaigns(world.database, 10)
    await run(ASAP)
    await link(10, 7, 1)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    // The days change after the campaigns were read and before the order is locked.
    const read = servingStates.bind(null, { database: world.database, now: delivery.now }, 1, sql<boolean>`c.campaign_id = 10`)
    const serving = (await read()).flatMap((served) => served.groups.map((group) => ({ served, group })))
    const left = async () => (await lockOrders(kysely(), serving)).get(7)?.lines
    expect(await left()).toEqual(new Map())
    await run(`update insertion_order_lines set end_date = '2026-11-20'`)
    expect(await left()).toEqual(new Map([[1, 0n]]))
    await run(`update insertion_order_lines set end_date = '2026-11-30', is_hard_cap = true`)
    expect(await left()).toEqual(new Map([[1, 10_000_000n]]))
  })
})

describe('the end of an order', () => {
  test.each([
    ['its own advertiser', 1, 'Pacific/Kiritimati', '2026-11-30T09:59:00Z', '2026-11-30T10:00:00Z'],
    ['its own advertiser', 1, 'America/Los_Angeles', '2026-12-01T07:59:00Z', '2026-12-01T08:00:00Z'],
    ['all advertisers', null, 'Pacific/Kiritimati', '2026-12-01T11:59:00Z', '2026-12-01T12:00:00Z'],
  ])('for %s (%s, %s) comes after its last day', async (_, advertiser_id, time_zone, before, after) => {
    await addOrder(7, { advertiser_id })
    await run(`update advertisers set time_zone = '${time_zone}'`)
    await endOverdue(kysely(), new Date(before))
    expect(await orderOf(7)).toMatchObject({ status_id: 3 })
    await endOverdue(kysely(), new Date(after))
    expect(await orderOf(7)).toEqual({ status_id: 4, continues_on_funds: false })
  })

  test('comes when nothing remains; several orders of a client end at once, each with its history', async () => {
    for (const id of [7, 8, 9, 10]) await addOrder(id, id === 8 ? { end_date: '2026-11-20', advertiser_id: 1 } : {})
    await run('update insertion_orders set status_id = 1, total = 1 where insertion_order_id = 10')
    await link(10, 7)
    await charge(click(99_999_999n))
    await endOverdue(kysely(), noon)
    expect(await orderOf(7)).toMatchObject({ status_id: 3 })
    await charge(click(1n))
    const { endings } = platformJobs({ isDelivering: false })
    await endings?.run({}, deliveryBy(world.database).context)
    const statuses = await rows('select insertion_order_id as o, status_id from insertion_orders order by 1')
    expect(statuses.map(({ status_id }) => status_id)).toEqual([4, 4, 3, 1])
    expect(await rows(`select entity_id, user_id from changes where entity = 'insertion_order' and kind = 'ended' order by 1`)).toEqual([
      { entity_id: 7, user_id: null },
      { entity_id: 8, user_id: null },
    ])
    expect(await gateOf()).toMatchObject({ gate: 'insertion_order', status: 'ended', of: 'order' })
  })

  test('by money waits for a version with a higher total, whose approval lets campaigns continue; another version is dropped', async () => {
    await addOrder(7, { advertiser_id: 1, author_id: 3 })
    await addOrder(8, { author_id: 3 })
    await propose(7, 150_000_000)
    await propose(8, 100_000_000)
    await link(10, 7)
    await link(20, 8)
    await charge(click(100_000_000n))
    await kysely()
      .transaction()
      .execute((transaction) =>
        writeEntries(transaction, { member_group_id: 1, advertiser_id: 2 }, [click(100_000_000n, { campaign_id: 20, ad_group_id: 200 })]),
      )
    await endOverdue(kysely(), noon)
    expect([await orderOf(7), await orderOf(8)]).toMatchObject([{ status_id: 3 }, { status_id: 4 }])
    expect(await gateOf()).toEqual({ gate: 'insertion_order', status: 'approved', left: '0', of: 'order' })
    await run(ASAP)
    expect(await rows('select insertion_order_id as o, version_id as v from insertion_order_versions order by 1, 2')).toEqual([
      { o: 7, v: 1 },
      { o: 7, v: 2 },
      { o: 8, v: 1 },
    ])
    const of7 = { path: { memberGroupId: 1, insertionOrderId: 7 } }
    const approval = await world
      .as('clientAdmin')
      .send(insertionOrders.approve, { ...of7, body: { last_edited_by: 3 } }, { 'If-Match': '1' })
    expect(approval.reply.result).toMatchObject({ version_id: 2, money: { total: '150', spent: '100' } })
    await endOverdue(kysely(), noon)
    expect([await orderOf(7), await gateOf()]).toMatchObject([{ status_id: 3 }, { gate: null }])
  })

  test('by days drops a version with a higher total; a withdrawn one no longer keeps a spent order', async () => {
    for (const id of [7, 8]) await addOrder(id, { end_date: '2026-11-20', advertiser_id: 1, proposed_version_id: 2 })
    await run("update insertion_orders set end_date = '2026-11-30' where insertion_order_id = 8")
    await run(`insert into insertion_order_versions
      select member_group_id, insertion_order_id, 2, name, po_number, start_date, end_date, total * 2, notes, legal_text, locale, hash,
        author_id, needs_two_approvals, created_at, submitted_at from insertion_order_versions where insertion_order_id in (7, 8)`)
    await link(10, 8)
    await charge(click(100_000_000n))
    await endOverdue(kysely(), noon)
    expect([await orderOf(7), await orderOf(8)]).toMatchObject([{ status_id: 4 }, { status_id: 3 }])
    const of8 = { path: { memberGroupId: 1, insertionOrderId: 8 } }
    expect((await world.as('clientAdmin').send(insertionOrders.withdraw, of8, { 'If-Match': '1' })).status).toBe(200)
    await endOverdue(kysely(), noon)
    expect(await orderOf(8)).toMatchObject({ status_id: 4 })
  })

  test('of one client comes although that of another fails', async () => {
    await addOrder(7, { end_date: '2026-11-20', advertiser_id: 1 })
    await addOrder(8, { end_date: '2026-11-20', member_group_id: 2 })
    await run('alter table insertion_orders add constraint broken check (insertion_order_id <> 7 or status_id <> 4) not valid')
    await expect(endOverdue(kysely(), noon)).rejects.toThrow('could not be ended')
    await run('alter table insertion_orders drop constraint broken')
    expect([await orderOf(7), await orderOf(8)]).toMatchObject([{ status_id: 3 }, { status_id: 4 }])
  })

  test('for all advertisers leaves no gap for one whose day is over earlier, if the client lets campaigns continue on funds', async () => {
    await run(`insert into insertion_order_configs (member_group_id, at_end) values (1, 'funds')`)
    await addOrder(7, { end_date: '2026-11-20' })
    await addLine(7, 1, { end_date: '2026-11-20' })
    await onlyCampaigns(world.database, 10)
    await run(ASAP, `update advertisers set time_zone = 'Pacific/Kiritimati'`)
    await link(10, 7, 1)
    // The 21st in Kiritimati, and still the 20th in the zone where the order ends.
    const delivery = deliveryBy(world.database, new Date('2026-11-20T12:00:00Z'))
    expect(await gateOf(10, delivery.now())).toEqual({ gate: null })
    await delivery.pass()
    await deliverHours(delivery, 4)
    expect(await orderOf(7)).toMatchObject({ status_id: 3 })
    expect((await books(world.database)).clicks).toBeGreaterThan(0n)
    expect(await spends()).toEqual([])
    await run(`update insertion_order_configs set at_end = 'stop'`)
    expect(await gateOf(10, delivery.now())).toMatchObject({ gate: 'insertion_order', of: 'days' })
  })

  test('lets campaigns continue on funds if the client says so, without charging the order', async () => {
    await run(`insert into insertion_order_configs (member_group_id, at_end) values (1, 'funds')`)
    await addOrder(7, { total: 1_000_000 })
    await onlyCampaigns(world.database, 10)
    await run(ASAP)
    await link(10, 7)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await deliverHours(delivery, 11)
    expect(await orderOf(7)).toEqual({ status_id: 4, continues_on_funds: true })
    expect(await gateOf(10, delivery.now())).toEqual({ gate: null })
    const { clicks } = await books(world.database)
    expect(clicks).toBeGreaterThan(1_000_000n)
    expect(await charged()).toBe(1_000_000)
  })

  test('waits for a higher total while campaigns continue on funds if the client says so; its approval charges the order again', async () => {
    await run(`insert into insertion_order_configs (member_group_id, at_end) values (1, 'funds')`)
    await addOrder(7, { total: 1_000_000, advertiser_id: 1 })
    await addLine(7, 1, { amount: 1_000_000, is_hard_cap: true })
    await propose(7, 3_000_000)
    await addLine(7, 1, { version_id: 2, amount: 3_000_000, is_hard_cap: true })
    await onlyCampaigns(world.database, 10)
    await run(ASAP)
    await link(10, 7, 1)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await deliverHours(delivery, 11)
    expect([await orderOf(7), await gateOf(10, delivery.now())]).toMatchObject([{ status_id: 3 }, { gate: null }])
    const { clicks } = await books(world.database)
    expect([clicks > 1_000_000n, await charged()]).toEqual([true, 1_000_000])
    const of7 = { path: { memberGroupId: 1, insertionOrderId: 7 }, body: { last_edited_by: 3 } }
    expect((await world.as('clientAdmin').send(insertionOrders.approve, of7, { 'If-Match': '1' })).status).toBe(200)
    await deliverHours(delivery, 11)
    expect(await charged()).toBe(3_000_000)
  })

  test('does not stop campaigns before it is written, if they continue on funds after it', async () => {
    await run(`insert into insertion_order_configs (member_group_id, at_end) values (1, 'funds')`)
    await run(ASAP)
    await addOrder(7)
    await link(10, 7)
    await charge(click(100_000_000n))
    expect([await orderOf(7), await gateOf()]).toMatchObject([{ status_id: 3 }, { gate: null }])
    await charge(click(5_000_000n))
    expect(await charged()).toBe(100_000_000)
    await run(`update insertion_order_configs set at_end = 'stop'`)
    expect(await gateOf()).toMatchObject({ gate: 'insertion_order', of: 'order' })
    await charge(click(5_000_000n))
    expect(await charged()).toBe(105_000_000)
  })
})

test('the projection of a campaign ends with its order or line, unless it then continues on funds', async () => {
  await addOrder(7, { total: 900_000_000_000, advertiser_id: 1 })
  await addLine(7, 1, { end_date: '2026-11-28' })
  await run(
    `update campaigns set budget_period = 'Daily', budget = 1000000, end_date = null where campaign_id = 10`,
    `update advertiser_balances set balance = 900000000000 where advertiser_id = 1`,
  )
  const runOut = async () => (await servingOf({ database: world.database, now: () => noon }, 1, [10])).get(10)?.run_out
  await link(10, 7)
  expect(await runOut()).toEqual({ limit: 'order_end', day: '2026-11-30', is_early: false })
  await link(10, 7, 1)
  expect(await runOut()).toEqual({ limit: 'line_end', day: '2026-11-28', is_early: false })
  await run(`insert into insertion_order_configs (member_group_id, at_end) values (1, 'funds')`)
  // Only the end of the order lets its campaigns continue on funds.
  expect(await runOut()).toEqual({ limit: 'line_end', day: '2026-11-28', is_early: false })
  expect(await gateOf(10, new Date('2026-11-29T20:00:00Z'))).toMatchObject({ gate: 'insertion_order', of: 'line', end_date: '2026-11-28' })
  await run(`update insertion_order_lines set end_date = '2026-11-30'`)
  expect(await runOut()).toBeNull()
  await link(10, 7)
  expect(await runOut()).toBeNull()
})

test('committed is what the budgets of active campaigns may still cost until the end of the order, at most what remains', async () => {
  await addOrder(7)
  const context = { database: world.database, now: fixedNow, scope: { memberGroupId: 1, advertisers: 'all' } } as const
  const sums = async () => (await orderSums(context, [7])).get(7)
  for (const campaign of [10, 20, 30]) await link(campaign, 7)
  await run(
    `update campaigns set budget = 2000000 where campaign_id = 10`,
    `update campaigns set budget_period = 'Weekly', budget = 7000000, end_date = '2026-11-25' where campaign_id = 20`,
    `update campaigns set status = 'paused', budget = 500000000 where campaign_id = 30`,
  )
  await charge(click(500_000n))
  // A daily budget of 2 has 1.5 left today, a Saturday, and nine more days; a weekly one has two weeks.
  expect(await sums()).toEqual({ spent: 500_000n, committed: 19_500_000n + 14_000_000n })
  await run(`update campaigns set budget_period = 'One Time', budget = 30000000, status = 'active' where campaign_id = 30`)
  expect((await sums())?.committed).toBe(63_500_000n)
  await run(`update campaigns set budget = 90000000 where campaign_id = 30`)
  expect((await sums())?.committed).toBe(99_500_000n)
  await run(`update campaigns set start_date = '2026-12-01' where campaign_id in (10, 20, 30)`)
  expect((await sums())?.committed).toBe(0n)
  expect((await orderSums(context, [])).size).toBe(0)
})

test('committed begins on the first day of the order or line, and is at most what a line with a hard cap has left', async () => {
  await addOrder(7, { start_date: '2026-11-26', total: 900_000_000 })
  await addLine(7, 1, { start_date: '2026-11-27', amount: 5_000_000, is_hard_cap: true })
  await addLine(7, 2, { start_date: '2026-11-29' })
  const context = { database: world.database, now: fixedNow, scope: { memberGroupId: 1, advertisers: 'all' } } as const
  const committed = async () => (await orderSums(context, [7])).get(7)?.committed
  await onlyCampaigns(world.database, 10, 20)
  await run(`update campaigns set budget = 2000000, budget_period = 'Daily', end_date = null where campaign_id in (10, 20)`)
  await link(10, 7)
  expect(await committed()).toBe(10_000_000n)
  await link(10, 7, 2)
  expect(await committed()).toBe(4_000_000n)
  await link(10, 7, 1)
  await link(20, 7, 1)
  expect(await committed()).toBe(5_000_000n)
  await charge(click(3_000_000n))
  expect(await committed()).toBe(2_000_000n)
})

test('the sums by line agree with the spend by day after deliveries and moves', async () => {
  await addOrder(7, { end_date: '2026-12-31' })
  await addOrder(8, { end_date: '2026-12-31' })
  await onlyCampaigns(world.database, 10, 20, 30)
  await run(ASAP)
  const delivery = deliveryBy(world.database)
  for (const [order, line] of [
    [7, null],
    [7, 1],
    [8, null],
    [7, 2],
  ] as const) {
    for (const campaign of [10, 20, 30]) await link(campaign, order, line)
    await deliverHours(delivery, 8)
  }
  const kept = await rows('select insertion_order_id as o, line_id as line, micros::text from insertion_order_line_spend order by 1, 2')
  expect(kept).toHaveLength(4)
  expect(kept).toEqual(
    await rows(
      'select insertion_order_id as o, line_id as line, sum(micros)::text as micros from insertion_order_spend group by 1, 2 order by 1, 2',
    ),
  )
  const context = { database: world.database, now: delivery.now, scope: { memberGroupId: 1, advertisers: 'all' } } as const
  const all = await rows<{ micros: string }>('select sum(micros)::text as micros from insertion_order_spend')
  const [one, other] = [...(await orderSums(context, [7, 8])).values()]
  expect((one?.spent ?? 0n) + (other?.spent ?? 0n)).toBe(BigInt(all[0]?.micros ?? 0))
  await run('delete from insertion_order_spend')
  expect(await rows('select from insertion_order_line_spend where micros <> 0')).toEqual([])
})

const at = (insertionOrderId: number) => ({ memberGroupId: 1, insertionOrderId })

describe('the reconciliation', () => {
  const reconciled = async (order: number, caller: CallerName = 'clientAdmin') =>
    (await world.as(caller).send(insertionOrders.reconciliation, { path: at(order) })).reply.result

  test('of a simulated month explains every difference by line', async () => {
    await addOrder(7, { total: 60_000_000, start_date: '2026-11-21', end_date: '2026-12-31', advertiser_id: 1 })
    await addLine(7, 1, { amount: 20_000_000, rate: 100_000, quantity: 200, start_date: '2026-11-21', end_date: '2026-12-31' })
    await addLine(7, 2, { amount: 30_000_000, start_date: '2026-11-21', end_date: '2026-12-31' })
    await onlyCampaigns(world.database, 10, 11)
    await run(
      `update campaigns set status = 'active', review_status_id = 3 where campaign_id = 11`,
      `insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid) values (1, 1, 11, 111, 'Second', 'active', 100000)`,
      `insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id) values (1, 1, 11, 111, 1000)`,
    )
    await link(10, 7, 1)
    await link(11, 7, 2)
    const delivery = deliveryBy(world.database)
    for (let pass = 0; pass < 30 * 4; pass++) {
      await delivery.pass(360)
      if (pass === 50) await link(11, 7)
      if (pass === 70) await link(11, null)
    }
    // Invalid clicks of a settled day are taken out of the report and given back, and the client grants a credit.
    await run(
      `update facts_daily set cost = cost - 100000 where ctid = (select ctid from facts_daily where campaign_id = 10 and cost >= 100000 and day < '2026-12-10' order by day limit 1)`,
    )
    const adjustment = { day: '2026-12-19', at: delivery.now(), reason: 'For a test', user_id: 3 }
    await kysely()
      .transaction()
      .execute((transaction) =>
        writeEntries(transaction, { member_group_id: 1, advertiser_id: 1 }, [
          { ...adjustment, event: 'TrueUp', micros: 100_000n, reference: 'insertion-order 7 line 1' },
          { ...adjustment, event: 'BalanceRefill', micros: 2_500_000n, reference: 'insertion-order 7 line 2' },
          { ...adjustment, event: 'BalanceRefill', micros: 40_000n, reference: 'insertion-order 7' },
          { ...adjustment, event: 'BalanceRefill', micros: 9_000_000n, reference: 'insertion-order 77' },
        ]),
      )
    // A credit of 1 on the second line and a make-good of 0.3 on the first one.
    const { version } = (await world.as('clientAdmin').send(insertionOrders.one, { path: at(7) })).reply.result
    for (const [index, [kind, line_id, amount]] of (
      [
        ['credit', 2, '1'],
        ['make_good', 1, '0.3'],
      ] as const
    ).entries()) {
      const headers = { 'If-Match': String(version + index), 'Idempotency-Key': `adjustment-${kind}-of-the-month` }
      const body = { kind, line_id, amount, reason: 'For a test' }
      expect((await world.as('clientAdmin').send(insertionOrders.adjust, { path: at(7), body }, headers)).status).toBe(200)
    }
    const { lines, currency_code } = await reconciled(7)
    expect(currency_code).toBe('USD')
    expect(
      lines.map((line: Record<string, string>) => [line.line_id, line.unexplained, line.credits, line.made_good, line.true_ups]),
    ).toEqual([
      [1, '0', '0', '0.3', '0.1'],
      [2, '0', '3.5', '0', '0'],
      [null, '0', '0.04', '0', '0'],
    ])
    const total = (field: string) =>
      lines.reduce((sum: number, line: Record<string, string>) => sum + Math.round(Number(line[field]) * 1e6), 0)
    const spent = Number((await rows<{ micros: string }>('select sum(micros)::text as micros from insertion_order_spend'))[0]?.micros)
    expect(spent).toBeGreaterThan(30_000_000)
    expect([total('booked'), total('charged')]).toEqual([60_000_000, spent - 3_940_000])
    expect(total('difference')).toBe(total('booked') - total('charged'))
    expect(total('delivered')).toBe(spent - 100_000)
    const { clicks } =
      (await rows<{ clicks: number }>('select sum(clicks)::int as clicks from facts_daily where campaign_id = 10'))[0] ?? {}
    expect(lines[0]).toMatchObject({ booked_quantity: 200, delivered_quantity: clicks, make_good: null })
    const { days } = (await world.as('advertiserAdmin').send(insertionOrders.spend, { path: at(7) })).reply.result
    // A make-good is taken from its day.
    expect([days.length, days[0], days[1]?.day]).toEqual([31, { day: '2026-11-21', spent: '-0.3' }, '2026-11-22'])
    expect(total('charged') + 3_640_000).toBe(
      days.reduce((sum: number, { spent }: { spent: string }) => sum + Math.round(Number(spent) * 1e6), 0),
    )
  })

  test('splits the facts of a day on which a campaign moved by what was charged, and names unsettled days', async () => {
    await addOrder(7)
    await addLine(7, 1, { quantity: 10 })
    for (const [day, line, micros] of [
      ['2026-11-19', 1, 3_000_000],
      ['2026-11-19', null, 1_000_000],
      ['2026-11-02', 1, 5_000_000],
    ] as const) {
      await link(10, 7, line)
      await charge(click(BigInt(micros), { day }))
    }
    await link(10, null)
    await charge(click(2_000_000n, { day: '2026-11-19' }))
    const fact = `insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions, clicks, cost) values`
    await run(
      `${fact} (1, 1, 10, 100, 'onsite', 'mobile', 'USD', '2026-11-19', 600, 12, 6000000)`,
      `${fact} (1, 1, 10, 100, 'onsite', 'mobile', 'USD', '2026-11-02', 100, 5, 5000000)`,
    )
    const { lines, settled_through } = await reconciled(7)
    // The order is for all advertisers, and it is still the 20th where a day ends last.
    expect(settled_through).toBe('2026-11-16')
    expect(lines[0]).toMatchObject({
      delivered: '8',
      unsettled: '3',
      charged: '8',
      delivered_quantity: 11,
      unexplained: '0',
      difference: '2',
    })
    expect(lines[1]).toMatchObject({ line_id: null, booked: '90', delivered: '1', unsettled: '1', charged: '1', unexplained: '0' })
  })

  test('names what is invoiced of each line', async () => {
    await addOrder(7)
    await addLine(7, 1)
    await addLine(7, 2)
    for (const [day, line, micros] of [
      ['2026-11-18', 1, 3_000_000],
      ['2026-11-18', 2, 1_500_000],
      ['2026-11-19', 1, 2_000_000],
    ] as const) {
      await link(10, 7, line)
      await charge(click(BigInt(micros), { day }))
    }
    const columns = 'member_group_id, advertiser_id, invoice_id, number, start_date, end_date, issued_on, due_on, exact, amount, status'
    await run(
      `insert into invoices (${columns}) values (1, 1, 1, '1', '2026-11-01', '2026-11-18', '2026-11-19', '2026-12-19', 4500000, 4500000, 'open'),
        (1, 1, 2, '2', '2026-11-19', '2026-11-19', '2026-11-20', '2026-12-20', 2000000, 2000000, 'void')`,
      `insert into invoice_lines (member_group_id, invoice_id, campaign_id, day, micros, insertion_order_id, insertion_order_line_id)
        values (1, 1, 10, '2026-11-18', 3000000, 7, 1), (1, 1, 10, '2026-11-18', 1500000, 7, 2), (1, 2, 10, '2026-11-19', 2000000, 7, 1)`,
    )
    const { lines } = await reconciled(7)
    expect(lines.map(({ line_id, charged, invoiced }: Record<string, unknown>) => [line_id, charged, invoiced]).slice(0, 2)).toEqual([
      [1, '5', '3'],
      [2, '1.5', '1.5'],
    ])
  })

  test('keeps the spend of a line that a later version removed', async () => {
    await addOrder(7, { advertiser_id: 1 })
    await addLine(7, 1)
    await addLine(7, 2)
    await link(10, 7, 2)
    await charge(click(4_000_000n, { day: '2026-11-10' }))
    await run(
      `insert into insertion_order_versions (member_group_id, insertion_order_id, version_id, name, start_date, end_date, total, legal_text, locale, hash, created_at)
        select member_group_id, insertion_order_id, 2, name, start_date, end_date, total, '', locale, '', created_at from insertion_order_versions where insertion_order_id = 7`,
      `update insertion_orders set version_id = 2 where insertion_order_id = 7`,
    )
    await addLine(7, 1, { version_id: 2 })
    const { lines } = await reconciled(7)
    expect(lines).toMatchObject([
      { line_id: 1, charged: '0' },
      { line_id: 2, name: 'Line 2', booked: '0', charged: '4', difference: '-4', make_good: null },
      { line_id: null, booked: '90', charged: '0' },
    ])
  })

  test('of an order for all advertisers has the days of each one for their campaigns', async () => {
    await addOrder(7)
    await run(
      'delete from facts_daily',
      `update advertisers set time_zone = 'Pacific/Kiritimati' where advertiser_id = 1`,
      `update advertisers set time_zone = 'America/Los_Angeles' where advertiser_id = 2`,
    )
    for (const [advertiser, days] of [
      [1, ['10', '11', '12']],
      [2, ['12', '13', '14', '15']],
    ] as const)
      for (const day of days)
        await run(
          `insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions) values (1, ${advertiser}, ${advertiser}0, ${advertiser}00, 'onsite', 'desktop', 'USD', '2026-11-${day}', 1000)`,
        )
    await addLine(7, 1, { type: 'cpm', rate: 1_000_000, quantity: 10_000 })
    // On the 11th in Kiritimati: the 10th was before.
    await link(10, 7, 1)
    await run(`update campaigns set insertion_order_linked_at = '2026-11-10T12:00:00Z' where campaign_id = 10`)
    // On the 14th in Los Angeles: it is the last day of the campaign there.
    await link(20, 7, 1)
    await kysely()
      .transaction()
      .execute((transaction) =>
        writeEntries(transaction, { member_group_id: 1, advertiser_id: 2 }, [
          click(1_000_000n, { campaign_id: 20, ad_group_id: 200, day: '2026-11-13' }),
        ]),
      )
    const entry = (at: string, from: string | null, to: string | null) =>
      run(
        `insert into changes (member_group_id, entity, entity_id, campaign_id, at, kind, before, after) values (1, 'campaign', 20, 20, '${at}', 'changed', '${JSON.stringify({ insertion_order: from })}', '${JSON.stringify({ insertion_order: to })}')`,
      )
    await entry('2026-11-12T09:00:00Z', null, 'Order 7')
    await entry('2026-11-15T02:00:00Z', 'Order 7', null)
    await link(20, null)
    const { lines } = await reconciled(7)
    expect(lines[0]).toMatchObject({ line_id: 1, delivered_quantity: 3000 })
    expect(lines.at(-1)).toMatchObject({ uncounted: { impressions: 2000 } })
  })

  test('counts days on which a campaign was shown on its line without a paid click', async () => {
    await addOrder(7, { advertiser_id: 1, total: 900_000_000 })
    const ended = { type: 'cpm', rate: 1_000_000, quantity: 10_000 } as const
    await addLine(7, 1, { ...ended, start_date: '2026-11-10', end_date: '2026-11-13' })
    await addLine(7, 2, { ...ended, start_date: '2026-11-10', end_date: '2026-11-18' })
    await run(`delete from facts_daily`)
    for (const day of ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-16', '2026-11-18'])
      await run(
        `insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions) values (1, 1, 10, 100, 'onsite', 'desktop', 'USD', '${day}', 1000)`,
      )
    // Charged on the 10th and the 13th, then linked to the other line.
    await link(10, 7, 1)
    await charge(click(1_000_000n, { day: '2026-11-10' }), click(1_000_000n, { day: '2026-11-13' }))
    await link(10, 7, 2)
    await run(`update campaigns set insertion_order_linked_at = '2026-11-14T09:00:00Z' where campaign_id = 10`)
    const { lines } = await reconciled(7)
    // Four days of the short line gave 1,000 each.
    expect(lines[0]).toMatchObject({ delivered_quantity: 4000, make_good: { shortfall: 6000, days: 6, credit: '6' } })
    expect(lines[1]).toMatchObject({ delivered_quantity: 2000, charged: '0', unexplained: '0' })
  })

  /** An order until the 20th with a line for the campaign, which was shown 1,000 times and clicked twice on each of some days. */
  const shownOn = async (...days: readonly string[]) => {
    await addOrder(7, { advertiser_id: 1, total: 10_000_000, end_date: '2026-11-20' })
    await addLine(7, 1, { type: 'cpm', rate: 1_000_000, quantity: 10_000, end_date: '2026-11-20' })
    await run('delete from facts_daily')
    for (const day of days)
      await run(
        `insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions, clicks) values (1, 1, 10, 100, 'onsite', 'desktop', 'USD', '2026-11-${day}', 1000, 2)`,
      )
    await link(10, 7, 1)
  }
  const chargedOn = (...days: readonly string[]) => charge(...days.map((day) => click(1_000_000n, { day: `2026-11-${day}` })))
  /** The history entry of another order of the campaign. */
  const moved = (day: string, from: string | null, to: string | null) =>
    run(
      `insert into changes (member_group_id, entity, entity_id, campaign_id, at, kind, before, after) values (1, 'campaign', 10, 10, '2026-11-${day}T09:00:00Z', 'changed', '${JSON.stringify({ insertion_order: from })}', '${JSON.stringify({ insertion_order: to })}')`,
    )

  test('has a row of its own for what a campaign that left delivered without a charge, from its joining to its leaving', async () => {
    await shownOn('03', '05', '07', '08', '10', '12', '14', '15', '17')
    await chargedOn('08', '12')
    const { lines: before } = await reconciled(7)
    expect(before).toMatchObject([{ line_id: 1, delivered_quantity: 9000, uncounted: null }])
    await moved('05', null, 'Order 7')
    await moved('15', 'Order 7', null)
    await link(10, null)
    const { lines } = await reconciled(7)
    // The line has the 8th, 10th and 12th. The campaign joined on the 5th and left on the 15th: the 5th, 7th, 14th and 15th are uncounted.
    expect(lines).toMatchObject([
      { line_id: 1, delivered_quantity: 3000, charged: '2', make_good: { shortfall: 7000 } },
      { line_id: null, booked: '0', delivered: '0', charged: '0', unexplained: '0', uncounted: { clicks: 8, impressions: 4000 } },
    ])
    // The day on which it moves to another order belongs to that order.
    await run(`update changes set after = '{"insertion_order": "Order 8"}' where before ->> 'insertion_order' = 'Order 7'`)
    expect((await reconciled(7)).lines[1]).toMatchObject({ uncounted: { clicks: 6, impressions: 3000 } })
  })

  const joining = { created: `'submitted', '{}'`, linked: `'changed', '{"insertion_order": null}'` }
  test.each(Object.entries(joining))(
    'counts what a campaign that left delivered after its only charge, on the day it was %s',
    async (_, entry) => {
      await shownOn('03', '05', '07', '10', '12')
      await chargedOn('05')
      await run(
        `insert into changes (member_group_id, entity, entity_id, campaign_id, at, kind, before, after) select 1, 'campaign', 10, 10, '2026-11-05T09:00:00Z', kind, before::jsonb, '{"insertion_order": "Order 7"}' from (values (${entry})) as entry (kind, before)`,
      )
      await moved('10', 'Order 7', null)
      await link(10, null)
      const { lines } = await reconciled(7)
      expect(lines[0]).toMatchObject({ line_id: 1, delivered_quantity: 1000 })
      expect(lines[1]).toMatchObject({ uncounted: { clicks: 4, impressions: 2000 } })
    },
  )

  test('counts what a campaign delivered before it was charged only on the day on which it moved to another order', async () => {
    await shownOn('03', '05', '07', '10', '12')
    await chargedOn('10')
    await moved('05', null, 'Order 7')
    await moved('10', 'Order 7', 'Order 8')
    await link(10, null)
    expect((await reconciled(7)).lines[1]).toMatchObject({ uncounted: { clicks: 4, impressions: 2000 } })
  })

  test('counts what a campaign that came back delivered until it left again', async () => {
    await shownOn('03', '05', '10', '12', '15')
    await chargedOn('05', '10')
    await moved('05', null, 'Order 7')
    await moved('07', 'Order 7', null)
    await moved('10', null, 'Order 7')
    await moved('12', 'Order 7', null)
    await link(10, null)
    expect((await reconciled(7)).lines[1]).toMatchObject({ uncounted: { clicks: 2, impressions: 1000 } })
  })

  test('leaves days after the last charge of a campaign without a history of its leaving to the order that it has now', async () => {
    await shownOn('05', '07', '08', '10', '12')
    await addOrder(8, { advertiser_id: 1 })
    await addLine(8, 1, { type: 'cpm', rate: 1_000_000, quantity: 10_000 })
    await chargedOn('08')
    await moved('05', null, 'Order 7')
    await link(10, 8, 1)
    await run(`update campaigns set insertion_order_linked_at = '2026-11-10T09:00:00Z' where campaign_id = 10`)
    expect((await reconciled(7)).lines[1]).toMatchObject({ uncounted: { clicks: 4, impressions: 2000 } })
    expect((await reconciled(8)).lines[0]).toMatchObject({ delivered_quantity: 2000 })
  })

  test('offers an extension or a credit for a line that ended short of its quantity', async () => {
    await addOrder(7, { total: 1_000_000_000, advertiser_id: 1 })
    const ended = { type: 'cpm', rate: 8_000_000, quantity: 100_000, amount: 800_000_000, end_date: '2026-11-14' }
    await addLine(7, 1, ended)
    await addLine(7, 2, { ...ended, amount: 1_000_000, end_date: '2026-11-21' })
    await link(10, 7, 1)
    const impressions = (day: string) => (day < '2026-11-08' ? 61_000 : 3_000)
    for (const day of ['2026-11-07', ...Array.from({ length: 7 }, (_, index) => addDays('2026-11-08', index))]) {
      await charge(click(1_000_000n, { day }))
      await run(
        `insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions, cost) values (1, 1, 10, 100, 'onsite', 'desktop', 'USD', '${day}', ${impressions(day)}, 1000000)`,
      )
    }
    // The small platform has facts of 2 impressions on the 10th.
    await run(`delete from facts_daily where device = 'mobile'`)
    const { lines } = await reconciled(7)
    expect(lines[0]).toMatchObject({ delivered_quantity: 82_000, make_good: { shortfall: 18_000, days: 6, credit: '144' } })
    expect(lines[1]).toMatchObject({ delivered_quantity: 0, make_good: null })
  })

  test('and the spend are hidden from callers who see a part of the order', async () => {
    await addOrder(7)
    await link(10, 7)
    for (const endpoint of [insertionOrders.reconciliation, insertionOrders.spend]) {
      expect((await world.as('advertiserAdmin').send(endpoint, { path: at(7) })).status).toBe(403)
      expect((await world.as('advertiserViewer').send(endpoint, { path: at(7) })).status).toBe(404)
      expect((await world.as('clientViewer').send(endpoint, { path: at(7) })).status).toBe(200)
    }
  })
})

describe('links', () => {
  const send = (order: number, body: object, version = 1, caller: CallerName = 'clientAdmin') =>
    world.as(caller).send(insertionOrders.link, { path: at(order), body }, { 'If-Match': `"${version}"` })
  const linked = (...ids: readonly number[]) => ids.map((campaign_id) => ({ campaign_id, line_id: null }))
  const refusals = ({ reply }: Awaited<ReturnType<typeof send>>) =>
    reply.result.results.map(({ campaign_id, refusal }: { campaign_id: number; refusal: { code: string } | null }) => [
      campaign_id,
      refusal?.code,
    ])
  const orders = () =>
    rows(
      'select campaign_id as c, insertion_order_id as o, insertion_order_line_id as line, version from campaigns where insertion_order_id is not null order by 1',
    )

  test('are refused by reason and the others are written', async () => {
    await addOrder(7, { advertiser_id: 1 })
    await addLine(7, 3)
    await run(
      `update campaigns set end_date = '2026-12-01' where campaign_id = 11`,
      `insert into campaigns (member_group_id, advertiser_id, campaign_id, name, channel, status, budget_period, budget, start_date)
        values (1, 1, 7777, 'Over', 'onsite', 'ended', 'Daily', 1000000, '2026-01-01')`,
    )
    const response = await send(7, { link: [{ campaign_id: 10, line_id: 3 }, ...linked(11, 20, 7777)] })
    expect(response.status).toBe(200)
    expect(refusals(response)).toEqual([
      [10, undefined],
      [11, 'outside_days'],
      [20, 'other_advertiser'],
      [7777, 'campaign_over'],
    ])
    expect(response.reply.result).toMatchObject({ is_dry_run: false, version: 2 })
    expect(await orders()).toEqual([{ c: 10, o: 7, line: 3, version: 2 }])
    expect(await rows('select insertion_order_linked_at as at from campaigns where campaign_id = 10')).toEqual([{ at: fixedNow() }])
    await run(
      `insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'EUR', 'Euro', '€', 2)`,
      `update insertion_orders set currency_code = 'EUR'`,
    )
    expect(refusals(await send(7, { link: linked(11) }, 2))).toEqual([[11, 'other_currency']])
  })

  test('of a dry run are not written', async () => {
    await addOrder(7)
    const response = await send(7, { link: linked(10, 20), dry_run: true })
    expect(response.reply.result).toMatchObject({ is_dry_run: true, version: 1 })
    expect(refusals(response)).toEqual([
      [10, undefined],
      [20, undefined],
    ])
    expect(await orders()).toEqual([])
    expect(await rows(`select from changes where entity = 'insertion_order'`)).toEqual([])
  })

  test('move a campaign to an order with something left, and both histories say so', async () => {
    await addOrder(7)
    await addOrder(8)
    await addOrder(9, { total: 1_000_000 })
    await send(7, { link: linked(10, 20) })
    await charge(click(1_000_000n))
    await link(20, 9)
    await run(`insert into insertion_order_spend values (1, 9, 0, 20, '2026-11-20', 1000000)`)
    const response = await send(8, { link: linked(10) })
    const moved = { campaign_id: 10, name: expect.any(String), refusal: null, moves_from: 'Order 7', moves_from_id: 7 }
    expect(response.reply.result.results).toEqual([moved])
    expect(refusals(await send(9, { link: linked(10, 30, 20) }))).toEqual([
      [10, 'no_remaining'],
      [30, 'no_remaining'],
      [20, undefined],
    ])
    expect(await rows(`select entity_id as o, kind, user_id from changes where entity = 'insertion_order' order by change_id`)).toEqual([
      { o: 7, kind: 'linked', user_id: 3 },
      { o: 8, kind: 'linked', user_id: 3 },
      { o: 7, kind: 'unlinked', user_id: 3 },
    ])
    expect(await spends()).toMatchObject([{ o: 7, c: 10, micros: 1_000_000 }, { o: 9 }])
  })

  test('move a campaign only from the order that it had at the dry run, if the request names it', async () => {
    for (const id of [7, 8, 9]) await addOrder(id)
    await link(10, 7)
    const from = (id: number | null) => [10, 20].map((campaign_id) => ({ campaign_id, line_id: null, moves_from_id: id }))
    await link(20, 9)
    const response = await send(8, { link: from(9) })
    expect(response.reply.result.results).toMatchObject([
      { campaign_id: 10, refusal: { code: 'moved_meanwhile', values: { order: 'Order 7' } }, moves_from_id: 7 },
      { campaign_id: 20, refusal: null },
    ])
    expect(refusals(await send(8, { link: from(null) }, 2))).toEqual([
      [10, 'moved_meanwhile'],
      [20, undefined],
    ])
    expect(await orders()).toMatchObject([
      { c: 10, o: 7 },
      { c: 20, o: 8 },
    ])
    await link(10, null)
    expect(refusals(await send(8, { link: from(7) }, 2))).toEqual([
      [10, undefined],
      [20, undefined],
    ])
  })

  test('join no order while the client has turned orders off, but change their line and leave', async () => {
    await addOrder(7)
    await addLine(7, 1)
    await link(10, 7)
    await run(`insert into insertion_order_configs (member_group_id, is_insertion_order_enabled, at_end) values (1, false, 'stop')`)
    const response = await send(7, { link: [...linked(11), { campaign_id: 10, line_id: 1 }] })
    expect(refusals(response)).toEqual([
      [11, 'orders_disabled'],
      [10, undefined],
    ])
    expect(await orders()).toMatchObject([{ c: 10, o: 7, line: 1 }])
    expect((await send(7, { unlink: [10] }, 2)).status).toBe(200)
    expect(await orders()).toEqual([])
  })

  test('need the current version, campaigns of the caller, and lines of the order', async () => {
    await addOrder(7)
    await link(10, 7)
    expect((await send(7, { link: linked(10) }, 2)).status).toBe(412)
    expect((await send(7, { link: linked(20) }, 1, 'advertiserAdmin')).status).toBe(404)
    expect((await send(7, { link: linked(40) })).status).toBe(404)
    expect((await send(7, { link: linked(10), unlink: [10] })).status).toBe(422)
    expect((await send(7, { link: [{ campaign_id: 10, line_id: 4 }] })).reply.fields[0].path).toBe('link.0.line_id')
    expect((await send(7, { unlink: [20] })).reply.fields[0].path).toBe('unlink.0')
    expect((await send(7, { unlink: [10] }, 1, 'advertiserAdmin')).status).toBe(200)
    expect(await orders()).toEqual([])
  })

  test('are not removed from an order that has ended', async () => {
    await addOrder(7, { status_id: 4 })
    await link(10, 7)
    const response = await send(7, { unlink: [10] })
    expect([response.status, response.reply.fields[0].code]).toEqual([409, 'wrong_status'])
    expect(await orders()).toMatchObject([{ c: 10, o: 7 }])
  })

  test('name the lines in the history of the order, and the order in that of the campaign; an order that is left changes, too', async () => {
    for (const id of [7, 8]) {
      await addOrder(id, { edited_at: new Date('2026-01-01T00:00:00Z') })
      await addLine(id, 1)
      await addLine(id, 2)
    }
    await send(7, { link: [{ campaign_id: 10, line_id: 1 }] })
    await send(7, { link: [{ campaign_id: 10, line_id: 2 }] }, 2)
    await send(8, { link: linked(10) })
    expect(
      await rows('select version, edited_at, edited_by from insertion_orders where insertion_order_id < 100 order by insertion_order_id'),
    ).toEqual([
      { version: 4, edited_at: fixedNow(), edited_by: 3 },
      { version: 2, edited_at: fixedNow(), edited_by: 3 },
    ])
    const changes = await rows(
      `select entity, kind, before, after from changes where kind like '%linked' or after ? 'insertion_order' order by change_id`,
    )
    const campaign = { entity: 'campaign', kind: 'changed' }
    const campaigns = [expect.any(String)]
    expect(changes).toEqual([
      { entity: 'insertion_order', kind: 'linked', before: { campaigns: null, line: null }, after: { campaigns, line: 'Line 1' } },
      { ...campaign, before: { insertion_order: null }, after: { insertion_order: 'Order 7' } },
      { entity: 'insertion_order', kind: 'linked', before: { campaigns: null, line: 'Line 1' }, after: { campaigns, line: 'Line 2' } },
      { entity: 'insertion_order', kind: 'linked', before: { campaigns: null, line: null }, after: { campaigns, line: null } },
      { entity: 'insertion_order', kind: 'unlinked', before: { campaigns }, after: { campaigns: null } },
      { ...campaign, before: { insertion_order: 'Order 7' }, after: { insertion_order: 'Order 8' } },
    ])
    const history = await world
      .as('advertiserAdmin')
      .send(contract.campaigns.changes, { path: { memberGroupId: 1, advertiserId: 1, campaignId: 10 }, body: {} })
    const [latest] = history.reply.result.changes
    expect(latest.fields).toEqual([{ field: 'insertion_order', before: 'Order 7', after: 'Order 8' }])
    const undo = { campaign_change_ids: [latest.campaign_change_id] }
    const undone = await world.as('clientAdmin').send(contract.campaigns.undo, { path: { memberGroupId: 1 }, body: undo })
    expect(JSON.stringify(undone.reply)).toContain('not_undoable')
  })

  test('that were left are listed with their spend, and with all their entries of the days of the order', async () => {
    await addOrder(7)
    await addOrder(8)
    await run('delete from spend_days where campaign_id = 10')
    await charge(click(20_000n))
    await link(10, 7, 1)
    await charge(click(70_000n))
    await link(10, 8, 2)
    await charge(click(5_000n))
    await link(20, 7)
    const { campaigns } = (await world.as('clientAdmin').send(insertionOrders.campaigns, { path: at(7) })).reply.result
    expect(campaigns).toMatchObject([
      { campaign_id: 20, is_linked: true, spent: '0' },
      { campaign_id: 10, is_linked: false, line_id: null, linked_at: null, spent: '0.07', in_ledger: '0.095' },
    ])
  })

  test('are offered for campaigns of the order’s advertisers in its currency that are not over', async () => {
    await addOrder(7)
    await addOrder(8, { name: 'Other order' })
    await link(10, 7)
    await link(20, 8)
    await charge(click(70_000n))
    await run(`update campaigns set status = 'ended' where campaign_id = 31`)
    const available = async (caller: CallerName, body: object = {}) =>
      (await world.as(caller).send(insertionOrders.availableCampaigns, { path: at(7), body })).reply.result
    const { campaigns, total } = await available('clientAdmin')
    expect(campaigns.map((one: { campaign_id: number; current_order: string | null }) => [one.campaign_id, one.current_order])).toEqual([
      [30, null],
      [21, null],
      [20, 'Other order'],
      [11, null],
    ])
    expect(total).toBe(4)
    expect((await available('advertiserAdmin')).total).toBe(1)
    const filtered = { filters: [{ field: 'current_order', operation: 'ILIKE', value: 'other' }] }
    expect((await available('clientAdmin', filtered)).campaigns).toMatchObject([{ campaign_id: 20, spent: '0' }])
    const own = (await world.as('advertiserAdmin').send(insertionOrders.campaigns, { path: at(7) })).reply.result.campaigns
    expect(own).toMatchObject([{ campaign_id: 10, line_id: null, spent: '0.07', status: 'active' }])
  })

  test('show which active campaigns stop when the order closes', async () => {
    await addOrder(7)
    for (const campaign of [10, 11, 20]) await link(campaign, 7)
    await charge(click(70_000n))
    const effect = async (caller: CallerName) => (await world.as(caller).send(insertionOrders.closeEffect, { path: at(7) })).reply.result
    expect(await effect('clientAdmin')).toMatchObject({
      campaigns: [{ campaign_id: 10 }, { campaign_id: 20 }],
      other_campaigns: 0,
      unspent: '99.93',
    })
    expect(await effect('advertiserAdmin')).toMatchObject({ campaigns: [{ campaign_id: 10 }], other_campaigns: 1, unspent: null })
  })
})

describe('a draft with an order', () => {
  const { change, submit } = draftCalls(() => world, 'advertiserAdmin')
  const choose = (insertion_order_id: number) => change({ data: { insertion_order_id } }, 1)
  const refusal = async () => {
    const { status, reply } = await submit()
    return [status, reply.fields?.[0]?.path, reply.fields?.[0]?.code]
  }

  test('is submitted only if the campaign could be linked later, too', async () => {
    await addOrder(7, { advertiser_id: 1, end_date: '2026-12-30' })
    await choose(7)
    expect(await refusal()).toEqual([422, 'data.insertion_order_id', 'outside_days'])
    await run(
      `update insertion_orders set end_date = '2026-12-31'`,
      `insert into insertion_order_spend values (1, 7, 0, 10, '2026-11-20', 100000000)`,
    )
    expect(await refusal()).toEqual([422, 'data.insertion_order_id', 'no_remaining'])
    await run(
      'delete from insertion_order_spend',
      `insert into insertion_order_configs (member_group_id, is_insertion_order_enabled, at_end) values (1, false, 'stop')`,
    )
    expect(await refusal()).toEqual([422, 'data.insertion_order_id', 'orders_disabled'])
    await run('update insertion_order_configs set is_insertion_order_enabled = true')
    const { status, reply } = await submit()
    expect(status).toBe(200)
    expect(await rows('select version, edited_by from insertion_orders where insertion_order_id = 7')).toEqual([
      { version: 2, edited_by: 5 },
    ])
    const links = await rows(`select entity_id, kind, after from changes where entity = 'insertion_order'`)
    expect(links).toEqual([{ entity_id: 7, kind: 'linked', after: { campaigns: [reply.result.name] } }])
  })

  test('does not show an advertiser how much is left of an order for all, nor estimate with it or with that of another advertiser', async () => {
    await addOrder(7, { end_date: '2026-12-31', total: 3_000_000 })
    await addOrder(8, { end_date: '2026-12-31', total: 2_000_000, advertiser_id: 2 })
    await addOrder(9, { end_date: '2026-12-31', total: 1_000_000, advertiser_id: 1 })
    const constraints = async (caller: CallerName) => {
      const { insertion_orders } = (await world.as(caller).send(contract.campaignDrafts.constraints, { path: readyDraft })).reply.result
      return insertion_orders.map((one: { insertion_order_id: number; remaining: string | null }) => [
        one.insertion_order_id,
        one.remaining,
      ])
    }
    expect(await constraints('advertiserAdmin')).toEqual([
      [7, null],
      [9, '1'],
    ])
    expect(await constraints('clientAdmin')).toEqual([
      [7, '3'],
      [9, '1'],
    ])
    const estimate = async (insertion_order_id: number | null, caller: CallerName = 'advertiserAdmin') => {
      const body = { data: { insertion_order_id } }
      const { spend, spend_sums, run_out, binds } = (
        await world.as(caller).send(contract.campaignDrafts.estimate, { path: readyDraft, body })
      ).reply.result
      return { spend, spend_sums, run_out, binds }
    }
    const without = await estimate(null)
    expect([await estimate(7), await estimate(8), await estimate(8, 'clientAdmin')]).toEqual([without, without, without])
    expect(await estimate(9)).toMatchObject({ binds: 'insertion_order' })
    await addOrder(12, { end_date: '2026-12-10', total: 900_000_000_000, advertiser_id: 1 })
    await run('update advertiser_balances set balance = 900000000000 where advertiser_id = 1')
    expect((await estimate(12)).run_out).toEqual({ limit: 'order_end', day: '2026-12-10' })
  })
})

describe('on a server with parallel deliveries', () => {
  let postgres: Pick<PostgresServer, 'url' | 'stop'>
  let parallel: SmallWorld
  beforeAll(async () => {
    postgres = await commonPostgres()
    parallel = await startSmallWorld({ server: postgres.url })
  }, 120_000)
  afterAll(async () => {
    await parallel?.close()
    await postgres?.stop()
  })

  test('three advertisers that spend from one order never take more than its 100.00', async () => {
    const { kysely } = parallel.database
    await addOrder(7, {}, parallel)
    await onlyCampaigns(parallel.database, 10, 20, 30)
    await sql`update campaigns set pacing = 'ASAP', budget = 900000000, insertion_order_id = 7 where campaign_id in (10, 20, 30)`.execute(
      kysely,
    )
    await sql`update ad_groups set base_bid = 20000000`.execute(kysely)
    const delivery = deliveryBy(parallel.database)
    for (let round = 0; round < 20; round++) {
      delivery.set(new Date(delivery.now().getTime() + 30 * minuteMs))
      await Promise.all(Array.from({ length: 10 }, () => deliverOnce(delivery.context)))
      const { rows } = await sql<{ left: number }>`
        select (100000000 - coalesce(sum(micros), 0))::int as left from insertion_order_spend`.execute(kysely)
      expect(rows[0]?.left).toBeGreaterThanOrEqual(0)
    }
    const { clicks, daily } = await books(parallel.database)
    expect([clicks, daily]).toEqual([100_000_000n, 100_000_000n])
    const serving = await servingOf(delivery.context, 1, [10, 20, 30])
    expect([...serving.values()].map(({ gate }) => gate)).toEqual(Array(3).fill('insertion_order'))
  }, 60_000)

  test('200 debits of cents at once take exactly the total of an order, and never more', async () => {
    const { kysely } = parallel.database
    await onlyCampaigns(parallel.database, 10, 20, 30)
    await sql`update campaigns set pacing = 'ASAP', budget = 900000000, insertion_order_id = 9 where campaign_id in (10, 20, 30)`.execute(
      kysely,
    )
    await sql`update ad_groups set base_bid = 120000`.execute(kysely)
    await addOrder(9, {}, parallel)
    const until = new Date(noon.getTime() + 60 * minuteMs)
    const served = await servingStates({ database: parallel.database, now: () => until }, 1, sql<boolean>`c.status = 'active'`)
    const serving = served.flatMap((campaign) => campaign.groups.map((group) => ({ served: campaign, group })))
    const bidRank = marketsOf(serving)
    const dues = await Promise.all(
      serving.map(async (adGroup): Promise<Due> => {
        const { row, clock } = adGroup.served
        const { ad_group_id, base_bid } = adGroup.group.row
        const [cursor] = await newCursors(kysely, [{ ad_group_id, campaign: row, clock }], noon)
        if (!cursor) throw new Error('An ad group has no cursor')
        const sample = { ad_group_id, base_bid, min_bid: row.min_bid, max_entities: 50, chance: 0.5 }
        const entities = (await sampleEntities(kysely, 1, [sample])).get(ad_group_id) ?? []
        return { ...adGroup, dueMinutes: dueMinutesOf(cursor, until, clock), entities, bidRank: bidRank(adGroup) }
      }),
    )
    // Each debit has six minutes of its own, because the same minutes give the same clicks.
    const debitAt = (index: number) =>
      dues.slice(index % dues.length, (index % dues.length) + 1).map((due): Due => {
        const fromMinute = index % 1400
        const toMinute = fromMinute + 6
        return { ...due, dueMinutes: { ...due.dueMinutes, fromMinute, toMinute } }
      })
    const plenty = { remaining: 1_000_000_000n, lines: new Map(), continuesOnFunds: false }
    const rich = { balance: 1_000_000_000n, uninvoiced: 0n, spent: 0n }
    const priced = Array.from({ length: 1400 }, (_, index) => debitAt(index)).flatMap((due) => {
      const [{ cost } = { cost: 0n }] = deliveries(due, rich, new Map([[9, plenty]]))
      return cost > 0n && cost < 1_000_000n ? [{ due, cost }] : []
    })
    const debits = priced.slice(0, 200)
    expect(debits).toHaveLength(200)
    expect(new Set(debits.flatMap(({ due }) => due.map(({ served: { row } }) => row.advertiser_id))).size).toBe(3)
    // Enough for about three quarters of the debits.
    const total = (debits.slice(0, 150).reduce((sum, { cost }) => sum + cost, 0n) / 10_000n) * 10_000n
    await sql`update insertion_orders set total = ${String(total)} where insertion_order_id = 9`.execute(kysely)
    /** Charges a debit as a delivery does; returns what remained before it. */
    const charged = (due: readonly Due[]) =>
      kysely.transaction().execute(async (transaction) => {
        const [
          {
            served: { row },
          } = { served: { row: undefined } },
        ] = due
        if (!row) throw new Error('A debit has no campaign')
        const balance = await lockBalance(transaction, row)
        const orders = await lockOrders(transaction, due)
        await writeDeliveries(transaction, row, deliveries(due, balance, orders), newPlans(due), until)
        return orders.get(9)?.remaining ?? -1n
      })
    const found = await Promise.all(debits.map(({ due }) => charged(due)))
    expect(found).toHaveLength(200)
    expect(found.filter((remaining) => remaining < 0n)).toEqual([])
    expect(found.filter((remaining) => remaining > 0n).length).toBeGreaterThan(100)
    const spent = async () => {
      const { rows: sums } = await sql<{ micros: string }>`
        select sum(micros)::text as micros from insertion_order_spend where insertion_order_id = 9`.execute(kysely)
      return BigInt(sums[0]?.micros ?? 0)
    }
    // The last cent is spent by the next click, which most windows do not have.
    for (const { due } of priced.slice(200, 800)) if ((await spent()) < total) await charged(due)
    expect(await spent()).toBe(total)
    const gates = await servingOf({ database: parallel.database, now: () => until }, 1, [10, 20, 30])
    expect([...gates.values()].map(({ gate }) => gate)).toEqual(Array(3).fill('insertion_order'))
  }, 60_000)
})
