import { describe, expect, test } from 'vitest'
import { checkDns, resolveHost } from '../../demo/platform/clients/dns.ts'
import { contract } from '../../src/contract/index.ts'
import type { MemberGroupChange } from '../../src/contract/clients/clients.ts'
import type { CallerName } from '../support/world/people.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { memberGroups, hosts, changes } = contract
const at = (memberGroupId: number) => ({ path: { memberGroupId } })
const read = async (id = 1, name: CallerName = 'superUser') => (await world.as(name).send(hosts.one, at(id))).reply.result
const ifMatch = async (id: number) => ({ 'If-Match': String((await read(id)).version) })
const change = async (name: CallerName, body: MemberGroupChange, id = 1) =>
  world.as(name).send(memberGroups.change, { ...at(id), body }, await ifMatch(id))
const origins = async (id = 1) => (await world.as('superUser').send(hosts.origins, at(id))).reply.result.allowed_origins
const setOrigins = async (name: CallerName, allowed_origins: string[], id = 1) =>
  world.as(name).send(hosts.setOrigins, { ...at(id), body: { allowed_origins } }, await ifMatch(id))
const codeOf = (response: { readonly status: number; readonly reply: { readonly fields?: { path: string; code: string }[] } }) => [
  response.status,
  response.reply.fields?.map(({ path, code }) => [path, code]),
]
const loginConfig = async (host_name: string) =>
  (await world.as('nobody').send(contract.signUp.loginConfig, { query: { host_name } })).reply.result

describe('a host name and a login key', () => {
  test('of internal staff are in force at once', async () => {
    await change('internalAdmin', { host_name: 'ads.mine.example', login_key: 'mine' }, 2)
    expect(await read(2)).toMatchObject({
      host_name: 'ads.mine.example',
      login_key: 'mine',
      requested_host_name: null,
      requested_login_key: null,
    })
    expect((await loginConfig('ads.mine.example')).member_group_id).toBe(2)
  })

  test('of the client itself wait until internal staff confirms the client', async () => {
    await change('internalAdmin', { host_name: 'old.mine.example' })
    const changed = await change('clientAdmin', { host_name: 'ads.mine.example', login_key: 'mine' })
    expect([changed.status, changed.reply.result.status, changed.reply.result.host_name]).toEqual([200, 'pending', 'old.mine.example'])
    expect(await read()).toMatchObject({
      host_name: 'old.mine.example',
      requested_host_name: 'ads.mine.example',
      requested_login_key: 'mine',
    })
    await change('internalAdmin', { status: 'active' })
    expect(await read()).toMatchObject({
      host_name: 'ads.mine.example',
      login_key: 'mine',
      requested_host_name: null,
      requested_login_key: null,
    })
  })

  test('that were requested open the client’s sign-in page only after the confirmation', async () => {
    const requested = { requested_host_name: 'ads.two.example', status: 'pending' }
    await world.database.kysely.updateTable('member_groups').set(requested).where('member_group_id', '=', 2).execute()
    // An unknown host name opens the default client.
    expect((await loginConfig('ads.two.example')).member_group_id).toBe(1)
    await change('internalAdmin', { status: 'active' }, 2)
    expect((await loginConfig('ads.two.example')).member_group_id).toBe(2)
  })

  test('that were requested can be withdrawn, and a removal is in force at once', async () => {
    await change('internalAdmin', { host_name: 'old.mine.example' })
    await change('clientAdmin', { host_name: 'ads.mine.example' })
    await change('clientAdmin', { host_name: 'old.mine.example' })
    expect(await read()).toMatchObject({ host_name: 'old.mine.example', requested_host_name: null })
    await change('clientAdmin', { host_name: null })
    expect(await read()).toMatchObject({ host_name: null, requested_host_name: null })
  })

  test('that another client has, has requested or could be confused with are refused with their field', async () => {
    await change('internalAdmin', { host_name: 'ads.inns.example', login_key: 'inns' }, 2)
    await world.database.kysely
      .updateTable('member_groups')
      .set({ requested_host_name: 'new.inns.example', requested_login_key: 'stays' })
      .where('member_group_id', '=', 3)
      .execute()
    const refused = [
      await change('clientAdmin', { host_name: 'ads.inns.example' }),
      await change('clientAdmin', { host_name: 'new.inns.example' }),
      await change('internalAdmin', { host_name: 'ads.1nns.example' }),
      await change('clientAdmin', { login_key: 'inns' }),
      await change('internalAdmin', { login_key: 'stays' }),
      await change('clientAdmin', { login_key: 'lnns' }),
      await change('clientAdmin', { login_key: 'adm1n' }),
    ]
    expect(refused.map(codeOf)).toEqual([
      [409, [['host_name', 'taken']]],
      [409, [['host_name', 'taken']]],
      [409, [['host_name', 'looks_like']]],
      [409, [['login_key', 'taken']]],
      [409, [['login_key', 'taken']]],
      [409, [['login_key', 'looks_like']]],
      [409, [['login_key', 'reserved']]],
    ])
  })

  test('need the permission to change hosts, and are requested in secret from advertisers', async () => {
    await change('clientAdmin', { host_name: 'ads.mine.example' })
    expect((await read(1, 'advertiserAdmin')).requested_host_name).toBeNull()
    expect((await read(1, 'clientViewer')).requested_host_name).toBe('ads.mine.example')
    const denial = { user_id: 3, level: 'base', thing_id: 0, permission: 'hosts.change', granted: false }
    await world.database.kysely.insertInto('user_activities').values(denial).execute()
    expect((await change('clientAdmin', { host_name: 'other.mine.example' })).status).toBe(403)
    expect((await change('clientAdmin', { name: 'Renamed' })).status).toBe(200)
  })

  test('a new client’s login key avoids the words of the platform’s own addresses', async () => {
    const body = { name: 'Admin', default_currency: { currency_code: 'USD', min_bid: '0.1' } }
    const made = await world.as('superUser').send(memberGroups.create, { body }, { 'Idempotency-Key': 'client-named-admin' })
    expect((await read(made.reply.result.member_group_id)).login_key).toBeNull()
  })
})

