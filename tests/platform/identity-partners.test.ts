import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashSecret } from '../../demo/platform/access/password.ts'
import { welcome } from '../../demo/welcome.ts'
import { registerPartner } from '../../demo/platform/identity/register-partner.ts'
import { type IdentityWorld, partnerSecret, startIdentity } from '../support/identity/identity.ts'
import { askToken, basicOf } from '../support/identity/sign-in-by-http.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())
afterEach(() => {
  world.clock.shiftMs = 0
})

const fields = { grant_type: 'client_credentials', user: 'shopper-1' }
const ask = (more: Record<string, string> = {}, id = 'small-partner', secret = partnerSecret) =>
  askToken(world.origin, { ...fields, ...more }, basicOf(id, secret))
const tokenFor = async (more?: Record<string, string>, id?: string): Promise<string> => (await ask(more, id)).body.access_token
const client = async (id: number, token: string) =>
  (await fetch(`${world.origin}/v1/member_groups/${id}`, { headers: { Authorization: `Bearer ${token}` } })).status
const total = async (member_group_id: number, advertiser_ids: number[], token: string) => {
  const days = { start_date: '2026-11-01', end_date: '2026-11-20' }
  const response = await fetch(`${world.origin}/v2/report/total`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ member_group_id, advertiser_ids, metrics: ['impressions'], ...days }),
  })
  return response.status
}

