import { expect, test } from 'vitest'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { projectSpend } from '../../src/surfaces/campaign-builder/forecast/projection.ts'

const start = '2026-12-01'
/** Sums of a campaign that spends ten on each of some days. */
const tenEach = (days: number) => Array.from({ length: days }, (_, index) => ({ day: addDays(start, index), spend: (index + 1) * 10 }))

test('without a spend there is no projection', () => {
  expect(projectSpend({ sums: [], funds: 100, start, end: undefined, runOut: null })).toBeUndefined()
  expect(projectSpend({ sums: [{ day: start, spend: 0 }], funds: 100, start, end: undefined, runOut: null })).toBeUndefined()
})

test('spend stops at the first limit, and the end date is the other one', () => {
  const runOut = { limit: 'funds', day: '2026-12-05' } as const
  const projection = projectSpend({ sums: tenEach(5), funds: 50, start, end: '2026-12-10', runOut })
  expect(projection?.lastDay).toBe('2026-12-10')
  expect(projection?.stop).toMatchObject({ at: 0.5, day: '2026-12-05' })
  // Where the money ends, the spend line meets the line of the funds and stays there.
  expect(projection?.stop?.height).toBeCloseTo(projection?.funds ?? 0)
  expect(projection?.points.at(-1)).toEqual({ at: 1, height: projection?.stop?.height })
  expect(projection?.limits).toEqual([
    { limit: 'funds', day: '2026-12-05', share: 0.5, isFirst: true },
    { limit: 'end_date', day: '2026-12-10', share: 1, isFirst: false },
  ])
})

test('a campaign that reaches its end date is not stopped, and funds far above it are left out', () => {
  const runOut = { limit: 'end_date', day: '2026-12-10' } as const
  const projection = projectSpend({ sums: tenEach(10), funds: 9000, start, end: '2026-12-10', runOut })
  expect([projection?.stop, projection?.funds]).toEqual([undefined, undefined])
  expect(projection?.limits).toEqual([{ limit: 'end_date', day: '2026-12-10', share: 1, isFirst: true }])
})

test('the line follows the sums: a first day that spends more, a pause, and a budget that renews', () => {
  const sums = [
    { day: '2026-12-01', spend: 60 },
    { day: '2026-12-04', spend: 60 },
    { day: '2026-12-05', spend: 120 },
  ]
  const runOut = { limit: 'campaign', day: '2026-12-01' } as const
  const projection = projectSpend({ sums, funds: 9000, start, end: '2026-12-05', runOut })
  const height = (spend: number) => expect.closeTo(spend / (120 * 1.15))
  expect(projection?.points).toEqual([
    { at: 0, height: 0 },
    { at: 0.2, height: height(60) },
    { at: 0.8, height: height(60) },
    { at: 1, height: height(120) },
  ])
  expect(projection?.stop).toEqual({ at: 0.2, height: height(60), day: '2026-12-01' })
})

test('nothing is spent before the first day with a sum', () => {
  const sums = [
    { day: '2026-12-03', spend: 10 },
    { day: '2026-12-04', spend: 20 },
  ]
  const projection = projectSpend({ sums, funds: 9000, start, end: '2026-12-04', runOut: null })
  expect(projection?.points.map(({ at }) => at)).toEqual([0, 0.5, 0.75, 1])
  expect(projection?.points[1]?.height).toBe(0)
})

test('without an end date some time after the first limit is shown', () => {
  const year = tenEach(366)
  const open = projectSpend({ sums: year, funds: 400, start, end: undefined, runOut: null })
  expect([open?.lastDay, open?.points.length]).toEqual(['2026-12-30', 31])
  const runOut = { limit: 'funds', day: '2027-01-09' } as const
  expect(projectSpend({ sums: tenEach(40), funds: 400, start, end: undefined, runOut })?.lastDay).toBe('2027-01-17')
})
