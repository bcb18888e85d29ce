import { describe, expect, test } from 'vitest'
import { TokenBuckets } from '../../demo/platform/http/token-buckets.ts'
import { contract } from '../../src/contract/index.ts'
import { assignableRolesOf } from '../../src/contract/access/gate.rules.ts'
import { roles, rolePermissions } from '../../src/contract/access/permissions.ts'
import type { User } from '../../src/contract/users/users.ts'
import { type CallerName, callerNames, type PersonName, people, personNames } from '../support/world/people.ts'
import { noLists, userCalls } from '../support/identity/user-calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
const undo = setUpSmallWorld((made) => {
  world = made
})

const { users } = contract
const kysely = () => world.database.kysely
const { one, makeAnywhere, makeAtClient, makeAtAdvertiser, changeOf, change } = userCalls(() => world)
const remove = (name: CallerName, userId: number) => world.as(name).send(users.remove, { path: { userId } })

test('whether an address has a user elsewhere is answered a few times only, except to internal staff', async () => {
  const strict = await world.startSecondPlatform({ limits: { perProbe: new TokenBuckets(2, 1e-9) } })
  let number = 0
  const ask = async (name: CallerName, email = 'superuser@placard.example') => {
    const call = { path: { memberGroupId: 1, advertiserId: 1 }, body: { email, role_ids: [7] } }
    const { status } = await strict.as(name).send(users.createAtAdvertiser, call, { 'Idempotency-Key': `probe-${++number}-of-users` })
    return status
  }
  const statuses = []
  for (const free of ['free-1', 'free-2', 'free-3']) statuses.push(await ask('advertiserAdmin', `${free}@placard.example`))
  for (const name of ['advertiserAdmin', 'advertiserAdmin', 'advertiserAdmin', 'superUser'] as const) statuses.push(await ask(name))
  expect(statuses).toEqual([200, 200, 200, 409, 409, 429, 409])
  // A free address gets the same answer as one in use.
  expect([await ask('advertiserAdmin', 'free-4@placard.example'), await ask('superUser', 'free-4@placard.example')]).toEqual([429, 200])
  await strict.listening.close(1000)
})

/** Users that each caller may see, written by hand. */
const reach: Readonly<Record<CallerName, readonly PersonName[]>> = {
  superUser: personNames,
  internalAdmin: personNames,
  clientAdmin: personNames.slice(2),
  clientViewer: personNames.slice(2),
  advertiserAdmin: ['advertiserAdmin'],
  advertiserManager: ['advertiserManager', 'advertiserViewer', 'advertiserReporting'],
  advertiserViewer: ['advertiserViewer', 'advertiserReporting'],
  advertiserReporting: ['advertiserReporting'],
  partner: ['advertiserAdmin'],
  nobody: [],
}
const writers: readonly CallerName[] = ['superUser', 'internalAdmin', 'clientAdmin', 'advertiserAdmin']
const roleOf = (name: CallerName) => (name === 'partner' || name === 'nobody' ? 0 : people[name].role)
/** Advertiser reporting reads its own account only. */
const mayRead = (name: CallerName) => name !== 'advertiserReporting'
const mayTouch = (name: CallerName, other: PersonName) => roleOf(name) === 1 || people[other].role !== 1

describe('access between users', () => {
  test.each(callerNames)('lets %s see, change and remove those within reach, and no others', async (name) => {
    for (const other of personNames) {
      const { userId } = people[other]
      const isSeen = reach[name].includes(other)
      const isWriter = writers.includes(name)
      const expected = name === 'nobody' ? 401 : 200
      const hidden = name === 'nobody' ? 401 : mayRead(name) ? 404 : 403
      expect([other, (await one(name, userId)).status]).toEqual([other, isSeen ? 200 : hidden])
      const refused = name === 'nobody' ? 401 : !isWriter ? 403 : isSeen ? 403 : 404
      const isTouched = isWriter && isSeen && mayTouch(name, other)
      expect([other, (await change(name, userId, { first_name: 'Other' })).status]).toEqual([other, isTouched ? expected : refused])
      const isOwn = name === other
      // Users cannot remove themselves, or the only administrator of a client.
      const isKept = (isOwn && isWriter) || (isTouched && other === 'clientAdmin')
      expect([other, (await remove(name, userId)).status]).toEqual([other, isKept ? 409 : isTouched ? 200 : refused])
      await undo()
    }
  })

  test('does not let advertiser reporting list users', async () => {
    expect((await world.as('advertiserReporting').send(users.report, { body: {} })).status).toBe(403)
  })

  test.each(callerNames.filter((name) => name !== 'nobody' && mayRead(name)))('lets %s list exactly those within reach', async (name) => {
    const { reply } = await world.as(name).send(users.report, { body: { sort: [{ field: 'user_id', order: 'asc' }] } })
    expect(reply.result.users.map(({ user_id }: { user_id: number }) => user_id)).toEqual(reach[name].map((other) => people[other].userId))
    expect(reply.result.total).toBe(reach[name].length)
  })

  test('shows missing and inaccessible users alike', async () => {
    const shape = ({ reply }: { reply: object }) => ({ ...reply, request_id: '' })
    expect(shape(await one('advertiserAdmin', people.superUser.userId))).toEqual(shape(await one('advertiserAdmin', 999)))
  })

  test('is hidden at a client where users may not be read, also from users who may read elsewhere', async () => {
    const row = { user_id: people.internalAdmin.userId, level: 'member_group', thing_id: 1, permission: 'users.read', granted: false }
    await kysely()
      .insertInto('user_activities')
      .values({ ...row, thing_id: 3 })
      .execute()
    expect((await one('internalAdmin', people.clientAdmin.userId)).status).toBe(200)
    await kysely().deleteFrom('user_activities').execute()
    await kysely()
      .insertInto('user_activities')
      .values([row, { ...row, level: 'base', thing_id: 0, granted: true }])
      .execute()
    expect((await one('internalAdmin', people.clientAdmin.userId)).status).toBe(403)
    await undo()
  })
})

