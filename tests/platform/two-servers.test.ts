import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../demo/platform/seed/people.ts'
import { amount } from '../support/platform/audit.ts'
import { type Balancer, startBalancer } from '../support/platform/balancer.ts'
import { type PlatformProcess, startPlatformProcess } from '../support/platform/process.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import {
  again,
  askToken,
  authorizeUrl,
  browser,
  formOf,
  signInAs,
  toSignIn,
  tokensOf,
  verifierOf,
} from '../support/identity/sign-in-by-http.ts'

let postgres: Pick<PostgresServer, 'url' | 'stop'>
let fresh: FreshDatabase
let sql: pg.Client
let balancer: Balancer
const ports: number[] = []
const servers: PlatformProcess[] = []
const email = people[0]?.email ?? ''

const held = (port: number) =>
  new Promise<Server | undefined>((resolve) => {
    const server = createServer().once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
const released = (server: Server | undefined) => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
/** Below the ports of outgoing connections on Linux, which could take the port of a server while it restarts. */
const anyPort = () => 12_000 + Math.floor(Math.random() * 20_000)
/** A free port whose next port is free too. */
async function freePair(): Promise<number> {
  const first = await held(anyPort())
  const address = first?.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const second = await held(port + 1)
  await Promise.all([released(first), released(second)])
  return first && second ? port : freePair()
}

const startServer = async (index: number) => {
  const env = { DATABASE_URL: fresh.url, PUBLIC_URL: balancer.origin, TRUSTED_PROXIES: 'loopback', DRAIN_SECONDS: '1', DELIVERY: 'on' }
  const port = ports[index] ?? 0
  servers[index] = await startPlatformProcess({ env, port, empty: true, ...(servers[0] && { dataDir: servers[0].dataDir }) })
}
const a = 0
const b = 1
const at = (index: number) => `http://127.0.0.1:${ports[index]}`
const only = (index: number) => balancer.put(ports[index] ?? 0)

beforeAll(async () => {
  ;[postgres, balancer] = await Promise.all([commonPostgres(), startBalancer()])
  fresh = await freshDatabase({ server: postgres.url })
  sql = new pg.Client({ connectionString: fresh.url })
  await sql.connect()
  for (const index of [a, b]) {
    ports.push(await freePair())
    await startServer(index)
  }
}, 120_000)
afterAll(async () => {
  await sql?.end()
  await Promise.all(servers.map((server) => server.stop()))
  await servers[0]?.clear()
  await fresh?.close()
  await Promise.all([balancer?.close(), postgres?.stop()])
}, 60_000)

const call = (origin: string, token: string, method: string, path: string, body?: object, key?: string) =>
  fetch(`${origin}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  })
const refreshAt = (index: number, refresh_token: string) => askToken(at(index), { ...refreshing, refresh_token })
const signedIn = async (index: number) => {
  only(index)
  return tokensOf(balancer.origin, { email, password: servers[a]?.password ?? '' })
}
const refreshing = { grant_type: 'refresh_token', client_id: 'placard-console' }
const asFailure = (error: Error) => ({ status: 599, body: { error: error.message } })
const rowsOf = async (text: string) => (await sql.query<Record<string, unknown>>(text)).rows
async function until(isSo: () => Promise<boolean>, what: string, withinMs = 20_000) {
  for (const end = Date.now() + withinMs; Date.now() < end; await pause(100)) if (await isSo()) return
  throw new Error(`Timed out waiting for ${what}`)
}

describe('a session on two servers', () => {
  test('that started at one is used, refreshed and ended at either', async () => {
    const { go, body } = await signedIn(a)
    const whoAt = async (index: number, token: string) => (await call(at(index), token, 'GET', `users/user_by_email?email=${email}`)).status
    expect([await whoAt(a, body.access_token), await whoAt(b, body.access_token)]).toEqual([200, 200])
    const second = (await refreshAt(b, body.refresh_token)).body
    const third = (await refreshAt(a, second.refresh_token)).body
    expect([await whoAt(a, second.access_token), await whoAt(b, third.access_token)]).toEqual([200, 200])
    only(a)
    const ask = await go(`${balancer.origin}/idp/session/end?id_token_hint=${third.id_token ?? body.id_token}`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(ask.text)?.[1] ?? ''
    await go(`${balancer.origin}/idp/session/end/confirm`, formOf({ xsrf, logout: 'yes' }))
    expect((await refreshAt(b, third.refresh_token)).status).toBe(400)
    only(b)
    expect((await go(authorizeUrl(balancer.origin, verifierOf()))).next?.pathname).toMatch(/^\/idp\/sign-in\//)
  })

  test('can start at one and complete at the other: form, code, and a code used twice', async () => {
    const go = browser()
    const verifier = verifierOf()
    only(a)
    const form = await toSignIn(go, authorizeUrl(balancer.origin, verifier))
    only(b)
    const back = await signInAs(go, form, { email, password: servers[a]?.password ?? '' })
    const code = back?.searchParams.get('code') ?? ''
    const words = { grant_type: 'authorization_code', client_id: 'placard-console', redirect_uri: `${balancer.origin}/signed-in` }
    const trade = (index: number) => askToken(at(index), { ...words, code, code_verifier: verifier })
    const first = await trade(a)
    const again = await trade(b)
    expect([first.status, again.status]).toEqual([200, 400])
    expect((await refreshAt(a, first.body.refresh_token)).status).toBe(400)
  })

  test('allows no more guesses than with one server', async () => {
    const statuses: number[] = []
    const go = browser()
    const verifier = verifierOf()
    const form = await toSignIn(go, authorizeUrl(balancer.origin, verifier))
    for (let guess = 0; guess < 14; guess++) {
      only(guess % 2)
      statuses.push((await go(form, formOf({ email: 'nobody@placard.example', password: `guess ${guess}` }))).response.status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
  })
})

test('a client behind the load balancer has one rate limit for both servers', async () => {
  const statusFor = async (from: string, index: number) => {
    const fields = new URLSearchParams({ email: 'nobody@placard.example' })
    const response = await fetch(`${at(index)}/idp/forgot-password`, { method: 'POST', body: fields, headers: { 'X-Forwarded-For': from } })
    await response.text()
    return response.status
  }
  const statuses: number[] = []
  for (let step = 0; step < 26; step++) statuses.push(await statusFor('203.0.113.1', step % 2))
  expect([statuses.slice(0, 20), statuses.at(-1)]).toEqual([Array(20).fill(200), 429])
  expect(await Promise.all([statusFor('203.0.113.2', a), statusFor('203.0.113.2', b)])).toEqual([200, 200])
})

test('background jobs run once, though both servers look for them', async () => {
  const { body } = await signedIn(b)
  const emails = Array.from({ length: 24 }, (_, index) => `new-${index}@placard.example`)
  const made = await Promise.all(
    emails.map((one, index) =>
      call(at(index % 2), body.access_token, 'POST', 'v1/users', { email: one, role_ids: [2] }, `key-of-${index}-new`),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(emails.map(() => 200))
  const open = async () => (await rowsOf(`select 1 from jobs where kind = 'invitation' and finished_at is null`)).length
  await until(async () => (await open()) === 0, 'the invitations')
  const mails = await rowsOf(`select recipient, count(*)::int as count from mails where recipient like 'new-%' group by 1`)
  expect(mails.filter(({ count }) => count === 1)).toHaveLength(emails.length)
  expect(await rowsOf(`select attempts from jobs where kind = 'invitation' and attempts <> 1`)).toEqual([])
  expect(await rowsOf(`select kind, count(*)::int as count from jobs where every_ms is not null group by 1 order by 1`)).toEqual(
    [
      'alerts',
      'auto-rebill',
      'delivery',
      'endings',
      'expirations',
      'expiring-cards',
      'feeds',
      'housekeeping',
      'invoices',
      'overdue-invoices',
      'payment-reconciler',
      'report-schedules',
      'spend-orders',
    ].map((kind) => ({ kind, count: 1 })),
  )
})

test('both servers restart one after the other under load, and no request or write is lost', { timeout: 120_000 }, async () => {
  const { go, body } = await signedIn(a)
  const token: string = body.access_token
  const client = { name: 'Under load', default_currency: { currency_code: 'USD', min_bid: '0.1' } }
  const made = await (await call(at(a), token, 'POST', 'v1/member_groups', client, 'key-of-the-client')).json()
  const groups = `v1/member_groups/${made.result.member_group_id}/advertiser_groups`
  balancer.put(...ports)
  const [acknowledged, failed, servedBy]: [string[], string[], Set<string>] = [[], [], new Set()]
  let requests = 0
  let isOver = false
  const worker = async (number: number) => {
    for (let step = 0; !isOver && requests < 2000; step++) {
      const name = `Group ${number} ${step}`
      requests++
      const response = await (step % 2 === 0
        ? call(balancer.origin, token, 'POST', groups, { name }, `key-${number}-${step}-of-load`)
        : call(balancer.origin, token, 'GET', `${groups}?count=1`)
      ).catch((error: Error) => new Response(error.message, { status: 599 }))
      servedBy.add(response.headers.get('x-served-by') ?? '')
      if (!response.ok) failed.push(`${response.status} ${(await response.text()).slice(0, 100)}`)
      else if (step % 2 === 0) acknowledged.push((await response.json()).result.name)
      else await response.text()
      await pause(120)
    }
  }
  const counts = { refreshed: 0, signedIn: 0 }
  /** Uses one refresh token after the other. A lost response would end the session, because a token may be used only once. */
  const refresher = async (first: string) => {
    for (let current = first; !isOver; await pause(amount(5, 25))) {
      const response = await askToken(balancer.origin, { ...refreshing, refresh_token: current }).catch(asFailure)
      if (response.status !== 200) return failed.push(`refresh ${counts.refreshed}: ${JSON.stringify(response.body)}`)
      current = response.body.refresh_token
      counts.refreshed++
    }
  }
  /** Signs in completely, from the authorize URL to the tokens, in new windows of one browser. */
  const newcomer = async () => {
    for (; !isOver; await pause(40)) {
      const response = await again(balancer.origin, go).catch(asFailure)
      if (response.status === 200) counts.signedIn++
      else failed.push(`sign-in: ${JSON.stringify(response.body)}`)
    }
  }
  const others: string[] = []
  while (others.length < amount(3, 1)) others.push((await signedIn(others.length % 2)).body.refresh_token)
  balancer.put(...ports)
  const load = Promise.all([
    ...Array.from({ length: amount(6, 4) }, (_, number) => worker(number)),
    refresher(body.refresh_token),
    ...others.map((token) => refresher(token)),
    newcomer(),
  ])
  const exits: (number | null | undefined)[] = []
  /** Waits for writes, refreshes and complete sign-ins that begin after this moment. */
  const underLoad = async () => {
    const before = { written: acknowledged.length, ...counts }
    const goesOn = () =>
      acknowledged.length > before.written + 20 && counts.refreshed > before.refreshed + 20 && counts.signedIn > before.signedIn + 1
    await until(async () => goesOn() || failed.length > 0, 'the load to go on')
  }
  try {
    for (const index of [a, b]) {
      await underLoad()
      const stopping = servers[index]?.stop()
      await until(async () => (await fetch(`${at(index)}/ready`)).status === 503, 'the server to say that it ends')
      expect((await fetch(`${at(index)}/health`)).status, 'it serves on').toBe(200)
      exits.push(await stopping)
      await startServer(index)
      await until(async () => (await fetch(`${at(index)}/ready`)).ok, 'the server to be ready')
    }
    await underLoad()
  } finally {
    isOver = true
    await load
  }
  const kept = (await rowsOf(`select name from advertiser_groups where name like 'Group %'`)).map(({ name }) => String(name))
  const lost = acknowledged.filter((name) => !kept.includes(name))
  const words = { requests, acknowledged: acknowledged.length, failed: failed.length, lost: lost.length, ...counts, ...balancer.counts }
  console.log(`A rolling restart of two servers: ${JSON.stringify(words)}`)
  expect({ failed, lost, exits }).toEqual({ failed: [], lost: [], exits: [0, 0] })
  expect(new Set(kept).size).toBe(kept.length)
  expect([...servedBy].sort()).toEqual(ports.map(String).sort())
  expect(balancer.counts).toMatchObject({ refused: 0, broken: 0 })
  expect(balancer.counts.left).toBeGreaterThanOrEqual(2)
  expect(acknowledged.length).toBeGreaterThan(30)
  expect(Math.min(counts.refreshed, counts.signedIn)).toBeGreaterThan(5)
})
