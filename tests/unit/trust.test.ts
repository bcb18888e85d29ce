import { expect, test } from 'vitest'
import { keep, type Outcome, type Run } from '../trust/keep.ts'
import { momentsOf } from '../trust/kills.ts'

const promised = (name: string, run: (run: Run) => Promise<Outcome>, withinMs = 10_000) => ({ name, about: 'something', withinMs, run })
const keepAll = async (promises: readonly ReturnType<typeof promised>[], graceMs?: number) => {
  const lines: string[] = []
  const { broken } = await keep(promises, (line) => lines.push(line), graceMs)
  return { lines, broken }
}

test('a kept promise counts as no failure', async () => {
  const { lines, broken } = await keepAll([promised('one', async () => ({ did: '5 tries', broken: [] }))])
  expect(broken).toBe(0)
  expect(lines.at(-1)).toBe('figure: 1 of 1 promises kept, 0 findings')
  expect(lines.at(-2)).toMatch(/^one +kept +0 s +5 tries$/)
})

test('findings, aborts and timeouts are failures', async () => {
  const { lines, broken } = await keepAll(
    [
      promised('found', async () => ({ did: '5 tries', broken: ['a leak', 'another'] })),
      promised('threw', () => Promise.reject(new Error('the innards'))),
      promised('late', () => new Promise(() => undefined), 20),
    ],
    20,
  )
  expect(broken).toBe(3)
  expect(lines.at(-1)).toBe('figure: 0 of 3 promises kept, 5 findings')
  expect(lines.join('\n')).toContain('a leak')
  expect(lines.join('\n')).toContain('the innards')
  expect(lines.join('\n')).toContain('took more than 0.02 s')
  expect(lines.join('\n')).toContain('still runs 0.02 s after that')
})

test('a check past its time limit has ended before the next one begins', async () => {
  const order: string[] = []
  const slow = ({ signal }: Run) =>
    new Promise<Outcome>((_, reject) =>
      signal.addEventListener('abort', () =>
        setTimeout(() => {
          order.push('slow ended')
          reject(new Error('ended at endpoint 3 of 9'))
        }, 5),
      ),
    )
  const next = async () => {
    order.push('next began')
    return { did: '1 try', broken: [] }
  }
  const { lines, broken } = await keepAll([promised('slow', slow, 20), promised('next', next)])
  expect(order).toEqual(['slow ended', 'next began'])
  expect(broken).toBe(1)
  expect(lines.join('\n')).toContain('ended at endpoint 3 of 9')
})

test('a check prints its progress at each tenth', async () => {
  const { lines } = await keepAll([
    promised('counted', async ({ progress }) => {
      for (let done = 0; done <= 40; done++) progress('tries', done, 40)
      return { did: '40 tries', broken: [] }
    }),
  ])
  expect(lines.filter((line) => line.startsWith('counted: tries'))).toEqual(
    [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => `counted: tries ${percent} %`),
  )
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