describe('a new user', () => {
  const grants = (name: CallerName, role: number) => assignableRolesOf([roleOf(name)]).some((id) => id === role)
  const lists: Readonly<Record<string, object>> = { internal: {}, client: { clients: [1] }, advertiser: { advertisers: [1] } }
  test.each(personNames)('of %s gets only roles of their level, in each scope', async (name) => {
    for (const { role_id, level } of roles) {
      const isWriter = writers.includes(name)
      const anywhere = await makeAnywhere(name, [role_id], lists[level])
      expect([role_id, anywhere.status]).toEqual([role_id, isWriter && roleOf(name) <= 2 && grants(name, role_id) ? 200 : 403])
      await undo()
      const atClient = await makeAtClient(name, 1, [role_id], level === 'advertiser' ? { advertisers: [1] } : undefined)
      const isRight = isWriter && grants(name, role_id) && level !== 'internal' && (name !== 'advertiserAdmin' || level === 'advertiser')
      expect([role_id, atClient.status === 200]).toEqual([role_id, isRight])
      await undo()
      const atAdvertiser = await makeAtAdvertiser(name, 1, 1, [role_id])
      expect([role_id, atAdvertiser.status === 200]).toEqual([role_id, isWriter && grants(name, role_id) && level === 'advertiser'])
      await undo()
    }
  })

  test('has access to the scope where they were created, and nothing else', async () => {
    const access = async (pending: Promise<{ reply: { result: User } }>) => (await pending).reply.result.access
    expect(await access(makeAtClient('superUser', 2, [3]))).toEqual({ ...noLists, all: false, clients: [2] })
    await undo()
    expect(await access(makeAtClient('superUser', 2, [5], { advertiser_groups: [3] }))).toEqual({
      ...noLists,
      all: false,
      advertiser_groups: [3],
    })
    await undo()
    expect(await access(makeAtAdvertiser('superUser', 1, 2, [6]))).toEqual({ ...noLists, all: false, advertisers: [2] })
    await undo()
    for (const response of [
      await makeAtClient('superUser', 1, [2]),
      await makeAtAdvertiser('superUser', 1, 1, [3]),
      await makeAtClient('superUser', 1, [7]),
    ])
      expect(response.status).toBe(422)
    expect((await makeAtClient('superUser', 1, [7], { advertisers: [4] })).status).toBe(422)
    for (const access of [{ advertisers: [4] }, { advertiser_groups: [3] }, { advertisers: [99] }])
      expect((await makeAtClient('clientAdmin', 1, [7], access)).status).toBe(404)
    expect((await makeAtAdvertiser('advertiserAdmin', 1, 2, [7])).status).toBe(404)
  })

  test('has a name from their address, and a unique address', async () => {
    const made = (await makeAnywhere('superUser', [2], {}, 'Ana.Maria@Hotel.example')).reply.result
    expect(made).toMatchObject({
      email: 'ana.maria@hotel.example',
      user_name: 'ana.maria',
      status: 'active',
      is_set_up: false,
      locale: { id: 1 },
    })
    expect((await makeAnywhere('superUser', [2], {}, 'ANA.maria@hotel.example')).status).toBe(409)
    for (const email of ['no address', 'a@b', 'a b@x.example']) expect((await makeAnywhere('superUser', [2], {}, email)).status).toBe(422)
    await undo()
  })

  test('gets no role that allows more than the giver may', async () => {
    const permission = rolePermissions[5].find((one) => one === 'assets.share') ?? ''
    const row = { user_id: people.clientAdmin.userId, level: 'member_group', thing_id: 1, permission, granted: false }
    await kysely().insertInto('user_activities').values(row).execute()
    expect((await makeAtClient('clientAdmin', 1, [5], { advertisers: [1] })).status).toBe(403)
    expect((await makeAtClient('clientAdmin', 1, [7], { advertisers: [1] })).status).toBe(200)
    await undo()
  })
})

