import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type LedgerEntry, writeEntries } from '../../demo/platform/money/ledger.ts'
import { balances } from '../../src/contract/money/balances.ts'
import { campaignFunds } from '../../src/contract/money/campaign-funds.ts'
import { payments } from '../../src/contract/payments/payments.ts'
import { coverOf } from '../../src/surfaces/funds/add/add.rules.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import { addCard, cards, pay } from '../support/money/paying.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const own = { memberGroupId: 1, advertiserId: 1 }
const balance = async (name: CallerName = 'advertiserAdmin') => (await world.as(name).send(balances.one, { path: own })).reply.result
const difference = (path = { ...own, campaignId: 10 }) => world.as('clientAdmin').send(campaignFunds.difference, { path })
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const click = (micros: bigint, day: string) =>
  world.database.kysely
    .transaction()
    .execute((transaction) =>
      writeEntries(transaction, { member_group_id: 1, advertiser_id: 1 }, [
        { event: 'Click', micros: -micros, day, at: new Date(`${day}T09:00:00Z`), reason: 'Delivery', campaign_id: 10, ad_group_id: 100 },
      ]),
    )

describe('a balance', () => {
  test('is the sum of the ledger, with what budgets may still spend and how long it lasts', async () => {
    expect(await balance()).toEqual({
      advertiser_id: 1,
      currency_code: 'USD',
      available: '1000',
      spendable: '1000',
      pending_wire: '0',
      orders_left: '0',
      credit_left: '0',
      owed: '0',
      limit_left: null,
      total_funding: '1000',
      has_funds: true,
      committed: '1',
      days_of_cover: null,
      lasts_until: null,
      active_campaigns: 1,
      currency_digits: 2,
    })
    await click(35_000_000n, '2026-11-20')
    // The average of the last seven days is 5, so 965 lasts 193 days. Today's budget of 1 is still unspent.
    expect(await balance()).toMatchObject({ available: '965', committed: '1', days_of_cover: 193, lasts_until: '2027-06-01' })
    await click(400_000n, '2026-11-21')
    expect(await balance()).toMatchObject({ available: '964.6', committed: '0.6', days_of_cover: 192 })
    await run(`update campaigns set status = 'paused' where campaign_id = 10`)
    expect(await balance()).toMatchObject({ committed: '0' })
  })

  test('lasts as many days as its projection, with what expires', async () => {
    await leave(world.database, 1, 40_000_000n)
    await write(credit(30_000_000n, { expires_on: '2026-11-23' }))
    await click(7_000_000n, '2026-11-20')
    // The daily average is 1: three days of the credit, whose rest expires, and 40 more days.
    expect(await balance()).toMatchObject({ available: '63', days_of_cover: 43, lasts_until: '2027-01-02' })
    const offer = (await world.as('advertiserAdmin').send(payments.offer, { path: own })).reply.result
    expect(offer).toMatchObject({ today: '2026-11-21', expiring: [{ left: '23', expires_on: '2026-11-23' }] })
    expect(coverOf(offer, 0n)).toEqual({ code: 'until', day: '2027-01-02' })
  })

  test('has a total funding of pending transfers, own approved orders in force and the rest of the limit', async () => {
    await run('insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 5000000000)')
    await run('update advertiser_balances set spent = 3200000000 where advertiser_id = 1')
    await run(
      `insert into wire_transfers (member_group_id, advertiser_id, reference, amount, state, created_at, closed_at) values
        (1, 1, 'PL-TEST-0001', 500000000, 'waiting', now(), null),
        (1, 1, 'PL-TEST-0002', 70000000, 'canceled', now(), now()),
        (1, 2, 'PL-TEST-0003', 80000000, 'waiting', now(), null)`,
    )
    // An approved order with 500, one for all advertisers, one that waits for approval, and one whose days are over.
    await run(
      `insert into insertion_orders (member_group_id, insertion_order_id, number, name, advertiser_id, status_id, total, currency_code, start_date, end_date) values
        (1, 901, 'IO-901', 'Own', 1, 3, 500000000, 'USD', '2026-11-01', '2026-12-31'),
        (1, 902, 'IO-902', 'Shared', null, 3, 600000000, 'USD', '2026-11-01', '2026-12-31'),
        (1, 903, 'IO-903', 'Waiting', 1, 2, 700000000, 'USD', '2026-11-01', '2026-12-31'),
        (1, 904, 'IO-904', 'Over', 1, 3, 800000000, 'USD', '2026-11-01', '2026-11-20')`,
    )
    await run(`insert into insertion_order_spend values (1, 901, 1, 10, '2026-11-20', 100000000)`)
    // The limit of 5,000 with 3,200 spent leaves 1,800.
    const funding = { pending_wire: '500', orders_left: '400', limit_left: '1800' }
    expect(await balance()).toMatchObject({ available: '1000', ...funding, total_funding: '3700' })
    await run('update advertiser_balances set spent = 5100000000 where advertiser_id = 1')
    // A limit that is exceeded adds nothing.
    expect(await balance()).toMatchObject({ orders_left: '400', limit_left: '-100', total_funding: '1900' })
    await leave(world.database, 1, 0n)
    expect(await balance()).toMatchObject({ available: '0', total_funding: '900', has_funds: true })
  })

  test('can be spent up to the spend limit, and nothing beyond it', async () => {
    await leave(world.database, 1, 0n)
    await run('update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1')
    await run('insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 250000000)')
    await write(credit(570_000_000n, {}))
    await run(`delete from spend_days where advertiser_id = 1`)
    await click(700_000n, '2026-11-20')
    // An average of 0.10 a day: the limit has 249.30 left, the funds 569.30.
    const limited = { available: '569.3', spendable: '249.3', limit_left: '249.3', days_of_cover: 2493, lasts_until: null }
    expect(await balance()).toMatchObject(limited)
    await run('update spend_limits set amount = 900000')
    expect(await balance()).toMatchObject({ spendable: '0.2', days_of_cover: 2, lasts_until: '2026-11-22' })
    const { projected } = (await world.as('clientAdmin').send(balances.days, { path: own })).reply.result
    expect(projected.map((day: { balance: string }) => day.balance)).toEqual(['569.2', '569.1'])
    const offer = (await world.as('advertiserAdmin').send(payments.offer, { path: own })).reply.result
    expect(coverOf(offer, 1_000_000_000n)).toEqual({ code: 'until', day: '2026-11-22' })
    await run('update advertiser_balances set spent = spent + 1000000 where advertiser_id = 1')
    expect(await balance()).toMatchObject({ available: '569.3', spendable: '0', days_of_cover: 0, lasts_until: '2026-11-21' })
  })

  test('has the same paid money in the total and by type, before and after an invoice is paid', async () => {
    await leave(world.database, 1, 0n)
    await run('update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1')
    await write(credit(100_000_000n, {}))
    await run('insert into spend_limits (member_group_id, advertiser_id, amount, credit) values (1, 1, 500000000, 500000000)')
    await write(credit(500_000_000n, { event: 'BalanceRefill', funding_type_id: 2 }))
    const shown = async () => {
      const types = (await world.as('clientAdmin').send(balances.byFundingType, { path: own })).reply.result
      const { total_pre_pay_balance: paid } = (await world.as('clientAdmin').send(balances.totalPrePay, { path: own })).reply.result
      return [paid, ...types.map((type: { funding_type_id: number; balance: string }) => [type.funding_type_id, type.balance])]
    }
    expect(await shown()).toEqual(['100', [1, '100'], [2, '500']])
    await click(100_000_000n, '2026-11-20')
    expect(await shown()).toEqual(['100', [1, '100'], [2, '400']])
    await write(credit(100_000_000n, { event: 'Invoice', reference: 'invoice 1' }))
    expect(await shown()).toEqual(['100', [1, '100'], [2, '500']])
  })

  test('that came by transfer is shown as a transfer, while its spend is unpaid and when the invoice is paid', async () => {
    await leave(world.database, 1, 0n)
    await run('update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1')
    await run('insert into spend_limits (member_group_id, advertiser_id, amount, credit) values (1, 1, 500000000, 500000000)')
    await write(credit(100_000_000n, { funding_type_id: 4 }))
    await write(credit(500_000_000n, { event: 'BalanceRefill', funding_type_id: 2 }))
    const shown = async () =>
      (await world.as('clientAdmin').send(balances.byFundingType, { path: own })).reply.result.map(
        (type: { funding_type_id: number; balance: string }) => [type.funding_type_id, type.balance],
      )
    await click(60_000_000n, '2026-11-20')
    expect(await shown()).toEqual([
      [2, '440'],
      [4, '100'],
    ])
    await write(credit(60_000_000n, { event: 'Invoice', reference: 'invoice 1' }))
    expect(await shown()).toEqual([
      [2, '500'],
      [4, '100'],
    ])
  })

  test('is flagged while its total funding exceeds the minimum bid of the default currency', async () => {
    const isFlagged = async (micros: bigint) => {
      await leave(world.database, 1, micros)
      return (await balance()).has_funds
    }
    await run(`insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'JPY', 'Yen', '¥', 0)`)
    await run(`insert into exchange_rates (currency_code, day, per_usd) values ('USD', '2026-11-01', 1), ('JPY', '2026-11-01', 150)`)
    await run(`update advertisers set currency_code = 'JPY' where advertiser_id = 1`)
    // The minimum bid is 0.1 dollars, which are 15 yen.
    expect([await isFlagged(15_000_001n), await isFlagged(15_000_000n)]).toEqual([true, false])
    await run(`update advertisers set currency_code = 'USD' where advertiser_id = 1`)
    expect([await isFlagged(100_001n), await isFlagged(100_000n)]).toEqual([true, false])
  })

  test("is visible for the caller's own advertisers only", async () => {
    const status = async (path: typeof own) => (await world.as('advertiserAdmin').send(balances.one, { path })).status
    expect([await status({ memberGroupId: 1, advertiserId: 2 }), await status({ memberGroupId: 2, advertiserId: 4 })]).toEqual([404, 404])
  })
})

