import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { MemberGroupChange, NewMemberGroup } from '../../src/contract/clients/clients.ts'
import { type CallerName, accessibleTenants, people, personNames } from '../support/world/people.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { memberGroups, experiences } = contract
let keys = 0
const withIdempotencyKey = () => ({ 'Idempotency-Key': `key-${++keys}-of-clients` })
const path = (memberGroupId = 1) => ({ path: { memberGroupId } })
const readClient = async (id = 1, name: CallerName = 'superUser') => (await world.as(name).send(memberGroups.one, path(id))).reply.result
const usd = { currency_code: 'USD', min_bid: '0.25' }
const make = (body: NewMemberGroup, name: CallerName = 'superUser') =>
  world.as(name).send(memberGroups.create, { body }, withIdempotencyKey())
/** Changes a client at its current version. */
const change = async (name: CallerName, body: MemberGroupChange, id = 1) =>
  world.as(name).send(memberGroups.change, { ...path(id), body }, { 'If-Match': String((await readClient(id)).version) })
const setStatus = (status: string) =>
  world.database.kysely.updateTable('member_groups').set({ status }).where('member_group_id', '=', 1).execute()

describe('a new client', () => {
  test('is pending, with its currency, its login key, and default words', async () => {
    const made = (await make({ name: 'Café Ölberg & Söhne', default_currency: usd })).reply.result
    expect(made).toMatchObject({ status: 'pending', default_currency: usd, host_name: null, registration_enabled: false, version: 1 })
    expect([made.status_id, (await readClient()).status_id]).toEqual([3, null])
    expect(made.label).toEqual({ singular: 'Entity', plural: 'Entities' })
    expect(made.currencies.map(({ currency_code }: { currency_code: string }) => currency_code)).toEqual(['USD'])
    const groups = (await world.as('superUser').send(memberGroups.entityGroups, path(made.member_group_id))).reply.result.entity_groups
    expect(groups).toEqual([{ entity_group_id: expect.any(Number), label: { singular: 'Entity', plural: 'Entities' } }])
    const loginConfig = await world.as('nobody').send(contract.signUp.loginConfig, { query: { login_key: 'cafe-olberg-sohne' } })
    expect(loginConfig.reply.result.member_group_id).toBe(made.member_group_id)
  })

  test('has a type of the list, which can change', async () => {
    const types = (await world.as('superUser').send(contract.lookups.memberGroupTypes, {})).reply.result
    const [publisher, marketplace] = types.map(({ member_group_type_id }: { member_group_type_id: number }) => member_group_type_id)
    const made = (await make({ name: 'Of a type', default_currency: usd, member_group_type_id: publisher })).reply.result
    expect([made.member_group_type_id, (await readClient()).member_group_type_id]).toEqual([publisher, null])
    expect((await change('clientAdmin', { member_group_type_id: marketplace })).reply.result.member_group_type_id).toBe(marketplace)
    expect((await change('clientAdmin', { name: 'Another name' })).reply.result.member_group_type_id).toBe(marketplace)
    expect((await change('clientAdmin', { member_group_type_id: null })).reply.result.member_group_type_id).toBeNull()
    const refused = [
      await make({ name: 'Odd', default_currency: usd, member_group_type_id: 99 }),
      await change('clientAdmin', { member_group_type_id: 99 }),
    ]
    expect(refused.map(({ status, reply }) => [status, reply.fields[0].path])).toEqual([
      [422, 'member_group_type_id'],
      [422, 'member_group_type_id'],
    ])
  })

  test('is created by internal staff only, even when others have the permission', async () => {
    for (const name of ['clientAdmin', 'clientViewer', 'advertiserAdmin', 'partner'] as const)
      expect((await make({ name: 'Mine', default_currency: usd }, name)).status).toBe(403)
    const grant = { user_id: people.clientAdmin.userId, level: 'base', thing_id: 0, permission: 'member_groups.create', granted: true }
    await world.database.kysely.insertInto('user_activities').values(grant).execute()
    expect((await make({ name: 'Mine', default_currency: usd }, 'clientAdmin')).status).toBe(403)
  })

  test('needs an existing currency, and a unique host name and login key', async () => {
    const first = { name: 'One', default_currency: usd, host_name: 'ads.one.example', login_key: 'one' }
    expect((await make(first)).status).toBe(200)
    expect((await make({ ...first, login_key: 'other' })).reply.error).toContain('Host name')
    expect((await make({ ...first, host_name: 'ads.other.example' })).reply.error).toContain('Login key')
    const unknown = await make({ name: 'Two', default_currency: { ...usd, currency_code: 'XXX' } })
    expect([unknown.status, unknown.reply.fields[0].path]).toEqual([422, 'default_currency.currency_code'])
    for (const host_name of ['Ads.Example', 'https://a.example', 'localhost', 'a.example:80', '-a.example', 'a..example'])
      expect((await make({ ...first, host_name })).status, host_name).toBe(422)
    for (const min_bid of ['-1', '1e3', '1000001', ''])
      expect((await make({ name: 'Three', default_currency: { ...usd, min_bid } })).status, min_bid).toBe(422)
  })
})

