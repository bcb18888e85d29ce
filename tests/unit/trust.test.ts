import { expect, test } from 'vitest'
import { keep, type Outcome } from '../trust/keep.ts'
import { momentsOf } from '../trust/kills.ts'

const promised = (name: string, run: () => Promise<Outcome>, withinMs = 10_000) => ({ name, about: 'something', withinMs, run })
const told = async (...promises: ReturnType<typeof promised>[]) => {
  const lines: string[] = []
  const { broken } = await keep(promises, (line) => lines.push(line))
  return { lines, broken }
}

test('a kept promise counts as no failure', async () => {
  const { lines, broken } = await told(promised('one', async () => ({ did: '5 tries', broken: [] })))
  expect(broken).toBe(0)
  expect(lines.at(-1)).toBe('figure: 1 of 1 promises kept, 0 findings')
  expect(lines.at(-2)).toMatch(/^one +kept +0 s +5 tries$/)
})

test('findings, aborts and timeouts are failures', async () => {
  const { lines, broken } = await told(
    promised('found', async () => ({ did: '5 tries', broken: ['a leak', 'another'] })),
    promised('threw', () => Promise.reject(new Error('the innards'))),
    promised('late', () => new Promise(() => undefined), 20),
  )
  expect(broken).toBe(3)
  expect(lines.at(-1)).toBe('figure: 0 of 3 promises kept, 4 findings')
  expect(lines.join('\n')).toContain('a leak')
  expect(lines.join('\n')).toContain('the innards')
  expect(lines.join('\n')).toContain('took more than 0.02 s')
})

test('the times of kills are repeated with the same seed, and differ with another', () => {
  const some = (seed: number) => Array.from({ length: 200 }, momentsOf(seed))
  expect(some(7)).toEqual(some(7))
  expect(some(8)).not.toEqual(some(7))
  const early = some(7).filter(({ isEarly }) => isEarly)
  expect(early.length).toBeGreaterThan(0)
  expect(early.length).toBeLessThan(60)
  expect(some(7).every(({ isEarly, afterMs }) => afterMs >= (isEarly ? 0 : 30) && afterMs < (isEarly ? 1_500 : 430))).toBe(true)
})