const write = (...entries: LedgerEntry[]) =>
  world.database.kysely.transaction().execute((transaction) => writeEntries(transaction, { member_group_id: 1, advertiser_id: 1 }, entries))
const credit = (micros: bigint, part: Partial<LedgerEntry>): LedgerEntry => ({
  event: 'FundingAPI',
  micros,
  day: '2026-11-20',
  at: new Date('2026-11-20T08:00:00Z'),
  reason: 'For a test',
  ...part,
})
const read = async <E extends typeof balances.byFundingType | typeof balances.days | typeof balances.totalPrePay>(endpoint: E) =>
  (await world.as('advertiserAdmin').send(endpoint as typeof balances.days, { path: own })).reply.result // all take the same path

describe('the funds', () => {
  test('are known by funding type, with what expires, and without the credit line as prepaid', async () => {
    await write(
      credit(30_000_000n, { funding_type_id: 3, expires_on: '2026-12-01' }),
      credit(20_000_000n, { funding_type_id: 3 }),
      credit(7_000_000n, { event: 'BalanceRefill' }),
    )
    await run('insert into spend_limits (member_group_id, advertiser_id, amount, credit) values (1, 1, 7000000, 7000000)')
    const usd = { currency_code: 'USD', currency_digits: 2 }
    expect(await read(balances.byFundingType)).toEqual([
      { funding_type_id: 1, balance: '1000', expiring: [], ...usd },
      { funding_type_id: 2, balance: '7', expiring: [], ...usd },
      { funding_type_id: 3, balance: '50', expiring: [{ left: '30', expires_on: '2026-12-01' }], ...usd },
    ])
    expect(await read(balances.totalPrePay)).toEqual({ total_pre_pay_balance: '1050', currency_code: 'USD' })
  })

  test('have a balance for each of 90 days, and a projection that loses what expires', async () => {
    await write(credit(30_000_000n, { funding_type_id: 3, expires_on: '2026-11-23' }))
    await click(7_000_000n, '2026-11-20')
    const { days, projected } = await read(balances.days)
    expect([days.length, days[0], ...days.slice(-3)]).toEqual([
      90,
      { day: '2026-08-24', balance: '1000' },
      { day: '2026-11-19', balance: '1000' },
      { day: '2026-11-20', balance: '1023' },
      { day: '2026-11-21', balance: '1023' },
    ])
    // The average of the last seven days is 1. On the 23rd, 21 of the credit expire.
    expect(projected.slice(0, 3)).toEqual([
      { day: '2026-11-22', balance: '1022' },
      { day: '2026-11-23', balance: '1000' },
      { day: '2026-11-24', balance: '999' },
    ])
    expect(projected).toHaveLength(30)
  })

  test('are visible for the own advertisers only', async () => {
    const statuses = [balances.byFundingType, balances.totalPrePay, balances.days].map(async (endpoint) => {
      const send = (path: typeof own) => world.as('advertiserAdmin').send(endpoint, { path })
      return [(await send({ memberGroupId: 1, advertiserId: 2 })).status, (await send({ memberGroupId: 2, advertiserId: 4 })).status]
    })
    expect((await Promise.all(statuses)).flat()).toEqual([404, 404, 404, 404, 404, 404])
  })
})

