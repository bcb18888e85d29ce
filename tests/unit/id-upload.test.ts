import { expect, test } from 'vitest'
import { parseIds } from '../../src/contract/registrations/id-lists.rules.ts'
import { Problem } from '../../src/kit/problem.ts'
import { maxIdsPerRequest } from '../../src/parts/entity-picker/source.ts'
import { sendIds } from '../../src/parts/entity-picker/send-ids.ts'

const pieces = 3
const list = parseIds(Array.from({ length: maxIdsPerRequest * pieces }, (_, index) => `id-${index}`).join('\n'))
const firstRefused = (ids: readonly string[]) => ({
  added: ids.length - 1,
  already: 0,
  refused: [{ id: ids[0] ?? '', code: 'unknown' as const }],
})
const unreachable = new Problem({ kind: 'unreachable', status: 0 })

test('an upload stopped between two parts reports its progress', async () => {
  const way = new AbortController()
  const outcome = await sendIds({ addIds: async (ids) => firstRefused(ids) }, list, {
    signal: way.signal,
    onProgress: (sent) => sent === maxIdsPerRequest * 2 && way.abort(),
  })
  expect(outcome).toMatchObject({ added: (maxIdsPerRequest - 1) * 2, sent: maxIdsPerRequest * 2, isUnsure: false })
  expect(outcome.problems.map(({ line }) => line)).toEqual([1, maxIdsPerRequest + 1])
})

test('an upload stopped during a part reports the parts before, and that this part may be stored', async () => {
  const way = new AbortController()
  let calls = 0
  const addIds = async (ids: readonly string[]) => {
    calls += 1
    if (calls === 1) return firstRefused(ids)
    way.abort()
    throw new Problem({ kind: 'ended', status: 0 })
  }
  const outcome = await sendIds({ addIds }, list, { signal: way.signal, onProgress: () => undefined })
  expect(outcome).toEqual({
    added: maxIdsPerRequest - 1,
    already: 0,
    sent: maxIdsPerRequest,
    isUnsure: true,
    problems: [{ line: 1, text: 'id-0', code: 'unknown' }],
  })
})

test('an upload that fails reports progress and reason, and can be continued', async () => {
  const requests: string[] = []
  let isReachable = false
  const addIds = async (ids: readonly string[]) => {
    if (requests.length > 0 && !isReachable) throw unreachable
    requests.push(ids[0] ?? '')
    return firstRefused(ids)
  }
  const { signal } = new AbortController()
  const before = await sendIds({ addIds }, list, { signal, onProgress: () => undefined })
  expect(before).toMatchObject({ added: maxIdsPerRequest - 1, sent: maxIdsPerRequest, failed: unreachable, isUnsure: true })
  isReachable = true
  const progress: number[] = []
  const whole = await sendIds({ addIds }, list, { signal, earlier: before, onProgress: (sent) => progress.push(sent) })
  expect(requests).toEqual(['id-0', `id-${maxIdsPerRequest}`, `id-${maxIdsPerRequest * 2}`])
  expect(progress).toEqual([maxIdsPerRequest * 2, maxIdsPerRequest * 3])
  expect(whole).toMatchObject({ added: (maxIdsPerRequest - 1) * pieces, sent: list.ids.length, isUnsure: false })
  expect(whole.failed).toBeUndefined()
  expect(whole.problems.map(({ line }) => line)).toEqual([1, maxIdsPerRequest + 1, maxIdsPerRequest * 2 + 1])
})

test('an upload that is refused has a certain result', async () => {
  const refused = new Problem({ kind: 'conflict', status: 409 })
  const addIds = async () => Promise.reject(refused)
  const { signal } = new AbortController()
  const outcome = await sendIds({ addIds }, list, { signal, onProgress: () => undefined })
  expect(outcome).toMatchObject({ added: 0, sent: 0, failed: refused, isUnsure: false })
})
