import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { createFlags } from '../../src/kit/flags.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { flags } = contract
const all = 'ofrep/v1/evaluate/flags'
const json = { 'Content-Type': 'application/json; charset=utf-8' }
const demo = { key: 'demo', value: true, reason: 'STATIC' }
const post = (path: string, body: string, headers: Record<string, string> = json) => world.raw(path, { method: 'POST', headers, body })

test.each([
  {},
  { context: {} },
  { context: { targetingKey: 'anonymous', environment: 'production' } },
  { context: { targetingKey: 'visitor-1', userAgent: 'Mozilla/5.0', plan: { name: 'pro', seats: 3 }, member_group_id: 2, tags: ['a'] } },
])('the flags with the context %j are the bare answer that an OFREP client reads', async (body) => {
  const { status, reply } = await world.as('nobody').send(flags.all, { body })
  expect([status, reply]).toEqual([200, { flags: [demo], metadata: {} }])
  const one = await world.as('nobody').send(flags.one, { path: { key: 'demo' }, body })
  expect([one.status, one.reply]).toEqual([200, { ...demo, metadata: {} }])
})

test('an unknown flag is refused with its key', async () => {
  const { status, reply } = await world.as('nobody').send(flags.one, { path: { key: 'no such/flag' }, body: {} })
  expect([status, reply]).toEqual([
    404,
    { key: 'no such/flag', errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.stringContaining('Not found') },
  ])
})

test.each([
  ['text that is no JSON', '{', 400, 'PARSE_ERROR'],
  ['a context that is no object', '{"context":["a"]}', 400, 'INVALID_CONTEXT'],
  ['a field of another protocol', '{"user":"a"}', 400, 'INVALID_CONTEXT'],
])('%s is refused in the form of the protocol', async (_, body, status, errorCode) => {
  const whole = await post(all, body)
  expect([whole.status, whole.reply]).toEqual([status, { errorCode, errorDetails: expect.any(String) }])
  const one = await post(`${all}/demo`, body)
  expect([one.status, one.reply]).toEqual([status, { key: 'demo', errorCode, errorDetails: expect.any(String) }])
})

test('an empty key and a wrong method are refused in the form of the protocol, too', async () => {
  const empty = await post(`${all}/`, '{}')
  expect([empty.status, empty.reply]).toEqual([404, { errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.any(String) }])
  const read = await world.raw(all, {})
  expect([read.status, read.reply]).toEqual([405, { errorCode: 'GENERAL', errorDetails: expect.any(String) }])
})

test('a wrong type and a wrong token keep their status', async () => {
  const plain = await post(all, '{}', { 'Content-Type': 'text/plain' })
  expect([plain.status, plain.reply.errorCode]).toEqual([415, 'PARSE_ERROR'])
  const unknown = await post(all, '{}', { ...json, Authorization: 'Bearer nonsense' })
  expect([unknown.status, unknown.reply.errorCode]).toEqual([401, 'GENERAL'])
})

test('our own client reads the flags', async () => {
  const client = createFlags(`${world.origin}/${all}`, 'development', new AbortController().signal)
  await client.ready
  expect([client.getBooleanValue('demo', false), client.getBooleanValue('other', true)]).toEqual([true, true])
})