test('an entry has the balance after it, on every page and with every filter, and what is left of a credit', async () => {
  await write(credit(30_000_000n, { expires_on: '2026-12-01' }))
  await click(5_000_000n, '2026-11-20')
  await click(2_000_000n, '2026-11-21')
  const entries = async (body: object) => (await world.as('clientAdmin').send(balances.events, { path: own, body })).reply.result
  const all = await entries({ sort: [{ field: 'at', order: 'desc' }] })
  const shown = (row: { amount: string; balance: string; lot: object | null }) => [row.amount, row.balance, row.lot]
  const grant = { funding_type_id: 1, left: '23', expires_on: '2026-12-01' }
  const expected = [
    ['-2', '1023', null],
    ['-5', '1025', null],
    ['30', '1030', grant],
    ['1000', '1000', { funding_type_id: 1, left: '1000', expires_on: null }],
  ]
  expect(all.balance_events.map(shown)).toEqual(expected)
  expect(all.type_sums).toEqual([
    { event_type: 'FundingAPI', currency_code: 'USD', amount: '1030', count: 2 },
    { event_type: 'Click', currency_code: 'USD', amount: '-7', count: 2 },
  ])
  const second = await entries({ sort: [{ field: 'at', order: 'desc' }], pagination: { start: 2, count: 1 } })
  expect(second.balance_events.map(shown)).toEqual([expected[2]])
  const clicks = await entries({ filters: [{ field: 'event_type', operation: 'IN', value: ['Click'] }] })
  expect(clicks.balance_events.map(shown)).toEqual(expected.slice(0, 2))
  const ofCampaign = await entries({ filters: [{ field: 'campaign_name', operation: 'ILIKE', value: 'mark-10' }] })
  expect(ofCampaign.total).toBe(2)
})

