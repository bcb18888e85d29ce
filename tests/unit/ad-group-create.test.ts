import { expect, test } from 'vitest'
import { adGroupEntities } from '../../src/contract/ad-groups/entities.ts'
import { adGroups } from '../../src/contract/ad-groups/ad-groups.ts'
import type { Send } from '../../src/kit/api.ts'
import { Problem } from '../../src/kit/problem.ts'
import { createAdGroupOnce } from '../../src/surfaces/campaigns/ad-group/create.tsx'

const names = new Map<object, string>([
  ...[...Object.entries(adGroups), ...Object.entries(adGroupEntities)].map(([name, endpoint]) => [endpoint, name] as const),
])
interface SentCall {
  readonly body?: Record<string, unknown>
}

/** Fake platform that creates an ad group once per idempotency key and loses its first responses. */
function losingReplies(times: number) {
  const state = { lost: times, keys: new Map<string, string>(), calls: [] as unknown[][] } // filled by the calls
  const send = (async (endpoint: object, { body }: SentCall, { idempotencyKey = '' } = {}) => {
    const name = names.get(endpoint)
    state.calls.push([name, body])
    if (name !== 'create') return { version: 3 }
    const said = state.keys.get(idempotencyKey) ?? JSON.stringify(body)
    if (said !== JSON.stringify(body)) throw new Problem({ kind: 'invalid', status: 422 })
    state.keys.set(idempotencyKey, said)
    if (state.lost-- > 0) throw new Problem({ kind: 'unreachable' })
    return { ad_group_id: 9 }
  }) as unknown as Send // has only the calls of this feature
  return { state, send }
}
const bodyOf = (name: string, entity_ids: number[]) => ({ campaign_id: 4, name, base_bid: '1', entity_ids })

test('an ad group whose reply was lost is created once and then updated to the form', async () => {
  const { state, send } = losingReplies(1)
  const make = createAdGroupOnce(send, { memberGroupId: 1, advertiserId: 7 })
  await expect(make(bodyOf('First', [1, 2]), { name: 'First' })).rejects.toThrow()
  expect(await make(bodyOf('Second', [2, 3]), { name: 'Second' })).toBe(9)
  expect(state.keys.size).toBe(1)
  expect(state.calls.slice(2)).toEqual([
    ['add', { entity_ids: [3] }],
    ['remove', { entities: [{ ad_group_id: 9, entity_id: 1 }] }],
    ['one', undefined],
    ['change', { name: 'Second' }],
  ])
})

test('when that update fails, the successful part is known', async () => {
  const { state, send } = losingReplies(1)
  let isOver = false
  const failing = ((endpoint: object, call: SentCall, options: object) => {
    if (names.get(endpoint) === 'change' && !isOver) return Promise.reject(new Problem({ kind: 'conflict', status: 412 }))
    return send(endpoint as never, call as never, options as never) // as it came
  }) as Send // has only the calls of this feature
  const make = createAdGroupOnce(failing, { memberGroupId: 1, advertiserId: 7 })
  await expect(make(bodyOf('First', [1]), { name: 'First' })).rejects.toThrow()
  await expect(make(bodyOf('Second', [1, 2]), { name: 'Second' })).rejects.toThrow()
  isOver = true
  expect(await make(bodyOf('Third', [1]), { name: 'Third' })).toBe(9)
  expect(state.calls.slice(2)).toEqual([
    ['add', { entity_ids: [2] }],
    ['one', undefined],
    ['remove', { entities: [{ ad_group_id: 9, entity_id: 2 }] }],
    ['one', undefined],
    ['change', { name: 'Third' }],
  ])
})

test('input during the request is saved the next time', async () => {
  const { state, send } = losingReplies(0)
  const make = createAdGroupOnce(send, { memberGroupId: 1, advertiserId: 7 })
  await make(bodyOf('First', [1]), { name: 'First' })
  await make(bodyOf('First and more', [1, 2]), { name: 'First and more' })
  expect(state.calls.map(([name]) => name)).toEqual(['create', 'add', 'one', 'change'])
})

test('an ad group with an immediate reply is not updated', async () => {
  const { state, send } = losingReplies(0)
  await createAdGroupOnce(send, { memberGroupId: 1, advertiserId: 7 })(bodyOf('First', [1]), { name: 'First' })
  expect(state.calls.map(([name]) => name)).toEqual(['create'])
})
