import { describe, expect, test } from 'vitest'
import { endSessions } from '../../demo/platform/users/accounts.ts'
import { callerOf } from '../../demo/platform/access/caller.ts'
import { contract } from '../../src/contract/index.ts'
import type { User } from '../../src/contract/users/users.ts'
import { type PersonName, people, personNames } from '../support/world/people.ts'
import { factDay } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
const undo = setUpSmallWorld((made) => {
  world = made
})

const kysely = () => world.database.kysely

/** The advertiser that each of the eight users reads. */
const looksAt: Readonly<Record<PersonName, number>> = {
  superUser: 1,
  internalAdmin: 1,
  clientAdmin: 1,
  clientViewer: 1,
  advertiserAdmin: 1,
  advertiserManager: 2,
  advertiserViewer: 3,
  advertiserReporting: 3,
}
const look = async (name: PersonName) => {
  const request = { start_date: factDay, end_date: factDay, metrics: ['impressions' as const] }
  const body = { ...request, member_group_id: 1, advertiser_ids: [looksAt[name]] }
  return (await world.as(name).send(contract.reports.total, { body })).status
}

/** Gives a user a role more, so that the only one with that role can lose it. */
const assign = (name: PersonName, role_id: number) =>
  kysely().insertInto('user_roles').values({ user_id: people[name].userId, role_id }).execute()

/** A super user other than the given user, who revokes access. The last super user and the last administrator of a client get another. */
async function other(name: PersonName): Promise<PersonName> {
  if (name === 'clientAdmin') await assign('clientViewer', people.clientAdmin.role)
  const helper = name === 'superUser' ? 'internalAdmin' : 'superUser'
  if (helper === 'internalAdmin') await assign(helper, people.superUser.role)
  return helper
}

async function change(name: PersonName, more: object) {
  const by = await other(name)
  const path = { userId: people[name].userId }
  const user: User = (await world.as(by).send(contract.users.one, { path })).reply.result
  const { all: _, ...access } = user.access
  const { first_name, last_name, locale, status, roles } = user
  const now = { first_name, last_name, locale_id: locale.id, status, access, role_ids: roles.map(({ role_id }) => role_id) }
  const body = { ...now, ...more }
  return (await world.as(by).send(contract.users.change, { path, body }, { 'If-Match': String(user.version) })).status
}

async function revokePermission(name: PersonName) {
  const by = await other(name)
  const { role } = people[name]
  const { result } = (await world.as(by).send(contract.roles.one, { query: { role_id: role } })).reply
  const [granted] = result.activities
    .filter((one: { name: string }) => one.name === 'reports')
    .flatMap(({ permissions }: { permissions: object[] }) => permissions)
  return (await world.as(by).send(contract.roles.revoke, { path: { rolePermissionId: granted.role_permission_id } })).status
}

const nothing = { clients: [], advertiser_groups: [], advertisers: [] }
/** A role and access lists of another level, which allow other tenants. */
const without: Readonly<Record<PersonName, object>> = {
  superUser: { role_ids: [8], access: { ...nothing, advertisers: [6] } },
  internalAdmin: { role_ids: [8], access: { ...nothing, advertisers: [6] } },
  clientAdmin: { role_ids: [8], access: { ...nothing, advertisers: [6] } },
  clientViewer: { role_ids: [8], access: { ...nothing, advertisers: [6] } },
  advertiserAdmin: { role_ids: [4], access: { ...nothing, clients: [2] } },
  advertiserManager: { role_ids: [4], access: { ...nothing, clients: [2] } },
  advertiserViewer: { role_ids: [4], access: { ...nothing, clients: [2] } },
  advertiserReporting: { role_ids: [4], access: { ...nothing, clients: [2] } },
}
/** Access lists of the same role that allow other tenants. */
const elsewhere = (name: PersonName) => {
  const { role } = people[name]
  return { access: role <= 4 ? { ...nothing, clients: [2] } : { ...nothing, advertisers: [4] } }
}

/** A revocation over HTTP or in the tables, the status of the next request, and the users who keep their access. */
interface Way {
  readonly take: (name: PersonName) => Promise<unknown>
  readonly status: number | ((name: PersonName) => number)
  readonly keep?: readonly PersonName[]
}
const internal: readonly PersonName[] = ['superUser', 'internalAdmin']
const ways: Readonly<Record<string, Way>> = {
  'a role replaced by another': { take: async (name) => expect(await change(name, without[name])).toBe(200), status: 404 },
  'a role removed': {
    take: (name) => kysely().deleteFrom('user_roles').where('user_id', '=', people[name].userId).execute(),
    // Internal staff have access through the role alone; other users keep their access lists.
    status: (name) => (internal.includes(name) ? 404 : 403),
  },
  'a permission removed from the role': {
    take: async (name) => expect(await revokePermission(name)).toBe(name === 'superUser' ? 409 : 200),
    status: 403,
    keep: ['superUser'],
  },
  'an access list shortened': {
    take: async (name) => expect(await change(name, elsewhere(name))).toBe(internal.includes(name) ? 422 : 200),
    status: 404,
    keep: internal,
  },
  'a user deactivated': { take: async (name) => expect(await change(name, { status: 'inactive' })).toBe(200), status: 401 },
  'a user deleted': {
    take: async (name) =>
      expect((await world.as(await other(name)).send(contract.users.remove, { path: { userId: people[name].userId } })).status).toBe(200),
    status: 401,
  },
  'an advertiser moved to another group': {
    take: (name) =>
      kysely().updateTable('advertisers').set({ advertiser_group_id: 1 }).where('advertiser_id', '=', looksAt[name]).execute(),
    status: 404,
    // Users with access to the client or to the advertiser itself keep their access.
    keep: personNames.filter((name) => name !== 'advertiserManager'),
  },
  'a client deactivated': {
    take: () => kysely().updateTable('member_groups').set({ status: 'deactivated' }).where('member_group_id', '=', 1).execute(),
    status: 404,
    keep: internal,
  },
}

describe('the next request of each of the eight roles is refused', () => {
  test.each(Object.entries(ways))('after %s', async (_, { take, status, keep = [] }) => {
    const results: [string, number, number][] = []
    for (const name of personNames) {
      const before = await look(name)
      await take(name)
      results.push([name, before, await look(name)])
      await undo()
    }
    const refusal = (name: PersonName) => (typeof status === 'number' ? status : status(name))
    expect(results).toEqual(personNames.map((name) => [name, 200, keep.includes(name) ? 200 : refusal(name)]))
  })

  test('with any token of a session that has ended', async () => {
    const results = []
    for (const name of personNames) {
      const { userId } = people[name]
      const token = { kind: 'person', userId, sessionRound: 1 } as const
      const before = await callerOf(world.database, token)
      await endSessions(kysely(), userId)
      results.push([before?.person?.user_id, await callerOf(world.database, token)])
      await undo()
    }
    expect(results).toEqual(personNames.map((name) => [people[name].userId, undefined]))
  })

  test("from a partner's server, after its client is deactivated", async () => {
    const one = async () => (await world.as('partner').send(contract.memberGroups.one, { path: { memberGroupId: 1 } })).status
    expect(await one()).toBe(200)
    await ways['a client deactivated']?.take('superUser')
    expect(await one()).toBe(401)
  })
})
