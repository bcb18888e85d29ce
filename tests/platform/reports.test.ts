import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { microsOf } from '../../src/contract/money/money.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { type Asker, askerOf, refusedAt } from '../support/reports/asker.ts'
import { type ReportWorld, reportWorld } from '../support/reports/facts.ts'
import { compare, nearest, type Value, written } from '../support/reports/oracle.ts'

let fresh: FreshDatabase
let world: ReportWorld
let ask: Asker
beforeAll(async () => {
  fresh = await freshDatabase()
  world = await reportWorld(fresh.database)
  ask = askerOf(fresh.database)
})
afterAll(() => fresh.close())

describe('parts and totals', () => {
  const sumOf = (values: readonly (Value | undefined)[]) => values.reduce((all: bigint, value) => all + microsOf(String(value)), 0n)
  const base = { member_group_id: 1, start_date: '2026-10-20', end_date: '2026-11-20', metrics: ['cost', 'halo_revenue', 'clicks'] }

  test.each(['USD', 'EUR', 'JPY', 'KWD'])('intervals of every length add up to the total, in %s', async (currency_code) => {
    const { kpis } = await ask.total({ ...base, currency_code, compare: 'previous_period' })
    for (const granularity of ['hour', 'day', 'week', 'month'] as const) {
      const days = granularity === 'hour' ? { start_date: '2026-10-20' } : {}
      const { buckets } = await ask.trend({ ...base, ...days, currency_code, granularity, week_start: 7 })
      for (const { metric, total } of kpis)
        expect(sumOf(buckets.map((bucket) => bucket.metrics[metric])), `${metric} by ${granularity}`).toBe(microsOf(String(total)))
    }
  })

  test('in one currency rows add up to the total, also across pages', async () => {
    const own = { ...base, advertiser_ids: [1, 4] }
    const { kpis } = await ask.total(own)
    const all = await ask.rows({ ...own, dimensions: ['entity_id', 'day'], pagination: { start: 0, count: 1000 } })
    expect(all.total).toBe(all.rows.length)
    for (const { metric, total } of kpis) expect(sumOf(all.rows.map((row) => row.metrics[metric]))).toBe(microsOf(String(total)))
    const page = await ask.rows({ ...own, dimensions: ['entity_id', 'day'], pagination: { start: 7, count: 3 } })
    expect([page.total, page.rows.length]).toEqual([all.total, 3])
    expect(page.rows).toEqual(all.rows.slice(7, 10))
  })

  test.each([
    ['previous_period', ['campaign_id']],
    ['previous_week', ['entity_name', 'device']],
    ['previous_period', ['week']],
  ] as const)(
    'compared with %s, rows of %j add up to both totals, including rows of the earlier period only',
    async (compared, dimensions) => {
      const gone = sql`delete from facts_daily where campaign_id in (10, 40) and day >= '2026-11-10'`
      const responses = await fresh.database.kysely.transaction().execute(async (kysely) => {
        await gone.execute(kysely)
        const inside = askerOf({ ...fresh.database, kysely, reports: kysely })
        const request = { ...base, advertiser_ids: [1, 4], start_date: '2026-11-14', compare: compared }
        const page = { pagination: { start: 0, count: 1000 } }
        const total = await inside.total(request)
        const all = await inside.rows({ ...request, ...page, dimensions: [...dimensions] })
        const filters = [{ field: 'clicks', operation: '=' as const, value: 0 }]
        const without = await inside.rows({ ...request, ...page, dimensions: [...dimensions], filters })
        await sql`delete from facts_daily where day >= '2026-11-14'`.execute(kysely)
        return { total, all, without, empty: await inside.rows({ ...request, dimensions: [] }) }
      })
      const { total, all, without, empty } = responses
      for (const { metric, total: now, before } of total.kpis) {
        expect(sumOf(all.rows.map((row) => row.metrics[metric]))).toBe(microsOf(String(now)))
        expect(sumOf(all.rows.map((row) => row.before?.[metric]))).toBe(microsOf(String(before)))
      }
      expect(without.total).toBe(all.rows.filter(({ metrics }) => metrics.clicks === 0).length)
      if (dimensions[0] === 'campaign_id') {
        expect(all.rows.at(-1)?.metrics).toEqual({ cost: '0', halo_revenue: '0', clicks: 0 })
        expect(without.rows.map((row) => row.dimensions.campaign_id)).toEqual(expect.arrayContaining([10, 40]))
      }
      expect(empty.rows[0]?.metrics).toEqual({ cost: '0', halo_revenue: '0', clicks: 0 })
    },
  )

  // The date range covers only a part of the selected week and month.
  test.each([
    ['day', '2026-11-10', '2026-11-10', '2026-11-10'],
    ['week', '2026-11-09', '2026-11-09', '2026-11-13'],
    ['month', '2026-10-01', '2026-10-25', '2026-10-31'],
  ] as const)('the parts of a %s add up to their row in the previous period', async (dimension, bucket, start_date, end_date) => {
    const whole = { ...base, advertiser_ids: [1, 4], start_date: '2026-10-25', end_date: '2026-11-13' }
    const length = 20
    const { rows } = await ask.rows({ ...whole, compare: 'previous_period', dimensions: [dimension], pagination: { start: 0, count: 100 } })
    const row = rows.find(({ dimensions }) => dimensions[dimension] === bucket)
    const part = { ...whole, start_date, end_date, compare: 'previous_period' as const, compare_back: length }
    const parts = await ask.rows({ ...part, dimensions: ['campaign_id', 'device'], pagination: { start: 0, count: 100 } })
    const total = await ask.total(part)
    const { buckets } = await ask.trend({ ...part, granularity: 'day' })
    const former = { start_date: addDays(start_date, -length), end_date: addDays(end_date, -length) }
    const facts = world.daily.filter(
      ({ day, advertiser_id }) =>
        String(day) >= former.start_date && String(day) <= former.end_date && [1, 4].includes(Number(advertiser_id)),
    )
    for (const said of [parts, total]) expect(said.before).toEqual(former)
    const own = facts.reduce((sum, { clicks }) => sum + Number(clicks), 0)
    expect([facts.length > 0, row?.before?.clicks]).toEqual([true, own])
    for (const { metric, before } of total.kpis) {
      expect(sumOf(parts.rows.map((one) => one.before?.[metric]))).toBe(microsOf(String(row?.before?.[metric])))
      expect(sumOf(buckets.map((one) => one.before?.metrics[metric]))).toBe(microsOf(String(row?.before?.[metric])))
      expect(String(before)).toBe(String(row?.before?.[metric]))
    }
  })

  test('only a previous period has the same number of days, within the limit of a report', async () => {
    const at = (said: object) => refusedAt(ask.total({ ...base, ...said }))
    for (const compare of ['none', 'previous_week', undefined] as const)
      expect(await at({ compare, compare_back: 30 })).toBe('compare_back')
    for (const compare_back of [0, 1101, 1.5, '30']) expect(await at({ compare: 'previous_period', compare_back })).toBe('compare_back')
    for (const compare_back of [1, 1100])
      expect((await ask.total({ ...base, compare: 'previous_period', compare_back })).before?.start_date).toBe(
        addDays(base.start_date, -compare_back),
      )
  })

  test('rows without a value are last in both directions', async () => {
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
      const known = values.filter((value) => value !== null)
      const none = values.filter((value) => value === null)
      expect(Math.min(known.length, none.length)).toBeGreaterThan(20)
      expect(values.slice(known.length)).toEqual(none)
      const numbers = known.map(Number)
      expect(numbers).toEqual(numbers.toSorted((one, other) => (order === 'asc' ? one - other : other - one)))
    }
  })

  test("the test's own calculation rounds half to even and keeps thirds exact", () => {
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