describe('the check of a host name', () => {
  const check = (name: CallerName, host_name: string) => world.as(name).send(hosts.check, { ...at(1), body: { host_name } })

  test('says whether it is free, and names the other client to those who may see it', async () => {
    await change('internalAdmin', { host_name: 'ads.inns.example' }, 2)
    await change('internalAdmin', { host_name: 'ads.mine.localhost' })
    const result = async (name: CallerName, host: string) => {
      const { state, taken_by } = (await check(name, host)).reply.result
      return [state, taken_by]
    }
    const owner = { member_group_id: 2, name: leakMarkers.client(2) }
    expect(await result('superUser', 'ads.inns.example')).toEqual(['taken', owner])
    expect(await result('clientAdmin', 'ads.inns.example')).toEqual(['taken', null])
    expect(await result('clientAdmin', 'ads.inn5.example')).toEqual(['looks_like', null])
    expect(await result('clientAdmin', 'ads.mine.localhost')).toEqual(['own', null])
    expect(await result('clientAdmin', 'free.localhost')).toEqual(['free', null])
  })

  test('is for those who may change the hosts of the whole client', async () => {
    for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserManager'] as const)
      expect([name, (await check(name, 'free.localhost')).status]).toEqual([name, 403])
    expect((await check('clientAdmin', '127.0.0.1')).status).toBe(422)
  })

  test('says where the DNS leads', async () => {
    const addresses: Record<string, readonly string[]> = {
      'placard.example': ['203.0.113.7', '2001:db8::7'],
      'ads.mine.example': ['203.0.113.7'],
      'ads.elsewhere.example': ['198.51.100.1'],
      'ads.missing.example': [],
    }
    const resolve = async (name: string) => addresses[name] ?? Promise.reject(new Error('No answer'))
    const dnsOf = (name: string) => checkDns(name, ['placard.example'], resolve)
    const expected = ['2001:db8::7', '203.0.113.7']
    expect(await dnsOf('ads.mine.example')).toEqual({ dns: 'here', addresses: ['203.0.113.7'], expected })
    expect(await dnsOf('ads.elsewhere.example')).toEqual({ dns: 'elsewhere', addresses: ['198.51.100.1'], expected })
    expect(await dnsOf('ads.missing.example')).toEqual({ dns: 'missing', addresses: [], expected })
    expect(await dnsOf('ads.silent.example')).toEqual({ dns: 'unknown', addresses: [], expected })
  })

  test('resolves names of this machine', async () => {
    expect(await checkDns('ads.mine.localhost', ['localhost'], resolveHost)).toMatchObject({ dns: 'here' })
    expect(await resolveHost('127.0.0.1')).toEqual(['127.0.0.1'])
  })
})

