import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, ownToken, people, type PersonName, personNames, tokenOf } from '../support/world/people.ts'
import { factDay, impressionsOf, leakMarkers } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterEach(() => world.database.kysely.deleteFrom('user_activities').execute())
afterAll(() => world.close())

const kysely = () => world.database.kysely
const emailOf = (name: string) => `${name.toLowerCase()}@placard.example`
const one = (name: CallerName, id = 1) => world.as(name).send(contract.memberGroups.one, { path: { memberGroupId: id } })
const byEmail = (name: CallerName, email: string) => world.as(name).send(contract.users.byEmail, { query: { email } })
const total = (name: CallerName, more: object = {}) =>
  world.as(name).send(contract.reports.total, {
    body: { member_group_id: 1, start_date: factDay, end_date: factDay, metrics: ['impressions'], ...more },
  })
const seenBy = async (name: CallerName, more: object = {}) => (await total(name, more)).reply.result?.kpis[0].total
const sumOf = (...advertisers: number[]) => advertisers.reduce((sum, id) => sum + impressionsOf(id), 0)
const change = (userId: number, level: string, thing_id: number, permission: string, granted: boolean) =>
  kysely().insertInto('user_activities').values({ user_id: userId, level, thing_id, permission, granted }).execute()

describe('at the next request', () => {
  test.each(personNames)('%s is refused after deactivation, and accepted again after activation', async (name) => {
    const { userId } = people[name]
    const setStatus = (status: string) => kysely().updateTable('users').set({ status }).where('user_id', '=', userId).execute()
    expect((await one(name)).status).toBe(200)
    await setStatus('inactive')
    const { status, reply } = await one(name)
    expect([status, reply.code, reply.error]).toEqual([401, 'user_not_found', 'User: Your user was not found'])
    await setStatus('active')
    expect((await one(name)).status).toBe(200)
  })

  test.each(personNames)('%s is refused after the role is revoked', async (name) => {
    const { userId: user_id, role: role_id } = people[name]
    expect((await one(name)).status).toBe(200)
    await kysely().deleteFrom('user_roles').where('user_id', '=', user_id).execute()
    expect([403, 404]).toContain((await one(name)).status)
    await kysely().insertInto('user_roles').values({ user_id, role_id }).execute()
    expect((await one(name)).status).toBe(200)
  })

  test('changed access lists apply', async () => {
    const { userId } = people.advertiserViewer
    const { kysely: db } = world.database
    expect(await seenBy('advertiserViewer')).toBe(sumOf(3))
    await db.insertInto('user_access').values({ user_id: userId, kind: 'advertiser', thing_id: 2 }).execute()
    expect(await seenBy('advertiserViewer')).toBe(sumOf(2, 3))
    await db.deleteFrom('user_access').where('user_id', '=', userId).where('thing_id', '=', 2).execute()
    expect(await seenBy('advertiserViewer')).toBe(sumOf(3))
  })
})

