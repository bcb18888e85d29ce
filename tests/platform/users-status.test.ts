import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { noLists, userCalls } from '../support/identity/user-calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { users } = contract
const { change, makeAtClient, one } = userCalls(() => world)
const kysely = () => world.database.kysely

interface StatusRequest {
  readonly user_ids: number[]
  readonly status: 'active' | 'inactive'
  readonly dry_run?: boolean
}
const setStatus = async (name: CallerName, body: StatusRequest) => {
  const { status, reply } = await world.as(name).send(users.setStatus, { body })
  return { status, result: reply.result }
}
const statusOf = async (userId: number) =>
  (await kysely().selectFrom('users').select('status').where('user_id', '=', userId).executeTakeFirstOrThrow()).status

const { clientAdmin, clientViewer, advertiserViewer, advertiserAdmin, advertiserReporting, superUser } = people
const refused = (user_id: number, code: string) => ({ user_id, outcome: 'refused', code })
const changed = (user_id: number) => ({ user_id, outcome: 'changed', code: null })

describe('a change of the status of many users', () => {
  test('changes those within reach, and says why it refuses the others', async () => {
    const user_ids = [clientViewer.userId, superUser.userId, clientAdmin.userId, advertiserViewer.userId, 99]
    const { result } = await setStatus('clientAdmin', { user_ids, status: 'inactive' })
    expect(result).toEqual({
      users: [
        changed(clientViewer.userId),
        refused(superUser.userId, 'not_found'),
        refused(clientAdmin.userId, 'own_account'),
        changed(advertiserViewer.userId),
        refused(99, 'not_found'),
      ],
      changed: 2,
      is_dry_run: false,
    })
    expect(await Promise.all(user_ids.slice(0, 4).map(statusOf))).toEqual(['inactive', 'active', 'active', 'inactive'])
    expect((await world.as('advertiserViewer').send(contract.locales.list, {})).status).toBe(401)
    const again = await setStatus('clientAdmin', { user_ids: [clientViewer.userId], status: 'inactive' })
    expect(again.result.users).toEqual([{ user_id: clientViewer.userId, outcome: 'unchanged', code: null }])
  })

  test('lists and counts a user once whose id is sent twice', async () => {
    const user_ids = [clientViewer.userId, advertiserViewer.userId, clientViewer.userId, 99, 99]
    const { result } = await setStatus('superUser', { user_ids, status: 'inactive' })
    const users = [changed(clientViewer.userId), changed(advertiserViewer.userId), refused(99, 'not_found')]
    expect(result).toEqual({ users, changed: 2, is_dry_run: false })
  })

  test('changes nothing in a dry run, which has the same outcomes', async () => {
    const request = { user_ids: [advertiserAdmin.userId, superUser.userId], status: 'inactive' as const }
    const planned = await setStatus('clientAdmin', { ...request, dry_run: true })
    expect(await statusOf(advertiserAdmin.userId)).toBe('active')
    const { result } = await setStatus('clientAdmin', request)
    expect(planned.result).toEqual({ ...result, is_dry_run: true })
  })

  test('is one entry in the history of each user, with a common batch, and counts a version', async () => {
    const user_ids = [clientViewer.userId, advertiserReporting.userId]
    await setStatus('superUser', { user_ids, status: 'inactive' })
    const rows = await kysely()
      .selectFrom('changes')
      .select(['entity_id', 'kind', 'before', 'after', 'batch', 'user_id'])
      .where('entity', '=', 'user')
      .where('batch', 'is not', null)
      .orderBy('entity_id')
      .execute()
    expect(rows.map(({ batch: _, ...row }) => row)).toEqual(
      user_ids.map((entity_id) => ({
        entity_id,
        kind: 'changed',
        before: { status: 'active' },
        after: { status: 'inactive' },
        user_id: superUser.userId,
      })),
    )
    expect(new Set(rows.map(({ batch }) => batch)).size).toBe(1)
    expect((await one('superUser', clientViewer.userId)).reply.result.version).toBe(2)
  })

  test.each(['clientViewer', 'advertiserViewer', 'partner'] as const)('is refused to %s', async (name) => {
    expect((await setStatus(name, { user_ids: [advertiserReporting.userId], status: 'inactive' })).status).toBe(403)
  })
})

/** Sets a password, as the user does who accepts an invitation. */
const accept = (userId: number) => kysely().updateTable('users').set({ password_hash: 'hash' }).where('user_id', '=', userId).execute()

