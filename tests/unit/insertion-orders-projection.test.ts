import { expect, test } from 'vitest'
import { projectOrderSpend } from '../../src/surfaces/insertion-orders/order/spend-projection.ts'

const order = { status: 'approved' as const, start_date: '2026-06-01', end_date: '2026-06-10' }
/** 10 on each of the first five days. */
const spent = new Map(['01', '02', '03', '04', '05'].map((day) => [`2026-06-${day}`, 10]))
const projected = (total: number, today = '2026-06-06', change: object = {}) =>
  projectOrderSpend(spent, today, { ...order, ...change }, total)

test('the projection of an order says that its money ends first, on the day on which the total is reached', () => {
  // 50 are spent before the 6th; 10 a day reach 80 on the 8th.
  const { values, projectedFrom, first } = projected(80)
  expect(values).toEqual([10, 20, 30, 40, 50, 60, 70, 80, null, null])
  expect([projectedFrom, first]).toEqual([5, { limit: 'total', day: '2026-06-08', unspent: 0 }])
})

test('the projection of an order says that its dates end first, and what is then not spent', () => {
  // 10 a day reach 100 on the last day; of 130 are 30 left.
  expect(projected(130)).toMatchObject({
    values: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    first: { limit: 'end', day: '2026-06-10', unspent: 30 },
  })
  expect(projected(100).first).toEqual({ limit: 'total', day: '2026-06-10', unspent: 0 })
})

test('an order has no projection before its second day, after its end, used up or not in force', () => {
  expect(projected(130, '2026-06-01').first).toBeUndefined()
  expect(projected(130, '2026-06-11')).toMatchObject({ projectedFrom: -1, first: undefined })
  expect(projected(50).first).toBeUndefined()
  expect(projected(130, '2026-06-06', { status: 'pending' }).first).toBeUndefined()
})
