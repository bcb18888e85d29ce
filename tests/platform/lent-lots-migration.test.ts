import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeEntries } from '../../demo/platform/money/ledger.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'

const added = '072-lent-lots'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < added))

const entry = (id: number, advertiser: number, type: number, units: number, reference: string, day = '2026-08-05') =>
  `insert into balance_events (member_group_id, advertiser_id, balance_event_id, event_type_id, micros, currency_code, day, at, reason, reference)
    values (1, ${advertiser}, ${id}, ${type}, ${units}000000, 'USD', '${day}', '${day}T12:00:00Z', 'Entry', '${reference}')`
/** A lot of an entry, with what is left of it. */
const lot = (id: number, advertiser: number, type: number, units: number, left: number, expires = 'null') =>
  `insert into funding_lots (member_group_id, advertiser_id, balance_event_id, funding_type_id, micros, "left", expires_on)
    values (1, ${advertiser}, ${id}, ${type}, ${units}000000, ${left}000000, ${expires})`
const account = (advertiser: number, balance: number, spent: number, invoiced: number) =>
  `insert into advertiser_balances (member_group_id, advertiser_id, balance, spent, invoiced)
    values (1, ${advertiser}, ${balance}000000, ${spent}000000, ${invoiced}000000)`
const limit = (advertiser: number, units: number) =>
  `insert into spend_limits (member_group_id, advertiser_id, amount, credit, start_date) values (1, ${advertiser}, ${units}000000, ${units}000000, '2026-08-01')`
const refunded = 1
const overspent = 2
const former = 3
const madeGood = 4
const statements = [
  `insert into currencies (currency_id, currency_code, name, symbol, digits) values (1, 'USD', 'US dollar', '$', 2)`,
  `insert into member_groups (member_group_id, name, status, default_currency_code, min_bid, label_singular, label_plural, registration_enabled)
    values (1, 'Client', 'active', 'USD', 0, 'Hotel', 'Hotels', false)`,
  ...[refunded, overspent, former, madeGood].map(
    (id) =>
      `insert into advertisers (member_group_id, advertiser_id, name, status, time_zone, currency_code) values (1, ${id}, '${id}', 'active', 'UTC', 'USD')`,
  ),
  // Spend on the limit has taken the transfer of 100.00, whose invoice is paid. The payment after it was refunded.
  limit(refunded, 500),
  account(refunded, 600, 100, 100),
  entry(10, refunded, 3, 100, 'receipt 1'),
  lot(10, refunded, 4, 100, 0),
  entry(11, refunded, 2, 80, 'payment 1'),
  lot(11, refunded, 1, 80, 0),
  entry(12, refunded, 5, -80, 'payment 1'),
  entry(13, refunded, 9, 500, 'spend-limit 1'),
  lot(13, refunded, 2, 500, 500),
  entry(14, refunded, 8, 100, 'invoice 1'),
  lot(14, refunded, 2, 100, 100),
  // 150.00 are spent on a credit of 100.00, 50.00 of them from the card.
  limit(overspent, 100),
  account(overspent, 150, 150, 0),
  entry(20, overspent, 2, 200, 'payment 2'),
  lot(20, overspent, 1, 200, 150),
  entry(21, overspent, 9, 100, 'spend-limit 2'),
  lot(21, overspent, 2, 100, 0),
  // The limit was removed, and 100.00 of own money are in the lot of an invoice.
  account(former, 100, 0, 0),
  entry(30, former, 3, 30, ''),
  lot(30, former, 3, 30, 0, `'2026-12-31'`),
  entry(31, former, 2, 50, 'payment 3'),
  lot(31, former, 1, 50, 0),
  entry(32, former, 8, 100, 'invoice 2'),
  lot(32, former, 2, 100, 100),
  // A make-good has filled up the credit line.
  limit(madeGood, 100),
  account(madeGood, 100, 40, 40),
  entry(40, madeGood, 9, 100, 'spend-limit 4'),
  lot(40, madeGood, 2, 100, 60),
  entry(41, madeGood, 9, 40, 'insertion-order 7'),
  lot(41, madeGood, 3, 40, 40),
  `select setval(pg_get_serial_sequence('balance_events', 'balance_event_id'), 100)`,
]

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ server: '', migrations: earlier })
  for (const statement of statements) await sql.raw(statement).execute(fresh.database.kysely)
  expect(await fresh.database.migrate(migrations)).toContain(added)
}, 120_000)
afterAll(() => fresh.close())

/** The type, what is left, lent and withdrawn of each lot of an advertiser, in units. */
async function lotsOf(advertiser: number) {
  const { rows } = await sql<Record<'type' | 'left' | 'lent' | 'withdrawn', number>>`select funding_type_id as type,
    "left"::int / 1000000 as "left", lent::int / 1000000 as lent, withdrawn::int / 1000000 as withdrawn
    from funding_lots where advertiser_id = ${advertiser} order by balance_event_id`.execute(fresh.database.kysely)
  return rows.map(({ type, left, lent, withdrawn }) => [type, left, lent, withdrawn])
}

test('own money in lots of the credit line returns to what spend has taken it from, not to a payment that was refunded', async () => {
  expect(await lotsOf(refunded)).toEqual([
    [4, 100, 0, 0],
    [1, 0, 0, 80],
    [2, 400, 0, 0],
    [2, 100, 0, 0],
  ])
})

test('spend beyond the credit is lent, and comes back with the payment of its invoice', async () => {
  expect(await lotsOf(overspent)).toEqual([
    [1, 150, 50, 0],
    [2, 0, 0, 0],
  ])
  const paid = { event: 'Invoice' as const, micros: 150_000_000n, day: '2026-09-05', at: new Date('2026-09-05T12:00:00Z') }
  await writeEntries(fresh.database.kysely, { member_group_id: 1, advertiser_id: overspent }, [
    { ...paid, reason: 'Invoice paid', reference: 'invoice 3' },
  ])
  expect(await lotsOf(overspent)).toMatchObject([
    [1, 200, 0, 0],
    [2, 0, 0, 0],
    [2, 100, 0, 0],
  ])
})

test('own money of an advertiser whose limit was removed is no credit line', async () => {
  expect(await lotsOf(former)).toEqual([
    [3, 30, 0, 0],
    [1, 50, 0, 0],
    [1, 20, 0, 0],
  ])
})

test('a make-good that has filled up the credit line is part of it', async () => {
  expect(await lotsOf(madeGood)).toEqual([
    [2, 60, 0, 0],
    [2, 40, 0, 0],
  ])
})
