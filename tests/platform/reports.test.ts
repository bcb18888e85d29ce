import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { microsOf } from '../../src/contract/money.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'
import { type Asker, askerOf } from '../support/report-asker.ts'
import { reportWorld } from '../support/report-facts.ts'
import { compare, nearest, type Value, written } from '../support/report-oracle.ts'

let fresh: FreshDatabase
let ask: Asker
beforeAll(async () => {
  fresh = await freshDatabase()
  await reportWorld(fresh.database)
  ask = askerOf(fresh.database)
})
afterAll(() => fresh.close())

describe('parts and their whole', () => {
  const sumOf = (values: readonly (Value | undefined)[]) => values.reduce((all: bigint, value) => all + microsOf(String(value)), 0n)
  const base = { member_group_id: 1, start_date: '2026-10-20', end_date: '2026-11-20', metrics: ['cost', 'halo_revenue', 'clicks'] }

  test.each(['USD', 'EUR', 'JPY', 'KWD'])('buckets of every granularity add up to the total, in %s', async (currency_code) => {
    const { kpis } = await ask.total({ ...base, currency_code, compare: 'previous_period' })
    for (const granularity of ['hour', 'day', 'week', 'month'] as const) {
      const days = granularity === 'hour' ? { start_date: '2026-10-20' } : {}
      const { buckets } = await ask.trend({ ...base, ...days, currency_code, granularity, week_start: 7 })
      for (const { metric, total } of kpis)
        expect(sumOf(buckets.map((bucket) => bucket.metrics[metric])), `${metric} by ${granularity}`).toBe(microsOf(String(total)))
    }
  })

  test('in one currency rows add up to the total as well, and a page changes nothing about it', async () => {
    const own = { ...base, advertiser_ids: [1, 4] }
    const [{ kpis }, all] = [
      await ask.total(own),
      await ask.rows({ ...own, dimensions: ['entity_id', 'day'], pagination: { start: 0, count: 1000 } }),
    ]
    expect(all.total).toBe(all.rows.length)
    for (const { metric, total } of kpis) expect(sumOf(all.rows.map((row) => row.metrics[metric]))).toBe(microsOf(String(total)))
    const page = await ask.rows({ ...own, dimensions: ['entity_id', 'day'], pagination: { start: 7, count: 3 } })
    expect([page.total, page.rows.length]).toEqual([all.total, 3])
    expect(page.rows).toEqual(all.rows.slice(7, 10))
  })

  test('what has no value is last whichever way it is sorted', async () => {
    const sorted = async (order: 'asc' | 'desc') => {
      const { rows } = await ask.rows({
        ...base,
        metrics: ['halo_average_basket_size'],
        dimensions: ['entity_id', 'day'],
        sort: [{ field: 'halo_average_basket_size', order }],
        pagination: { start: 0, count: 1000 },
      })
      return rows.map((row) => row.metrics.halo_average_basket_size ?? null)
    }
    for (const order of ['asc', 'desc'] as const) {
      const values = await sorted(order)
      const [known, none] = [values.filter((value) => value !== null), values.filter((value) => value === null)]
      expect(Math.min(known.length, none.length)).toBeGreaterThan(20)
      expect(values.slice(known.length)).toEqual(none)
      const numbers = known.map(Number)
      expect(numbers).toEqual(numbers.toSorted((one, other) => (order === 'asc' ? one - other : other - one)))
    }
  })

  test('the oracle itself adds up: a half goes to the even one, and thirds are told apart', () => {
    expect([nearest([5n, 2n]), nearest([7n, 2n]), nearest([-5n, 2n]), nearest([-7n, 2n]), nearest([8n, 3n])]).toEqual([
      2n,
      4n,
      -2n,
      -4n,
      3n,
    ])
    expect([written(1n), written(-1_500_000n), written(2_000_000n), written(0n)]).toEqual(['0.000001', '-1.5', '2', '0'])
    expect([compare([1n, 3n], [2n, 6n]), compare([1n, 3n], [-1n, -4n])]).toEqual([0, 1])
  })
})
