import { describe, expect, test } from 'vitest'
import { Problem } from '../../src/kit/problem.ts'
import { type BulkResult, type BulkRun, completionOf, runBulk } from '../../src/surfaces/campaigns/bulk/batches.ts'

const result: BulkResult = { of: 'campaigns', rows: [], changed: 2, refused: 0, batch: 'batch', effects: [] }
const failing =
  (results: readonly BulkResult[], problem: Problem): BulkRun<object> =>
  async (_, __, tell) => {
    for (const one of results) tell?.(one)
    throw problem
  }
const lost = new Problem({ kind: 'unreachable' })
const refused = new Problem({ kind: 'invalid', status: 422 })

describe('a bulk change that fails half-way', () => {
  test('reports what was done before', async () => {
    const made = await runBulk(failing([result], refused), {})
    expect([made.results, completionOf(made)]).toEqual([[result], 'some'])
  })

  test('reports that the rest is unknown when a reply was lost', async () => {
    const made = await runBulk(failing([result], lost), {})
    expect([made.results, completionOf(made)]).toEqual([[result], 'some-unknown'])
  })

  test('reports that nothing was done only when the platform says so', async () => {
    expect(completionOf(await runBulk(failing([], refused), {}))).toBe('none')
    expect(completionOf(await runBulk(failing([], lost), {}))).toBe('unknown')
    expect(completionOf(await runBulk(async () => [result], {}))).toBe('all')
  })
})
