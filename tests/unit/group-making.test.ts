import { expect, test } from 'vitest'
import { adGroupEntities } from '../../src/contract/ad-group-entities.ts'
import { adGroups } from '../../src/contract/ad-groups.ts'
import type { Send } from '../../src/kit/api.ts'
import { Problem } from '../../src/kit/problem.ts'
import { groupMaking } from '../../src/surfaces/campaigns/parts/group/make-group.ts'

const names = new Map<object, string>([
  ...[...Object.entries(adGroups), ...Object.entries(adGroupEntities)].map(([name, endpoint]) => [endpoint, name] as const),
])
interface Asked {
  readonly body?: Record<string, unknown>
}

/** Ad groups that are made once for each key, whose first answer is lost. */
function losingAnswers(times: number) {
  const state = { lost: times, keys: new Map<string, string>(), calls: [] as unknown[][] } // filled by what is sent
  const send = (async (endpoint: object, { body }: Asked, { idempotencyKey = '' } = {}) => {
    const name = names.get(endpoint)
    state.calls.push([name, body])
    if (name !== 'create') return { version: 3 }
    const said = state.keys.get(idempotencyKey) ?? JSON.stringify(body)
    if (said !== JSON.stringify(body)) throw new Problem({ kind: 'invalid', status: 422 })
    state.keys.set(idempotencyKey, said)
    if (state.lost-- > 0) throw new Problem({ kind: 'unreachable' })
    return { ad_group_id: 9 }
  }) as unknown as Send // answers only what making asks
  return { state, send }
}
const bodyOf = (name: string, entity_ids: number[]) => ({ campaign_id: 4, name, base_bid: '1', entity_ids })

test('an ad group whose answer was lost is made once, and becomes what the form says by then', async () => {
  const { state, send } = losingAnswers(1)
  const make = groupMaking(send, { memberGroupId: 1, advertiserId: 7 })
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

test('one that is answered at once is not changed', async () => {
  const { state, send } = losingAnswers(0)
  await groupMaking(send, { memberGroupId: 1, advertiserId: 7 })(bodyOf('First', [1]), { name: 'First' })
  expect(state.calls.map(([name]) => name)).toEqual(['create'])
})
