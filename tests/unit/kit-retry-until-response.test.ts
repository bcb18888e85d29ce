import { expect, test } from 'vitest'
import { Problem } from '../../src/kit/problem.ts'
import { createIdempotentWrite } from '../../src/kit/idempotent-write.ts'

const lost = () => Promise.reject(new Problem({ kind: 'unreachable' }))

test('the first request is repeated unchanged with its key until it gets a response', async () => {
  const once = createIdempotentWrite<string>()
  const seen: string[][] = []
  const hear = (respond: () => Promise<string>) => (body: string, key: string) => {
    seen.push([body, key])
    return respond()
  }
  await expect(once('first', hear(lost))).rejects.toThrow()
  const held = { status: 'error' as const, formatting: { subject: 'Idempotency-Key', rule: 'The first request has not ended' } }
  await expect(
    once(
      'second',
      hear(() => Promise.reject(new Problem({ kind: 'conflict', status: 409, reply: held }))),
    ),
  ).rejects.toThrow()
  expect(
    await once(
      'third',
      hear(async () => 'done'),
    ),
  ).toEqual({ response: 'done', sent: 'first' })
  expect(new Set(seen.map(String)).size).toBe(1)
  expect(
    (
      await once(
        'fourth',
        hear(async () => 'done'),
      )
    ).sent,
  ).toBe('fourth')
  expect(seen.at(-1)?.[1]).not.toBe(seen[0]?.[1])
})

test('a refused request can be sent with other values', async () => {
  const once = createIdempotentWrite<string>()
  await expect(once('wrong', () => Promise.reject(new Problem({ kind: 'invalid', status: 422 })))).rejects.toThrow()
  expect((await once('right', async () => 'done')).sent).toBe('right')
})
