import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { machineTime } from '../../demo/platform/context/clock.ts'
import { takeSharedToken } from '../../demo/platform/http/shared-limits.ts'
import { attempts } from '../../demo/platform/identity/sign-in.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import {
  authorizeUrl,
  type Browser,
  browser,
  email,
  formOf,
  password,
  toSignIn,
  tokensOf,
  verifierOf,
} from '../support/identity/sign-in-by-http.ts'

let world: IdentityWorld
beforeAll(async () => {
  const addressOf = ({ headers, socket }: IncomingMessage) => String(headers['x-test-address'] ?? socket.remoteAddress)
  world = await startIdentity({ addressOf })
})
afterAll(() => world.close())

const opened = async () => {
  const go = browser()
  return { go, form: await toSignIn(go, authorizeUrl(world.origin, verifierOf())) }
}
const guess = async (fields: { email: string; password: string }) => {
  const { go, form } = await opened()
  return go(form, formOf(fields))
}

describe('the sign-in page', () => {
  test('works without JavaScript, is labelled, and cannot be framed', async () => {
    const { go, form } = await opened()
    const { response, text } = await go(form)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "img-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", 'form-action'])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|script-src|\*/)
    expect(text).not.toMatch(/<script|onload=|style="/)
    expect(text).toMatch(/<html lang="en"/)
    for (const id of ['email', 'password']) expect(text).toMatch(new RegExp(`<label for="${id}">.*<input id="${id}"`))
    expect(text).toContain('autocomplete="current-password"')
    expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  test('shows the same message for a wrong password and an unknown address', async () => {
    const wrong = await guess({ email, password: 'wrong' })
    const unknown = await guess({ email: 'nobody@placard.example', password: 'wrong' })
    expect([wrong.response.status, unknown.response.status]).toEqual([401, 401])
    const plain = (text: string, address: string) => text.replaceAll(address, '').replace(/sign-in\/[\w-]+/g, '')
    expect(plain(wrong.text, email)).toBe(plain(unknown.text, 'nobody@placard.example'))
    expect(wrong.text).toContain('role="alert"')
    expect(wrong.text).not.toContain('value="wrong"')
  })

  test('takes as long for an unknown address', async () => {
    // CPU time, because other programs also delay a response.
    const timed = async (address: string) => {
      const { go, form } = await opened()
      const before = process.cpuUsage()
      await go(form, formOf({ email: address, password: 'wrong' }))
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 7; round++) {
      known.push(await timed('superuser@placard.example'))
      unknown.push(await timed(`nobody${round}@placard.example`))
    }
    const ratio = middle(unknown) / middle(known)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  test('escapes input, and treats unusual and long input as a wrong password', async () => {
    const address = '"><script>alert(1)</script>@x.example'
    const { text } = await guess({ email: address, password: 'x' })
    expect(text).not.toContain('<script>')
    expect(text).toContain('&lt;script&gt;')
    for (const odd of ['a\0b@x.example', 'é'.repeat(300), '', "' or 1=1 --"])
      expect((await guess({ email: odd, password: odd })).response.status).toBe(401)
    expect((await guess({ email: 'x'.repeat(20_000), password: 'x' })).response.status).toBe(413)
  })

  test('accepts the address in any letter case', async () => {
    expect((await tokensOf(world.origin, { email: ` ${email.toUpperCase()} `, password })).status).toBe(200)
  })

  test('opens only after a redirect, and only in the same browser', async () => {
    const { form } = await opened()
    for (const address of [form, new URL('/idp/sign-in/made-up', world.origin), new URL('/idp/sign-in/a/b', world.origin)]) {
      const stranger = browser()
      for (const response of [await stranger(address), await stranger(address, formOf({ email, password }))]) {
        expect([response.response.status, response.next]).toEqual([400, undefined])
        expect(response.text).toContain('has expired')
        expect(response.response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      }
    }
  })

  test('limits guesses, also for unknown addresses, and states the waiting time', async () => {
    for (const address of ['clientviewer@placard.example', 'ghost@placard.example']) {
      const { go, form } = await opened()
      const responses = []
      for (let round = 0; round < 14; round++)
        responses.push((await go(form, formOf({ email: address, password: `guess ${round}` }))).response)
      expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
      expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
      const right = await go(form, formOf({ email: address, password }))
      expect(right.response.status).toBe(429)
    }
    expect((await tokensOf(world.origin, { email: 'internaladmin@placard.example', password })).status).toBe(200)
  })

  test('does not count correct passwords as guesses, and forgives earlier mistakes after one', async () => {
    const known = 'clientadmin@placard.example'
    for (let round = 0; round < 3; round++) {
      const { go, form } = await opened()
      for (let slip = 0; slip < 6; slip++)
        expect((await go(form, formOf({ email: known, password: `slip ${slip}` }))).response.status).toBe(401)
      expect((await tokensOf(world.origin, { email: known, password })).status).toBe(200)
    }
  })

  test('lets no single address lock an account, and knows the browsers of its owner', { timeout: 180_000 }, async () => {
    // Nothing is refilled while the clock does not move.
    vi.useFakeTimers({ toFake: ['Date'] })
    const address = 'advertiserviewer@placard.example'
    const right = { email: address, password }
    const post = async (go: Browser, form: URL, address: string, fields: { email: string; password: string }) =>
      (await go(form, { ...formOf(fields), headers: { 'x-test-address': address } })).response.status
    const signIn = async (address: string, fields: { email: string; password: string }, go = browser()) =>
      post(go, await toSignIn(go, authorizeUrl(world.origin, verifierOf())), address, fields)
    const owner = browser()
    expect(await signIn('198.51.100.1', right, owner)).toBe(303)
    const { go, form } = await opened()
    const statuses: number[] = []
    for (let round = 0; round < 105; round++) statuses.push(await post(go, form, '203.0.113.1', { email: address, password: 'x' }))
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(95).fill(429)])
    expect([await signIn('203.0.113.1', right), await signIn('198.51.100.2', right)]).toEqual([429, 303])
    // Ten more addresses.
    const take = () => takeSharedToken(world.database, attempts.accounts, address, machineTime(new Date()))
    let taken = 0
    while ((await take()) === 0) taken++
    expect(taken).toBeGreaterThan(80)
    expect(await signIn('198.51.100.3', right)).toBe(429)
    // The owner's browser is known, wherever it is, but at no other account.
    expect(await signIn('203.0.113.1', right, owner)).toBe(303)
    // A new password ends the session round: browsers that signed in before are not known any more.
    const setRound = (session_round: number) =>
      world.database.kysely.updateTable('users').set({ session_round }).where('email', '=', address).execute()
    await setRound(2)
    expect(await signIn('203.0.113.1', right, owner)).toBe(429)
    await setRound(1)
    for (let round = 0; round < 10; round++) await signIn('203.0.113.9', { email: 'superuser@placard.example', password: 'x' }, owner)
    expect(await signIn('203.0.113.9', { email: 'superuser@placard.example', password }, owner)).toBe(429)
    vi.useRealTimers()
  })

  test('ignores a cookie of known browsers that another page has set', async () => {
    const { go, form } = await opened()
    const value = `${'i'.repeat(22)}.${encodeURIComponent('é'.repeat(43))}`
    for (const text of [value, `x.${value}`, '%', `${'é'.repeat(22)}.${'s'.repeat(43)}`]) {
      go.keep(`placard_known=${text}; path=/idp/sign-in`)
      expect((await go(form, formOf({ email: 'internaladmin@placard.example', password: 'wrong' }))).response.status).toBe(401)
    }
    expect((await go(form, formOf({ email: 'internaladmin@placard.example', password }))).response.status).toBe(303)
  })

  test('logs an unexpected error, and shows nothing of it', async () => {
    const { go, form } = await opened()
    const { schema } = world.database.kysely
    await schema.alterTable('rate_limits').renameTo('rate_limits_elsewhere').execute()
    try {
      const replies = [await go(form, formOf({ email, password: 'x' })), await go(`${world.origin}/idp/forgot-password`, formOf({ email }))]
      for (const { response, text } of replies) expect([response.status, text]).toEqual([500, 'Something went wrong'])
      const found = world.lines.filter((line) => /"event":"surprise".*rate_limits/.test(line))
      expect(found.length).toBe(replies.length)
    } finally {
      await schema.alterTable('rate_limits_elsewhere').renameTo('rate_limits').execute()
    }
  })

  test('limits parallel guesses too', async () => {
    const { go, form } = await opened()
    const pages = await Promise.all(
      Array.from({ length: 30 }, (_, round) => go(form, formOf({ email: 'advertiseradmin@placard.example', password: `guess ${round}` }))),
    )
    expect(pages.filter(({ response }) => response.status === 401).length).toBe(10)
  })

  test('writes neither password nor token to the log', async () => {
    await tokensOf(world.origin)
    await guess({ email, password: 'a-guess-to-look-for' })
    expect(world.lines.join('')).not.toMatch(/a-guess-to-look-for|Correct-horse|eyJ[\w-]{20,}/)
  })
})
