import { expect, test } from 'vitest'
import type { LoadResult } from '../measures/platform-load.ts'
import { loadProfiles, verdictOf } from '../measures/platform-verdict.ts'
import { differing } from '../measures/report-ratios.ts'

test('report measurements count responses that differ', () => {
  const one = { campaign_id: 1, cost: '1.50', cost_per_click: 1 / 3 }
  const other = { campaign_id: 2, cost: '1', cost_per_click: null }
  expect(differing([one], [{ ...one, cost: '1.500000', cost_per_click: '0.3333333333333333' }])).toBe(0)
  expect(differing([one], [{ ...one, cost: '1.500001' }])).toBe(1)
  expect(differing([one, other], [other, one])).toBe(2)
  expect(differing([one], [one, other])).toBe(1)
})

test('the platform verdict names what exceeds its limit', () => {
  const one = (side: LoadResult['side'], number: number, more: Partial<LoadResult> = {}): LoadResult => {
    const profile = loadProfiles[number] ?? { name: '', pauseMs: [0, 0], reports: 0 }
    return {
      side,
      profile,
      requests: 1,
      writes: 0,
      perSecond: side === 'bare' ? 1000 : 400,
      p50: 1,
      p99: 100,
      reports: 0,
      workMs: 1,
      errors: [],
      ...more,
    }
  }
  const well = [one('platform', 0), one('bare', 0), one('platform', 2), one('bare', 2)]
  expect(verdictOf(well, { isPostgres: true })).toEqual({ share: 0.4, errors: 0, waitMs: 100, violations: [] })
  const late = [...well.slice(0, 2), one('platform', 2, { p99: 251, errors: ['reset'] }), one('bare', 2)]
  expect(verdictOf(late, { isPostgres: true }).violations).toEqual(['1 errors', 'waiting time with five reports: 251 ms, limit 250 ms'])
  const slow = [one('platform', 0, { perSecond: 199 }), ...well.slice(1)]
  expect(verdictOf(slow, { isPostgres: true }).violations).toEqual(["0.20 of the bare server's requests, below 0.2"])
  expect(verdictOf([], { isPostgres: true }).violations).toEqual([
    "NaN of the bare server's requests, below 0.2",
    'waiting time with five reports: none measured, limit 250 ms',
  ])
  expect(verdictOf([], { isPostgres: false }).violations).toHaveLength(1)
})
