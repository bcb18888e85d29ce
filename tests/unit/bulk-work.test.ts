import { describe, expect, test } from 'vitest'
import { Problem } from '../../src/kit/problem.ts'
import { type BulkAnswer, type BulkRun, doneOf, makeAll } from '../../src/surfaces/campaigns/bulk/batches.ts'

const answer: BulkAnswer = { of: 'campaigns', rows: [], changed: 2, refused: 0, batch: 'batch', effects: [] }
const failing =
  (told: readonly BulkAnswer[], problem: Problem): BulkRun<object> =>
  async (_, __, tell) => {
    for (const one of told) tell?.(one)
    throw problem
  }
const lost = new Problem({ kind: 'unreachable' })
const refused = new Problem({ kind: 'invalid', status: 422 })

describe('many changes that fail on the way', () => {
  test('say what was done before', async () => {
    const made = await makeAll(failing([answer], refused), {})
    expect([made.answers, doneOf(made)]).toEqual([[answer], 'some'])
  })

  test('say that nobody knows about the rest where its answer was lost', async () => {
    const made = await makeAll(failing([answer], lost), {})
    expect([made.answers, doneOf(made)]).toEqual([[answer], 'some-unknown'])
  })

  test('say nothing was done only where the platform said so', async () => {
    expect(doneOf(await makeAll(failing([], refused), {}))).toBe('none')
    expect(doneOf(await makeAll(failing([], lost), {}))).toBe('unknown')
    expect(doneOf(await makeAll(async () => [answer], {}))).toBe('all')
  })
})