describe("a partner's server requests a token", () => {
  test('that names user, client, advertisers and permissions, for ten minutes', async () => {
    const { status, body, headers } = await ask({ client: '1', advertisers: '1', permissions: 'reports.read member_groups.read' })
    expect([status, body.token_type, body.expires_in, headers.get('cache-control')]).toEqual([200, 'Bearer', 600, 'no-store'])
    const claims = decodeJwt(body.access_token)
    expect(claims).toMatchObject({
      iss: `${world.origin}/idp`,
      aud: world.origin,
      client_id: 'small-partner',
      exp: (claims.iat ?? 0) + 600,
    })
    expect(claims.placard_partner).toEqual({
      user: 'shopper-1',
      member_group_id: 1,
      advertisers: [1],
      permissions: ['reports.read', 'member_groups.read'],
    })
    expect(body.expires_at).toBe(claims.exp)
    expect(body.refresh_token).toBeUndefined()
  })

  test('with its id and secret in the form as well', async () => {
    expect((await askToken(world.origin, { ...fields, client_id: 'small-partner', client_secret: partnerSecret })).status).toBe(200)
    const both = await askToken(world.origin, { ...fields, client_secret: partnerSecret }, basicOf('small-partner', partnerSecret))
    expect(both.body.error).toBe('invalid_request')
  })

  test('and gets everything that it may do when it names nothing', async () => {
    const said = async (id: string) => decodeJwt(await tokenFor({}, id)).placard_partner
    expect(await said('small-partner')).toMatchObject({ member_group_id: 1, advertisers: [1] })
    expect(await said('whole-partner')).toMatchObject({
      member_group_id: 2,
      advertisers: null,
      permissions: ['reports.read', 'member_groups.read'],
    })
  })

  const refusals: readonly (readonly [what: string, fields: Record<string, string>, error: string])[] = [
    ['no user', { user: '' }, 'invalid_request'],
    ['a user of spaces', { user: '   ' }, 'invalid_request'],
    ['a user that is too long', { user: 'x'.repeat(201) }, 'invalid_request'],
    ['a user with a line break', { user: 'a\nb' }, 'invalid_request'],
    ['another client', { client: '2' }, 'invalid_target'],
    ['a client in words', { client: 'one' }, 'invalid_target'],
    ['a client with a sign', { client: '+1' }, 'invalid_target'],
    ["another's advertiser", { advertisers: '2' }, 'invalid_target'],
    ["one of its own beside another's", { advertisers: '1 2' }, 'invalid_target'],
    ['an advertiser in words', { advertisers: 'one' }, 'invalid_target'],
    ['no advertiser at all', { advertisers: '' }, 'invalid_target'],
    ['an advertiser beyond numbers', { advertisers: '99999999999' }, 'invalid_target'],
    ['a permission that nobody has', { permissions: 'reports.read everything' }, 'invalid_scope'],
    ['no permission at all', { permissions: '' }, 'invalid_scope'],
    ['an empty client', { client: '' }, 'invalid_target'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a grant of people', { grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
  ]
  test.each(refusals)('%s is refused with a sentence', async (_, more, error) => {
    const { status, body } = await ask(more)
    expect([status, body.error]).toEqual([400, error])
    expect(body.error_description).toMatch(/\w+ \w+/)
    expect(body.access_token).toBeUndefined()
  })

  test('a permission that the partner lacks is refused', async () => {
    const { status, body } = await ask({ permissions: 'channels.read' }, 'whole-partner')
    expect([status, body.error]).toEqual([400, 'invalid_scope'])
  })

  test('an advertiser of another client is refused to a partner with a whole client', async () => {
    const { status, body } = await ask({ advertisers: '1' }, 'whole-partner')
    expect([status, body.error]).toEqual([400, 'invalid_target'])
    expect((await ask({ advertisers: '4' }, 'whole-partner')).status).toBe(200)
  })

  test.each([
    ['small-partner', 'wrong'],
    ['small-partner', ''],
    ['nobody', partnerSecret],
    ['', ''],
    ['small-partner\0', partnerSecret],
  ])('%j with the secret %j is refused', async (id, secret) => {
    const { status, body } = await ask({}, id, secret)
    expect([400, 401]).toContain(status)
    expect(body.error).toMatch(/^invalid_(client|request)$/)
    expect(JSON.stringify(body)).not.toContain('scrypt')
  })

  test('every refusal says what to do', async () => {
    const refusedWith = async (...args: Parameters<typeof ask>) => (await ask(...args)).body.error_description
    expect(await refusedWith({}, 'small-partner', 'wrong')).toContain('check both')
    expect(await refusedWith({ grant_type: 'password' })).toContain('client_credentials')
    expect(await refusedWith({ client: '2' })).toContain('omit the client parameter')
    expect(await refusedWith({ advertisers: '2' })).toContain('send IDs of your own')
    expect(await refusedWith({ permissions: 'users.write' })).toMatch(/users\.write.*omit it/)
    expect(await refusedWith({ user: '' })).toContain('Send the user')
  })

  test('an old secret is refused at the next request, and the new one works', async () => {
    const change = async (secret: string) =>
      world.database.kysely
        .updateTable('partner_clients')
        .set({ secret_hash: await hashSecret(secret) })
        .where('client_id', '=', 'small-partner')
        .execute()
    expect((await ask()).status).toBe(200)
    await change('another secret')
    expect((await ask()).body.error).toBe('invalid_client')
    expect((await ask({}, 'small-partner', 'another secret')).status).toBe(200)
    await change(partnerSecret)
    expect((await ask()).status).toBe(200)
  })

  test('the console has no secret and cannot get tokens this way', async () => {
    expect((await askToken(world.origin, { ...fields, client_id: 'placard-console' })).status).toBe(400)
  })

  test('malformed credentials are refused without an error', async () => {
    for (const Authorization of ['Basic', 'Basic %%%', `Basic ${Buffer.from('%zz:x').toString('base64')}`, 'Bearer x'])
      expect((await askToken(world.origin, fields, { Authorization })).status).toBe(400)
  })
})

const permissionsIn = (body: { access_token: string }) =>
  decodeJwt<{ placard_partner: { permissions: string[] } }>(body.access_token).placard_partner.permissions
const writesIn = (permissions: readonly string[]) => permissions.filter((permission) => !permission.endsWith('.read')).sort()

describe('a partner that is configured at the start', () => {
  const partner = { clientId: 'new-site', memberGroupId: 1, origin: 'http://localhost:8080', access: undefined }
  const secret = 'made at the start'

  test('gets tokens for its client with its secret, and its pages may call the API, also after another start', async () => {
    for (const _ of [1, 2]) await registerPartner(world.database, partner, secret)
    const { status, body } = await ask({ client: '1' }, 'new-site', secret)
    expect([status, await client(1, body.access_token), await client(2, body.access_token)]).toEqual([200, 200, 404])
    expect(writesIn(permissionsIn(body))).toEqual([])
    expect((await ask({ permissions: 'campaigns.change' }, 'new-site', secret)).body.error).toBe('invalid_scope')
    const origins = await world.database.kysely.selectFrom('allowed_origins').selectAll().where('origin', '=', partner.origin).execute()
    expect(origins).toEqual([{ member_group_id: 1, origin: partner.origin }])
  })

  test('reads, unless the operator lets it write, and writes only with tokens that ask for it', async () => {
    const writer = { ...partner, clientId: 'writing-site' }
    const register = (access?: 'read' | 'write') => registerPartner(world.database, { ...writer, access }, secret)
    expect(writesIn(await register())).toEqual([])
    const writing = await register('write')
    expect(writesIn(writing)).toEqual(['campaigns.change', 'campaigns.create', 'campaigns.remove'])
    // The output names the stored permissions, also when none are requested again.
    expect(await register()).toEqual(writing)
    const silent = await ask({}, 'writing-site', secret)
    expect([writesIn(permissionsIn(silent.body)), permissionsIn(silent.body).includes('campaigns.read')]).toEqual([[], true])
    const response = await ask({ permissions: 'campaigns.change' }, 'writing-site', secret)
    expect(permissionsIn(response.body)).toEqual(['campaigns.change'])
    const reading = await register('read')
    expect(reading).toEqual(writing.filter((permission) => permission.endsWith('.read')))
    expect((await ask({ permissions: 'campaigns.change' }, 'writing-site', secret)).body.error).toBe('invalid_scope')
  })

  test('is announced with the permissions that are stored', () => {
    const origin = 'http://localhost:4400'
    const words = { origin, other: origin, people: [], password: undefined, issuer: undefined, isEmpty: false }
    const text = welcome({ ...words, partner: { ...partner, secret, permissions: ['reports.read', 'campaigns.change'] } })
    expect(text).toMatch(/permissions +reports\.read campaigns\.change\n/)
    expect(text).not.toContain('read only')
  })

  test.each([
    ['a client that there is not', { ...partner, clientId: 'lost-site', memberGroupId: 99 }, secret],
    ['a name that has another client', { ...partner, memberGroupId: 2 }, secret],
    ['a name that has another secret', partner, 'another'],
  ])('%s is refused with a sentence', async (_, registered, said) => {
    await registerPartner(world.database, partner, secret)
    await expect(registerPartner(world.database, registered, said)).rejects.toThrow(/^PARTNER \(--partner\) .+\.$/)
  })
})

describe("a partner's token", () => {
  test('gives access to what it names and nothing else', async () => {
    const token = await tokenFor({ advertisers: '1', permissions: 'reports.read member_groups.read' })
    expect(await client(1, token)).toBe(200)
    expect(await client(2, token)).toBe(404)
    expect(await total(1, [1], token)).toBe(200)
    expect(await total(1, [2], token)).toBe(404)
    expect(await total(2, [4], token)).toBe(404)
    expect(await client(1, await tokenFor({ permissions: 'reports.read' }))).toBe(403)
    expect(await total(1, [1], await tokenFor({ permissions: 'member_groups.read' }))).toBe(403)
  })

  test('of a whole client gives access to all of its advertisers', async () => {
    const token = await tokenFor({}, 'whole-partner')
    expect([await total(2, [4], token), await total(1, [1], token)]).toEqual([200, 404])
  })

  describe('on a page', () => {
    const ours = 'https://shop-of-one.example'
    const theirs = 'https://shop-of-two.example'
    beforeAll(async () => {
      const rows = [
        { member_group_id: 1, origin: ours },
        { member_group_id: 2, origin: theirs },
      ]
      await world.database.kysely.insertInto('allowed_origins').values(rows).execute()
      // The platform reloads the list of allowed origins after ten seconds.
      const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000)
      await fetch(`${world.origin}/health`, { headers: { Origin: ours } })
      elapsed.mockRestore()
    })
    const from = async (Origin: string, id: number, token: string) => {
      const headers = { Authorization: `Bearer ${token}`, ...(Origin && { Origin }) }
      const response = await fetch(`${world.origin}/v1/member_groups/${id}`, { headers })
      return { status: response.status, reader: response.headers.get('access-control-allow-origin'), body: await response.json() }
    }

    test('of its own client or of the platform, and on a server, it is accepted', async () => {
      const one = await tokenFor()
      const two = await tokenFor({}, 'whole-partner')
      expect(await from(ours, 1, one)).toMatchObject({ status: 200, reader: ours })
      expect(await from(theirs, 2, two)).toMatchObject({ status: 200, reader: theirs })
      for (const origin of ['', world.origin]) expect((await from(origin, 1, one)).status).toBe(200)
    })

    test('of another client it is refused with a message that the page can read', async () => {
      const one = await tokenFor()
      const two = await tokenFor({}, 'whole-partner')
      for (const [page, id, token] of [
        [theirs, 1, one],
        [ours, 2, two],
      ] as const) {
        const { status, reader, body } = await from(page, id, token)
        expect([status, reader, body.code]).toEqual([403, page, 'origin_refused'])
        expect(body.error).toMatch(`Pages of ${page} are not allowed for the client of this token. Ask `)
      }
    })

    test.each(['null', 'https://nobody.example', 'http://shop-of-one.example', 'https://shop-of-one.example.evil.example', 'nonsense'])(
      'of %s it is refused',
      async (origin) => {
        expect((await from(origin, 1, await tokenFor())).status).toBe(403)
      },
    )
  })

  test('expires after ten minutes', async () => {
    const token = await tokenFor()
    world.clock.shiftMs = 590_000
    expect(await client(1, token)).toBe(200)
    world.clock.shiftMs = 610_000
    expect(await client(1, token)).toBe(401)
  })

  test('is refused as soon as its partner is deactivated or loses access', async () => {
    const token = await tokenFor()
    const change = (to: object) =>
      world.database.kysely.updateTable('partner_clients').set(to).where('client_id', '=', 'small-partner').execute()
    await change({ active: false })
    expect(await client(1, token)).toBe(401)
    expect((await ask()).body.error).toBe('invalid_client')
    await change({ active: true, permissions: JSON.stringify(['reports.read']) })
    expect(await client(1, token)).toBe(403)
    await change({ advertiser_ids: JSON.stringify([2]) })
    expect(await total(1, [1], token)).toBe(404)
  })

  test('never appears in the log, and neither does the secret', () => {
    expect(world.lines.length).toBeGreaterThan(0)
    expect(world.lines.join('')).not.toMatch(/the secret of the partner|eyJ[\w-]{20,}|scrypt:/)
  })
})
