import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFlags } from '../../src/kit/flags.ts'
import { startLoopback } from '../support/ui/loopback.ts'

let server: Awaited<ReturnType<typeof startLoopback>>
beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())

/** Flags from a service with the given response. */
async function flagsFrom(text: string, status = 200) {
  server.reply((response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(text))
  const flags = createFlags(`${server.origin}/ofrep/v1/evaluate/flags`, 'staging', new AbortController().signal)
  await flags.ready
  return flags
}
const rows = [
  { key: 'on', value: true },
  { key: 'off', value: false },
  { key: 'text', value: 'true' },
  { key: 'number', value: 1 },
  { key: 'toString', value: true },
]

test('true and false apply, everything else is ignored', async () => {
  const flags = await flagsFrom(JSON.stringify({ flags: rows, metadata: {} }))
  const read = (usual: boolean) => ['on', 'off', 'text', 'number', 'unknown'].map((key) => flags.getBooleanValue(key, usual))
  expect(read(false)).toEqual([true, false, false, false, false])
  expect(read(true)).toEqual([true, false, true, true, true])
})

test('one anonymous request loads all flags', async () => {
  const bodies: unknown[] = []
  server.reply((response, request) => {
    bodies.push(request.headers['content-type'])
    response.writeHead(200).end('{"flags":[]}')
  })
  const flags = createFlags(`${server.origin}/flags`, 'staging', new AbortController().signal)
  await flags.ready
  for (const key of ['a', 'b', 'c']) flags.getBooleanValue(key, false)
  expect(server.urls()).toEqual(['POST /flags'])
  expect(server.requests[0]?.token).toBeUndefined()
})

test.each([
  ['an error', '{}', 500],
  ['a failure', '{"errorCode":"GENERAL","errorDetails":""}', 200],
  ['no JSON', '<html>', 200],
  ['null', 'null', 200],
  ['a number', '7', 200],
  ['flags that are no list', '{"flags":7}', 200],
  ['rows that are no flags', '{"flags":[null,7,"a"]}', 200],
] as const)('a flag service that responds with %s leaves the default of a flag', async (_, text, status) => {
  const flags = await flagsFrom(text, status)
  expect([flags.getBooleanValue('on', true), flags.getBooleanValue('on', false)]).toEqual([true, false])
})

test('without a flag service, or when its request is cancelled, the default applies', async () => {
  const unreachable = createFlags('http://127.0.0.1:1/flags', 'staging', new AbortController().signal)
  await unreachable.ready
  expect(unreachable.getBooleanValue('on', true)).toBe(true)
  server.reply(() => undefined)
  const ended = new AbortController()
  const flags = createFlags(`${server.origin}/flags`, 'staging', ended.signal)
  ended.abort()
  await flags.ready
  expect(flags.getBooleanValue('on', false)).toBe(false)
})
