import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../demo/platform/tables/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'

const added = '073-invoiced-numbers'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < added))

const invoice = (id: number, month: string, issued: string) =>
  `insert into invoices (member_group_id, advertiser_id, invoice_id, number, start_date, end_date, issued_on, due_on, exact, amount)
    values (1, 1, ${id}, '${month}', '${month}-01', '${month}-28', '${issued}', '${issued}', 1000000, 1000000)`
const order = (id: number, number: string) =>
  `insert into insertion_orders (member_group_id, insertion_order_id, number, po_number, name, status_id, total, currency_code, start_date, end_date)
    values (1, ${id}, 'IO-${id}', ${number}, 'Order', 3, 900000000, 'USD', '2026-08-01', '2026-12-31')`
const change = (id: number, at: string, before: string, after: string) =>
  `insert into changes (member_group_id, at, entity, entity_id, kind, before, after)
    values (1, '${at}', 'insertion_order', ${id}, 'changed', '${before}', '${after}')`
const line = (invoiceId: number, orderId: number) =>
  `insert into invoice_lines (member_group_id, invoice_id, campaign_id, day, insertion_order_id, micros) values (1, ${invoiceId}, 10, '2026-08-05', ${orderId}, 1000000)`
const statements = [
  `insert into currencies (currency_id, currency_code, name, symbol, digits) values (1, 'USD', 'US dollar', '$', 2)`,
  `insert into member_groups (member_group_id, name, status, default_currency_code, min_bid, label_singular, label_plural, registration_enabled)
    values (1, 'Client', 'active', 'USD', 0, 'Hotel', 'Hotels', false)`,
  `insert into advertisers (member_group_id, advertiser_id, name, status, time_zone, currency_code) values (1, 1, 'One', 'active', 'UTC', 'USD')`,
  order(7, `'PO-3'`),
  order(8, `'PO-8'`),
  order(9, `'PO-9'`),
  invoice(1, '2026-08', '2026-09-04'),
  invoice(2, '2026-09', '2026-10-04'),
  invoice(3, '2026-10', '2026-11-04'),
  ...[1, 2, 3].map((id) => line(id, 7)),
  line(1, 8),
  line(1, 9),
  line(1, 0),
  change(7, '2026-08-20T12:00:00Z', '{"po_number": "PO-0"}', '{"po_number": "PO-1"}'),
  change(7, '2026-09-10T12:00:00Z', '{"po_number": "PO-1"}', '{"po_number": "PO-2"}'),
  change(7, '2026-09-11T12:00:00Z', '{"name": "Other"}', '{"name": "Order"}'),
  change(7, '2026-10-10T12:00:00Z', '{"po_number": "PO-2"}', '{"po_number": "PO-3"}'),
  // It got its number after its invoice.
  change(9, '2026-09-20T12:00:00Z', '{"po_number": null}', '{"po_number": "PO-9"}'),
]

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ server: '', migrations: earlier })
  for (const statement of statements) await sql.raw(statement).execute(fresh.database.kysely)
  expect(await fresh.database.migrate(migrations)).toContain(added)
}, 120_000)
afterAll(() => fresh.close())

test('invoices from before have the purchase order numbers of their day of issue', async () => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select invoice_id, insertion_order_id, po_number from invoice_po_numbers order by 1, 2`.execute(fresh.database.kysely)
  expect(rows).toEqual([
    { invoice_id: 1, insertion_order_id: 7, po_number: 'PO-1' },
    { invoice_id: 1, insertion_order_id: 8, po_number: 'PO-8' },
    { invoice_id: 2, insertion_order_id: 7, po_number: 'PO-2' },
    { invoice_id: 3, insertion_order_id: 7, po_number: 'PO-3' },
  ])
})
