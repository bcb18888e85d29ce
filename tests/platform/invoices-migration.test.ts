import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeMonths } from '../../demo/platform/invoices/close.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'

const added = '050-invoices'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < added))

const client = `(1, 'Client', 'active', 'USD', 0, 'Hotel', 'Hotels', false)`
const clientColumns = 'member_group_id, name, status, default_currency_code, min_bid, label_singular, label_plural, registration_enabled'
const entryColumns = 'member_group_id, advertiser_id, event_type_id, micros, currency_code, day, at, reason, reference'
const statements = [
  `insert into currencies (currency_id, currency_code, name, symbol, digits) values (1, 'USD', 'US dollar', '$', 2)`,
  `insert into member_groups (${clientColumns}) values ${client}`,
  `insert into advertisers (member_group_id, advertiser_id, name, status, time_zone, currency_code) values (1, 7, 'Seven', 'active', 'UTC', 'USD')`,
  `insert into advertisers (member_group_id, advertiser_id, name, status, time_zone, currency_code) values (1, 12345, 'Many', 'active', 'UTC', 'USD')`,
  `insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 7, 900000000)`,
  `insert into spend_days values (1, 7, 10, 100, '2026-07-01', 1000000), (1, 7, 10, 100, '2026-08-05', 1234567), (1, 7, 11, 110, '2026-08-06', 2000000),
    (1, 7, 10, 100, '2026-09-05', 5000001)`,
  `insert into balance_events (${entryColumns}) values
    (1, 7, 8, 3234567, 'USD', '2026-09-05', '2026-09-05T07:00:00Z', 'Invoice paid', 'invoice 2026-08'),
    (1, 12345, 8, 1000000, 'USD', '2026-09-05', '2026-09-05T07:00:00Z', 'Invoice paid', 'invoice 2026-08'),
    (1, 7, 8, 1, 'USD', '2026-09-05', '2026-09-05T07:00:00Z', 'Another reference', 'by hand'),
    (1, 7, 9, 300000000, 'USD', '2026-06-01', '2026-06-01T07:00:00Z', 'Credit line', null),
    (1, 7, 9, 20000000, 'USD', '2026-09-05', '2026-09-05T07:00:00Z', 'Shown next to a rival', 'insertion-order 1')`,
]

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ server: '', migrations: earlier })
  for (const statement of statements) await sql.raw(statement).execute(fresh.database.kysely)
  expect(await fresh.database.migrate(migrations)).toContain(added)
}, 120_000)
afterAll(() => fresh.close())

const rows = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(fresh.database.kysely)).rows

test('paid invoices of the ledger become invoices with their lines, and later months follow', async () => {
  expect(
    await rows(`select number, start_date, end_date, issued_on, amount, exact, paid, status from invoices where advertiser_id = 7`),
  ).toEqual([
    {
      number: '2026-08-0007',
      start_date: '2026-08-01',
      end_date: '2026-08-31',
      issued_on: '2026-09-05',
      amount: 3_234_567,
      exact: 3_234_567,
      paid: 3_234_567,
      status: 'paid',
    },
  ])
  const lines = 'select campaign_id, day, micros from invoice_lines order by day, campaign_id'
  expect(await rows(lines)).toEqual([
    { campaign_id: 10, day: '2026-08-05', micros: 1_234_567 },
    { campaign_id: 11, day: '2026-08-06', micros: 2_000_000 },
  ])
  await closeMonths(fresh.database.kysely, new Date('2026-10-10T12:00:00Z'))
  expect(await rows(`select number, amount, exact from invoices where status = 'open'`)).toEqual([
    { number: '2026-09-0007', amount: 5_000_000, exact: 5_000_001 },
  ])
})

test('a spend limit from before has the credit that the ledger gave, and its client the funding type of credit lines', async () => {
  expect(await rows('select credit from spend_limits')).toEqual([{ credit: 300_000_000 }])
  expect(await rows('select funding_type_id, status from member_group_funding_types where member_group_id = 1')).toContainEqual({
    funding_type_id: 2,
    status: 'Active',
  })
})

test('the number of an invoice has all digits of a long advertiser id', async () => {
  expect(await rows('select number from invoices where advertiser_id = 12345')).toEqual([{ number: '2026-08-12345' }])
})
