import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'

const moved = '036-changes'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < moved))

/** A row of the table that held the changes of campaigns before. */
const oldChange = (campaign_change_id: number, row: object) => ({
  member_group_id: 1,
  campaign_change_id,
  campaign_id: 10,
  ad_group_id: null,
  at: '2026-11-01T09:00:00.123Z',
  user_id: 7,
  partner_client_id: null,
  kind: 'changed',
  before: { name: 'One', budget: '1.5' },
  after: { name: 'Two', budget: null },
  batch: null,
  undo_of: null,
  comment: null,
  ...row,
})

/** Ids with gaps, in another order than the days, of two clients, with links to undone changes. */
const oldChanges = [
  oldChange(3, {}),
  oldChange(4, { ad_group_id: 100, kind: 'entities_bid', before: { bids: null }, after: { bids: { 1000: '0.25' } } }),
  oldChange(5, { at: '2026-10-01T09:00:00Z', kind: 'bulk', batch: 'batch-1', comment: 'For “winter”' }),
  oldChange(6, { campaign_id: 11, kind: 'bulk', batch: 'batch-1', comment: 'For “winter”' }),
  oldChange(9, { kind: 'undone', batch: 'batch-2', undo_of: 5, before: { budget: null }, after: { budget: '1.5' } }),
  oldChange(10, { kind: 'undone', batch: 'batch-3', undo_of: 9, user_id: null, partner_client_id: 'shop' }),
  oldChange(12, { kind: 'approved', before: { review_status_id: 1 }, after: { review_status_id: 3 } }),
  oldChange(13, { member_group_id: 2, campaign_id: 20, kind: 'ended', user_id: null, before: { status: 'active' }, after: {} }),
  oldChange(4_000_000_000, { ad_group_id: 101, kind: 'removed', before: { name: 'Rooms' }, after: {} }),
]

async function fill({ kysely }: Database) {
  const currency = { currency_id: 1, currency_code: 'USD', name: 'US dollar', symbol: '$', digits: 2 }
  await kysely.insertInto('currencies').values(currency).execute()
  const labels = { label_singular: 'Hotel', label_plural: 'Hotels', registration_enabled: false }
  const client = { ...labels, status: 'active', default_currency_code: 'USD', min_bid: 0 }
  const account = { status: 'active', time_zone: 'UTC', currency_code: 'USD' }
  const campaign = { channel: 'onsite', status: 'active', budget_period: 'Daily', budget: 1_000_000, start_date: '2026-01-01' }
  for (const id of [1, 2]) {
    const owner = { member_group_id: id, advertiser_id: id }
    await kysely
      .insertInto('member_groups')
      .values({ ...client, member_group_id: id, name: `Client ${id}` })
      .execute()
    await kysely
      .insertInto('advertisers')
      .values({ ...owner, ...account, name: `Advertiser ${id}` })
      .execute()
    for (const campaign_id of [id * 10, id * 10 + 1])
      await kysely
        .insertInto('campaigns')
        .values({ ...owner, ...campaign, campaign_id, name: `Campaign ${campaign_id}` })
        .execute()
  }
  await sql`
    insert into campaign_changes
    select * from jsonb_populate_recordset(null::campaign_changes, ${JSON.stringify(oldChanges)}::jsonb)`.execute(kysely)
  await sql`select setval(pg_get_serial_sequence('campaign_changes', 'campaign_change_id'), 4000000007)`.execute(kysely)
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

async function migrated(driver: Database['driver'], withRows: boolean) {
  const made = await freshDatabase({ server: driver === 'postgres' ? server.url : '', migrations: earlier })
  opened.push(made)
  const { database } = made
  if (withRows) await fill(database)
  expect(await database.migrate(migrations)).toContain(moved)
  return database.kysely
}

/** The id that the next change gets. */
const nextId = async (kysely: Database['kysely'], member_group_id: number) => {
  const record = { member_group_id, entity: 'saved_report', entity_id: 5, at: '2026-11-21T09:00:00Z', kind: 'created' }
  const { change_id } = await kysely
    .insertInto('changes')
    .values({ ...record, before: '{}', after: '{}' })
    .returning('change_id')
    .executeTakeFirstOrThrow()
  await kysely.deleteFrom('changes').where('change_id', '=', change_id).execute()
  return change_id
}

describe.each(['embedded', 'postgres'] as const)('the migration of changes on the %s database', (driver) => {
  let kysely: Database['kysely']
  beforeAll(async () => {
    kysely = await migrated(driver, true)
  })

  test('keeps every row of the campaign history, its order and its undo links', async () => {
    const rows = await kysely.selectFrom('changes').selectAll().orderBy('change_id').execute()
    expect(rows).toEqual(
      oldChanges.map(({ campaign_change_id, at, ...row }) => ({
        ...row,
        change_id: campaign_change_id,
        entity: row.ad_group_id === null ? 'campaign' : 'ad_group',
        entity_id: row.ad_group_id ?? row.campaign_id,
        at: new Date(at),
        request_id: null,
      })),
    )
    const undone = await kysely
      .selectFrom('changes as undo')
      .innerJoin('changes as undone', (join) =>
        join.onRef('undone.member_group_id', '=', 'undo.member_group_id').onRef('undone.change_id', '=', 'undo.undo_of'),
      )
      .select(['undo.change_id', 'undone.change_id as undone', 'undone.batch'])
      .orderBy('undo.change_id')
      .execute()
    expect(undone).toEqual([
      { change_id: 9, undone: 5, batch: 'batch-1' },
      { change_id: 10, undone: 9, batch: 'batch-2' },
    ])
    const { rows: left } = await sql<{ name: string | null }>`select to_regclass('campaign_changes')::text as name`.execute(kysely)
    expect(left).toEqual([{ name: null }])
  })

  test('continues the ids after the last one in use', { timeout: 120_000 }, async () => {
    expect(await nextId(kysely, 1)).toBe(4_000_000_008)
    expect(await nextId(await migrated(driver, false), 1)).toBe(1)
  })
})
