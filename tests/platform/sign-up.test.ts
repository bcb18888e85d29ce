import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { pendingPasswordHashes } from '../../demo/platform/users/accounts.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import { browser, formOf, password, tokensOf } from '../support/identity/sign-in-by-http.ts'
import { leakMarkers } from '../support/world/small-seed.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

const now = () => new Date(Date.now() + world.clock.shiftMs)
const kysely = () => world.database.kysely

/** Runs all due jobs, as the background worker does. */
async function work({ isExternal = false } = {}) {
  const { database, origin } = world
  const jobs = await startJobs({ database, now, log: () => {} }, mailJobs({ origin, isExternal, from: 'no-reply@placard.example' }))
  await jobs.tick()
  await jobs.stop()
}

async function post(path: string, body: object) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${world.origin}/${path}`, init)
  const { request_id: _, ...reply } = await response.json()
  return { status: response.status, reply }
}
const wanted = 'Wanted-horse-7'
const account = (email: string, password = wanted) => ({ email, password, locale_id: 1, first_name: 'Ada', last_name: 'Moor' })
const signUp = (email: string, password = wanted, client = 1) => post(`v2/member_groups/${client}/signup`, account(email, password))
const byEmail = (email: string, client = 1) => post(`v1/member_groups/${client}/signup`, { email })
const signsIn = async (email: string, password: string) =>
  (await tokensOf(world.origin, { email, password }).catch(() => undefined))?.body.access_token !== undefined
const mailsTo = (email: string) => kysely().selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('mail_id').execute()
const userAt = (email: string) => kysely().selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
async function linkTo(email: string) {
  const url = new URL((await mailsTo(email)).at(-1)?.link ?? '')
  return new URL(`/idp${url.pathname}${url.search}`, world.origin)
}
const look = async (email: string) => (await browser()(await linkTo(email))).text
const confirm = async (email: string, password: string, again = password) => {
  const link = await linkTo(email)
  return browser()(new URL(link.pathname, link), formOf({ token: link.searchParams.get('token') ?? '', password, again }))
}
const stranger = 'guest@hotel.example'
const known = 'clientviewer@placard.example'

describe('signing up with all details', () => {
  test('creates an account that cannot sign in until its address is confirmed', async () => {
    expect((await signUp('Ada@Hotel.example')).status).toBe(200)
    await work()
    expect(await signsIn('ada@hotel.example', wanted)).toBe(false)
    const text = await look('ada@hotel.example')
    expect([text.includes('Confirm your account'), text.includes('ada@hotel.example')]).toEqual([true, true])
    expect((await mailsTo('ada@hotel.example'))[0]?.text).toContain(leakMarkers.client(1))
    expect((await confirm('ada@hotel.example', 'Another-horse-7')).response.status).toBe(422)
    expect(await signsIn('ada@hotel.example', 'Another-horse-7')).toBe(false)
    expect((await confirm('ada@hotel.example', wanted)).response.status).toBe(200)
    expect(await signsIn('ada@hotel.example', wanted)).toBe(true)
    expect(await userAt('ada@hotel.example')).toMatchObject({ user_name: 'ada', first_name: 'Ada', last_name: 'Moor', status: 'active' })
    const kept = await kysely().selectFrom('signups').selectAll().where('email', '=', 'ada@hotel.example').execute()
    expect(kept).toMatchObject([{ member_group_id: 1, password_hash: null }])
  })

  test("for somebody else's address gains nothing: the owner chooses the password", async () => {
    await signUp(stranger, 'Attacker-word-1')
    await work()
    const reset = await browser()(new URL('/idp/forgot-password', world.origin), formOf({ email: stranger }))
    expect(reset.response.status).toBe(200)
    await work()
    expect(await look(stranger)).toContain('Set up your account')
    expect((await confirm(stranger, 'Owner-word-1')).response.status).toBe(200)
    expect([await signsIn(stranger, 'Attacker-word-1'), await signsIn(stranger, 'Owner-word-1')]).toEqual([false, true])
  })

  test('twice before confirming leaves one account, confirmed with either password', async () => {
    for (const password of ['First-word-1', 'Second-word-2']) {
      await signUp('twice@hotel.example', password)
      await work()
    }
    expect(await mailsTo('twice@hotel.example')).toHaveLength(2)
    expect((await confirm('twice@hotel.example', 'Second-word-2')).response.status).toBe(200)
    expect([await signsIn('twice@hotel.example', 'First-word-1'), await signsIn('twice@hotel.example', 'Second-word-2')]).toEqual([
      false,
      true,
    ])
  })

  test('changes nothing for an invited user who has no password yet', async () => {
    const invited = { email: 'invited@hotel.example', user_name: 'invited', locale_id: 1, status: 'active', password_hash: '' }
    await kysely().insertInto('users').values(invited).execute()
    await signUp(invited.email, 'Attacker-word-1')
    await work()
    expect(await look(invited.email)).toContain('Set up your account')
    expect((await userAt(invited.email))?.first_name).toBe('')
  })

  test('refuses an invalid password, name or language', async () => {
    for (const more of [
      { password: 'short-A1'.slice(1) },
      { password: 'nodigits-Aa' },
      { first_name: '' },
      { locale_id: 99 },
      { role_ids: [1] },
    ])
      expect((await post('v2/member_groups/1/signup', { ...account('x@hotel.example'), ...more })).status, JSON.stringify(more)).toBe(422)
  })
})

test('a mail repeats no name of a sign-up that was not confirmed with its password', async () => {
  const lured = 'lured@hotel.example'
  const lure = 'Claim https://evil.example/win'
  await post('v2/member_groups/1/signup', { ...account(lured), first_name: lure, last_name: lure })
  await work()
  await post('v2/member_groups/1/signup', account(lured))
  await fetch(`${world.origin}/idp/forgot-password`, formOf({ email: lured }))
  await work()
  const texts = (await mailsTo(lured)).map(({ subject, text }) => `${subject} ${text}`)
  expect(texts).toHaveLength(3)
  expect(texts.filter((text) => /evil|Claim|Ada/.test(text) || !text.includes('Hello,'))).toEqual([])
  await confirm(lured, 'Chosen-horse-7')
  await fetch(`${world.origin}/idp/forgot-password`, formOf({ email: lured }))
  await work()
  const last = (await mailsTo(lured)).at(-1)?.text ?? ''
  expect([last.includes('Hello,'), last.includes(lure)]).toEqual([true, false])
  expect(await userAt(lured)).toMatchObject({ first_name: '', last_name: '' })
})

test('a confirmation compares its password with the first and the last two only', async () => {
  const busy = 'busy@hotel.example'
  for (let round = 1; round <= 5; round++) {
    await signUp(busy, `Wanted-horse-${round}`)
    await work()
  }
  const user = await userAt(busy)
  expect(await pendingPasswordHashes(kysely(), user?.user_id ?? 0)).toHaveLength(3)
  for (const round of [2, 3]) {
    const { response, text } = await confirm(busy, `Wanted-horse-${round}`)
    expect([response.status, text.includes('choose another password.')]).toEqual([422, true])
  }
  expect((await confirm(busy, 'Wanted-horse-1')).response.status).toBe(200)
})

test('signing up with an address only mails a link to choose a password', async () => {
  expect((await byEmail('only@hotel.example')).status).toBe(200)
  await work()
  expect(await look('only@hotel.example')).toContain('Set up your account')
  expect((await confirm('only@hotel.example', 'Chosen-word-1')).response.status).toBe(200)
  expect(await signsIn('only@hotel.example', 'Chosen-word-1')).toBe(true)
})

test('a new account has no access and can create no users', async () => {
  const user = await userAt('ada@hotel.example')
  const roles = await kysely()
    .selectFrom('user_roles')
    .select('role_id')
    .where('user_id', '=', user?.user_id ?? 0)
    .execute()
  const lists = await kysely()
    .selectFrom('user_access')
    .selectAll()
    .where('user_id', '=', user?.user_id ?? 0)
    .execute()
  expect([roles, lists]).toEqual([[{ role_id: 5 }], []])
  const { body } = await tokensOf(world.origin, { email: 'ada@hotel.example', password: wanted })
  const get = async (path: string) =>
    (await fetch(`${world.origin}/${path}`, { headers: { Authorization: `Bearer ${body.access_token}` } })).status
  for (const path of ['v1/member_groups/1', 'v1/member_groups/2', 'v1/member_groups/1/channels']) expect(await get(path), path).toBe(404)
})

test('known and unknown addresses get the same reply, and the known one gets a mail', async () => {
  const before = await userAt(known)
  for (const ask of [signUp, byEmail]) {
    const responses = [await ask(known), await ask(`new-${ask.name}@hotel.example`)]
    expect(responses[0]).toEqual(responses[1])
    expect(responses[0]?.status).toBe(200)
    await work()
  }
  const mails = await mailsTo(known)
  expect(mails.map(({ subject, link }) => [subject, link])).toEqual(
    Array.from({ length: 2 }, () => ['You already have a Placard account', `${world.origin}/login`]),
  )
  expect(await userAt(known)).toEqual(before)
  expect(await kysely().selectFrom('signups').selectAll().where('email', '=', known).execute()).toEqual([])
})

describe('an address that signed up and was never confirmed', () => {
  let keys = 0
  let token: string | undefined
  async function invite(email: string, role_ids = [4]) {
    token ??= (await tokensOf(world.origin, { email: 'clientadmin@placard.example', password })).body.access_token
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': `key-${++keys}-of-sign-ups` }
    const body = JSON.stringify({ email, role_ids, first_name: 'Invited' })
    const response = await fetch(`${world.origin}/v1/member_groups/1/users`, { method: 'POST', headers, body })
    return { status: response.status, reply: await response.json() }
  }
  const at = async (link: URL, password: string) =>
    (await browser()(new URL(link.pathname, link), formOf({ token: link.searchParams.get('token') ?? '', password, again: password })))
      .response.status
  const of = async (email: string) => (await userAt(email))?.user_id ?? 0
  const keep = () => housekeeping.run({}, { database: world.database, now, log: () => {} })
  const signedUp = async (email: string) => {
    await signUp(email, 'Stranger-word-1')
    await work()
    return { link: await linkTo(email), userId: await of(email) }
  }

  test('can be invited, which discards the sign-up', async () => {
    const email = 'occupied@hotel.example'
    const { link, userId } = await signedUp(email)
    const { status, reply } = await invite(email)
    expect([status, reply.result.first_name, reply.result.last_name]).toEqual([200, 'Invited', ''])
    expect(reply.result).toMatchObject({ user_id: userId, roles: [{ role_id: 4 }], access: { clients: [1], advertisers: [] } })
    expect(await at(link, 'Stranger-word-1')).toBe(400)
    await work()
    expect(await look(email)).toContain('Set up your account')
    expect(await at(await linkTo(email), 'Owner-word-1')).toBe(200)
    expect([await signsIn(email, 'Stranger-word-1'), await signsIn(email, 'Owner-word-1')]).toEqual([false, true])
    expect(await kysely().selectFrom('signups').selectAll().where('email', '=', email).execute()).toEqual([])
    expect((await invite(email)).status).toBe(409)
  })

  test('can be taken over once, but not if it was confirmed, blocked, or has a role or access', async () => {
    const wanting = async (name: string, make: (userId: number, link: URL) => Promise<unknown>) => {
      const { userId, link } = await signedUp(`${name}@hotel.example`)
      await make(userId, link)
      expect([name, (await invite(`${name}@hotel.example`)).status]).toEqual([name, 409])
    }
    await wanting('taken', async () => expect((await invite('taken@hotel.example')).status).toBe(200))
    await wanting('confirmed', async (_, link) => expect(await at(link, 'Stranger-word-1')).toBe(200))
    await wanting('blocked', (user_id) =>
      kysely().updateTable('users').set({ status: 'inactive' }).where('user_id', '=', user_id).execute(),
    )
    await wanting('raised', (user_id) => kysely().updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', user_id).execute())
    await wanting('listed', (user_id) => kysely().insertInto('user_access').values({ user_id, kind: 'advertiser', thing_id: 1 }).execute())
  })

  test('is released when its link expires; confirmed accounts and those with access stay', async () => {
    const left = await signedUp('left@hotel.example')
    const listed = await signedUp('kept@hotel.example')
    const done = await signedUp('done@hotel.example')
    await kysely().insertInto('user_access').values({ user_id: listed.userId, kind: 'advertiser', thing_id: 1 }).execute()
    expect(await at(done.link, 'Stranger-word-1')).toBe(200)
    await signUp('pending@hotel.example', 'Stranger-word-1')
    const known = async () => {
      const rows = await kysely().selectFrom('signups').select('email').orderBy('signup_id').execute()
      const mine = rows.flatMap(({ email }) => (/^(left|kept|done|pending)@/.test(email) ? email.split('@')[0] : []))
      return [await of('left@hotel.example'), await of('kept@hotel.example'), await of('done@hotel.example'), mine]
    }
    const before = [left.userId, listed.userId, done.userId, ['left', 'kept', 'done', 'pending']]
    world.clock.shiftMs += 7 * 86_400_000 - 60_000
    await keep()
    expect(await known()).toEqual(before)
    world.clock.shiftMs += 120_000
    await keep()
    expect(await known()).toEqual([0, listed.userId, done.userId, ['kept', 'done']])
    expect((await signedUp('left@hotel.example')).userId).toBeGreaterThan(done.userId)
  })
})

test('sign-up works only at clients with open registration; others look as if they did not exist', async () => {
  const closed = await signUp('x@hotel.example', wanted, 2)
  const missing = await signUp('x@hotel.example', wanted, 99)
  expect([closed.status, closed.reply]).toEqual([404, missing.reply])
  expect((await byEmail('x@hotel.example', 2)).status).toBe(404)
  await work()
  expect(await mailsTo('x@hotel.example')).toEqual([])
})

test('one address gets few mails an hour, and the reply does not show it', async () => {
  for (let round = 0; round < 8; round++) expect((await byEmail('flood@hotel.example')).status).toBe(200)
  await work()
  expect(await mailsTo('flood@hotel.example')).toHaveLength(5)
  expect(await kysely().selectFrom('signups').select('email').where('email', '=', 'flood@hotel.example').execute()).toHaveLength(5)
})

test('many sign-ups at once from one IP address are refused', async () => {
  const statuses = []
  for (let round = 0; round < 61; round++) statuses.push((await byEmail(`many-${round}@hotel.example`)).status)
  expect(statuses.at(-1)).toBe(429)
  world.clock.shiftMs += 60_000
  expect((await byEmail('later@hotel.example')).status).toBe(200)
})

describe('the sign-in page of a client', () => {
  const door = async (query: string) =>
    (await (await fetch(`${world.origin}/v1/member_groups/login_config_by_host_name?${query}`)).json()).result
  const doors = { host_name: 'ads.two.example', login_key: 'two', sso_organization_id: 'org_2' }

  test("is found by host name and by login key; without one, the first client's is shown", async () => {
    await kysely().updateTable('member_groups').set(doors).where('member_group_id', '=', 2).execute()
    for (const query of ['host_name=ads.two.example', 'login_key=two', 'host_name=nobody.example&login_key=two'])
      expect(await door(query), query).toMatchObject({
        member_group_id: 2,
        sso_organization_id: 'org_2',
        theme: { primary_color: '#000002' },
      })
    for (const query of ['host_name=nobody.example', 'login_key=nobody', ''])
      expect(await door(query), query).toMatchObject({ member_group_id: 1, theme: { primary_color: '#000001' } })
  })

  test("of a client without a theme has the first client's", async () => {
    await kysely().updateTable('member_groups').set({ host_name: 'ads.three.example' }).where('member_group_id', '=', 3).execute()
    expect(await door('host_name=ads.three.example')).toMatchObject({ member_group_id: 3, theme: { primary_color: '#000001' } })
  })
})
