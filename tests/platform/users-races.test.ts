import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { people } from '../support/world/people.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const { users } = contract
const pair = ['superUser', 'internalAdmin'] as const
const ids = pair.map((name) => people[name].userId)

/** Makes both users super users again. */
async function restore() {
  const { kysely } = world.database
  for (const user_id of ids) {
    await kysely.updateTable('users').set({ status: 'active', deleted_at: null }).where('user_id', '=', user_id).execute()
    await kysely.deleteFrom('user_roles').where('user_id', '=', user_id).execute()
    await kysely.insertInto('user_roles').values({ user_id, role_id: 1 }).execute()
  }
}

test('of two last super users who remove each other at once, one stays', async () => {
  for (let round = 0; round < amount(12, 6); round++) {
    await restore()
    const responses = await Promise.all(
      pair.map((name, index) => world.as(name).send(users.remove, { path: { userId: ids[1 - index] ?? 0 } })),
    )
    const left = await world.database.kysely
      .selectFrom('users')
      .select('user_id')
      .where('user_id', 'in', ids)
      .where('status', '=', 'active')
      .execute()
    expect([left.length, responses.filter(({ status }) => status === 200).length]).toEqual([1, 1])
  }
})

test('of several requests at once that create a user with one email, one succeeds', async () => {
  await restore()
  const make = (index: number) =>
    world
      .as('superUser')
      .send(users.create, { body: { email: 'twice@placard.example', role_ids: [2] } }, { 'Idempotency-Key': `key-${index}-of-races` })
  const replies = await Promise.all([1, 2, 3, 4, 5].map(make))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await world.database.kysely.selectFrom('jobs').select('kind').execute()).toHaveLength(1)
})

test('of several changes at once to one version, one is made', async () => {
  const { userId } = people.clientAdmin
  const body = { first_name: 'Dana', last_name: 'Whitfield', locale_id: 1 }
  for (let round = 1; round <= 10; round++) {
    const put = () => world.as('superUser').send(users.changeProfile, { path: { userId }, body }, { 'If-Match': String(round) })
    const responses = await Promise.all([put(), put(), put()])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  }
})

test('a list of users is filtered by role and sorted by email', async () => {
  const { reply } = await world.as('clientAdmin').send(users.clientReport, {
    path: { memberGroupId: 1 },
    body: { filters: [{ field: 'role_id', operation: '>', value: 4 }], sort: [{ field: 'email', order: 'asc' }] },
  })
  expect(reply.result.users.map(({ user_id }: { user_id: number }) => user_id)).toEqual([5, 6, 8, 7])
})