describe('permissions at different levels', () => {
  const { userId } = people.superUser
  test('a permission at a client applies to that client only', async () => {
    await change(userId, 'member_group', 2, 'member_groups.read', false)
    expect([(await one('superUser', 1)).status, (await one('superUser', 2)).status]).toEqual([200, 403])
  })

  test('a client that is denied disappears from lists and counts of clients and themes', async () => {
    const listed = async (name: CallerName) => (await world.as(name).send(contract.memberGroups.list, { query: {} })).reply.result
    const themed = async (name: CallerName) => (await world.as(name).send(contract.clientThemes.list, {})).reply.result.themes
    const ids = (rows: { member_group_id: number }[]) => rows.map(({ member_group_id }) => member_group_id)
    expect([ids((await listed('superUser')).member_groups), ids(await themed('superUser'))]).toEqual([
      [1, 2, 3],
      [1, 2],
    ]) // all that can be denied
    await change(userId, 'member_group', 2, 'member_groups.read', false)
    const { member_groups, total: counted } = await listed('superUser')
    expect([ids(member_groups), counted, JSON.stringify(member_groups).includes(leakMarkers.client(2))]).toEqual([[1, 3], 2, false])
    expect(ids(await themed('superUser'))).toEqual([1, 2])
    await change(userId, 'member_group', 2, 'themes.read', false)
    expect(ids(await themed('superUser'))).toEqual([1])
    await change(people.advertiserManager.userId, 'advertiser', 2, 'member_groups.read', false)
    expect(ids((await listed('advertiserManager')).member_groups)).toEqual([1])
    await change(people.advertiserManager.userId, 'advertiser_group', 2, 'member_groups.read', false)
    expect(await listed('advertiserManager')).toEqual({ member_groups: [], total: 0 })
  })

  test('a grant at one client does not cancel a denial at another', async () => {
    await change(userId, 'base', 0, 'member_groups.read', false)
    await change(userId, 'member_group', 1, 'member_groups.read', true)
    expect([(await one('superUser', 1)).status, (await one('superUser', 2)).status]).toEqual([200, 403])
  })

  test("an advertiser's level outranks its group's, and both outrank the client's", async () => {
    await change(userId, 'member_group', 1, 'reports.read', false)
    expect((await total('superUser')).status).toBe(403)
    await change(userId, 'advertiser_group', 2, 'reports.read', true)
    expect(await seenBy('superUser')).toBe(sumOf(2, 3))
    await change(userId, 'advertiser', 3, 'reports.read', false)
    expect(await seenBy('superUser')).toBe(sumOf(2))
  })

  test('an advertiser that is denied disappears from its client and is refused by name', async () => {
    await change(userId, 'advertiser', 2, 'reports.read', false)
    expect(await seenBy('superUser')).toBe(sumOf(1, 3))
    expect((await total('superUser', { advertiser_ids: [1, 2] })).status).toBe(403)
    expect((await total('superUser', { campaign_ids: [20] })).status).toBe(403)
    expect(await seenBy('superUser', { advertiser_ids: [1] })).toBe(sumOf(1))
  })
})

describe('finding a user by e-mail address', () => {
  test.each(personNames)('%s finds themselves, even without users.read', async (name) => {
    await change(people[name].userId, 'base', 0, 'users.read', false)
    const response = await byEmail(name, emailOf(name).toUpperCase())
    expect([response.status, response.reply.result?.user_id]).toEqual([200, people[name].userId])
    expect(response.reply.result.permissions['users.read']).toBe(false)
  })

  const finds: Readonly<Record<string, readonly string[]>> = {
    superUser: personNames,
    internalAdmin: personNames,
    clientAdmin: personNames.slice(2),
    clientViewer: personNames.slice(2),
    advertiserAdmin: ['advertiserAdmin'],
    advertiserManager: ['advertiserManager', 'advertiserViewer', 'advertiserReporting'],
    advertiserViewer: ['advertiserViewer', 'advertiserReporting'],
    advertiserReporting: ['advertiserReporting'],
    partner: ['advertiserAdmin'],
  }
  test.each(Object.entries(finds))('%s finds users within their access, and no others', async (name, expected) => {
    const found = []
    for (const other of personNames) if ((await byEmail(name as CallerName, emailOf(other))).status === 200) found.push(other) // a key of the table above
    expect(found).toEqual(expected)
  })

  test('needs users.read; missing, inactive and inaccessible users look alike', async () => {
    await change(people.clientAdmin.userId, 'base', 0, 'users.read', false)
    const responses = [
      await byEmail('clientAdmin', emailOf('clientViewer')),
      await byEmail('clientAdmin', 'nobody@placard.example'),
      await byEmail('advertiserAdmin', emailOf('superUser')),
    ]
    const shapes = responses.map(({ reply }) => ({ ...reply, request_id: '' }))
    expect(shapes[0]).toMatchObject({ code: 'not_found' })
    expect([shapes[1], shapes[2]]).toEqual([shapes[0], shapes[0]])
  })
})

