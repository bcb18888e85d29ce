import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { assert } from 'superstruct'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TokenBuckets } from '../../demo/platform/http/token-buckets.ts'
import { ErrorReply } from '../../src/contract/reply.ts'
import { authorization, type PlatformResponse, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { innards, slowMs, written, writtenHandlers } from '../support/platform/written-contract.ts'

let world: SmallWorld
const { handlers } = writtenHandlers()
beforeAll(async () => {
  world = await startSmallWorld({ contract: written, handlers })
})
afterAll(() => world.close())

const path = { memberGroupId: 1 }
const address = 'v1/member_groups/1/written'
const json = { ...authorization('clientAdmin'), 'Content-Type': 'application/json' }
const post = (at: SmallWorld, body: string, headers: Record<string, string> = json, to = address) =>
  at.raw(to, { method: 'POST', headers, body })
const add = (at: SmallWorld, name: string, headers?: Record<string, string>) =>
  at.as('clientAdmin').send(written.add, { path, body: { name } }, headers)
const channelsNamed = (name: string) => world.database.kysely.selectFrom('channels').select('name').where('name', '=', name).execute()
const auditsOf = (requestId: string | null) =>
  world.database.kysely
    .selectFrom('audit_entries')
    .selectAll()
    .where('request_id', '=', requestId ?? '')
    .execute()

let number = 0
const newName = () => `probe ${++number}`

describe('refused requests', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const refusals: readonly (readonly [string, number, string, () => Promise<PlatformResponse>])[] = [
    ['an unknown address', 404, 'not_found', () => world.raw('v1/nothing', { headers: json })],
    ['an id in words', 404, 'not_found', () => world.raw('v1/member_groups/one/written/surprise', { headers: json })],
    ['an id beyond the database', 404, 'not_found', () => world.raw('v1/member_groups/2147483648/written/surprise', { headers: json })],
    ['an id with a sign', 404, 'not_found', () => world.raw('v1/member_groups/-1/written/surprise', { headers: json })],
    ['another method', 405, 'method_not_allowed', () => world.raw(address, { method: 'DELETE', headers: json })],
    ['text that is no JSON', 400, 'malformed', () => post(world, '{"name":')],
    ['no body', 400, 'malformed', () => world.raw(address, { method: 'POST', headers: json })],
    [
      'bytes that are no UTF-8',
      400,
      'malformed',
      () => world.raw(address, { method: 'POST', headers: json, body: new Uint8Array([34, 255, 254, 34]) }),
    ],
    ['JSON nested 33 deep', 400, 'malformed', () => post(world, deep(33))],
    ['JSON nested 400,000 deep', 400, 'malformed', () => post(world, '['.repeat(400_000))],
    ['a key that reaches for the prototype', 400, 'malformed', () => post(world, '{"name":"x","__proto__":{"isAdmin":true}}')],
    ['a body over a megabyte', 413, 'too_large', () => post(world, JSON.stringify({ name: 'x'.repeat(1_000_001) }))],
    ['JSON of 15,001 values', 413, 'too_large', () => post(world, `[1${',1'.repeat(15_000)}]`)],
    ['a body that is compressed', 415, 'unsupported_type', () => post(world, '{}', { ...json, 'Content-Encoding': 'gzip' })],
    ['a form', 415, 'unsupported_type', () => post(world, 'name=x', { ...json, 'Content-Type': 'application/x-www-form-urlencoded' })],
    ['a type that begins alike', 415, 'unsupported_type', () => post(world, '{}', { ...json, 'Content-Type': 'application/jsonp' })],
    ['NUL in a text', 422, 'invalid', () => post(world, JSON.stringify({ name: 'a\0b' }))],
    ['half a surrogate pair', 422, 'invalid', () => post(world, '{"name":"\\ud800"}')],
    ['JSON nested 32 deep, which says nothing', 422, 'invalid', () => post(world, deep(32))],
    ['a field that is said twice', 422, 'invalid', () => world.raw(`${address}/surprise?a=1&a=2`, { headers: json })],
    ['a query where none is named', 422, 'invalid', () => world.raw(`${address}/surprise?a=1`, { headers: json })],
    [
      'a change of another version',
      412,
      'stale',
      () => world.as('clientAdmin').send(written.change, { path: { ...path, id: 1 }, body: { name: 'x' } }, { 'If-Match': '"6"' }),
    ],
    [
      'a change without its version',
      428,
      'version_required',
      () => world.as('clientAdmin').send(written.change, { path: { ...path, id: 1 }, body: { name: 'x' } }),
    ],
    ['a write without its key', 428, 'key_required', () => world.as('clientAdmin').send(written.addOnce, { path, body: { name: 'x' } })],
  ]
  test.each(refusals)('%s is %i', async (_, status, code, ask) => {
    const response = await ask()
    expect([response.status, response.reply?.code]).toEqual([status, code])
    assert(response.reply, ErrorReply)
    expect(response.reply.request_id).toBe(response.headers.get('x-request-id'))
  })

  test('a 405 lists the allowed methods, and a 422 names the field', async () => {
    expect((await world.raw(address, { method: 'DELETE', headers: json })).headers.get('allow')).toBe('POST')
    const response = await post(world, JSON.stringify({ name: 5, advertiser_ids: ['x'], extra: 1 }))
    const paths = response.reply.fields.map((field: { path: string }) => field.path)
    expect(paths.sort()).toEqual(['advertiser_ids.0', 'extra', 'name'])
    expect(response.text).not.toContain('"received')
  })

  test('a change with the right version is accepted', async () => {
    const response = await world
      .as('clientAdmin')
      .send(written.change, { path: { ...path, id: 1 }, body: { name: 'x' } }, { 'If-Match': '"7"' })
    expect(response.reply.result).toEqual({ version: 8 })
  })

  test('a body that arrives too slowly is cut off', async () => {
    const slow = await world.startSecondPlatform({ limits: { bodyMs: 100 } })
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        `${slow.origin}/${address}`,
        { method: 'POST', headers: { ...json, 'Content-Length': '50' } },
        (response) => {
          resolve(response.statusCode ?? 0)
          sent.destroy()
        },
      )
      sent.on('error', reject).write('{"name":')
    })
    expect(status).toBe(408)
    await slow.close()
  })

  test('too many requests are told when to retry', async () => {
    const strict = await world.startSecondPlatform({
      limits: { perCaller: new TokenBuckets(2, 0.1), perAddress: new TokenBuckets(1, 0.1) },
    })
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await add(strict, newName())).status)
    const response = await add(strict, newName())
    expect([...statuses, response.status, response.headers.get('retry-after')]).toEqual([200, 200, 429, 429, '10'])
    expect((await strict.as('superUser').send(written.add, { path, body: { name: newName() } })).status).toBe(200)
    const strangers = [await strict.raw(`${address}/wait`), await strict.raw(`${address}/wait`)]
    expect(strangers.map(({ status }) => status)).toEqual([401, 429])
    await strict.close()
  })
})

