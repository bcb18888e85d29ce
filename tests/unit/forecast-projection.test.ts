import { expect, test } from 'vitest'
import { projectSpend } from '../../src/surfaces/campaign-builder/forecast/projection.ts'

const start = '2026-12-01'

test('without a spend there is no projection', () => {
  expect(projectSpend({ perDay: 0, funds: 100, start, end: undefined, runOut: null })).toBeUndefined()
})

test('spend stops at the first limit, and the end date is the other one', () => {
  const projection = projectSpend({ perDay: 10, funds: 50, start, end: '2026-12-10', runOut: { limit: 'funds', day: '2026-12-05' } })
  expect(projection?.lastDay).toBe('2026-12-10')
  expect(projection?.stop).toMatchObject({ at: 0.5, day: '2026-12-05' })
  // Where the money ends, the spend line meets the line of the funds.
  expect(projection?.stop?.height).toBeCloseTo(projection?.funds ?? 0)
  expect(projection?.limits).toEqual([
    { limit: 'funds', day: '2026-12-05', share: 0.5, isFirst: true },
    { limit: 'end_date', day: '2026-12-10', share: 1, isFirst: false },
  ])
})

test('a campaign that reaches its end date is not stopped, and funds far above it are left out', () => {
  const projection = projectSpend({ perDay: 10, funds: 9000, start, end: '2026-12-10', runOut: { limit: 'end_date', day: '2026-12-10' } })
  expect([projection?.stop, projection?.funds]).toEqual([undefined, undefined])
  expect(projection?.limits).toEqual([{ limit: 'end_date', day: '2026-12-10', share: 1, isFirst: true }])
})

test('without an end date some time after the first limit is shown', () => {
  expect(projectSpend({ perDay: 10, funds: 400, start, end: undefined, runOut: null })?.lastDay).toBe('2026-12-30')
  const projection = projectSpend({ perDay: 10, funds: 400, start, end: undefined, runOut: { limit: 'funds', day: '2027-01-09' } })
  expect(projection?.lastDay).toBe('2027-01-17')
})
