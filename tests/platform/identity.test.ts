import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleClientId } from '../../demo/platform/identity/provider.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import {
  again,
  askToken,
  authorizeUrl,
  browser,
  email,
  formOf,
  leave,
  password,
  signInAs,
  toSignIn,
  tokensOf,
  verifierOf,
} from '../support/identity/sign-in-by-http.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

const me = async (token: string) =>
  (await fetch(`${world.origin}/users/user_by_email?email=${email}`, { headers: { Authorization: `Bearer ${token}` } })).status
const codeFor = async () => {
  const go = browser()
  const verifier = verifierOf()
  const back = await signInAs(go, await toSignIn(go, authorizeUrl(world.origin, verifier)))
  return { code: back?.searchParams.get('code') ?? '', verifier }
}
const exchange = (fields: Record<string, string>) =>
  askToken(world.origin, {
    grant_type: 'authorization_code',
    client_id: consoleClientId,
    redirect_uri: `${world.origin}/signed-in`,
    ...fields,
  })
const refresh = (token: string) => askToken(world.origin, { grant_type: 'refresh_token', client_id: consoleClientId, refresh_token: token })

describe('signing in', () => {
  test('leads from the address through the form to a token that the platform accepts', async () => {
    const { status, body, back } = await tokensOf(world.origin)
    expect([back?.origin, back?.pathname, back?.searchParams.get('state')]).toEqual([world.origin, '/signed-in', 'a-state'])
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 600])
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    expect(decodeJwt(body.access_token)).toMatchObject({ iss: `${world.origin}/idp`, aud: world.origin, sub: '3' })
    expect(decodeJwt(body.id_token)).toMatchObject({ aud: consoleClientId, email, name: 'clientAdmin' })
    expect(await me(body.access_token)).toBe(200)
    expect(await me(body.id_token)).toBe(401)
    expect(await me(body.refresh_token)).toBe(401)
  })

  test('is not needed again during the session', async () => {
    const { go } = await tokensOf(world.origin)
    expect((await again(world.origin, go)).status).toBe(200)
  })

  test('fails with a wrong verifier or a wrong code', async () => {
    const { code, verifier } = await codeFor()
    expect((await exchange({ code, code_verifier: verifierOf() })).body.error).toBe('invalid_grant')
    expect((await exchange({ code })).status).toBe(400)
    expect((await exchange({ code: `${code}x`, code_verifier: verifier })).body.error).toBe('invalid_grant')
    expect((await exchange({ code: 'a\0b', code_verifier: verifier })).body.error).toBe('invalid_grant')
  })

  test('uses a code once, and a second use revokes its tokens', async () => {
    const { code, verifier } = await codeFor()
    const first = await exchange({ code, code_verifier: verifier })
    expect(first.status).toBe(200)
    expect((await exchange({ code, code_verifier: verifier })).body.error).toBe('invalid_grant')
    expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('with one code in many parallel requests succeeds at most once', async () => {
    const { code, verifier } = await codeFor()
    const exchanges = await Promise.all(Array.from({ length: 6 }, () => exchange({ code, code_verifier: verifier })))
    expect(exchanges.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(exchanges.every(({ status }) => status === 200 || status === 400)).toBe(true)
  })

  test('rotates refresh tokens, and a replayed one ends the grant', async () => {
    const { body } = await tokensOf(world.origin)
    const second = await refresh(body.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(body.refresh_token)
    expect(await me(second.body.access_token)).toBe(200)
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('ends for a deactivated user: no new token, and the old one is refused', async () => {
    const { body } = await tokensOf(world.origin)
    const set = (status: string) => world.database.kysely.updateTable('users').set({ status }).where('email', '=', email).execute()
    await set('inactive')
    expect(await me(body.access_token)).toBe(401)
    expect((await refresh(body.refresh_token)).status).toBe(400)
    const go = browser()
    const form = await toSignIn(go, authorizeUrl(world.origin, verifierOf()))
    expect((await go(form, formOf({ email, password }))).response.status).toBe(401)
    await set('active')
  })
})

describe('the sign-in request refuses', () => {
  const begin = async (change: Record<string, string | undefined>) => browser()(authorizeUrl(world.origin, verifierOf(), change))
  test.each(['https://evil.example/', 'http://localhost:1/signed-in', `javascript:alert(1)`])('a return to %s', async (redirect_uri) => {
    const { response, next } = await begin({ redirect_uri })
    expect([response.status, next]).toEqual([400, undefined])
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
  test('an unknown client', async () => {
    expect((await begin({ client_id: 'somebody' })).response.status).toBe(400)
  })
  test('a missing or plain text challenge', async () => {
    expect((await begin({ code_challenge: undefined, code_challenge_method: undefined })).next?.searchParams.get('error')).toBe(
      'invalid_request',
    )
    expect((await begin({ code_challenge_method: 'plain' })).next?.searchParams.get('error')).toBe('invalid_request')
  })
  test('a response type other than code', async () => {
    expect((await begin({ response_type: 'token' })).next?.toString()).toMatch(/error=un(supported_response_type|authorized_client)/)
  })
  test('a token for another platform', async () => {
    expect((await begin({ resource: 'https://elsewhere.example' })).next?.searchParams.get('error')).toBe('invalid_target')
  })
  test('a host name taken from request headers', async () => {
    const response = await fetch(`${world.origin}/idp/.well-known/openid-configuration`, {
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
    })
    expect(await response.text()).not.toContain('evil.example')
  })
  test('a token request from a page of another origin', async () => {
    const { headers } = await askToken(
      world.origin,
      { client_id: consoleClientId, grant_type: 'refresh_token' },
      { Origin: 'https://evil.example' },
    )
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('signing out', () => {
  test('asks for confirmation without a token of this session', async () => {
    const { go } = await tokensOf(world.origin)
    const { body: other } = await tokensOf(world.origin, { email: 'advertiseradmin@placard.example', password })
    for (const hint of ['', `?id_token_hint=${other.id_token}`]) {
      const ask = await go(`${world.origin}/idp/session/end${hint}`)
      expect(ask.text).toContain('Sign out of Placard?')
      expect(ask.text).not.toContain('<script')
      expect(ask.response.headers.get('content-security-policy')).not.toContain('script-src')
    }
  })

  test('ends the session without a second question when the token is sent', async () => {
    const { go, body } = await tokensOf(world.origin)
    const { ask, next } = await leave(world.origin, go, body.id_token)
    expect(ask.text).toContain('Signing you out')
    const policy = ask.response.headers.get('content-security-policy')
    const [, script = ''] = /<script>(.+)<\/script>/.exec(ask.text) ?? []
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(next?.href).toBe(`${world.origin}/`)
    expect((await go(authorizeUrl(world.origin, verifierOf()))).next?.pathname).toMatch(/^\/idp\/sign-in\//)
    expect((await refresh(body.refresh_token)).status).toBe(400)
  })
})
