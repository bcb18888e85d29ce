import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type IdentityWorld, partnerSecret, startIdentity } from '../support/identity/identity.ts'
import {
  askToken,
  authorizeUrl,
  basicOf,
  browser,
  email,
  refreshed,
  signInAs,
  tokensOf,
  toSignIn,
  verifierOf,
} from '../support/identity/sign-in-by-http.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await startIdentity({ addressOf: ({ headers }: IncomingMessage) => String(headers['x-test-address'] ?? 'here') })
})
afterAll(() => world.close())

describe('requests to the provider', { timeout: 180_000 }, () => {
  // Nothing is refilled while the clock does not move.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('are limited by address, whatever their path is', async () => {
    const post = async (path: string, address = 'a crowd') => {
      const response = await fetch(`${world.origin}/idp/${path}`, { method: 'POST', headers: { 'x-test-address': address } })
      await response.text()
      return response.status
    }
    for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 20 }, () => post('token')))
    const paths = ['token', 'token?x=1', 'token/', 'TOKEN', 'token/revocation', 'token/introspection', 'request']
    expect(await Promise.all(paths.map((path) => post(path)))).toEqual(paths.map(() => 429))
    expect(await post('token', 'elsewhere')).toBe(400)
  })

  test.each(['small-partner', 'unknown-partner'])(
    'of %s with a wrong secret end before the secret is hashed, at their address alone',
    async (id) => {
      const ask = async (secret: string, address: string) => {
        const fields = { grant_type: 'client_credentials', user: 'shopper-1' }
        const { status, body } = await askToken(world.origin, fields, { ...basicOf(id, secret), 'x-test-address': address })
        return [status, body.error ?? 'given']
      }
      const guesses = []
      for (let round = 0; round < 12; round++) guesses.push(await ask(`guess ${round}`, `guesser of ${id}`))
      expect(guesses.slice(0, 10)).toEqual(Array(10).fill([401, 'invalid_client']))
      expect(guesses.slice(10)).toEqual(Array(2).fill([429, 'temporarily_unavailable']))
      const isKnown = id === 'small-partner'
      expect(await ask(partnerSecret, 'its own server')).toEqual(isKnown ? [200, 'given'] : [401, 'invalid_client'])
    },
  )
})

describe('secrets of partners', { timeout: 180_000 }, () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const fields = { grant_type: 'client_credentials', user: 'shopper-1' }
  const statusOf = async (id: string, secret: string, address: string) =>
    (await askToken(world.origin, fields, { ...basicOf(id, secret), 'x-test-address': address })).status
  const together = (count: number, ask: (number: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, at) => ask(at)))

  test.each(['small-partner', 'unknown-partner'])('of %s that are guessed in parallel are counted, too', async (id) => {
    const statuses = await together(30, (at) => statusOf(id, `guess ${at}`, `parallel guesser of ${id}`))
    expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)])
  })

  test('that are right are accepted in parallel, and after wrong ones of the same address', async () => {
    const address = 'two servers of a partner'
    expect(await together(30, () => statusOf('small-partner', partnerSecret, address))).toEqual(Array(30).fill(200))
    for (let round = 0; round < 11; round++) await statusOf('small-partner', 'an old secret', address)
    expect(await statusOf('small-partner', 'an old secret', address)).toBe(429)
    expect(await statusOf('small-partner', partnerSecret, address)).toBe(200)
  })

  test('are not compared for GET requests, which are limited by address', async () => {
    const open = async (at: number) => {
      const url = `${world.origin}/idp/auth?client_id=none-${at}`
      const response = await fetch(url, { headers: { 'x-test-address': 'a reader' } })
      await response.text()
      return response.status
    }
    expect(await together(20, open)).toEqual(Array(20).fill(400))
    expect(await statusOf('unknown-partner', 'a guess', 'a reader')).toBe(401)
    for (let round = 0; round < 30; round++) await together(20, open)
    expect(await open(0)).toBe(429)
  })
})

describe('what comes twice at once ends the sign-in', { timeout: 180_000 }, () => {
  const me = async (token: string) =>
    (await fetch(`${world.origin}/users/user_by_email?email=${email}`, { headers: { Authorization: `Bearer ${token}` } })).status
  type Tokens = Awaited<ReturnType<typeof askToken>>
  const leftOf = async (tokenResponses: readonly Tokens[]) => {
    const winners = tokenResponses.filter(({ status }) => status === 200)
    expect(winners.length).toBeLessThanOrEqual(1)
    won += winners.length
    const left = winners.map(async ({ body }) => [await me(body.access_token), (await refreshed(world.origin, body.refresh_token)).status])
    return (await Promise.all(left)).flat()
  }
  const rounds = Array.from({ length: 5 }, (_, round) => round)
  /** The responses with tokens; without any, nothing was tested. */
  let won = 0
  beforeEach(() => {
    won = 0
  })
  afterEach(() => expect(won).toBeGreaterThan(0))

  test('a code', async () => {
    for (const _ of rounds) {
      const go = browser()
      const verifier = verifierOf()
      const back = await signInAs(go, await toSignIn(go, authorizeUrl(world.origin, verifier)))
      const exchange = {
        grant_type: 'authorization_code',
        client_id: 'placard-console',
        redirect_uri: `${world.origin}/signed-in`,
        code: back?.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }
      const responses = await Promise.all([askToken(world.origin, exchange), askToken(world.origin, exchange)])
      for (const status of await leftOf(responses)) expect([400, 401]).toContain(status)
    }
  })

  test('a refresh token', async () => {
    for (const _ of rounds) {
      const { body } = await tokensOf(world.origin)
      const tokenResponses = await Promise.all([refreshed(world.origin, body.refresh_token), refreshed(world.origin, body.refresh_token)])
      for (const status of await leftOf(tokenResponses)) expect([400, 401]).toContain(status)
    }
  })
})
