import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { smtpServerOf } from '../../demo/platform/mail/smtp.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import { browser, formOf, password, tokensOf } from '../support/identity/sign-in-by-http.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'

let world: IdentityWorld
let sink: Sink
let refusing: string | undefined
beforeAll(async () => {
  world = await startIdentity({ addressOf: ({ headers }: IncomingMessage) => String(headers['x-test-address'] ?? 'here') })
  sink = await startSink({ replyTo: (line) => (line.startsWith('RCPT') ? refusing : undefined) })
})
afterAll(async () => {
  await sink.close()
  await world.close()
})

const now = () => new Date(Date.now() + world.clock.shiftMs)
const kysely = () => world.database.kysely
const hour = 3_600_000

/** Runs all due jobs, as the background worker does. */
async function work({ isExternal = false } = {}) {
  const { database, origin } = world
  const kinds = mailJobs({ origin, isExternal, smtp: smtpServerOf(sink.url), from: 'no-reply@placard.example' })
  const jobs = await startJobs({ database, now, log: () => {} }, kinds)
  await jobs.tick()
  await jobs.stop()
}

const tokenOf = async (email: string, newPassword = password) =>
  (await tokensOf(world.origin, { email, password: newPassword })).body.access_token
const call = async (token: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.origin}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, reply: await response.json() }
}
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-accounts` })
const clientAdmin = 'clientadmin@placard.example'
let adminToken: Promise<string> | undefined
/** Signs in only once, because the sign-ins of one account are limited. */
const asAdmin = () => {
  adminToken ??= tokenOf(clientAdmin)
  return adminToken
}

/** Invites a user to the first client; returns the user and the link of the mail. */
async function invited(email: string) {
  const made = await call(await asAdmin(), 'POST', 'v1/member_groups/1/users', { email, role_ids: [4] }, keyed())
  expect(made.status).toBe(200)
  await work()
  return { user: made.reply.result, link: linkTo(email) }
}
const mailsTo = (email: string) => sink.mails.filter(({ to }) => to === email)
const linkTo = (email: string) => {
  const [, path = ''] = new RegExp(`${world.origin}/(\\S+)`).exec(mailsTo(email).at(-1)?.text ?? '') ?? []
  return new URL(path.replace(/^setup-account/, 'idp/setup-account'), `${world.origin}/`)
}
const choose = (link: URL, newPassword: string, again = newPassword) =>
  browser()(new URL(link.pathname, link), formOf({ token: link.searchParams.get('token') ?? '', password: newPassword, again }))
const look = (link: URL) => browser()(link)
const forget = (email: string, address = 'here') =>
  browser()(new URL('/idp/forgot-password', world.origin), { ...formOf({ email }), headers: { 'x-test-address': address } })
const signUp = async (email: string, address: string) => {
  const headers = { 'Content-Type': 'application/json', 'x-test-address': address }
  const init = { method: 'POST', headers, body: JSON.stringify({ email }) }
  return (await fetch(`${world.origin}/v1/member_groups/1/signup`, init)).status
}
const good = 'Another-horse-7'

describe('an invitation', () => {
  test('is mailed, opens a page, and its new password signs the user in', async () => {
    const { user, link } = await invited('first@hotel.example')
    expect(user).toMatchObject({ user_name: 'first', status: 'active', is_set_up: false, access: { all: false, clients: [1] } })
    expect(link.pathname).toBe('/idp/setup-account')
    const { response, text } = await look(link)
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect(text).toContain('value="first@hotel.example"')
    const done = await choose(link, good)
    expect([done.response.status, done.text.includes('Your password is saved')]).toEqual([200, true])
    const token = await tokenOf('first@hotel.example', good)
    expect((await call(token, 'GET', 'v1/member_groups/1')).status).toBe(200)
    expect((await call(token, 'GET', 'v1/member_groups/2')).status).toBe(404)
  })

  test('is created with the user when requested, and not otherwise', async () => {
    const before = sink.mails.length
    const token = await asAdmin()
    for (const body of [
      { email: 'none@hotel.example', role_ids: [1] },
      { email: clientAdmin, role_ids: [4] },
    ])
      expect([403, 409]).toContain((await call(token, 'POST', 'v1/member_groups/1/users', body, keyed())).status)
    await work()
    expect(sink.mails).toHaveLength(before)
  })

  test('works once, even for parallel requests, and viewing the page does not use it up', async () => {
    const { link } = await invited('once@hotel.example')
    for (let round = 0; round < 3; round++) expect((await look(link)).response.status).toBe(200)
    const responses = await Promise.all([1, 2, 3, 4].map((round) => choose(link, `Another-horse-${round}`)))
    expect(responses.map(({ response }) => response.status).toSorted()).toEqual([200, 400, 400, 400])
    expect((await look(link)).response.status).toBe(400)
    expect((await choose(link, good)).text).toContain('This link no longer works')
  })

  test('expires after seven days', async () => {
    const { link } = await invited('late@hotel.example')
    world.clock.shiftMs = 7 * 24 * hour - 60_000
    expect((await look(link)).response.status).toBe(200)
    world.clock.shiftMs += 120_000
    expect([(await look(link)).response.status, (await choose(link, good)).response.status]).toEqual([400, 400])
    world.clock.shiftMs = 0
  })

  test('can be resent within a rate limit, which invalidates the first one, but not to a user with a password', async () => {
    const { user, link } = await invited('again@hotel.example')
    const token = await asAdmin()
    const resend = (id: number) => call(token, 'POST', `v1/users/${id}/resend_email`, undefined, keyed())
    expect((await resend(user.user_id)).status).toBe(200)
    await work()
    expect(mailsTo('again@hotel.example')).toHaveLength(2)
    expect((await look(link)).response.status).toBe(400)
    const statuses = []
    for (let round = 0; round < 5; round++) statuses.push((await resend(user.user_id)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    await work()
    expect((await choose(linkTo('again@hotel.example'), good)).response.status).toBe(200)
    expect((await resend(user.user_id)).status).toBe(409)
  })

  test('opens nothing after the user was deactivated or removed', async () => {
    const token = await tokenOf('superuser@placard.example')
    for (const email of ['off@hotel.example', 'gone@hotel.example']) {
      const { user, link } = await invited(email)
      const { user_id, version, first_name, last_name, locale } = user
      const lists = { clients: [1], advertiser_groups: [], advertisers: [] }
      const change = { first_name, last_name, locale_id: locale.id, status: 'inactive', role_ids: [4], access: lists }
      const { status } = email.startsWith('off')
        ? await call(token, 'PUT', `v1/users/${user_id}`, change, { 'If-Match': String(version) })
        : await call(token, 'DELETE', `v1/users/${user_id}`)
      expect(status).toBe(200)
      expect([(await look(link)).response.status, (await choose(link, good)).response.status]).toEqual([400, 400])
    }
  })

  test('contains no password link for a client that uses single sign-on', async () => {
    await call(await asAdmin(), 'POST', 'v1/member_groups/1/users', { email: 'else@hotel.example', role_ids: [4] }, keyed())
    await work({ isExternal: true })
    expect(mailsTo('else@hotel.example')[0]?.text).toContain(`${world.origin}/`)
    expect(mailsTo('else@hotel.example')[0]?.text).not.toContain('token=')
  })
})

describe('the page of a mailed link', () => {
  const rule = 'Use at least 8 characters with a lowercase letter, an uppercase letter, a digit and a special character.'
  test('explains what is wrong with a password and never shows it', async () => {
    const { link } = await invited('rules@hotel.example')
    const problems: readonly (readonly [string, string, string])[] = [
      ['', '', 'Choose a password.'],
      ...['Ab1-xyz', 'another-horse-7', 'ANOTHER-HORSE-7', 'Another-horse', 'Anotherhorse7'].map(
        (newPassword) => [newPassword, newPassword, rule] as const,
      ),
      [good, `${good}x`, 'The passwords don’t match.'],
      [`${good}${'x'.repeat(200)}`, `${good}${'x'.repeat(200)}`, 'Use at most 200 characters.'],
    ]
    for (const [newPassword, again, sentence] of problems) {
      const { response, text } = await choose(link, newPassword, again)
      expect([response.status, /role="alert">([^<]*)</.exec(text)?.[1]]).toEqual([422, sentence])
      if (newPassword) expect(text).not.toContain(newPassword)
    }
    expect((await choose(link, good)).response.status).toBe(200)
  })

  test('runs no script, cannot be framed, and rejects a made-up token', async () => {
    const { link } = await invited('frame@hotel.example')
    const policy = (await look(link)).response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|script-src|\*/)
    for (const token of ['', 'x'.repeat(43), "' or 1=1 --", `${link.searchParams.get('token')}x`]) {
      const other = new URL(link)
      other.searchParams.set('token', token)
      for (const { response } of [await look(other), await choose(other, good)]) expect(response.status).toBe(400)
    }
    const asReset = new URL(link.href.replace('setup-account', 'reset-password'))
    expect((await choose(asReset, good)).response.status).toBe(400)
  })
})

describe('a forgotten password', () => {
  const email = 'clientviewer@placard.example'
  test('gets the same reply for known and unknown addresses, from the page and from the API', async () => {
    const known = await forget(email)
    const unknown = await forget('nobody@placard.example')
    expect([known.response.status, unknown.response.status, known.text === unknown.text]).toEqual([200, 200, true])
    const ask = async (address: string) => {
      const body = JSON.stringify({ email: address })
      const response = await fetch(`${world.origin}/v1/user/resetPassword`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      return [response.status, await response.text()]
    }
    expect(await ask(email)).toEqual(await ask('nobody@placard.example'))
    const before = sink.mails.length
    await work()
    expect(sink.mails.slice(before).map(({ to }) => to)).toEqual([email, email])
  })

  test('can be reset with any link until one is used, and the reset ends all sessions', async () => {
    const person = 'advertiserviewer@placard.example'
    const { body, go } = await tokensOf(world.origin, { email: person, password })
    expect((await call(body.access_token, 'GET', 'v1/locales')).status).toBe(200)
    await forget(person)
    await work()
    const first = linkTo(person)
    await forget(person)
    await work()
    expect((await look(first)).response.status).toBe(200)
    expect((await choose(linkTo(person), good)).response.status).toBe(200)
    expect((await look(first)).response.status).toBe(400)
    const over = await call(body.access_token, 'GET', 'v1/locales')
    expect([over.status, over.reply.code]).toEqual([401, 'not_authenticated'])
    const renewed = await go(
      new URL('/idp/token', world.origin),
      formOf({ grant_type: 'refresh_token', client_id: 'placard-console', refresh_token: body.refresh_token }),
    )
    expect(renewed.response.status).toBe(400)
    expect((await tokensOf(world.origin, { email: person, password })).status).not.toBe(200)
    expect((await call(await tokenOf(person, good), 'GET', 'v1/locales')).status).toBe(200)
    await work()
    expect(mailsTo(person).at(-1)?.message).toContain('Subject: Your Placard password was changed')
  })

  test('has a link that is valid for one hour', async () => {
    const person = 'advertisermanager@placard.example'
    await forget(person)
    await work()
    world.clock.shiftMs = hour + 1000
    expect((await look(linkTo(person))).response.status).toBe(400)
    world.clock.shiftMs = 0
  })

  test('is mailed five times an hour at most', async () => {
    const person = 'internaladmin@placard.example'
    for (let round = 0; round < 9; round++) expect((await forget(person)).response.status).toBe(200)
    await work()
    expect(mailsTo(person)).toHaveLength(5)
  })

  test('is mailed to its owner, even after many requests of strangers', async () => {
    const person = 'superuser@placard.example'
    const flood = async (address: string) => {
      for (let round = 0; round < 7; round++) await forget(person, address)
      await work()
    }
    await flood('203.0.113.1')
    expect(mailsTo(person)).toHaveLength(5)
    await forget(person, '198.51.100.1')
    await work()
    expect(mailsTo(person)).toHaveLength(6)
    const own = linkTo(person)
    for (let host = 2; host <= 6; host++) await flood(`203.0.113.${host}`)
    expect(mailsTo(person)).toHaveLength(20)
    const last = linkTo(person)
    expect([(await look(own)).response.status, (await look(last)).response.status]).toEqual([200, 200])
    expect((await choose(own, good)).response.status).toBe(200)
    expect((await look(last)).response.status).toBe(400)
  })

  test('is mailed to its owner, even after many sign-ups of strangers', async () => {
    const person = 'advertiserreporting@placard.example'
    for (let host = 1; host <= 5; host++)
      for (let round = 0; round < 5; round++) {
        expect(await signUp(person, `203.0.113.${host}`)).toBe(200)
      }
    await forget(person, '198.51.100.1')
    await work()
    expect(mailsTo(person).length).toBe(21)
    expect(mailsTo(person).filter(({ text }) => text.includes('/idp/reset-password?'))).toHaveLength(1)
  })

  test('has a rate limit for each IP address, and an invalid address is refused', async () => {
    for (const odd of ['', 'no address', '<script>alert(1)</script>', 'a\r\nBcc: b@x.example']) {
      const { response, text } = await forget(odd)
      expect([response.status, text.includes('A proper email is required.'), text.includes('<script>')]).toEqual([422, true, false])
    }
    const statuses = []
    for (let round = 0; round < 25; round++) statuses.push((await forget(`ghost${round}@placard.example`)).response.status)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a mail', () => {
  test('that the server cannot accept now is retried later, and its link is deleted once it is sent', async () => {
    refusing = '451 later'
    await invited('patient@hotel.example')
    expect(mailsTo('patient@hotel.example')).toHaveLength(0)
    refusing = undefined
    world.clock.shiftMs = 5000
    await work()
    world.clock.shiftMs = 0
    expect(mailsTo('patient@hotel.example')).toHaveLength(1)
    const row = await kysely().selectFrom('mails').selectAll().where('recipient', '=', 'patient@hotel.example').executeTakeFirstOrThrow()
    expect(row).toMatchObject({ text: '', link: null, problem: null })
    expect(row.sent_at).toBeInstanceOf(Date)
  })

  test('that the server rejects permanently is not retried, and the reason is stored', async () => {
    refusing = '550 no such mailbox'
    await invited('unknown@hotel.example')
    refusing = undefined
    world.clock.shiftMs = hour
    await work()
    world.clock.shiftMs = 0
    expect(mailsTo('unknown@hotel.example')).toHaveLength(0)
    const row = await kysely().selectFrom('mails').selectAll().where('recipient', '=', 'unknown@hotel.example').executeTakeFirstOrThrow()
    expect(row).toMatchObject({ sent_at: null, text: '', problem: expect.stringContaining('550') })
  })

  test('and its link never appear in the log, and only a hash of the link is stored', async () => {
    const { link } = await invited('quiet@hotel.example')
    await choose(link, good)
    const token = link.searchParams.get('token') ?? ''
    expect(token).toHaveLength(43)
    expect(world.lines.join('')).not.toContain(token)
    expect(JSON.stringify(await kysely().selectFrom('account_links').selectAll().execute())).not.toContain(token)
  })
})

test('sign-ups of one address that arrive together are mailed five times an hour at most', async () => {
  const statuses = await Promise.all(Array.from({ length: 40 }, () => signUp('burst@hotel.example', '203.0.113.20')))
  expect(statuses).toEqual(Array(40).fill(200))
  await work()
  expect(mailsTo('burst@hotel.example')).toHaveLength(5)
})