describe('a change of a client', () => {
  test('of details sets it back to pending, whatever status was sent', async () => {
    for (const body of [{ name: 'Renamed' }, { name: 'Renamed again', status: 'active' as const }]) {
      await setStatus('active')
      const changed = await change('clientAdmin', body)
      expect(changed.reply.result).toMatchObject({ name: body.name, status: 'pending' })
    }
  })

  test('of the status alone can pause or resume; only internal staff can approve a pending client', async () => {
    expect((await change('clientAdmin', { status: 'paused' })).reply.result.status).toBe('paused')
    expect((await change('clientAdmin', { status: 'active' })).reply.result.status).toBe('active')
    await setStatus('pending')
    expect((await change('clientAdmin', { status: 'active' })).status).toBe(409)
    expect((await readClient()).status).toBe('pending')
    expect((await change('internalAdmin', { status: 'active' })).reply.result.status).toBe('active')
  })

  test('of the identity provider is for internal staff', async () => {
    for (const body of [{ sso_organization_id: 'org_1' }, { sso_connection_id: null }]) {
      expect((await change('clientAdmin', body)).status, JSON.stringify(body)).toBe(403)
      expect((await change('internalAdmin', body)).status, JSON.stringify(body)).toBe(200)
    }
  })

  test('also adds the default currency to the currencies, and renames the entity group', async () => {
    const euro = { currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 }
    await world.database.kysely.insertInto('currencies').values(euro).execute()
    const body = { default_currency: { currency_code: 'EUR', min_bid: '0.1' }, label: { singular: 'Room', plural: 'Rooms' } }
    expect((await change('clientAdmin', body)).reply.result).toMatchObject(body)
    const { result } = (await world.as('clientViewer').send(memberGroups.currencies, path())).reply
    expect(result.currencies.map(({ currency_code }: { currency_code: string }) => currency_code)).toEqual(['USD', 'EUR'])
    const groups = (await world.as('clientViewer').send(memberGroups.entityGroups, path())).reply.result.entity_groups
    expect(groups).toEqual([{ entity_group_id: 1, label: body.label }])
  })

  test('needs access to the whole client: users of single advertisers cannot, whatever their permissions', async () => {
    const permission = 'member_groups.change'
    for (const name of ['advertiserAdmin', 'advertiserManager'] as const) {
      const grant = { user_id: people[name].userId, level: 'base', thing_id: 0, permission, granted: true }
      await world.database.kysely.insertInto('user_activities').values(grant).execute()
      expect((await change(name, { name: 'Taken over' })).status).toBe(403)
    }
    expect((await change('clientAdmin', { name: 'Taken over' }, 2)).status).toBe(404)
    expect([(await readClient(1)).name, (await readClient(2)).name]).toEqual([leakMarkers.client(1), leakMarkers.client(2)])
  })
})

