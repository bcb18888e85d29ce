import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeMonths } from '../../demo/platform/invoices/close.ts'
import { assignInvoicedOrders } from '../../demo/platform/tables/069-invoiced-orders.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'

const added = '069-invoiced-orders'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < added))

const day = '2026-08-05'
const invoice = (id: number, month: string, micros: number, status: string) =>
  `insert into invoices (member_group_id, advertiser_id, invoice_id, number, start_date, end_date, issued_on, due_on, exact, amount, status)
    values (1, 1, ${id}, '${month}', '${month}-01', '${month}-28', '${month}-28', '${month}-28', ${micros}, ${micros}, '${status}')`
const order = (id: number) =>
  `insert into insertion_orders (member_group_id, insertion_order_id, number, name, status_id, total, currency_code, start_date, end_date)
    values (1, ${id}, 'IO-${id}', 'Order', 3, 900000000, 'USD', '2026-08-01', '2026-12-31')`
const statements = [
  `insert into currencies (currency_id, currency_code, name, symbol, digits) values (1, 'USD', 'US dollar', '$', 2)`,
  `insert into member_groups (member_group_id, name, status, default_currency_code, min_bid, label_singular, label_plural, registration_enabled)
    values (1, 'Client', 'active', 'USD', 0, 'Hotel', 'Hotels', false)`,
  `insert into advertisers (member_group_id, advertiser_id, name, status, time_zone, currency_code) values (1, 1, 'One', 'active', 'UTC', 'USD')`,
  `insert into advertiser_balances (member_group_id, advertiser_id, balance) values (1, 1, 0)`,
  `insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 900000000)`,
  order(7),
  order(8),
  // 6.00 on one day: 3.00 of order 7, 2.00 of order 8, 1.00 of none.
  `insert into spend_days values (1, 1, 10, 100, '${day}', 6000000)`,
  `insert into insertion_order_spend values (1, 7, 1, 10, '${day}', 3000000), (1, 8, 2, 10, '${day}', 2000000)`,
  invoice(1, '2026-08', 4_000_000, 'open'),
  invoice(2, '2026-09', 1_500_000, 'void'),
  invoice(3, '2026-10', 1_500_000, 'paid'),
  `select setval(pg_get_serial_sequence('invoices', 'invoice_id'), 3)`,
  `insert into invoice_lines values (1, 1, 10, '${day}', 4000000), (1, 2, 10, '${day}', 1500000), (1, 3, 10, '${day}', 1500000)`,
]

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ server: '', migrations: earlier })
  for (const statement of statements) await sql.raw(statement).execute(fresh.database.kysely)
  expect(await fresh.database.migrate(migrations)).toContain(added)
}, 120_000)
afterAll(() => fresh.close())

const lines = async () =>
  (
    await sql<Record<string, number>>`select invoice_id as i, insertion_order_id as o, insertion_order_line_id as line, micros::int
      from invoice_lines order by 1, 2`.execute(fresh.database.kysely)
  ).rows

test('lines of earlier invoices are split by what was charged to orders; each takes what the ones before it left', async () => {
  const split = [
    { i: 1, o: 7, line: 1, micros: 3_000_000 },
    { i: 1, o: 8, line: 2, micros: 1_000_000 },
    // A void invoice and the one after it have the same spend.
    { i: 2, o: 0, line: 0, micros: 500_000 },
    { i: 2, o: 8, line: 2, micros: 1_000_000 },
    { i: 3, o: 0, line: 0, micros: 500_000 },
    { i: 3, o: 8, line: 2, micros: 1_000_000 },
  ]
  expect(await lines()).toEqual(split)
  await closeMonths(fresh.database.kysely, new Date('2026-11-06T12:00:00Z'))
  expect(await lines()).toEqual(split)
  // The next invoice has the 0.50 that no invoice has.
  await sql`insert into spend_days values (1, 1, 11, 110, '2026-11-02', 1000000)`.execute(fresh.database.kysely)
  await closeMonths(fresh.database.kysely, new Date('2026-12-06T12:00:00Z'))
  expect((await lines()).slice(split.length)).toMatchObject([
    { o: 0, micros: 500_000 },
    { o: 0, micros: 1_000_000 },
  ])
  const before = await lines()
  await assignInvoicedOrders(fresh.database.kysely)
  expect(await lines()).toEqual(before)
})
