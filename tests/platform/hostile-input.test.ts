import { assert } from 'superstruct'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { ErrorReply } from '../../src/contract/reply.ts'
import { exampleOf, nameOf } from '../support/example-calls.ts'
import { type Answer, authorization, type SmallWorld, startSmallWorld } from '../support/small-world.ts'

const endpoints = endpointsOf(contract)
const each = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const own = { client: 1, advertiser: 1 }

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

/** Said as JSON text, because not all of it survives being a value first. */
const nasty: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e308', '-0', '9007199254740993', '2147483648', '99999999999999999999', '1e999'],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"NaN"',
    '"1"',
    '"%"',
    '"\\\\"',
    '"\'; drop table users; --"',
  ],
  ...[
    '"${7*7}"',
    '"<script>alert(1)</script>"',
    '"0000-01-01"',
    '"9999-12-31"',
    '"2026-02-30"',
    '"-000001-01-01"',
    '"2026-11-10T00:00:00Z"',
  ],
  ...['[]', '[null]', '[[]]', '[1,1,1]', '[0]', '["1"]', '[-1]', '[2147483648]', '{}', '{"a":1}', '{"length":1}', '{"toString":null}'],
  `"${'x'.repeat(70_000)}"`,
  `[${Array.from({ length: 20_000 }, (_, index) => index + 1).join(',')}]`,
  `${'['.repeat(31)}${']'.repeat(31)}`,
]

/** Where in a body something can be wrong. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  const inner = Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, Array.isArray(value) ? Number(key) : key]))
  return path.length > 0 ? [[...path], ...inner] : inner
}

const mark = '@here@'
/** The body's text with something else at one place. */
function withAt(body: unknown, path: readonly (string | number)[], text: string): string {
  const copy = structuredClone(body)
  let at = copy as Record<string | number, unknown> // a path of pathsOf leads through objects and arrays only
  for (const key of path.slice(0, -1)) at = at[key] as typeof at // likewise
  at[path.at(-1) ?? ''] = mark
  return JSON.stringify(copy).replace(`"${mark}"`, () => text)
}

const counts = { requests: 0, byStatus: new Map<number, number>() }
const wrong: string[] = []

/** A refusal is a refusal in the contract's form; anything from 500 up is a finding. */
async function look(about: string, answer: Answer) {
  counts.requests++
  counts.byStatus.set(answer.status, (counts.byStatus.get(answer.status) ?? 0) + 1)
  if (answer.status >= 500) wrong.push(`${about} → ${answer.status}`)
  else if (answer.status >= 400 && answer.reply) assert(answer.reply, ErrorReply)
}

const headers = { ...authorization('superUser'), 'Content-Type': 'application/json' }

async function badBodies(endpoint: Endpoint) {
  const { body } = exampleOf(endpoint, own)
  if (!body) return 0
  const before = counts.requests
  const send = async (text: string) =>
    look(`${nameOf(endpoint)} ${text.slice(0, 300)}`, await world.raw(endpoint.path, { method: endpoint.method, headers, body: text }))
  for (const path of pathsOf(body)) for (const text of nasty) await send(withAt(body, path, text))
  for (const text of [...nasty, '', '{', 'undefined', '{"a":1,}', '\ufeff{}', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`]) await send(text)
  return counts.requests - before
}

async function badAddresses(endpoint: Endpoint) {
  const { path = {}, query = {}, body } = exampleOf(endpoint, own)
  const before = counts.requests
  const values = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '2147483648',
    '99999999999',
    '%00',
    '%2e%2e',
    '%ff',
    '%F0%9F%92%A9',
    ' 1',
    '1;2',
    "1'--",
    'null',
    'NaN',
    '٣',
    'x'.repeat(3000),
  ]
  const fill = (name: string, value: string) =>
    endpoint.path.replace(/:(\w+)/g, (_, one: string) => (one === name ? value : String(path[one] ?? 1)))
  const send = async (address: string) =>
    look(
      `${endpoint.method} ${address.slice(0, 200)}`,
      await world.raw(address, { method: endpoint.method, headers, ...(body && { body: JSON.stringify(body) }) }),
    )
  for (const name of Object.keys(path)) for (const value of values) await send(fill(name, value))
  const names = [...Object.keys(query), 'member_group_id', 'advertiser_ids', '__proto__', 'constructor', 'a%00b', '%ff']
  for (const name of names) for (const value of [...values, '']) await send(`${fill('', '')}?${name}=${value}`)
  for (const name of Object.keys(query)) await send(`${fill('', '')}?${name}=1&${name}=2`)
  return counts.requests - before
}

async function badHeaders(endpoint: Endpoint) {
  const { path = {}, query, body } = exampleOf(endpoint, own)
  const address =
    endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(path[name])) + (query ? `?${new URLSearchParams(query)}` : '')
  const before = counts.requests
  const changes: Record<string, string>[] = [
    ...['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'x', ';'].map((type) => ({
      'Content-Type': type,
    })),
    ...['Bearer', 'Bearer  ', 'bearer x', 'Bearer ünicode', `Bearer ${'a'.repeat(7000)}`, 'Basic Og=='].map((value) => ({
      Authorization: Buffer.from(value).toString('latin1'),
    })),
    { 'If-Match': 'x'.repeat(2000) },
    { 'Idempotency-Key': '\u00ff'.repeat(20) },
    { Origin: 'null' },
    { 'X-Request-Id': 'forged' },
    { 'Content-Encoding': 'gzip' },
    { 'X-HTTP-Method-Override': 'DELETE' },
  ]
  for (const change of changes)
    await look(
      `${nameOf(endpoint)} ${JSON.stringify(change).slice(0, 100)}`,
      await world.raw(address, {
        method: endpoint.method,
        headers: { ...headers, ...change },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  return counts.requests - before
}

test.each(each)('%s answers nothing with a 5xx', async (_, endpoint) => {
  const found = wrong.length
  const tried = (await badBodies(endpoint)) + (await badAddresses(endpoint)) + (await badHeaders(endpoint))
  expect(wrong.slice(found)).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(40)
})

test('every refusal had the contract’s form, and the counts', () => {
  const statuses = [...counts.byStatus].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
  console.log(`hostile input: ${counts.requests} requests, ${wrong.length} of them 5xx; ${statuses.join(', ')}`)
  expect(counts.requests).toBeGreaterThan(2500)
})

const forbidden: Readonly<Record<string, unknown>> = {
  user_id: 1,
  role_id: 1,
  roles: [1],
  is_admin: true,
  access: { all: true },
  permissions: { 'reports.read': true },
  status: 'active',
  version: 9,
  created_at: '2026-01-01T00:00:00Z',
  password_hash: 'x',
  partner_client_id: 'small-partner',
  scope: 'all',
}

test.each(each)('%s takes no field that it does not name', async (_, endpoint) => {
  const call = exampleOf(endpoint, own)
  for (const [name, value] of Object.entries(forbidden)) {
    const part =
      call.body || endpoint.method !== 'GET'
        ? { body: { ...call.body, [name]: value } }
        : { query: { ...call.query, [name]: String(value) } }
    const answer = await world.as('superUser').send(endpoint, { ...call, ...part } as never) // wrong on purpose
    expect([name, answer.status]).toEqual([name, 422])
    expect(answer.reply.fields.map((field: { path: string }) => field.path)).toContain(name)
  }
})