describe('the clients of a user', () => {
  const report = (name: CallerName, userId: number, body = {}) => world.as(name).send(memberGroups.report, { path: { userId }, body })
  const ids = async (name: CallerName, userId: number, body = {}) =>
    (await report(name, userId, body)).reply.result.member_groups.map(({ member_group_id }: { member_group_id: number }) => member_group_id)

  test("follow from the user's own access", async () => {
    for (const name of personNames) expect(await ids(name, people[name].userId), name).toEqual([...accessibleTenants[name].clients])
  })

  test('are limited, for another caller, to those that both can access', async () => {
    expect(await ids('clientAdmin', people.advertiserViewer.userId)).toEqual([1])
    expect(await ids('superUser', people.clientAdmin.userId)).toEqual([1])
    for (const userId of [people.superUser.userId, 999]) expect((await report('clientAdmin', userId)).status).toBe(404)
  })

  test('are filtered, sorted and paged', async () => {
    const { userId } = people.superUser
    expect(await ids('superUser', userId, { sort: [{ field: 'name', order: 'desc' }], pagination: { start: 0, count: 2 } })).toEqual([3, 2])
    expect(await ids('superUser', userId, { filters: [{ field: 'name', operation: 'ILIKE', value: 'mark-2' }] })).toEqual([2])
    expect((await report('superUser', userId, { filters: [{ field: 'min_bid', operation: '>', value: 1 }] })).status).toBe(422)
  })
})

describe('data of a client', () => {
  test('is its own: sites, advertiser fields, host name, experiences', async () => {
    const { kysely } = world.database
    const hostName = (id: number) => `ads-of-${id}.example`
    const ids = [1, 2, 3]
    for (const id of ids)
      await kysely
        .updateTable('member_groups')
        .set({ host_name: hostName(id) })
        .where('member_group_id', '=', id)
        .execute()
    // Each response contains one text of the client.
    const expected = [
      { endpoint: memberGroups.sites, ownText: (id: number) => `Site ${leakMarkers.client(id)}` },
      { endpoint: memberGroups.metadataKeys, ownText: (id: number) => `Contact ${leakMarkers.client(id)}` },
      { endpoint: contract.hosts.one, ownText: hostName },
      { endpoint: experiences.list, ownText: (id: number) => `Experience ${leakMarkers.client(id)}` },
    ]
    for (const id of ids)
      for (const { endpoint, ownText } of expected) {
        const { text } = await world.as('superUser').send(endpoint, path(id))
        expect(text).toContain(ownText(id))
        for (const otherId of ids.filter((one) => one !== id)) {
          expect(text).not.toContain(leakMarkers.client(otherId))
          expect(text).not.toContain(hostName(otherId))
        }
      }
  })

  test('does not include an experience of another client', async () => {
    const experience = (experienceId: number) => world.as('superUser').send(experiences.one, { path: { memberGroupId: 1, experienceId } })
    expect((await experience(1)).reply.result).toMatchObject({ experience_id: 1, member_group_id: 1 })
    const foreign = await experience(2)
    const missing = await experience(99)
    expect([foreign.status, missing.status, foreign.reply.error === missing.reply.error]).toEqual([404, 404, true])
  })

  test('includes attribute values only of advertisers that the caller may see', async () => {
    const { kysely } = world.database
    for (const id of [1, 2, 3])
      await kysely
        .updateTable('entities')
        .set({ category: `Kind ${id}` })
        .where('advertiser_id', '=', id)
        .execute()
    const values = async (name: CallerName) =>
      (await world.as(name).send(memberGroups.attributes, path())).reply.result.attribute_key_values
    expect(await values('clientViewer')).toEqual([{ key: 'category', values: ['Kind 1', 'Kind 2', 'Kind 3'] }])
    expect(await values('advertiserAdmin')).toEqual([{ key: 'category', values: ['Kind 1'] }])
    expect(await values('advertiserManager')).toEqual([{ key: 'category', values: ['Kind 2', 'Kind 3'] }])
  })
})