describe('the last administrator of a client', () => {
  const { userId } = clientAdmin
  const stays = { clients: [1], advertiser_groups: [], advertisers: [] }

  test('cannot be deactivated or lose the role or the client', async () => {
    expect((await setStatus('superUser', { user_ids: [userId], status: 'inactive' })).result.users).toEqual([
      refused(userId, 'last_client_admin'),
    ])
    const changes = [
      { status: 'inactive' },
      { role_ids: [4] },
      { access: { ...noLists, clients: [2] } },
      { role_ids: [5], access: { ...noLists, advertisers: [1] } },
    ]
    for (const more of changes) {
      const { status, reply } = await change('superUser', userId, more)
      expect([status, reply.fields?.[0]?.code]).toEqual([409, 'last_client_admin'])
    }
    expect((await change('superUser', userId, { first_name: 'Dana', access: { ...stays, clients: [1, 2] } })).status).toBe(200)
  })

  test('can go once there is another one, but not both in one request', async () => {
    const made = (await makeAtClient('clientAdmin', 1, [3])).reply.result
    await accept(made.user_id)
    const ids = [userId, made.user_id]
    const { result } = await setStatus('superUser', { user_ids: ids, status: 'inactive', dry_run: true })
    expect(result.users).toEqual([changed(userId), refused(made.user_id, 'last_client_admin')])
    expect((await setStatus('superUser', { user_ids: ids, status: 'inactive' })).result.users).toEqual(result.users)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['inactive', 'active'])
  })

  test('stays while the others are invited and never signed in', async () => {
    const { user_id } = (await makeAtClient('clientAdmin', 1, [3])).reply.result
    const deactivate = async () => (await setStatus('superUser', { user_ids: [userId], status: 'inactive', dry_run: true })).result.users
    expect(await deactivate()).toEqual([refused(userId, 'last_client_admin')])
    const signIns = [
      () => accept(user_id),
      () => kysely().updateTable('users').set({ last_seen_at: fixedNow() }).where('user_id', '=', user_id).execute(),
      () =>
        kysely()
          .insertInto('identity_subjects')
          .values({ issuer: 'https://issuer.example', audience: 'x', subject: 'y', user_id, bound_at: fixedNow() })
          .execute(),
    ]
    for (const signIn of signIns) {
      await kysely().updateTable('users').set({ password_hash: '', last_seen_at: null }).where('user_id', '=', user_id).execute()
      expect(await deactivate()).toEqual([refused(userId, 'last_client_admin')])
      await signIn()
      expect(await deactivate()).toEqual([changed(userId)])
    }
  })

  test('counts with a role of the client that is based on the built-in one', async () => {
    const role = await kysely()
      .insertInto('roles')
      .values({ role_id: 51, member_group_id: 1, base_role_id: 3, name: 'Desk' })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    expect((await change('superUser', userId, { role_ids: [role.role_id] })).status).toBe(200)
    expect((await setStatus('superUser', { user_ids: [userId], status: 'inactive' })).result.users).toEqual([
      refused(userId, 'last_client_admin'),
    ])
  })
})

describe('sessions of a user', () => {
  const { userId } = advertiserViewer
  const record = (id: string, accountId: number, expires_at: Date) => ({
    kind: 'Session',
    id,
    payload: JSON.stringify({ accountId: String(accountId), loginTs: 1_790_000_000 }),
    expires_at,
  })
  const inHours = (hours: number) => new Date(fixedNow().getTime() + hours * 3_600_000)
  const sessions = (name: CallerName) => world.as(name).send(users.sessions, { path: { userId } })

  test('are listed to those who may read the user, the last used one first, without ended ones', async () => {
    const rows = [
      record('a', userId, inHours(2)),
      record('b', userId, inHours(11)),
      record('c', userId, inHours(-1)),
      record('d', 3, inHours(3)),
    ]
    await kysely().insertInto('identity_records').values(rows).execute()
    const { result } = (await sessions('clientAdmin')).reply
    expect(result.sessions.map(({ ends_at }: { ends_at: string }) => ends_at)).toEqual(
      [rows[1], rows[0]].map((row) => row?.expires_at.toISOString()),
    )
    expect(result.sessions[0].signed_in_at).toBe(new Date(1_790_000_000_000).toISOString())
    expect((await sessions('advertiserViewer')).reply.result.sessions).toHaveLength(2)
    expect((await sessions('advertiserAdmin')).status).toBe(404)
  })

  test('end together, which its history says', async () => {
    await kysely()
      .insertInto('identity_records')
      .values(record('a', userId, inHours(2)))
      .execute()
    const end = (name: CallerName, id: number) => world.as(name).send(users.endSessions, { path: { userId: id } })
    expect((await end('clientAdmin', userId)).reply.result).toBe('success')
    expect((await sessions('clientAdmin')).reply.result.sessions).toEqual([])
    const row = await kysely().selectFrom('users').select('session_round').where('user_id', '=', userId).executeTakeFirstOrThrow()
    expect(row.session_round).toBe(2)
    const { result } = (await world.as('clientAdmin').send(contract.changes.user.report, { path: { userId }, body: {} })).reply
    expect(result.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['signed_out'])
    expect([(await end('clientAdmin', superUser.userId)).status, (await end('clientViewer', userId)).status]).toEqual([404, 403])
    expect((await end('internalAdmin', superUser.userId)).status).toBe(403)
  })
})
