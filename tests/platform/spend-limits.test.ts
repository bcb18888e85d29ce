import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { spendOrderNewsJob } from '../../demo/platform/mail/spend-order-news.ts'
import { writeEntries } from '../../demo/platform/money/ledger.ts'
import { endSpendOrders, spendOrdersJob } from '../../demo/platform/spend-limits/endings.ts'
import { servingStates } from '../../demo/platform/serving/read.ts'
import { contract } from '../../src/contract/index.ts'
import { decimalOf } from '../../src/contract/money/money.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertisers, balances, spendLimits, fundingTypes, billing, campaigns, invoices } = contract
const client = { memberGroupId: 1 }
const advertiser = { ...client, advertiserId: 1 }
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-limits` })
const match = (version: number) => ({ 'If-Match': String(version) })
/** Runs statements, which the driver takes one at a time. */
async function run(text: string) {
  for (const statement of text.split(';')) if (statement.trim()) await sql.raw(statement).execute(world.database.kysely)
}
const million = 1_000_000n

const create = (amount: string, name: CallerName = 'clientAdmin', advertiser_id = 1, headers = keyed()) =>
  world.as(name).send(spendLimits.create, { path: client, body: { advertiser_id, amount } }, headers)
const limits = async (name: CallerName = 'clientAdmin') => (await world.as(name).send(spendLimits.list, { path: client })).reply.result
const orders = async (name: CallerName = 'clientAdmin', query = {}) =>
  (await world.as(name).send(spendLimits.orders, { path: client, query })).reply.result.pending_spend_orders
const decide = (action: 'approveOrder' | 'closeOrder', id: number, version: number, name: CallerName = 'clientAdmin') =>
  world.as(name).send(spendLimits[action], { path: { ...client, pendingSpendOrderId: id } }, match(version))
const spend = (units: bigint, micros = 0n) =>
  writeEntries(world.database.kysely, { member_group_id: 1, advertiser_id: 1 }, [
    { event: 'FundingAPI', micros: units * million, day: '2026-11-21', at: fixedNow(), reason: 'Funds' },
    {
      event: 'Click',
      micros: -(units * million + micros),
      day: '2026-11-21',
      at: fixedNow(),
      reason: 'Delivery',
      campaign_id: 10,
      ad_group_id: 100,
    },
  ])
/** Pauses the campaign 10, gives both campaigns of the advertiser total budgets, and activates the second one. */
async function activate(budget: number, id = 11) {
  await run(`update campaigns set budget_period = 'One Time', budget = ${budget}000000, status = 'paused', review_status_id = 3,
    end_date = '2026-12-31' where campaign_id = ${id}`)
  const { rows } = await sql<{ version: number }>`select version from campaigns where campaign_id = ${id}`.execute(world.database.kysely)
  return world
    .as('clientAdmin')
    .send(campaigns.change, { path: { ...advertiser, campaignId: id }, body: { status: 'active' } }, match(rows[0]?.version ?? 0))
}

beforeEach(async () => {
  await run(`delete from pending_spend_orders; delete from spend_limits; delete from spend_days where advertiser_id = 1;
    update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1;
    update campaigns set status = 'paused' where advertiser_id = 1 and campaign_id <> 10;
    update campaigns set status = 'active', budget_period = 'One Time', budget = 1000000000, end_date = '2026-12-31' where campaign_id = 10;`)
})

describe('a spend limit', () => {
  test('is created once, with what is uninvoiced and left', async () => {
    const { status, reply } = await create('5000')
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({ amount: '5000', raised: '0', uninvoiced: '0', left: '5000', active_campaigns: 1, version: 1 })
    expect((await create('6000')).status).toBe(409)
    expect(await limits()).toMatchObject([{ advertiser_id: 1, advertiser_name: 'Advertiser-mark-1.', amount: '5000' }])
  })

  test('is the same limit when its request is repeated', async () => {
    const headers = keyed()
    const [first, second] = [await create('5000', 'clientAdmin', 1, headers), await create('5000', 'clientAdmin', 1, headers)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.reply.result).toEqual(first.reply.result)
  })

  test('counts what was spent before its first day as prepaid', async () => {
    await run(`insert into spend_days values (1, 1, 10, 100, '2026-11-20', 70000000), (1, 1, 10, 100, '2026-11-21', 30000000);
      update advertiser_balances set spent = 100000000 where advertiser_id = 1`)
    expect((await create('5000')).reply.result).toMatchObject({ uninvoiced: '30', left: '4970' })
  })

  test('is neither given nor raised by a client without credit lines; it can be lowered', async () => {
    const credit = (status: 'Active' | 'Inactive') =>
      world.as('clientAdmin').send(fundingTypes.change, { path: client, body: { funding_types: [{ id: 2, status }] } })
    const put = (amount: string) => world.as('clientAdmin').send(spendLimits.put, { path: advertiser, body: { amount } })
    await credit('Inactive')
    const refused = await create('5000')
    expect([refused.status, refused.reply.fields]).toMatchObject([409, [{ code: 'credit_closed' }]])
    await credit('Active')
    await create('5000')
    await run(`update campaigns set budget = 5500000000 where campaign_id = 10`)
    await activate(2000)
    await credit('Inactive')
    expect((await put('5000.01')).reply.fields).toMatchObject([{ code: 'credit_closed' }])
    expect((await put('4000')).reply.result).toMatchObject({ amount: '4000' })
    const [order] = await orders()
    expect((await decide('approveOrder', order.pending_spend_order_id, order.version)).status).toBe(409)
    expect((await decide('closeOrder', order.pending_spend_order_id, order.version)).status).toBe(200)
  })

  test.each(['0', '1.001', '-5', 'x'])('is refused with the amount %s', async (amount) => {
    expect((await create(amount)).status).toBe(422)
  })

  test('is for an advertiser of the client', async () => {
    for (const id of [4, 999_999]) expect((await create('5000', 'clientAdmin', id)).status, `${id}`).toBe(404)
  })

  test('is removed with unpaid spend that rounds to 0', async () => {
    await create('5000')
    await spend(1n)
    const remove = () => world.as('clientAdmin').send(spendLimits.remove, { path: advertiser })
    await run(`update advertiser_balances set invoiced = spent - 5000 where advertiser_id = 1`)
    expect((await remove()).status).toBe(409)
    await run(`update advertiser_balances set invoiced = spent - 4999 where advertiser_id = 1`)
    expect((await remove()).status).toBe(200)
  })

  test('is changed in the version that was read', async () => {
    const { spend_limit_id } = (await create('5000')).reply.result
    const change = (amount: string, version: number) =>
      world.as('clientAdmin').send(spendLimits.change, { path: client, body: { spend_limit_id, amount } }, match(version))
    expect((await change('6000', 1)).reply.result).toMatchObject({ amount: '6000', version: 2 })
    expect((await change('7000', 1)).status).toBe(412)
    const both = await Promise.all([change('8000', 2), change('9000', 2)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  test('is set and removed by its advertiser’s address; unpaid spend keeps it', async () => {
    const put = (amount: string) => world.as('clientAdmin').send(spendLimits.put, { path: advertiser, body: { amount } })
    expect((await put('100')).reply.result).toMatchObject({ amount: '100', version: 1 })
    expect((await put('200')).reply.result).toMatchObject({ amount: '200', version: 2 })
    await spend(1n)
    const remove = () => world.as('clientAdmin').send(spendLimits.remove, { path: advertiser })
    expect((await remove()).status).toBe(409)
    await run(`update advertiser_balances set invoiced = spent where advertiser_id = 1`)
    expect((await remove()).reply.result).toEqual({ advertiser_id: 1 })
    expect(await limits()).toEqual([])
  })

  test('is read by advertisers and changed by their client only', async () => {
    await create('5000')
    expect(await limits('advertiserAdmin')).toHaveLength(1)
    expect(await limits('advertiserManager')).toEqual([])
    for (const [name, advertiserId] of [
      ['clientViewer', 2],
      ['advertiserAdmin', 1],
      ['advertiserViewer', 3],
    ] as const)
      expect((await create('1', name, advertiserId)).status, name).toBe(403)
    const elsewhere = { path: { memberGroupId: 2 }, body: { advertiser_id: 4, amount: '1' } }
    expect((await world.as('clientAdmin').send(spendLimits.create, elsewhere, keyed())).status).toBe(404)
  })

  test('is listed by what is left', async () => {
    await create('100')
    await create('50', 'clientAdmin', 2)
    const body = { sort: [{ field: 'left', order: 'asc' as const }] }
    const { reply } = await world.as('clientAdmin').send(spendLimits.report, { path: client, body })
    expect(reply.result.spend_limits.map(({ left }: { left: string }) => left)).toEqual(['50', '100'])
    expect(reply.result.total).toBe(2)
  })
})

describe('the credit of a limit', () => {
  const account = { member_group_id: 1, advertiser_id: 1 }
  const balance = async () => (await world.as('clientAdmin').send(balances.one, { path: advertiser })).reply.result
  const prepaid = async () => (await world.as('clientAdmin').send(balances.totalPrePay, { path: advertiser })).reply.result
  const put = (amount: string) => world.as('clientAdmin').send(spendLimits.put, { path: advertiser, body: { amount } })
  const remove = () => world.as('clientAdmin').send(spendLimits.remove, { path: advertiser })
  /** The entries that give and take back credit, in their order. */
  async function booked() {
    const { rows } = await sql<{ event_type_id: number; micros: string; user_id: number | null }>`
      select event_type_id, micros::text, user_id from balance_events where reference like 'spend-limit %' and balance_event_id > ${first}
      order by balance_event_id`.execute(world.database.kysely)
    return rows.map(({ event_type_id, micros }) => [event_type_id, decimalOf(BigInt(micros))])
  }
  const click = (units: bigint) =>
    writeEntries(world.database.kysely, account, [
      {
        event: 'Click',
        micros: -units * million,
        day: '2026-11-21',
        at: fixedNow(),
        reason: 'Delivery',
        campaign_id: 10,
        ad_group_id: 100,
      },
    ])
  /** Counts spend as invoiced and paid, as the payment of an invoice does. */
  const payInvoice = (units: bigint) =>
    writeEntries(world.database.kysely, account, [
      { event: 'Invoice', micros: units * million, day: '2026-11-21', at: fixedNow(), reason: 'Invoice paid', reference: 'invoice 1' },
    ])
  const book = () => spendOrdersJob.run({}, { database: world.database, now: fixedNow, log: () => undefined })
  const gate = async () => (await servingStates({ database: world.database, now: fixedNow }, 1, sql<boolean>`c.campaign_id = 10`))[0]?.state
  let first = 0
  beforeEach(async () => {
    await leave(world.database, 1, 0n)
    const { rows } = await sql<{ id: number }>`select coalesce(max(balance_event_id), 0)::int as id from balance_events`.execute(
      world.database.kysely,
    )
    first = rows[0]?.id ?? 0
  })

  test('lets an advertiser spend that has no funds, up to the limit', async () => {
    expect((await gate())?.funds).toBe(0n)
    await create('500')
    expect(await gate()).toMatchObject({ funds: 500n * million, limit: { remaining: 500n * million } })
    await click(120n)
    expect(await balance()).toMatchObject({ available: '380', credit_left: '380', limit_left: '380', total_funding: '380' })
    expect(await prepaid()).toMatchObject({ total_pre_pay_balance: '0' })
    await click(380n)
    expect(await gate()).toMatchObject({ funds: 0n, limit: { remaining: 0n } })
    await payInvoice(500n)
    expect(await balance()).toMatchObject({ available: '500', credit_left: '500', limit_left: '500', total_funding: '500' })
    expect(await booked()).toEqual([[9, '500']])
  })

  test('is the difference when the limit is changed, and goes with the limit, but no other funds do', async () => {
    await writeEntries(world.database.kysely, account, [
      { event: 'FundingAPI', micros: 70n * million, day: '2026-11-21', at: fixedNow(), reason: 'Funds' },
    ])
    await put('500')
    await put('800')
    await put('300')
    expect(await balance()).toMatchObject({ available: '370', credit_left: '300', total_funding: '370' })
    expect(await prepaid()).toMatchObject({ total_pre_pay_balance: '70' })
    expect((await remove()).status).toBe(200)
    expect(await balance()).toMatchObject({ available: '70', credit_left: '0', limit_left: null, total_funding: '70' })
    expect(await booked()).toEqual([
      [9, '500'],
      [9, '300'],
      [4, '-500'],
      [4, '-300'],
    ])
  })

  test('is taken back from its own lots when the limit is lowered, and not from older funds', async () => {
    await writeEntries(world.database.kysely, account, [
      { event: 'FundingAPI', micros: 70n * million, day: '2026-11-21', at: fixedNow(), reason: 'Funds' },
    ])
    await put('500')
    await put('300')
    const { rows } = await sql<{ funding_type_id: number; left: string }>`select funding_type_id, sum("left")::text as left
      from funding_lots where advertiser_id = 1 and is_open group by 1 order by 1`.execute(world.database.kysely)
    expect(rows).toEqual([
      { funding_type_id: 1, left: '70000000' },
      { funding_type_id: 2, left: '300000000' },
    ])
  })

  test('is taken back when the limit is lowered, and no own money, which spend on the limit has left in the balance', async () => {
    await writeEntries(world.database.kysely, account, [
      { event: 'FundingAPI', micros: 100n * million, day: '2026-11-21', at: fixedNow(), reason: 'Funds' },
    ])
    await put('500')
    await click(400n)
    await put('100')
    expect(await balance()).toMatchObject({ available: '100', credit_left: '0' })
    expect(await prepaid()).toMatchObject({ total_pre_pay_balance: '100' })
    expect((await booked()).at(-1)).toEqual([4, '-100'])
    await payInvoice(400n)
    await book()
    expect(await balance()).toMatchObject({ available: '200', credit_left: '100' })
    expect(await prepaid()).toMatchObject({ total_pre_pay_balance: '100' })
  })

  test('stays while an overdue invoice sets the limit to 0', async () => {
    await put('500')
    await run(`insert into invoices (member_group_id, advertiser_id, invoice_id, number, start_date, end_date, issued_on, due_on, exact, amount)
      values (1, 1, 990001, 'of-a-stop', '2026-09-01', '2026-09-30', '2026-10-04', '2026-10-10', 1000000, 1000000);
      update spend_limits set overdue_invoice_id = 990001`)
    await book()
    expect(await balance()).toMatchObject({ available: '500', spendable: '0', limit_left: '0' })
    expect((await gate())?.limit).toEqual({ total: 0n, remaining: 0n })
    await run('update spend_limits set overdue_invoice_id = null')
    expect(await balance()).toMatchObject({ available: '500', spendable: '500' })
    expect(await booked()).toEqual([[9, '500']])
  })

  test('has the digits of the currency, and the exact excess of an approved order', async () => {
    await run(`update currencies set digits = 0 where currency_code = 'USD'`)
    expect((await put('500.5')).status).toBe(422)
    await run(`update currencies set digits = 3 where currency_code = 'USD'`)
    expect((await put('500.125')).reply.result).toMatchObject({ amount: '500.125' })
    expect(await balance()).toMatchObject({ available: '500.125', credit_left: '500.125' })
    await run(`insert into pending_spend_orders (member_group_id, advertiser_id, campaign_id, over, status_id, created_at)
      values (1, 1, 10, 1000001, 1, now())`)
    const [order] = await orders()
    await decide('approveOrder', order.pending_spend_order_id, 1)
    expect(await balance()).toMatchObject({ available: '501.125001', credit_left: '501.125001' })
    await run(`update pending_spend_orders set status_id = 4`)
    await book()
    expect(await balance()).toMatchObject({ available: '500.125', limit_left: '500.125' })
    await run(`update currencies set digits = 2 where currency_code = 'USD'`)
  })

  test('that is spent is taken back when it is paid', async () => {
    await put('500')
    await click(400n)
    await put('200')
    expect(await balance()).toMatchObject({ available: '0', credit_left: '0', limit_left: '-200', total_funding: '0' })
    await book()
    expect(await booked()).toEqual([
      [9, '500'],
      [4, '-100'],
    ])
    await payInvoice(400n)
    expect(await balance()).toMatchObject({ available: '400', limit_left: '200', total_funding: '200' })
    await book()
    await book()
    expect(await balance()).toMatchObject({ available: '200', credit_left: '200', limit_left: '200', total_funding: '200' })
    expect(await booked()).toHaveLength(3)
  })

  test('follows an approved spend order until it ends', async () => {
    await run(`update campaigns set budget = 4200000000 where campaign_id = 10`)
    await create('5000')
    await activate(2000)
    const [order] = await orders()
    await decide('approveOrder', order.pending_spend_order_id, 1)
    expect(await balance()).toMatchObject({ available: '6200', limit_left: '6200', total_funding: '6200' })
    await run(`update campaigns set status = 'ended' where campaign_id = 11`)
    await book()
    expect(await balance()).toMatchObject({ available: '5000', limit_left: '5000', total_funding: '5000' })
    expect(await booked()).toEqual([
      [9, '5000'],
      [9, '1200'],
      [4, '-1200'],
    ])
  })

  const back = (units: bigint, more: object) =>
    writeEntries(world.database.kysely, account, [
      { event: 'BalanceRefill', micros: units * million, day: '2026-11-21', at: fixedNow(), reason: 'Given back', ...more },
    ])
  const owed = async () => (await world.database.kysely.selectFrom('receivables').select('micros').execute()).map(({ micros }) => micros)

  test('goes with its limit also where a make-good has paid for the spend', async () => {
    await put('500')
    await click(100n)
    await back(100n, { reference: 'insertion-order 7', funding_type_id: 3 })
    expect(await balance()).toMatchObject({ available: '500', credit_left: '500' })
    expect((await remove()).status).toBe(200)
    expect(await balance()).toMatchObject({ available: '0', total_funding: '0' })
    expect((await booked()).slice(1)).toEqual([
      [4, '-400'],
      [4, '-100'],
    ])
    expect(await owed()).toEqual([])
    // Credit that is taken back is not spent.
    const { rows } = await sql<{ spent: string }>`select sum(micros - "left" - withdrawn)::text as spent from funding_lots
      where advertiser_id = 1 and balance_event_id > ${first}`.execute(world.database.kysely)
    expect(rows).toEqual([{ spent: String(100n * million) }])
  })

  test('leaves what was given back of spend that is paid', async () => {
    await put('500')
    await click(100n)
    await payInvoice(100n)
    await back(30n, { reference: 'insertion-order 7', funding_type_id: 2 })
    expect((await remove()).status).toBe(200)
    expect(await balance()).toMatchObject({ available: '30' })
    expect(await prepaid()).toMatchObject({ total_pre_pay_balance: '30' })
  })

  test('that is not there any more is owed after the removal of its limit', async () => {
    await put('500')
    await run(`insert into receivables values (1, 1, 20000000)`)
    await writeEntries(world.database.kysely, account, [
      { event: 'SystemDebitAPI', micros: -40n * million, day: '2026-11-21', at: fixedNow(), reason: 'Taken back' },
    ])
    expect((await remove()).status).toBe(200)
    expect(await balance()).toMatchObject({ available: '0' })
    expect(await owed()).toEqual([60_000_000])
  })

  test('is not owed for unpaid spend that rounds to 0', async () => {
    await put('500')
    await run(`update advertiser_balances set balance = balance - 4000, spent = spent + 4000 where advertiser_id = 1;
      update funding_lots set "left" = "left" - 4000 where advertiser_id = 1 and funding_type_id = 2 and is_open`)
    expect((await remove()).status).toBe(200)
    expect(await balance()).toMatchObject({ available: '0' })
    expect(await owed()).toEqual([])
  })

  test('is booked for other advertisers when one fails', async () => {
    await put('500')
    await create('500', 'clientAdmin', 2)
    await run(`update spend_limits set amount = 800000000`)
    // The lots of the first advertiser no longer cover what is taken back.
    await run(`update spend_limits set amount = 100000000 where advertiser_id = 1;
      update advertiser_balances set balance = 0 where advertiser_id = 1`)
    await expect(book()).rejects.toThrow('The credit of 1 advertisers could not be booked')
    const other = (await world.as('clientAdmin').send(balances.one, { path: { ...client, advertiserId: 2 } })).reply.result
    expect(other).toMatchObject({ limit_left: '800' })
    const credit = await world.database.kysely.selectFrom('spend_limits').select(['credit']).where('advertiser_id', '=', 2).execute()
    expect(credit).toEqual([{ credit: 800_000_000 }])
  })

  test('goes with its advertiser, which is removed once nothing is unpaid', async () => {
    const removal = async () => (await world.as('clientAdmin').send(advertisers.remove, { path: advertiser })).status
    await put('500')
    await click(500n)
    expect(await removal()).toBe(409)
    await run(`insert into invoices (member_group_id, advertiser_id, number, start_date, end_date, issued_on, due_on, exact, amount, tax)
      values (1, 1, 'of-removal', '2026-10-01', '2026-10-31', '2026-11-04', '2026-12-04', 500000000, 500000000, 95000000)`)
    await payInvoice(500n)
    await run(`update invoices set paid = 500000000, status = 'partly_paid' where number = 'of-removal'`)
    expect(await removal()).toBe(409)
    await run(`update invoices set paid = 595000000, status = 'paid' where number = 'of-removal'`)
    expect(await removal()).toBe(200)
    expect(await limits()).toEqual([])
    expect((await booked()).at(-1)).toEqual([4, '-500'])
    const { rows } = await sql<{ balance: string }>`select balance::text from advertiser_balances where advertiser_id = 1`.execute(
      world.database.kysely,
    )
    expect(rows).toEqual([{ balance: '0' }])
  })

  test('does not keep an advertiser whose unpaid invoices are uncollectible', async () => {
    await put('500')
    await click(120n)
    await run(`insert into invoices (member_group_id, advertiser_id, number, start_date, end_date, issued_on, due_on, exact, amount, paid, status)
      values (1, 1, 'of-removal', '2026-10-01', '2026-10-31', '2026-11-04', '2026-12-04', 119000000, 119000000, 0, 'uncollectible')`)
    const removal = async () => (await world.as('clientAdmin').send(advertisers.remove, { path: advertiser })).status
    expect(await removal()).toBe(409)
    await run(`update invoices set exact = 120000000, amount = 120000000 where number = 'of-removal'`)
    expect(await removal()).toBe(200)
    expect(await owed()).toEqual([])
  })

  test('is no money that was funded', async () => {
    const funded = async () => {
      const body = { start_date: '2026-11-01', end_date: '2026-11-30', currency_code: 'USD' }
      return (await world.as('clientAdmin').send(invoices.aggregates, { path: client, body })).reply.result.funded
    }
    const before = await funded()
    await put('500')
    await put('200')
    await remove()
    expect(await funded()).toBe(before)
  })

  test('is booked once by changes at the same time', async () => {
    await put('500')
    const parallel = await Promise.all([put('700'), put('700'), book(), book()].map((done) => Promise.resolve(done).catch(String)))
    expect(parallel.filter((done) => typeof done === 'string')).toEqual([])
    expect(await balance()).toMatchObject({ available: '700', credit_left: '700' })
  })
})

describe('an activation beyond the limit', () => {
  beforeEach(async () => {
    await create('5000')
    await spend(3200n)
    await run(`update campaigns set budget = 4200000000 where campaign_id = 10`)
  })
  const limitOfGate = async () => {
    const states = await servingStates({ database: world.database, now: fixedNow }, 1, sql<boolean>`c.campaign_id = 10`)
    return states[0]?.state.limit
  }

  test('is let through and makes an open order of the excess', async () => {
    expect((await activate(2000)).status).toBe(200)
    expect(await orders()).toMatchObject([
      { advertiser_id: 1, campaign: { campaign_id: 11 }, over: '1200', status_id: 1, status: 'open', closed: null, version: 1 },
    ])
    expect(await orders('advertiserManager')).toEqual([])
    expect(await orders('advertiserAdmin', { advertiser_id: 1 })).toHaveLength(1)
  })

  test('makes no order within the limit', async () => {
    await activate(800)
    expect(await orders()).toEqual([])
  })

  test('has one order, whose amount follows the campaign', async () => {
    await activate(2000)
    await activate(1000)
    expect(await orders()).toMatchObject([{ over: '200', version: 2 }])
  })

  test('raises the limit once it is approved, until that is spent', async () => {
    await activate(2000)
    const [order] = await orders()
    const { reply } = await decide('approveOrder', order.pending_spend_order_id, 1)
    expect(reply.result).toMatchObject({ status_id: 3, status: 'approved', version: 2, closed: { at: fixedNow().toISOString() } })
    expect(await limits()).toMatchObject([{ amount: '5000', raised: '1200', left: '3000' }])
    expect(await limitOfGate()).toEqual({ total: 6200n * million, remaining: 3000n * million })
    await spend(2999n)
    await endSpendOrders(world.database.kysely, fixedNow())
    expect(await orders()).toMatchObject([{ status: 'approved' }])
    await spend(1n)
    await endSpendOrders(world.database.kysely, fixedNow())
    expect(await orders()).toMatchObject([{ status_id: 4, status: 'ended' }])
    expect(await limits()).toMatchObject([{ raised: '0', left: '-1200' }])
  })

  test('ends with its limit, so that a later limit is not raised', async () => {
    await activate(2000)
    const [order] = await orders()
    await decide('approveOrder', order.pending_spend_order_id, 1)
    await run(`update advertiser_balances set invoiced = spent where advertiser_id = 1`)
    expect((await world.as('clientAdmin').send(spendLimits.remove, { path: advertiser })).status).toBe(200)
    expect(await orders()).toMatchObject([{ status: 'ended', version: 3 }])
    expect((await create('3000')).reply.result).toMatchObject({ amount: '3000', raised: '0' })
  })

  test('ends with its campaign', async () => {
    await activate(2000)
    await run(`update campaigns set status = 'ended' where campaign_id = 11`)
    await endSpendOrders(world.database.kysely, fixedNow())
    expect(await orders()).toMatchObject([{ status: 'ended' }])
  })

  test('is decided once, by the client', async () => {
    await activate(2000)
    const [{ pending_spend_order_id: id }] = await orders()
    for (const name of ['clientViewer', 'advertiserAdmin'] as const) expect((await decide('approveOrder', id, 1, name)).status).toBe(403)
    const both = await Promise.all([decide('approveOrder', id, 1), decide('closeOrder', id, 1)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect((await decide('closeOrder', id, 2)).status).toBe(409)
  })

  test('leaves the limit as it is when its order is closed', async () => {
    await activate(2000)
    const [{ pending_spend_order_id: id }] = await orders()
    expect((await decide('closeOrder', id, 1)).reply.result).toMatchObject({ status_id: 5, status: 'closed' })
    expect(await limitOfGate()).toMatchObject({ total: 5000n * million })
  })
})

describe('asking for the approval of a spend order', () => {
  const origin = 'https://ads.example'
  beforeEach(async () => {
    await run(`delete from mails; delete from jobs; delete from user_notifications`)
    await create('5000')
    await spend(3200n)
    await run(`update campaigns set budget = 4200000000 where campaign_id = 10`)
    await activate(2000)
  })
  const ask = (id: number, version: number, name: CallerName = 'advertiserAdmin') =>
    world.as(name).send(spendLimits.askOrder, { path: { ...client, pendingSpendOrderId: id } }, match(version))
  const open = async (): Promise<number> => (await orders())[0].pending_spend_order_id
  /** Runs the jobs, and returns the mails since the last call. */
  async function sent() {
    const context = { database: world.database, now: fixedNow, log: () => undefined }
    const jobs = await startJobs(context, {
      'spend-order-news': spendOrderNewsJob,
      ...mailJobs({ origin, isExternal: false, from: 'no-reply@ads.example' }),
    })
    await jobs.tick()
    await jobs.stop()
    const { rows } = await sql<{ recipient: string; subject: string; text: string; link: string }>`
      select recipient, subject, text, link from mails where purpose = 'funds' order by mail_id`.execute(world.database.kysely)
    await run(`delete from mails`)
    return rows.map(({ recipient, ...mail }) => ({ ...mail, to: recipient.split('@')[0] }))
  }

  test('makes it pending once, and mails those who may approve it', async () => {
    const id = await open()
    expect((await ask(id, 1)).reply.result).toMatchObject({
      status_id: 2,
      status: 'pending',
      asked: { at: fixedNow().toISOString() },
      version: 2,
    })
    const mails = await sent()
    expect(mails).toMatchObject([
      {
        to: 'clientadmin',
        subject: 'Advertiser-mark-1. asks for $1,200.00 above its spend limit',
        link: `${origin}/clients/1/advertisers/1/funds/spend-limits`,
      },
    ])
    expect((await ask(id, 1)).status).toBe(412)
    const again = await ask(id, 2)
    expect([again.status, again.reply.fields]).toMatchObject([409, [{ code: 'spend_order_decided', values: { status: 'pending' } }]])
    expect(await sent()).toEqual([])
  })

  test.each([
    ['approveOrder', '$1,200.00 above the spend limit of Advertiser-mark-1. was approved'],
    ['closeOrder', '$1,200.00 above the spend limit of Advertiser-mark-1. was not approved'],
  ] as const)('%s mails who asked', async (action, subject) => {
    const id = await open()
    await ask(id, 1)
    await sent()
    await decide(action, id, 2)
    expect(await sent()).toMatchObject([{ to: 'advertiseradmin', subject }])
  })

  test('mails no one about an order that was decided without being asked, or who turned it off', async () => {
    const id = await open()
    await run(`insert into user_notifications values (${people.clientAdmin.userId}, 'funds', false)`)
    await ask(id, 1)
    expect(await sent()).toEqual([])
    await run(`update pending_spend_orders set status_id = 1, asked_by = null, version = 1`)
    await decide('closeOrder', id, 1)
    expect(await sent()).toEqual([])
  })

  test('is for users who may change campaigns of the advertiser', async () => {
    const id = await open()
    expect((await ask(id, 1, 'clientViewer')).status).toBe(403)
    expect((await ask(id, 1, 'advertiserManager')).status).toBe(404)
  })
})

describe('funding types and billing methods', () => {
  test('are changed by the client and never all inactive', async () => {
    const change = (funding_types: { id: number; status: 'Active' | 'Inactive' }[], name: CallerName = 'clientAdmin', headers = {}) =>
      world.as(name).send(fundingTypes.change, { path: client, body: { funding_types } }, headers)
    expect((await change([{ id: 4, status: 'Active' }])).reply.result.funding_types).toEqual([
      { id: 1, status: 'Active' },
      { id: 2, status: 'Active' },
      { id: 4, status: 'Active' },
    ])
    expect((await world.as('advertiserAdmin').send(fundingTypes.list, { path: client })).reply.result.funding_types).toHaveLength(3)
    const none = [1, 2, 4].map((id) => ({ id, status: 'Inactive' as const }))
    expect((await change(none)).status).toBe(409)
    expect((await change([{ id: 4, status: 'Inactive' }], 'advertiserAdmin')).status).toBe(403)
  })

  test('of one version are changed once', async () => {
    const read = async () => (await world.as('clientViewer').send(fundingTypes.list, { path: client })).reply.result
    const close = (id: number, version: number) =>
      world
        .as('clientAdmin')
        .send(fundingTypes.change, { path: client, body: { funding_types: [{ id, status: 'Inactive' }] } }, match(version))
    const { version } = await read()
    const both = await Promise.all([close(1, version), close(2, version)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const { funding_types, version: next } = await read()
    expect(next).toBe(version + 1)
    expect(funding_types.filter(({ status }: { status: string }) => status === 'Inactive')).toHaveLength(1)
  })

  test('are replaced by known methods', async () => {
    const change = (billing_method_ids: number[]) =>
      world.as('clientAdmin').send(billing.change, { path: client, body: { billing_method_ids } })
    expect((await world.as('clientViewer').send(billing.methods, {})).reply.result.billing_methods).toHaveLength(3)
    expect((await change([2, 1])).reply.result.billing_methods.map(({ name }: { name: string }) => name)).toEqual([
      'Prepaid funds',
      'Monthly invoice',
    ])
    expect((await change([9])).status).toBe(422)
  })

  test('are read with the version that a change of them needs', async () => {
    const read = async () => (await world.as('clientViewer').send(billing.one, { path: client })).reply.result
    const change = (billing_method_ids: number[], version: number) =>
      world.as('clientAdmin').send(billing.change, { path: client, body: { billing_method_ids } }, match(version))
    const { version } = await read()
    expect((await change([3, 2], version)).status).toBe(200)
    expect(await read()).toEqual({ billing_method_ids: [2, 3], version: version + 1 })
    expect((await change([1], version)).status).toBe(412)
    expect((await read()).billing_method_ids).toEqual([2, 3])
  })
})