describe('binding a session to a client', () => {
  type Body = Call<typeof contract.sso.login>['body']
  const login = (name: CallerName, body: Partial<Body> = {}) =>
    world.as(name).send(contract.sso.login, { body: { access_token: ownToken, ...body } })
  const bind = (name: CallerName, member_group_id: number) => login(name, { member_group_id })

  test('returns the full name of a user who has one', async () => {
    const named = (first_name: string, last_name: string) =>
      kysely().updateTable('users').set({ first_name, last_name }).where('email', '=', emailOf('clientAdmin')).execute()
    expect((await login('clientAdmin')).reply.result).not.toHaveProperty('full_name')
    await named('Ana', 'Moor')
    expect((await login('clientAdmin')).reply.result.full_name).toBe('Ana Moor')
    await named('', '')
  })

  test("returns the user's permissions at that client", async () => {
    await change(people.superUser.userId, 'member_group', 2, 'reports.read', false)
    const first = await bind('superUser', 1)
    const second = await bind('superUser', 2)
    expect([first.reply.result.member_group_id, first.reply.result.permissions['reports.read']]).toEqual([1, true])
    expect([second.reply.result.member_group_id, second.reply.result.permissions['reports.read']]).toEqual([2, false])
    expect((await bind('advertiserViewer', 1)).status).toBe(200)
    expect((await bind('advertiserViewer', 2)).status).toBe(404)
    expect((await bind('superUser', 99)).status).toBe(404)
    expect((await bind('partner', 1)).status).toBe(403)
  })

  test('returns permissions at an advertiser or a group, each outranking the levels above', async () => {
    const { userId } = people.superUser
    const mayRead = async (body: Partial<Body>) => (await login('superUser', body)).reply.result.permissions['reports.read']
    await change(userId, 'member_group', 1, 'reports.read', false)
    await change(userId, 'advertiser_group', 2, 'reports.read', true)
    await change(userId, 'advertiser', 3, 'reports.read', false)
    const at = { member_group_id: 1 }
    expect([await mayRead({}), await mayRead(at), await mayRead({ ...at, advertiser_id: 1 })]).toEqual([false, false, false])
    expect([await mayRead({ ...at, advertiser_group_id: 2 }), await mayRead({ ...at, advertiser_id: 2 })]).toEqual([true, true])
    expect([await mayRead({ ...at, advertiser_id: 3 }), await mayRead({ advertiser_id: 3 })]).toEqual([false, false])
    expect((await login('clientAdmin', { ...at, advertiser_id: 4 })).status).toBe(404)
    expect((await login('advertiserAdmin', { ...at, advertiser_id: 2 })).status).toBe(404)
    expect((await login('advertiserAdmin', { ...at, advertiser_group_id: 1 })).status).toBe(404)
  })

  test('refuses tokens of other users and invalid ones', async () => {
    const tokens = [tokenOf('clientAdmin'), tokenOf('partner'), 'made-up', '']
    for (const token of tokens)
      for (const kind of ['access_token', 'id_token'])
        expect((await login('superUser', { member_group_id: 1, [kind]: token })).status, `${kind} ${token}`).toBe(422)
    expect((await login('superUser', { member_group_id: 1, id_token: ownToken })).status).toBe(200)
    const { fields } = (await login('superUser', { id_token: tokenOf('clientAdmin') })).reply
    expect(fields).toMatchObject([{ path: 'id_token' }])
  })

  const begins: Readonly<Record<PersonName, readonly [client: number, advertisers: object, clients: readonly number[]]>> = {
    superUser: [1, {}, [1]],
    internalAdmin: [1, {}, [1]],
    clientAdmin: [1, {}, [1]],
    clientViewer: [1, {}, [1]],
    advertiserAdmin: [1, { 1: 1 }, []],
    advertiserManager: [1, { 2: 1, 3: 1 }, []],
    advertiserViewer: [1, { 3: 1 }, []],
    advertiserReporting: [1, { 3: 1 }, []],
  }
  test.each(personNames)('without a client returns the start client of %s and the reason', async (name) => {
    const { member_group_id, advertiser_member_group, member_group_activities } = (await login(name)).reply.result
    const clients = member_group_activities.map(({ id }: { id: number }) => id)
    expect([member_group_id, advertiser_member_group, clients]).toEqual(begins[name])
  })

  test('starts at the client of the first advertiser, then at the first with an explicit grant', async () => {
    const { userId: user_id } = people.clientAdmin
    const give = (kind: string, thing_id: number) => kysely().insertInto('user_access').values({ user_id, kind, thing_id }).execute()
    const said = async () => (await login('clientAdmin')).reply.result
    await give('client', 2)
    expect((await said()).member_group_id).toBe(1)
    await change(user_id, 'member_group', 2, 'reports.read', true)
    await change(user_id, 'member_group', 3, 'reports.read', true)
    await change(user_id, 'member_group', 1, 'reports.read', false)
    expect(await said()).toMatchObject({
      member_group_id: 2,
      member_group_activities: [
        { id: 2, activities: [{ name: 'reports', permissions: { read: true } }] },
        { id: 1, activities: [{ name: 'reports', permissions: { read: false } }] },
      ],
    })
    await give('advertiser', 6)
    expect(await said()).toMatchObject({ member_group_id: 3, advertiser_member_group: { 6: 3 } })
    await kysely().deleteFrom('user_access').where('user_id', '=', user_id).where('thing_id', 'in', [2, 6]).execute()
  })

  test('tells when the client was created, and its funding types; without a client, the default date', async () => {
    const { created_at } = (await one('clientAdmin')).reply.result
    expect((await bind('clientAdmin', 1)).reply.result).toMatchObject({
      created_at,
      funding_types: [
        { id: 1, status: 'Active' },
        { id: 2, status: 'Active' },
      ],
    })
    expect((await bind('superUser', 2)).reply.result.funding_types).toEqual([{ id: 2, status: 'Active' }])
    const { userId: user_id } = people.advertiserViewer
    await kysely().deleteFrom('user_access').where('user_id', '=', user_id).execute()
    expect((await login('advertiserViewer')).reply.result).toMatchObject({
      member_group_id: null,
      created_at: '2018-08-11T00:00:00.000Z',
      funding_types: [],
    })
    await kysely().insertInto('user_access').values({ user_id, kind: 'advertiser', thing_id: 3 }).execute()
  })

  test('needs no permission', async () => {
    for (const permission of ['users.read', 'member_groups.read']) await change(people.clientViewer.userId, 'base', 0, permission, false)
    expect((await login('clientViewer')).reply.result.member_group_id).toBe(1)
  })
})

