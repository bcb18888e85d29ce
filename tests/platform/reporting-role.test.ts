import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { permissions, rolePermissions } from '../../src/contract/access/permissions.ts'
import { contract } from '../../src/contract/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { type PostgresServer, startPostgres } from '../support/database/postgres.ts'
import { people } from '../support/world/people.ts'
import { factDay } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

const migration = '040-reporting-role'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < migration))

let world: SmallWorld
let server: PostgresServer
const opened: FreshDatabase[] = []
beforeAll(async () => {
  server = await startPostgres()
  world = await startSmallWorld()
})
afterAll(async () => {
  await world.close()
  await Promise.all(opened.map((one) => one.close()))
  await server.stop()
})

describe('advertiser reporting', () => {
  const me = () => world.as('advertiserReporting')
  const at = { memberGroupId: 1, advertiserId: 3 }

  test('reads reports, its client and its advertisers', async () => {
    const dates = { member_group_id: 1, start_date: factDay, end_date: factDay }
    const statuses = [
      await me().send(contract.reports.total, { body: { ...dates, metrics: ['impressions'] } }),
      await me().send(contract.savedReports.report, { body: { member_group_id: 1 } }),
      await me().send(contract.memberGroups.one, { path: { memberGroupId: 1 } }),
      await me().send(contract.memberGroups.channels, { path: { memberGroupId: 1 } }),
      await me().send(contract.advertisers.mine, { path: { memberGroupId: 1 }, query: {} }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  test('reads no campaigns, ad groups, funds, roles or other users', async () => {
    const statuses = [
      await me().send(contract.campaigns.report, { path: { memberGroupId: 1 }, body: {} }),
      await me().send(contract.campaigns.short, { path: { campaignId: 30 } }),
      await me().send(contract.adGroups.one, { path: { ...at, adGroupId: 300 } }),
      await me().send(contract.balances.one, { path: at }),
      await me().send(contract.balances.events, { path: at, body: {} }),
      await me().send(contract.roles.list, {}),
      await me().send(contract.users.report, { body: {} }),
      await me().send(contract.users.one, { path: { userId: people.advertiserViewer.userId } }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
  })

  test('saves reports, and changes and removes its own', async () => {
    const question = { dimensions: ['campaign_name'], metrics: ['cost'], date_range: { preset: 'last_30_days' as const } }
    const body = { member_group_id: 1, name: 'Mine', question: { ...question, advertiser_ids: [3] } }
    const made = await me().send(contract.savedReports.create, { body }, { 'Idempotency-Key': 'key-of-reporting' })
    expect(made.status).toBe(200)
    const path = { savedReportId: made.reply.result.saved_report_id }
    const changed = await me().send(contract.savedReports.change, { path, body: { name: 'Still mine' } }, { 'If-Match': '"1"' })
    const removed = await me().send(contract.savedReports.remove, { path }, { 'If-Match': '"2"' })
    expect([changed.status, removed.status]).toEqual([200, 200])
  })

  test('reads its own profile', async () => {
    const { status, reply } = await me().send(contract.users.one, { path: { userId: people.advertiserReporting.userId } })
    expect([status, reply.result.email]).toEqual([200, 'advertiserreporting@placard.example'])
  })
})

/** The permissions of role 8 in the database, in order. */
async function granted({ kysely }: Database) {
  const { rows } = await sql<{ word: string }>`
    select a.name || '.' || p.name as word from role_permissions join activities a using (activity_id) join permissions p using (permission_id)
    where role_id = 8`.execute(kysely)
  return rows.map(({ word }) => word).toSorted()
}

describe.each(['embedded', 'postgres'] as const)('the migration of the reporting role on the %s database', (driver) => {
  test('replaces the permissions of a viewer, and restores none that an administrator removed', { timeout: 120_000 }, async () => {
    const made = await freshDatabase({ server: driver === 'postgres' ? server.url : '', migrations: earlier })
    opened.push(made)
    const { database } = made
    await sql`delete from role_permissions where role_id = 8`.execute(database.kysely)
    await sql`insert into role_permissions (role_id, activity_id, permission_id) select 8, activity_id, permission_id
      from role_permissions join activities a using (activity_id) where role_id = 7 and a.name <> 'channels'`.execute(database.kysely)
    expect(await granted(database)).toEqual(permissions.filter((word) => /\.read$/.test(word) && word !== 'channels.read').toSorted())
    expect(await database.migrate(migrations)).toContain(migration)
    expect(await granted(database)).toEqual(rolePermissions[8].filter((word) => word !== 'channels.read').toSorted())
  })
})
