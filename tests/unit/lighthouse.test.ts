import { describe, expect, test } from 'vitest'
import { isWorthRepeating, type Run, slowdownFor, wrongOf } from '../measures/lighthouse-verdict.ts'

const good: Run = { scores: { performance: 0.97, accessibility: 1, 'best-practices': 1 }, shift: 0.001, faults: [] }
const withScore = (scores: Partial<Run['scores']>): Run => ({ ...good, scores: { ...good.scores, ...scores } })

test('a page that meets all limits has no fault', () => {
  expect(wrongOf({ runs: [good] })).toEqual([])
})

describe('each value beyond its limit is reported', () => {
  test.each<[string, Run, string]>([
    ['performance', withScore({ performance: 0.94 }), 'performance 0.94, below 0.95'],
    ['accessibility', withScore({ accessibility: 0.98 }), 'accessibility 0.98, below 1'],
    ['best practices', withScore({ 'best-practices': 0.96 }), 'best practices 0.96, below 1'],
    ['layout shift', { ...good, shift: 0.021 }, 'layout shift 0.021, above 0.02'],
    ['a missing score', withScore({ performance: Number.NaN }), 'performance NaN, below 0.95'],
  ])('%s', (_, run, fault) => {
    expect(wrongOf({ runs: [run] })).toEqual([fault])
  })
  test('no run at all', () => {
    expect(wrongOf({ runs: [] })).toEqual(['not measured'])
  })
})

test('the best performance and the worst of everything else count', () => {
  expect(wrongOf({ runs: [withScore({ performance: 0.5 }), good] })).toEqual([])
  expect(wrongOf({ runs: [good, { ...good, shift: 0.3 }] })).toEqual(['layout shift 0.300, above 0.02'])
  expect(wrongOf({ runs: [withScore({ accessibility: 0.9 }), good] })).toEqual(['accessibility 0.9, below 1'])
})

test('only a page that lacks nothing but performance is visited again', () => {
  expect(isWorthRepeating({ runs: [withScore({ performance: 0.9 })] })).toBe(true)
  expect(isWorthRepeating({ runs: [withScore({ performance: 0.9, accessibility: 0.9 })] })).toBe(false)
})

test('a slow machine is slowed down less, and a fast one as usual', () => {
  expect([200, 875, 1750, 3000].map(slowdownFor)).toEqual([1, 2, 4, 4])
})
