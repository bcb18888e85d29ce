import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockRow } from '../../demo/platform/sql/lock.ts'
import type { Tables } from '../../demo/platform/tables/index.ts'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { people } from '../support/world/people.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { userCalls } from '../support/identity/user-calls.ts'
import { type PlatformResponse, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

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

describe('while another request changes the administrators of a client', () => {
  const { clientAdmin, clientViewer } = people
  const kysely = () => world.database.kysely

  beforeEach(async () => {
    await restore()
    const row = { user_id: clientViewer.userId, role_id: 3 }
    await kysely().deleteFrom('user_roles').where('user_id', 'in', [clientAdmin.userId, clientViewer.userId]).execute()
    await kysely()
      .insertInto('user_roles')
      .values([row, { user_id: clientAdmin.userId, role_id: 3 }])
      .execute()
    for (const user_id of [clientAdmin.userId, clientViewer.userId])
      await kysely().updateTable('users').set({ status: 'active' }).where('user_id', '=', user_id).execute()
  })

  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
      kysely(),
    )
    return rows[0]?.count
  }
  /** Starts a request while the administrators of client 1 are locked, makes a change meanwhile, and returns the response. */
  async function during(change: (transaction: Kysely<Tables>) => Promise<unknown>, request: () => Promise<PlatformResponse>) {
    return kysely()
      .transaction()
      .execute(async (transaction) => {
        await lockRow(transaction, 'adminsOfClient', 1)
        const response = request()
        await expect.poll(waiting).toBe(1)
        await change(transaction)
        return { response }
      })
      .then(({ response }) => response)
  }
  const setStatus = (user_ids: number[]) => () => world.as('superUser').send(users.setStatus, { body: { user_ids, status: 'inactive' } })
  const deactivate = (userId: number) => (transaction: Kysely<Tables>) =>
    transaction.updateTable('users').set({ status: 'inactive' }).where('user_id', '=', userId).execute()

  test('the last one cannot be deactivated', async () => {
    const { reply } = await during(deactivate(clientViewer.userId), setStatus([clientAdmin.userId]))
    expect(reply.result.users).toEqual([{ user_id: clientAdmin.userId, outcome: 'refused', code: 'last_client_admin' }])
  })

  test('the last one cannot be removed or lose the role', async () => {
    const path = { userId: clientAdmin.userId }
    const removal = await during(deactivate(clientViewer.userId), () => world.as('superUser').send(users.remove, { path }))
    expect([removal.status, removal.reply.fields?.[0]?.code]).toEqual([409, 'last_client_admin'])
    const { result } = (await world.as('superUser').send(users.one, { path })).reply
    const body = { ...userCalls(() => world).changeOf(result), role_ids: [4] }
    const change = await during(deactivate(clientViewer.userId), () =>
      world.as('superUser').send(users.change, { path, body }, { 'If-Match': String(result.version) }),
    )
    expect([change.status, change.reply.fields?.[0]?.code]).toEqual([409, 'last_client_admin'])
  })

  test('a change of many is decided by what the other request has left', async () => {
    const { userId } = people.advertiserViewer
    const { reply } = await during(deactivate(userId), setStatus([clientAdmin.userId, userId]))
    expect(reply.result.users).toEqual([
      { user_id: clientAdmin.userId, outcome: 'changed', code: null },
      { user_id: userId, outcome: 'unchanged', code: null },
    ])
    await kysely().updateTable('users').set({ status: 'active' }).where('user_id', '=', userId).execute()
  })

  test('a removal is decided by the role that the other request has given', async () => {
    const promote = (transaction: Kysely<Tables>) =>
      transaction.updateTable('user_roles').set({ role_id: 1 }).where('user_id', '=', clientAdmin.userId).execute()
    await kysely().updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', people.internalAdmin.userId).execute()
    const request = () => world.as('internalAdmin').send(users.remove, { path: { userId: clientAdmin.userId } })
    expect((await during(promote, request)).status).toBe(403)
  })
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
  const { version } = (await world.as('superUser').send(users.one, { path: { userId } })).reply.result
  for (let round = version; round < version + 10; round++) {
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
