import { array, define } from 'superstruct'
import { expect, test } from 'vitest'
import { firstFailures } from '../../demo/platform/http/guards/first-failures.ts'
import { ReportRequest } from '../../src/contract/reports/reports.ts'

const filter = (more: object) => ({ field: 'cost', operation: 'BETWEEN', value: ['1', '2'], ...more })
const wrong: readonly unknown[] = [
  ...[null, 7, 'text', [], [1, 2, 3], {}, { member_group_id: '1', metrics: ['nothing', 'clicks', 3], extra: true }],
  ...[{ filters: [filter({ operation: 'none' }), filter({ value: ['1'] }), filter({ extra: 1, field: '' }), null, filter({})] }],
  ...[{ advertiser_ids: [], pagination: { start: -1, count: 0, more: 1 }, start_date: '2026-02-30' }],
]

test.each(wrong.map((value) => [value]))('%j is reported at the field of the struct', (value) => {
  const [error] = ReportRequest.validate(value, { coerce: true })
  const all = error?.failures() ?? []
  const failures = firstFailures(value, ReportRequest, 50)
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.map(({ path, type, message }) => [path, type, message])).toEqual(
    all.map(({ path, type, message }) => [path, type, message]),
  )
})

test('only the first of many failures are collected', () => {
  let looked = 0
  const refused = define('refused', () => {
    looked++
    return false
  })
  const failures = firstFailures(
    Array.from({ length: 100_000 }, () => 'x'),
    array(refused),
    10,
  )
  expect(failures.map(({ path }) => path)).toEqual(Array.from({ length: 10 }, (_, index) => [index]))
  expect(looked).toBe(10)
})