describe('a partner', () => {
  const partner = () => kysely().updateTable('partner_clients').where('client_id', '=', 'small-partner')
  test('sees no more than its client does today', async () => {
    expect(await seenBy('partner')).toBe(sumOf(1))
    expect((await total('partner', { advertiser_ids: [2] })).status).toBe(404)
    await partner()
      .set({ permissions: JSON.stringify(['member_groups.read']) })
      .execute()
    expect((await total('partner')).status).toBe(403)
    expect((await one('partner')).status).toBe(200)
    await partner()
      .set({ advertiser_ids: JSON.stringify([2]) })
      .execute()
    expect((await one('partner')).status).toBe(404)
    await partner().set({ active: false }).execute()
    expect((await one('partner')).status).toBe(401)
    await partner()
      .set({ active: true, advertiser_ids: null, permissions: JSON.stringify(['reports.read']) })
      .execute()
    expect(await seenBy('partner')).toBe(sumOf(1))
  })
})

describe('basic calls', () => {
  test('a client without a theme has the default theme', async () => {
    const theme = async (id: number) => (await world.as('nobody').send(contract.themes.one, { path: { memberGroupId: id } })).reply.result
    expect((await theme(2)).theme.primary_color).toBe('#000002')
    for (const id of [3, 99]) expect(await theme(id)).toMatchObject({ member_group_id: 1, theme: { primary_color: '#000001' } })
  })

  test('clients come in pages with a total', async () => {
    const list = (query: object) => world.as('superUser').send(contract.memberGroups.list, { query })
    const page = (await list({ start: 1, count: 1 })).reply.result
    expect([page.total, page.member_groups.map(({ member_group_id }: { member_group_id: number }) => member_group_id)]).toEqual([3, [2]])
    for (const query of [{ count: 1001 }, { count: 0 }, { start: -1 }]) expect((await list(query)).status).toBe(422)
  })

  test('channels are those of the client, and a missing one is not found', async () => {
    const channels = (id: number) => world.as('superUser').send(contract.memberGroups.channels, { path: { memberGroupId: id } })
    expect((await channels(2)).reply.result.channels).toHaveLength(1)
    expect((await channels(99)).status).toBe(404)
  })

  test('lookups, configuration and flags match the contract', async () => {
    expect((await world.as('partner').send(contract.locales.list, {})).status).toBe(403)
    expect((await world.as('clientAdmin').send(contract.locales.list, {})).reply.result).toEqual([
      { id: 1, code: 'en-US', name: 'English' },
    ])
    expect((await world.as('clientAdmin').send(contract.currencies.list, {})).reply.result[0].digits).toBe(2)
    expect((await world.as('nobody').send(contract.config.application, {})).reply.result.environment).toBe('development')
    const flags = await world.as('nobody').send(contract.flags.all, { body: { context: { targetingKey: 'anonymous' } } })
    expect(flags.reply).toEqual({ flags: [{ key: 'demo', value: true, reason: 'STATIC' }], metadata: {} })
  })
})
