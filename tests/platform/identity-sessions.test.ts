import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { extendSession } from '../../demo/platform/identity/session-grant.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import {
  again,
  askToken,
  authorizeUrl,
  type Browser,
  browser,
  consoleClientId,
  email,
  formOf,
  leave,
  refreshed,
  signInAs,
  tokensOf,
  toSignIn,
  verifierOf,
} from '../support/identity/sign-in-by-http.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

const me = async (token: string) =>
  (await fetch(`${world.origin}/users/user_by_email?email=${email}`, { headers: { Authorization: `Bearer ${token}` } })).status

describe('signing out', () => {
  test('needs a confirmation with a token of an earlier session, but not after a refresh', async () => {
    const { body: before, go: there } = await tokensOf(world.origin)
    await leave(world.origin, there, before.id_token)
    const { go, body } = await tokensOf(world.origin)
    const askedWith = async (token: string) => (await go(`${world.origin}/idp/session/end?id_token_hint=${token}`)).text
    expect(await askedWith(before.id_token)).toContain('Sign out of Placard?')
    expect(await askedWith((await refreshed(world.origin, body.refresh_token)).body.id_token)).toContain('Signing you out')
    expect(await askedWith((await again(world.origin, go)).body.id_token)).toContain('Signing you out')
  })

  test('ends the session in all windows of the browser, which work until then', async () => {
    const { go, body: first } = await tokensOf(world.origin)
    const { body: second } = await again(world.origin, go)
    const windows = [await refreshed(world.origin, first.refresh_token), await refreshed(world.origin, second.refresh_token)]
    expect(windows.map(({ status }) => status)).toEqual([200, 200])
    const tokens = windows.map(({ body }) => body.access_token)
    expect(await Promise.all([first.access_token, ...tokens].map(me))).toEqual([200, 200, 200])
    await leave(world.origin, go, windows[0]?.body.id_token)
    expect(await Promise.all([first.access_token, second.access_token, ...tokens].map(me))).toEqual([401, 401, 401, 401])
    for (const { body } of windows) expect((await refreshed(world.origin, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('without a session shows a page of the platform, which says that it is done', async () => {
    const go = browser()
    const { response, text } = await go(`${world.origin}/idp/session/end`)
    expect([response.status, text.includes('<main class="card">'), text.includes('Signing you out')]).toEqual([200, true, true])
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? []
    const ended = await go(`${world.origin}/idp/session/end/confirm`, formOf({ xsrf, logout: 'yes' }))
    expect((await go(ended.next ?? '')).text).toContain('You are signed out')
  })

  test('applies to one browser', async () => {
    const here = await tokensOf(world.origin)
    const elsewhere = await tokensOf(world.origin)
    await leave(world.origin, here.go, here.body.id_token)
    expect([await me(here.body.access_token), await me(elsewhere.body.access_token)]).toEqual([401, 200])
    expect((await refreshed(world.origin, elsewhere.body.refresh_token)).status).toBe(200)
  })
})

describe('a session', () => {
  const hour = 3_600_000
  afterEach(() => {
    world.clock.shiftMs = 0
  })

  test('says when its user was last seen, at sign-in and at refreshes, to the hour', async () => {
    const seen = async () =>
      (await world.database.kysely.selectFrom('users').select('last_seen_at').where('email', '=', email).executeTakeFirstOrThrow())
        .last_seen_at
    await world.database.kysely.updateTable('users').set({ last_seen_at: null }).where('email', '=', email).execute()
    const { body } = await tokensOf(world.origin)
    const first = await seen()
    expect(Math.abs((first?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    world.clock.shiftMs = hour / 2
    const { body: next } = await refreshed(world.origin, body.refresh_token)
    expect(await seen()).toEqual(first)
    world.clock.shiftMs = 1.1 * hour
    await refreshed(world.origin, next.refresh_token)
    expect((await seen())?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) + hour)
  })

  test('lasts while tokens are refreshed, also in a new window of the browser', async () => {
    const { go, body } = await tokensOf(world.origin)
    const statuses: number[] = []
    let token: string = body.refresh_token
    for (let passed = 1; passed <= 36; passed++) {
      world.clock.shiftMs = passed * hour
      const response = await refreshed(world.origin, token)
      statuses.push(response.status)
      token = response.body.refresh_token
    }
    expect(statuses).toEqual(Array(36).fill(200))
    expect((await again(world.origin, go)).status).toBe(200)
    expect(Math.min(...go.cookieEnds())).toBeGreaterThan(Date.now() + 36 * hour)
  })

  test('tells when the password was entered, which a refresh and another window keep and a new sign-in renews', async () => {
    const ageOf = async (token: string) => {
      const identity = await world.authenticate(token)
      const at = identity?.kind === 'person' ? identity.signedInAt?.getTime() : undefined
      return at === undefined ? undefined : Math.round((Date.now() - at) / 60_000)
    }
    const { go, body } = await tokensOf(world.origin)
    expect(await ageOf(body.access_token)).toBe(0)
    const verifier = verifierOf()
    // The provider takes the time of a sign-in from the clock of the machine.
    await world.database.kysely
      .updateTable('identity_records')
      .set({ payload: sql`jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 1200))` })
      .where('kind', '=', 'Session')
      .execute()
    const { body: other } = await again(world.origin, go)
    expect(await ageOf(other.access_token)).toBe(20)
    expect(await ageOf((await refreshed(world.origin, other.refresh_token)).body.access_token)).toBe(20)
    const form = await toSignIn(go, authorizeUrl(world.origin, verifier, { prompt: 'login' }))
    expect(form.pathname).toMatch(/^\/idp\/sign-in\//)
    const code = (await signInAs(go, form))?.searchParams.get('code') ?? ''
    const exchange = { grant_type: 'authorization_code', client_id: consoleClientId, redirect_uri: `${world.origin}/signed-in`, code }
    const { body: fresh } = await askToken(world.origin, { ...exchange, code_verifier: verifier })
    expect(await ageOf(fresh.access_token)).toBe(0)
  })

  test('ends after twelve hours without use', async () => {
    const isOver = async (go: Browser, token: string) => {
      expect((await refreshed(world.origin, token)).body.error).toBe('invalid_grant')
      expect((await go(authorizeUrl(world.origin, verifierOf()))).next?.pathname).toMatch(/^\/idp\/sign-in\//)
    }
    const used = await tokensOf(world.origin)
    const unused = await tokensOf(world.origin)
    world.clock.shiftMs = 11 * hour
    const { body: second } = await refreshed(world.origin, used.body.refresh_token)
    world.clock.shiftMs = 12.1 * hour
    await isOver(unused.go, unused.body.refresh_token)
    world.clock.shiftMs = 23.1 * hour
    await isOver(used.go, second.refresh_token)
  })

  test('that has ended is not revived by a refresh in progress', async () => {
    const { go, body } = await tokensOf(world.origin)
    const { grant } = decodeJwt<{ grant: string }>(body.access_token)
    await leave(world.origin, go, body.id_token)
    await extendSession(world.database, { grantId: grant }, machineTime(new Date()))
    expect(await world.database.kysely.selectFrom('identity_records').where('id', '=', grant).select('id').execute()).toEqual([])
  })
})
