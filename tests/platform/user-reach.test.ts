import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { callerOf } from '../../demo/platform/access/caller.ts'
import { accessFor } from '../../demo/platform/access/user-scope.ts'
import { identityOf, type PersonName, people, tokenOf } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterEach(() => world.database.kysely.deleteFrom('user_activities').execute())
afterAll(() => world.close())

const change = (name: PersonName, level: string, thing_id: number, granted: boolean) =>
  world.database.kysely
    .insertInto('user_activities')
    .values({ user_id: people[name].userId, level, thing_id, permission: 'reports.read', granted })
    .execute()

/** The tenants whose reports a user may read, and the number of statements needed to find them. */
async function readsAt(name: PersonName) {
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const identity = identityOf(tokenOf(name))
  const caller = identity && (await callerOf(world.database, identity))
  if (!caller) throw new Error(`${name} is no known user`)
  const database: Database = { ...world.database, kysely: world.database.kysely.withPlugin(counting) }
  return { access: await accessFor(database, caller, 'reports.read'), statements }
}

test('clients with a denied advertiser are seen through their other advertisers', async () => {
  await change('superUser', 'advertiser', 2, false)
  await change('superUser', 'member_group', 3, false)
  expect((await readsAt('superUser')).access).toEqual({ all: false, clients: [2], advertiser_groups: [], advertisers: [1, 3] })
  await change('clientAdmin', 'advertiser_group', 2, false)
  expect((await readsAt('clientAdmin')).access).toEqual({ all: false, clients: [], advertiser_groups: [], advertisers: [1] })
})

test('many clients need no more statements than few', async () => {
  await change('superUser', 'advertiser', 2, false)
  const few = await readsAt('superUser')
  const { kysely } = world.database
  const client = await kysely.selectFrom('member_groups').selectAll().where('member_group_id', '=', 3).executeTakeFirstOrThrow()
  const others = Array.from({ length: 40 }, (_, index) => ({ ...client, member_group_id: 100 + index, login_key: null, host_name: null }))
  await kysely.insertInto('member_groups').values(others).execute()
  const many = await readsAt('superUser')
  expect(few.statements).toBeGreaterThan(1)
  expect([many.statements, many.access.clients.length]).toEqual([few.statements, few.access.clients.length + 40])
})