describe('a change of a user', () => {
  test.each(writers.filter((name): name is PersonName => name in people))(
    'by %s themselves cannot raise their role or lock them out',
    async (name) => {
      const { userId } = people[name]
      for (const more of [
        { role_ids: [1, 3] },
        { role_ids: [4] },
        { status: 'inactive' },
        { access: { ...noLists, clients: [1], advertisers: [1, 2] } },
      ]) {
        const { status } = await change(name, userId, more)
        expect([403, 404, 409]).toContain(status)
      }
      expect((await change(name, userId, { first_name: 'New' })).reply.result.first_name).toBe('New')
      await undo()
    },
  )

  test("gives no role or access beyond the giver's", async () => {
    const { userId } = people.advertiserViewer
    for (const role_ids of [[1], [2], [2, 7]]) expect((await change('clientAdmin', userId, { role_ids })).status).toBe(403)
    expect((await change('clientAdmin', userId, { access: { ...noLists, advertisers: [4] } })).status).toBe(404)
    expect((await change('clientAdmin', userId, { role_ids: [3], access: { ...noLists, clients: [2] } })).status).toBe(404)
    expect((await change('superUser', userId, { role_ids: [1] })).status).toBe(403)
    expect((await change('clientAdmin', userId, { role_ids: [5], access: { ...noLists, advertisers: [1, 3] } })).status).toBe(200)
    await undo()
  })

  test('with an older version is refused, and so is one of two at once', async () => {
    const { userId } = people.advertiserViewer
    const { result } = (await one('superUser', userId)).reply
    const put = () =>
      world.as('superUser').send(users.change, { path: { userId }, body: changeOf(result) }, { 'If-Match': String(result.version) })
    const statuses = [(await put()).status, (await put()).status]
    expect(statuses).toEqual([200, 412])
    await undo()
  })

  test('of role, access or status applies at the next request', async () => {
    const { userId } = people.advertiserViewer
    const see = async (memberGroupId: number) =>
      (await world.as('advertiserViewer').send(contract.memberGroups.one, { path: { memberGroupId } })).status
    expect([await see(1), await see(2)]).toEqual([200, 404])
    await change('superUser', userId, { access: { ...noLists, advertisers: [4] } })
    expect([await see(1), await see(2)]).toEqual([404, 200])
    await change('superUser', userId, { status: 'inactive' })
    expect([await see(1), await see(2)]).toEqual([401, 401])
    await undo()
  })

  test("of one's own name needs no permission", async () => {
    const body = { first_name: 'Carla', last_name: 'Ruiz', locale_id: 1 }
    const own = (name: CallerName) => world.as(name).send(users.changeOwn, { body }, { 'If-Match': '1' })
    for (const name of personNames)
      expect((await own(name)).reply.result).toMatchObject({ user_id: people[name].userId, last_name: 'Ruiz' })
    expect([(await own('partner')).status, (await own('nobody')).status]).toEqual([403, 401])
    await undo()
  })
})

describe('the last super user', () => {
  const { userId } = people.superUser
  test('stays, whoever removes them; with a second one either can be removed', async () => {
    for (const more of [{ status: 'inactive' }, { role_ids: [2] }]) expect((await change('superUser', userId, more)).status).toBe(409)
    expect((await remove('superUser', userId)).status).toBe(409)
    await kysely().insertInto('user_roles').values({ user_id: people.internalAdmin.userId, role_id: 1 }).execute()
    expect((await change('internalAdmin', userId, { status: 'inactive' })).status).toBe(200)
    expect((await remove('internalAdmin', userId)).status).toBe(200)
    expect((await change('internalAdmin', people.internalAdmin.userId, { role_ids: [2] }, 'internalAdmin')).status).toBe(409)
    await undo()
  })
})

describe('a removed user', () => {
  test('is refused at the next request, is in no list, and their address is free again', async () => {
    const { userId } = people.advertiserViewer
    expect((await remove('clientAdmin', userId)).reply.result).toBe('success')
    expect((await world.as('advertiserViewer').send(contract.locales.list, {})).status).toBe(401)
    expect([(await one('superUser', userId)).status, (await remove('superUser', userId)).status]).toEqual([404, 404])
    expect((await world.as('superUser').send(users.report, { body: {} })).reply.result.total).toBe(7)
    expect((await makeAnywhere('superUser', [2], {}, 'advertiserviewer@placard.example')).status).toBe(200)
    const row = await kysely().selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('advertiserviewer@')
    await undo()
  })
})