describe('internal errors stay internal', () => {
  test.each(['surprise', 'addAndFail', 'addAndBreak'] as const)('%s is a 500 that shows only its id', async (kind) => {
    const name = newName()
    const response =
      kind === 'surprise'
        ? await world.as('clientAdmin').send(written.surprise, { path })
        : await world.as('clientAdmin').send(written[kind], { path, body: { name } })
    expect(response.status).toBe(500)
    expect(response.reply).toMatchObject({ code: 'internal', error: 'Platform: Something went wrong' })
    expect(response.text).not.toContain('innards')
    expect(await channelsNamed(name)).toEqual([])
    const logged = world.lines.filter((line) => line.includes(response.reply.request_id))
    expect(logged.some((line) => line.includes('"surprise"'))).toBe(true)
  })

  test('a reply that breaks the contract logs the field, not its value', async () => {
    await world.as('clientAdmin').send(written.addAndBreak, { path, body: { name: newName() } })
    const line = world.lines.findLast((one) => one.includes('breaks the contract')) ?? ''
    expect(line).toContain('POST v1/member_groups/:memberGroupId/written/break')
    expect(line).not.toContain(innards)
  })

  test('a write that takes too long is refused and rolled back', async () => {
    const hasty = await world.startSecondPlatform({ limits: { requestMs: 100 } })
    const name = newName()
    const response = await hasty.as('clientAdmin').send(written.addSlowly, { path, body: { name } }, { 'Idempotency-Key': 'key-too-slow' })
    expect([response.status, response.reply.code]).toEqual([503, 'unavailable'])
    await pause(slowMs + 100)
    expect(await channelsNamed(name)).toEqual([])
    await hasty.close()
  })

  test('no token is written to the log', () => {
    expect(world.lines.length).toBeGreaterThan(20)
    expect(world.lines.filter((line) => line.includes('token-of'))).toEqual([])
    expect(world.lines.every((line) => JSON.parse(line).event)).toBe(true)
  })
})

describe('the audit log', () => {
  test('has user, action and object of each write, and nothing of refused writes and reads', async () => {
    const name = newName()
    const { headers } = await add(world, name)
    const [entry, ...more] = await auditsOf(headers.get('x-request-id'))
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      member_group_id: 1,
      user_id: 3,
      partner_client_id: null,
      method: 'POST',
      path: written.add.path,
      status: 200,
    })
    expect(entry?.detail).toEqual({ path: { memberGroupId: 1 }, fields: ['name'] })
    const failed = await world.as('clientAdmin').send(written.addAndFail, { path, body: { name } })
    const read = await world.as('clientAdmin').send(written.wait, { path })
    expect([...(await auditsOf(failed.headers.get('x-request-id'))), ...(await auditsOf(read.headers.get('x-request-id')))]).toEqual([])
  })

  test("names the partner of a partner's write", async () => {
    const { headers } = await world.as('partner').send(written.add, { path, body: { name: newName() } })
    const [entry] = await auditsOf(headers.get('x-request-id'))
    expect(entry).toMatchObject({ user_id: null, partner_client_id: 'small-partner' })
  })
})
