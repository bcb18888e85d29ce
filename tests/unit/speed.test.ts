import { describe, expect, test } from 'vitest'
import { type Second, type Side, type Visits, wrongOf } from '../measures/speed-verdict.ts'
import type { Visit } from '../measures/speed-visit.ts'

const fast: Visit = { skeleton: 500, painted: 1500, longest: 300, busiest: 120, shift: 0.001, requests: ['GET a', 'POST b'] }
const second: Second = { same: 0, files: 0, repeated: 0 }

const visitsOf = (change: Partial<Record<Side, readonly Visit[]>> = {}): Visits => ({
  page: [fast],
  'by-hand': [{ ...fast, painted: 1000 }],
  frame: [{ ...fast, skeleton: 1800, painted: 2000 }],
  'by-hand-frame': [{ ...fast, painted: 1400 }],
  ten: [fast],
  ...change,
})

test('no figure above its limit is reported', () => {
  expect(wrongOf(visitsOf(), second)).toEqual([])
})

describe('each figure above its limit is reported', () => {
  test.each<[string, Visits, Second, RegExp]>([
    ['skeleton', visitsOf({ page: [{ ...fast, skeleton: 1001 }] }), second, /^page: skeleton ms 1001, past 1000$/],
    [
      'painted',
      visitsOf({ frame: [{ ...fast, painted: 3001 }], 'by-hand-frame': [{ ...fast, painted: 2500 }] }),
      second,
      /^frame: painted/,
    ],
    ['task', visitsOf({ page: [{ ...fast, busiest: 201 }] }), second, /^page: longest task ms 201/],
    ['shift', visitsOf({ frame: [{ ...fast, shift: 0.021 }] }), second, /^frame: layout shift 0.021/],
    ['ratio', visitsOf({ 'by-hand': [{ ...fast, painted: 900 }] }), second, /^page: times by hand 1.67, past 1.5$/],
    [
      'ten charts',
      visitsOf({ ten: [{ ...fast, requests: [...fast.requests, 'POST b'] }] }),
      second,
      /^ten charts: requests more than one 1/,
    ],
    ['the same again', visitsOf(), { ...second, same: 1 }, /^the same chart again/],
    ['files', visitsOf(), { ...second, files: 2 }, /^a second chart: files 2/],
    ['repetition', visitsOf(), { ...second, repeated: 1 }, /^a second chart: requests again 1/],
  ])('%s', (_, visits, added, word) => {
    expect(wrongOf(visits, added)).toEqual([expect.stringMatching(word)])
  })
})

test('one slow visit among several is accepted, and a missing measurement is reported', () => {
  expect(wrongOf(visitsOf({ page: [fast, { ...fast, painted: 9000 }, fast] }), second)).toEqual([])
  expect(wrongOf(visitsOf({ page: [] }), { ...second, files: Number.NaN })).toHaveLength(7)
})
