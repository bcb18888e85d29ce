import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../demo/platform/http/listen.ts'
import { localIdentity } from '../../demo/platform/identity/subjects.ts'
import { localKeys, tokenReader } from '../../demo/platform/identity/tokens.ts'
import { unbindSubjects } from '../../demo/platform/users/accounts.ts'
import { type IdentityWorld, partnerSecret, startIdentity } from '../support/identity/identity.ts'
import { askToken, authorizeUrl, basicOf, browser, password, tokensOf, verifierOf } from '../support/identity/sign-in-by-http.ts'

let world: IdentityWorld
let good = ''
let stranger: JWK
beforeAll(async () => {
  world = await startIdentity()
  good = (await tokensOf(world.origin)).body.access_token
  stranger = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
})
afterAll(() => world.close())

const encoded = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => token.split('.')
const read = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
const seconds = () => Math.floor(Date.now() / 1000)

/** A valid token, signed with our key, with the given changes. */
async function signed(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key: JWK | undefined = world.keys.jwks.keys[0],
) {
  const all = { iss: `${world.origin}/idp`, aud: world.origin, sub: '3', iat: seconds(), exp: seconds() + 600, ...claims }
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return new SignJWT(kept)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: world.keys.jwks.keys[0]?.kid ?? '', ...header })
    .sign(await importJWK(key ?? {}, 'ES256'))
}
/** The valid token with changed parts and its original signature. */
const spliced = (header: unknown, payload: unknown) => {
  const [h = '', p = '', s = ''] = partsOf(good)
  return [header === undefined ? h : encoded(header), payload === undefined ? p : encoded(payload), s].join('.')
}
const unsigned = (header: object, token = good) => [encoded(header), partsOf(token)[1], ''].join('.')
const hmac = async (secret: string) => {
  const claims = read(partsOf(good)[1])
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(Buffer.from(secret))
}
const flipped = (token: string, at: number) => `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
const partner = { user: 'x', member_group_id: 1, advertisers: [1], permissions: ['reports.read'] }

const forgeries: Readonly<Record<string, () => string | Promise<string>>> = {
  'no algorithm': () => unsigned({ alg: 'none', typ: 'at+jwt' }),
  'no algorithm, in capitals': () => unsigned({ alg: 'NONE', typ: 'at+jwt' }),
  'no algorithm with the old signature': () => spliced({ alg: 'none', typ: 'at+jwt' }, undefined),
  'the public key as a shared secret': () => hmac(JSON.stringify(world.keys.jwks.keys.map(({ d: _, ...key }) => key)[0])),
  'an empty shared secret': () => hmac('0'),
  "a stranger's key": () => signed({}, {}, stranger),
  "a stranger's key with its own number": () => signed({}, { kid: 'mine' }, stranger),
  "a stranger's key in the header": async () => signed({}, { jwk: { ...stranger, d: undefined } }, stranger),
  "a stranger's key at an address": () => signed({}, { jku: 'https://evil.example/jwks' }, stranger),
  'another issuer': () => signed({ iss: 'https://evil.example/idp' }),
  'an issuer that begins alike': () => signed({ iss: `${world.origin}/idp/x` }),
  'an issuer with a slash more': () => signed({ iss: `${world.origin}/idp/` }),
  'no issuer': () => signed({ iss: undefined }),
  'another audience': () => signed({ aud: 'https://elsewhere.example' }),
  'the console as audience': () => signed({ aud: 'placard-console' }),
  'no audience': () => signed({ aud: undefined }),
  'a time that is over': () => signed({ iat: seconds() - 1200, exp: seconds() - 600 }),
  'a time that was over a few seconds ago': () => signed({ exp: seconds() - 10 }),
  'no end': () => signed({ exp: undefined }),
  'an end in words': () => signed({ exp: 'tomorrow' }),
  'a beginning that is still to come': () => signed({ nbf: seconds() + 600 }),
  'a moment of issue to come': () => signed({ iat: seconds() + 3600, exp: seconds() + 4200 }),
  'more than ten minutes of age': () => signed({ iat: seconds() - 700, exp: seconds() + 600 }),
  'no moment of issue': () => signed({ iat: undefined }),
  'no subject': () => signed({ sub: undefined }),
  'another kind of token': () => signed({}, { typ: 'JWT' }),
  'no kind': () => signed({}, { typ: undefined }),
  'a header that must be understood': () =>
    signed({}, { crit: ['exp'], exp: 1 }).catch(() => spliced({ ...read(partsOf(good)[0]), crit: ['x'], x: 1 }, undefined)),
  'another subject under the old signature': () => spliced(undefined, { ...read(partsOf(good)[1]), sub: '1' }),
  'a longer life under the old signature': () => spliced(undefined, { ...read(partsOf(good)[1]), exp: seconds() + 86_400 }),
  "a partner's claims under the old signature": () =>
    spliced(undefined, { ...read(partsOf(good)[1]), client_id: 'small-partner', placard_partner: partner }),
  'one letter of the signature': () => flipped(good, good.length - 10),
  'one letter of the claims': () => flipped(good, (partsOf(good)[0]?.length ?? 0) + 20),
  'no signature': () => good.slice(0, good.lastIndexOf('.') + 1),
  'a signature cut short': () => good.slice(0, -4),
  'a part too many': () => `${good}.x`,
  'a part too few': () => partsOf(good).slice(0, 2).join('.'),
  'no JSON': () => spliced('{', '{'),
  nothing: () => '',
  'a subject that is no number': () => signed({ sub: 'admin' }),
  'a subject beyond numbers': () => signed({ sub: '99999999999999' }),
  'a subject that nobody is': () => signed({ sub: '4242' }),
  "a partner's subject without claims": () => signed({ sub: 'partner:small-partner' }),
  'a partner that does not exist': () => signed({ sub: 'partner:x', client_id: 'x', placard_partner: partner }),
  'a partner at another client': () =>
    signed({ sub: 'partner:small-partner', client_id: 'small-partner', placard_partner: { ...partner, member_group_id: 2 } }),
}

const opens = async (token: string) =>
  (await fetch(`${world.origin}/v1/member_groups/1`, { headers: { Authorization: `Bearer ${token}` } })).status

describe('a forged token is refused', () => {
  test('while a valid one made the same way is accepted', async () => {
    expect([await opens(good), await opens(await signed())]).toEqual([200, 200])
    expect(Object.keys(forgeries).length).toBeGreaterThanOrEqual(25)
  })
  test.each(Object.entries(forgeries))('with %s', async (_, make) => {
    expect(await opens(await make())).toBe(401)
  })
})

describe('with an external issuer', () => {
  let theirs: IdentityWorld
  let issuer = ''
  let key: JWK
  let isDown = false
  const requests: string[] = []
  const documentOf = (path: string | undefined) => {
    const { d: _, ...open } = key
    return path === '/tenant/keys' ? { keys: [{ ...open, kid: 'k1', alg: 'ES256' }] } : { issuer, jwks_uri: `${issuer}/keys` }
  }
  let close = async () => {}
  beforeAll(async () => {
    key = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
    const server = await listen((request, response) => {
      requests.push(request.url ?? '')
      response
        .writeHead(isDown ? 503 : 200, { 'Content-Type': 'application/json' })
        .end(isDown ? '{}' : JSON.stringify(documentOf(request.url)))
    }, 0)
    issuer = `http://localhost:${server.port}/tenant`
    theirs = await startIdentity({ external: { issuer, audience: 'placard-api' } })
    close = () => server.close(500)
  })
  afterAll(async () => {
    await theirs.close()
    await close()
  })
  const given = async (claims: Record<string, unknown> = {}, by = key) => {
    const all = {
      iss: issuer,
      aud: 'placard-api',
      sub: 'auth|1',
      email: 'ClientAdmin@placard.example',
      email_verified: true,
      iat: seconds(),
      exp: seconds() + 60,
    }
    return new SignJWT({ ...all, ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(await importJWK(by, 'ES256'))
  }

  test('keys come from its metadata once it answers, and users are found by their address', async () => {
    isDown = true
    expect(await theirs.authenticate(await given())).toBeUndefined()
    isDown = false
    expect(await theirs.authenticate(await given())).toEqual({ kind: 'person', userId: 3 })
    expect(await theirs.authenticate(await given({ jti: 'another' }))).toEqual({ kind: 'person', userId: 3 })
    expect(requests.filter((path) => path.endsWith('/openid-configuration')).length).toBe(2)
  })

  test.each([
    ['an address that it doubts', { email_verified: false }],
    ['an address that it doubts in words', { email_verified: 'false' }],
    ['an address of which it says yes in words', { email_verified: 'true' }],
    ['an address of which it says 0', { email_verified: 0 }],
    ['an address of which it says null', { email_verified: null }],
    ['an address of which it says nothing', { email_verified: undefined }],
    ['no address', { email: undefined }],
    ['an address that looks like another', { email: 'superuser@p\uff4cacard.example' }],
    ['a Kelvin sign for a k', { email: '\u212aim@placard.example' }],
    ['a moment of issue to come', { iat: seconds() + 3600, exp: seconds() + 7200 }],
    ['a life of more than a day', { iat: seconds() - 90_000, exp: seconds() + 86_400 * 365 }],
    ['an empty subject', { sub: '' }],
    ['another audience', { aud: 'elsewhere' }],
    ["a partner's claims", { email: undefined, client_id: 'small-partner', placard_partner: partner }],
  ])('%s is refused', async (_, claims) => {
    expect(await theirs.authenticate(await given({ sub: 'auth|nobody', ...claims }))).toBeUndefined()
  })

  describe('a subject', () => {
    const users = () => theirs.database.kysely
    const subjects = () => users().selectFrom('identity_subjects').select(['subject', 'user_id']).where('user_id', '=', 4).execute()
    const emailOf = async (userId: number) => {
      const { email } = await users().selectFrom('users').select('email').where('user_id', '=', userId).executeTakeFirstOrThrow()
      return email
    }

    test('stays with its user, whose address may change, and not with the address', async () => {
      const email = await emailOf(4)
      const first = { sub: 'auth|four', email: email.toUpperCase() }
      const person = { kind: 'person', userId: 4 }
      expect(await Promise.all([1, 2, 3].map(async (jti) => theirs.authenticate(await given({ ...first, jti }))))).toEqual(
        Array(3).fill(person),
      )
      expect(await subjects()).toEqual([{ subject: 'auth|four', user_id: 4 }])
      expect(await theirs.authenticate(await given({ sub: 'auth|four', email: 'new@elsewhere.example' }))).toEqual(person)
      expect(await theirs.authenticate(await given({ sub: 'auth|four', email: undefined, email_verified: undefined }))).toEqual(person)
      // The address was given to another person at the issuer.
      expect(await theirs.authenticate(await given({ sub: 'auth|heir', email }))).toEqual({ kind: 'person', userId: 0 })
      await unbindSubjects(users(), 4)
      expect(await theirs.authenticate(await given({ sub: 'auth|heir', email }))).toEqual(person)
    })

    test('is not bound to a user who is inactive', async () => {
      await unbindSubjects(users(), 4)
      const email = await emailOf(4)
      await users().updateTable('users').set({ status: 'inactive' }).where('user_id', '=', 4).execute()
      await theirs.authenticate(await given({ sub: 'auth|early', email }))
      await users().updateTable('users').set({ status: 'active' }).where('user_id', '=', 4).execute()
      expect(await subjects()).toEqual([])
    })
  })

  test('that verifies every address without saying so is trusted if the operator says so', async () => {
    const trusted = await startIdentity({ external: { issuer, audience: 'placard-api', isEmailTrusted: true } })
    const opens = async (email_verified: unknown) =>
      (await trusted.authenticate(await given({ email_verified, sub: `auth|${email_verified}` }))) !== undefined
    expect(await opens(undefined)).toBe(true)
    expect(await Promise.all([false, 'false', 0, null].map(opens))).toEqual([false, false, false, false])
    await trusted.close()
  })

  test('an unknown address is authenticated as no user, and the platform says so', async () => {
    const token = await given({ email: 'nobody@placard.example', sub: 'auth|stranger' })
    expect(await theirs.authenticate(token)).toEqual({ kind: 'person', userId: 0 })
    const response = await fetch(`${theirs.origin}/v1/locales`, { headers: { Authorization: `Bearer ${token}` } })
    expect([response.status, (await response.json()).code]).toEqual([401, 'user_not_found'])
  })

  test('a token signed with another key is refused', async () => {
    expect(await theirs.authenticate(await given({}, stranger))).toBeUndefined()
  })

  test("partners' servers still use the embedded provider, where users cannot sign in", async () => {
    const fields = { grant_type: 'client_credentials', user: 'x' }
    const { body } = await askToken(theirs.origin, fields, basicOf('small-partner', partnerSecret))
    expect(await theirs.authenticate(body.access_token)).toMatchObject({ kind: 'partner', memberGroupId: 1, advertisers: [1] })
    expect((await browser()(authorizeUrl(theirs.origin, verifierOf()))).response.status).toBe(400)
  })
})