describe('allowed origins', () => {
  const preflight = async (origin: string) => {
    const response = await world.raw('v1/currencies', { method: 'OPTIONS', headers: { Origin: origin } })
    return response.headers.get('access-control-allow-origin')
  }

  test('are replaced as a whole, as browsers send them, in order and once each', async () => {
    const saved = await setOrigins('clientAdmin', [
      'https://Shop.example/',
      'https://*.shop.example',
      'https://shop.example',
      'https://a.example:443',
    ])
    expect(saved.reply.result.allowed_origins).toEqual(['https://*.shop.example', 'https://a.example', 'https://shop.example'])
    expect(await origins()).toEqual(saved.reply.result.allowed_origins)
    expect((await setOrigins('clientAdmin', [])).reply.result.allowed_origins).toEqual([])
  })

  test('are felt at the next request, also those with a wildcard', async () => {
    expect(await preflight('https://eu.felt.example')).toBeNull()
    await setOrigins('clientAdmin', ['https://*.felt.example'])
    await expect.poll(() => preflight('https://eu.felt.example'), { timeout: 5000 }).toBe('https://eu.felt.example')
    expect(await preflight('https://felt.example')).toBeNull()
    expect(await preflight('https://a.eu.felt.example')).toBeNull()
  })

  test('decide where a partner’s token works', async () => {
    const send = (origin: string) => world.as('partner').send(memberGroups.one, at(1), { Origin: origin })
    expect((await send('https://eu.felt.example')).reply.code).toBe('origin_refused')
    await setOrigins('clientAdmin', ['https://*.felt.example'])
    expect((await send('https://eu.felt.example')).status).toBe(200)
    expect((await send('https://felt.example')).reply.code).toBe('origin_refused')
  })

  test('that are none are refused with their place and reason', async () => {
    const refused = await setOrigins('clientAdmin', ['https://shop.example', 'http://shop.example', 'null', 'https://shop.example/x'])
    expect(codeOf(refused)).toEqual([
      422,
      [
        ['allowed_origins.1', 'needs_https'],
        ['allowed_origins.2', 'null_origin'],
        ['allowed_origins.3', 'has_path'],
      ],
    ])
  })

  test('belong to the client: for its admin and internal staff, at the newest version, without a review', async () => {
    for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserManager'] as const)
      expect([name, (await setOrigins(name, [])).status]).toEqual([name, 403])
    expect((await world.as('advertiserAdmin').send(hosts.origins, at(1))).status).toBe(403)
    expect((await setOrigins('clientAdmin', [], 2)).status).toBe(404)
    const outdated = { 'If-Match': '999' }
    const body = { allowed_origins: [] }
    expect((await world.as('clientAdmin').send(hosts.setOrigins, { ...at(1), body }, outdated)).status).toBe(412)
    await setOrigins('internalAdmin', ['https://shop.example'])
    expect((await world.as('superUser').send(memberGroups.one, at(1))).reply.result.status).toBe('active')
  })

  test('are in the history of the client, and an undo restores them', async () => {
    const before = await origins()
    await setOrigins('clientAdmin', ['https://other.example'])
    const report = async () =>
      (await world.as('clientAdmin').send(changes.member_group.report, { ...at(1), body: {} })).reply.result.changes
    const [change] = await report()
    expect(change).toMatchObject({
      is_undoable: true,
      fields: [{ field: 'allowed_origins', before, after: ['https://other.example'] }],
    })
    const body = { change_id: change.change_id }
    expect((await world.as('clientAdmin').send(changes.member_group.undo, { ...at(1), body }, await ifMatch(1))).status).toBe(200)
    expect(await origins()).toEqual(before)
    expect((await report())[0].kind).toBe('undone')
  })
})
