import { expect, test } from 'vitest'
import { bucketEnd } from '../../src/contract/dates/date-ranges.ts'

test.each([
  ['hour', '2026-02-28T23', '2026-02-28'],
  ['day', '2026-02-28', '2026-02-28'],
  ['week', '2026-02-23', '2026-03-01'],
  ['month', '2026-02-01', '2026-02-28'],
  ['month', '2024-02-01', '2024-02-29'],
  ['month', '2026-12-01', '2026-12-31'],
])('the %s that starts at %s ends on %s', (dimension, start, end) => {
  expect(bucketEnd(dimension, start)).toBe(end)
})
