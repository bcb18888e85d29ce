import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'

const added = '045-insertion-orders'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < added))

/** Orders by id with their status. The first one was created long ago, is in use, and has a campaign that ends late. */
const statuses = [3, 3, 1, 4, 5, 2]

async function fill({ kysely }: Database) {
  const run = async (text: string) => {
    await sql.raw(text).execute(kysely)
  }
  await run(`insert into currencies (currency_id, currency_code, name, symbol, digits) values (1, 'USD', 'US dollar', '$', 2)`)
  await run(`insert into member_groups (member_group_id, name, status, default_currency_code, min_bid, label_singular, label_plural, registration_enabled)
    values (1, 'Client', 'active', 'USD', 0, 'Hotel', 'Hotels', false)`)
  await run(
    `insert into advertisers (member_group_id, advertiser_id, name, status, time_zone, currency_code) values (1, 1, 'One', 'active', 'UTC', 'USD')`,
  )
  for (const [index, status] of statuses.entries())
    await run(`insert into insertion_orders (member_group_id, advertiser_id, insertion_order_id, name, status_id, total, currency_code, created_at)
      values (1, 1, ${index + 1}, 'Order ${index + 1}', ${status}, 900000000, 'USD', '2020-01-01T09:00:00Z')`)
  for (const [campaign, order, end] of [
    [10, 1, `'2199-05-05'`],
    [11, 2, 'null'],
    [12, 5, 'null'],
  ])
    await run(`insert into campaigns (member_group_id, advertiser_id, campaign_id, name, channel, status, budget_period, budget, start_date, end_date, insertion_order_id)
      values (1, 1, ${campaign}, 'Campaign ${campaign}', 'onsite', 'active', 'Daily', 1000000, '2020-01-01', ${end}, ${order})`)
  for (const [campaign, day, micros] of [
    [10, '2020-02-02', 1_000_000],
    [10, '2026-02-02', 2_000_000],
    [11, '2190-01-01', 3_000_000],
    [12, '2026-02-02', 4_000_000],
  ])
    await run(`insert into spend_days values (1, 1, ${campaign}, ${campaign}, '${day}', ${micros})`)
}

let server: Pick<PostgresServer, 'url' | 'stop'>
const opened: FreshDatabase[] = []
beforeAll(async () => {
  server = await commonPostgres()
})
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await server.stop()
})

describe.each(['embedded', 'postgres'] as const)('the migration of insertion orders on the %s database', (driver) => {
  let kysely: Database['kysely']
  beforeAll(async () => {
    const made = await freshDatabase({ server: driver === 'postgres' ? server.url : '', migrations: earlier })
    opened.push(made)
    await fill(made.database)
    expect(await made.database.migrate(migrations)).toContain(added)
    kysely = made.database.kysely
  }, 120_000)
  const rows = async (text: string) => (await sql.raw(text).execute(kysely)).rows

  test('keeps live orders alive for a year after their last use, and the days of the others', async () => {
    const { rows: days } = await sql<{ day: string }>`select current_date::text as day`.execute(kysely)
    const inAYear = addDays(days[0]?.day ?? '', 364)
    expect(await rows('select start_date, end_date from insertion_orders order by insertion_order_id')).toEqual(
      ['2199-05-05', addDays('2190-01-01', 364), inAYear, addDays('2020-01-01', 364), '2026-02-02', inAYear].map((end_date) => ({
        start_date: '2020-01-01',
        end_date,
      })),
    )
  })

  test('makes orders that waited for approval drafts again', async () => {
    const now = await rows(
      `select status_id, submitted_at is not null as is_submitted from insertion_orders join insertion_order_versions using (insertion_order_id) order by insertion_order_id`,
    )
    expect(now).toEqual([3, 3, 1, 4, 5, 1].map((status_id) => ({ status_id, is_submitted: status_id !== 1 })))
  })

  test('gives each order one line over its total, with its campaigns and its spend', async () => {
    const version = 'insertion_order_versions join insertion_order_lines using (member_group_id, insertion_order_id, version_id)'
    const approved = await rows(`select insertion_order_id as o from insertion_order_versions where approved_at is not null order by 1`)
    expect(approved).toEqual([{ o: 1 }, { o: 2 }, { o: 4 }, { o: 5 }])
    const lines = await rows(
      `select line_id, insertion_order_lines.name, amount = total as is_whole, is_hard_cap from ${version} order by 2`,
    )
    expect(lines).toEqual(statuses.map((_, index) => ({ line_id: 1, name: `Order ${index + 1}`, is_whole: true, is_hard_cap: false })))
    expect(await rows('select distinct insertion_order_line_id as line from campaigns')).toEqual([{ line: 1 }])
    const sums = await rows('select insertion_order_id as o, line_id as line, micros::int from insertion_order_line_spend order by 1')
    expect(sums).toEqual([
      { o: 1, line: 1, micros: 3_000_000 },
      { o: 2, line: 1, micros: 3_000_000 },
      { o: 5, line: 1, micros: 4_000_000 },
    ])
  })
})
