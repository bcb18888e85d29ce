import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { rolePermissions } from '../../src/contract/access/permissions.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'

const first = '040-reporting-role'
const second = '041-access-of-roles'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < first))

let server: Pick<PostgresServer, 'url' | 'stop'>
const opened: FreshDatabase[] = []
beforeAll(async () => {
  server = await commonPostgres()
})
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await server.stop()
})

/** The permissions of role 8 in the database, in order. */
async function granted({ kysely }: Database) {
  const { rows } = await sql<{ permission: string }>`
    select a.name || '.' || p.name as permission from role_permissions join activities a using (activity_id) join permissions p using (permission_id)
    where role_id = 8`.execute(kysely)
  return rows.map(({ permission }) => permission).toSorted()
}

/** The reporting role as it was, without a permission that an administrator removed, and a user of two roles. */
async function fill({ kysely }: Database) {
  await sql`delete from role_permissions where role_id = 8`.execute(kysely)
  await sql`insert into role_permissions (role_id, activity_id, permission_id) select 8, activity_id, permission_id
    from role_permissions join activities a using (activity_id) where role_id = 7 and a.name <> 'channels'`.execute(kysely)
  await kysely.insertInto('locales').values({ id: 1, code: 'en-US', name: 'English' }).execute()
  const user = { user_id: 1, email: 'a@placard.example', user_name: 'a', locale_id: 1, status: 'active' as const, password_hash: '' }
  await kysely.insertInto('users').values(user).execute()
  for (const role_id of [4, 7]) await kysely.insertInto('user_roles').values({ user_id: 1, role_id }).execute()
  await sql`insert into user_access (user_id, kind, thing_id) values (1, 'client', 1), (1, 'advertiser', 4)`.execute(kysely)
}

describe.each(['embedded', 'postgres'] as const)('the migrations of roles on the %s database', (driver) => {
  let database: Database
  beforeAll(async () => {
    const made = await freshDatabase({ server: driver === 'postgres' ? server.url : '', migrations: earlier })
    opened.push(made)
    database = made.database
    await fill(database)
    expect(await granted(database)).toEqual(
      rolePermissions[7].filter((permission) => /\.read$/.test(permission) && permission !== 'channels.read').toSorted(),
    )
    expect(await database.migrate(migrations)).toEqual(expect.arrayContaining([first, second]))
  }, 300_000)

  test('replace the permissions of the reporting role, and restore none that an administrator removed', async () => {
    expect(await granted(database)).toEqual(rolePermissions[8].filter((permission) => permission !== 'channels.read').toSorted())
  })

  test('keep every entry of access lists for all roles of its user', async () => {
    const { kysely } = database
    const rows = await kysely.selectFrom('user_access').selectAll().orderBy('thing_id').execute()
    expect(rows).toEqual([
      { user_id: 1, kind: 'client', thing_id: 1, role_id: null },
      { user_id: 1, kind: 'advertiser', thing_id: 4, role_id: null },
    ])
    const add = (role_id: number | null) =>
      kysely.insertInto('user_access').values({ user_id: 1, kind: 'client', thing_id: 1, role_id }).execute()
    await add(4)
    await expect(add(4)).rejects.toThrow(/user_access_by_user/)
    await expect(add(null)).rejects.toThrow(/user_access_by_user/)
    await expect(add(3)).rejects.toThrow(/foreign key/)
    await kysely.deleteFrom('user_roles').where('role_id', '=', 4).execute()
    expect(await kysely.selectFrom('user_access').selectAll().orderBy('thing_id').execute()).toEqual(rows)
  })
})