describe('tokens sent to bind a session to a client', () => {
  const login = (bearer: string, body: object) =>
    fetch(`${world.origin}/v1/sso/login`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ member_group_id: 1, ...body }),
    })
  test("must be the caller's own and of the right kind", async () => {
    const mine = (await tokensOf(world.origin)).body
    const others = (await tokensOf(world.origin, { email: 'clientviewer@placard.example', password })).body
    const { access_token, id_token } = mine
    const ask = async (body: object) => (await login(access_token, body)).status
    expect([await ask({ access_token, id_token }), await ask({ access_token })]).toEqual([200, 200])
    const wrong = [
      { access_token: others.access_token },
      { access_token, id_token: others.id_token },
      { access_token, id_token: access_token },
      { access_token: id_token },
      { access_token, id_token: `${id_token.slice(0, -3)}AAA` },
      { access_token, id_token: await signed({ sub: '3' }, { typ: 'JWT' }) },
    ]
    for (const body of wrong) expect(await ask(body), JSON.stringify(body).slice(0, 60)).toBe(422)
  })
})

test('a token that was accepted before is refused once it is too old, although it has not expired', async () => {
  let now = new Date()
  const issuer = { issuer: `${world.origin}/idp`, audience: world.origin, typ: 'at+jwt', maxSeconds: 600 }
  const authenticate = tokenReader([{ ...issuer, keys: localKeys(world.keys), identityOf: localIdentity }], () => now)
  const token = await signed({ exp: seconds() + 86_400 })
  expect(await authenticate(token)).toMatchObject({ userId: 3 })
  now = new Date(now.getTime() + 700_000)
  expect(await authenticate(token)).toBeUndefined()
})