test('an entry names its payment, invoice, transfer and insertion order, and is found by its payment', async () => {
  const refer = (reference: string) => credit(1_000_000n, { reference })
  await run(
    `insert into insertion_orders (member_group_id, insertion_order_id, number, name, advertiser_id, status_id, total, currency_code, start_date, end_date) values
      (1, 901, 'IO-901', 'Winter order', 1, 3, 500000000, 'USD', '2026-11-01', '2026-12-31')`,
  )
  await run(`insert into insertion_order_spend values (1, 901, 1, 10, '2026-11-20', 5000000)`)
  await run(
    `insert into invoices (member_group_id, advertiser_id, invoice_id, number, start_date, end_date, issued_on, due_on, exact, amount) values
      (1, 1, 801, '2026-10-0001', '2026-10-01', '2026-10-31', '2026-11-04', '2026-12-04', 1000000, 1000000)`,
  )
  await run(
    `insert into wire_transfers (wire_transfer_id, member_group_id, advertiser_id, reference, amount, state, received, created_at, closed_at) values
      (701, 1, 1, 'PL-TEST-0001', 1000000, 'received', 1000000, now(), now())`,
  )
  await run(
    `insert into receipts (receipt_id, member_group_id, provider_id, advertiser_id, wire_transfer_id, amount, currency_code, sender, text, received_at) values
      (601, 1, 'bank 601', 1, 701, 1000000, 'USD', 'Fernhill', '', now())`,
  )
  const method = await addCard(world, cards.good)
  const { payment_id } = (await pay(world, method, { amount: '20' })).reply.result
  await write(
    refer(`payment ${payment_id}`),
    refer('payment 99999'),
    refer('payment 1 2026-01'),
    refer('invoice 2026-10-0001'),
    refer('receipt 601'),
    refer('insertion-order 901 line 1'),
    refer('spend-limit 12'),
  )
  await click(5_000_000n, '2026-11-20')
  const entries = async (body: object) =>
    (await world.as('clientAdmin').send(balances.events, { path: own, body })).reply.result.balance_events as {
      reference: string | null
      event_type: string
      sources: object[]
    }[] // the reply of the call
  const order = { kind: 'insertion_order', id: 901, name: 'Winter order' }
  const found = (await entries({})).map(({ reference, event_type, sources }) => [reference ?? event_type, sources])
  expect(Object.fromEntries(found)).toMatchObject({
    [`payment ${payment_id}`]: [{ kind: 'payment', id: payment_id, name: String(payment_id) }],
    'payment 99999': [],
    'payment 1 2026-01': [],
    'invoice 2026-10-0001': [{ kind: 'invoice', id: 801, name: '2026-10-0001' }],
    'receipt 601': [{ kind: 'wire_transfer', id: 701, name: 'PL-TEST-0001' }],
    'insertion-order 901 line 1': [order],
    'spend-limit 12': [{ kind: 'spend_limit', id: 12, name: '12' }],
    Click: [order],
  })
  // A table sends the ends of a range as text, and an open end as a number beyond all ids.
  const ofPayments = async (...value: string[]) =>
    (await entries({ filters: [{ field: 'payment_id', operation: 'BETWEEN', value }] })).map(({ reference }) => reference)
  expect(await ofPayments(String(payment_id), String(payment_id))).toEqual([`payment ${payment_id}`])
  expect(await ofPayments(String(payment_id), '999999999999999')).toEqual(['payment 99999', `payment ${payment_id}`])
  expect(await ofPayments('-999999999999999', String(payment_id - 1))).toEqual([])
})

describe('the difference between balance and budget', () => {
  test('is positive when funds exceed the budget and negative when they fall short', async () => {
    expect((await difference()).reply.result).toEqual({ budget_balance_difference: '999', currency_code: 'USD' })
    await run(`update campaigns set budget_period = 'One Time', budget = 1500000000 where campaign_id = 10`)
    expect((await difference()).reply.result).toEqual({ budget_balance_difference: '-500', currency_code: 'USD' })
    await click(300_000_000n, '2026-03-01')
    expect((await difference()).reply.result.budget_balance_difference).toBe('-500')
    await leave(world.database, 1, 0n)
    expect((await difference()).reply.result.budget_balance_difference).toBe('-1200')
  })

  test("is that of the campaign's own advertiser", async () => {
    expect((await difference({ ...own, campaignId: 20 })).status).toBe(404)
  })
})
