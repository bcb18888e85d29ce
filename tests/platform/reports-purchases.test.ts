import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { microsOf } from '../../src/contract/money/money.ts'
import { orderValues, purchaseDays } from '../../src/contract/reports/purchases.rules.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { type Asker, askerOf, refusedAt } from '../support/reports/asker.ts'
import { reportToday, reportWorld } from '../support/reports/facts.ts'

let fresh: FreshDatabase
let ask: Asker
beforeAll(async () => {
  fresh = await freshDatabase()
  await reportWorld(fresh.database)
  ask = askerOf(fresh.database)
})
afterAll(() => fresh.close())

const since = addDays(reportToday, -purchaseDays)
const metrics = ['impressions', 'cost', 'transactions', 'revenue', 'halo_units', 'return_on_ad_spend']
const base = { member_group_id: 1, start_date: since, end_date: reportToday, metrics, currency_code: 'USD' }
const newOnes = { user_history: 'new customers' as const }
const totals = async (said: object = {}) =>
  Object.fromEntries((await ask.total({ ...base, ...said })).kpis.map(({ metric, total }) => [metric, total]))

describe('filters of sales', () => {
  test('with all order sizes and all buyers give all sales', async () => {
    expect(await totals({ user_history: 'all', order_values: [...orderValues] })).toEqual(await totals())
  })

  test('by order size add up to all sales, and impressions and cost do not change', async () => {
    const own = { advertiser_ids: [1, 4] }
    for (const who of [{}, newOnes]) {
      const whole = await totals({ ...own, ...who })
      const parts = await Promise.all(orderValues.map((one) => totals({ ...own, ...who, order_values: [one] })))
      const sum = (metric: string) => parts.reduce((all, part) => all + microsOf(String(part[metric])), 0n)
      for (const metric of ['transactions', 'revenue', 'halo_units']) expect(sum(metric), metric).toBe(microsOf(String(whole[metric])))
      for (const part of parts) expect([part.impressions, part.cost]).toEqual([whole.impressions, whole.cost])
    }
    const everybody = await totals(own)
    const some = await totals({ ...own, ...newOnes })
    expect(Number(some.revenue)).toBeGreaterThan(0)
    expect(Number(some.revenue)).toBeLessThan(Number(everybody.revenue))
    expect(Number(some.return_on_ad_spend)).toBeLessThan(Number(everybody.return_on_ad_spend))
  })

  test.each([
    ['a split by entity', { dimensions: ['device', 'entity_name'] }, 'dimensions.1'],
    ['a split by hour', { start_date: reportToday, dimensions: ['hour'] }, 'dimensions.0'],
    ['a filter by entity', { dimensions: [], filters: [{ field: 'entity_id', operation: '=' as const, value: 101 }] }, 'filters.0.field'],
    ['days before they are kept', { dimensions: [], start_date: addDays(since, -1) }, 'start_date'],
    ['a comparison with such days', { dimensions: [], compare: 'previous_day' as const }, 'compare'],
  ])('cannot be combined with %s', async (_, said, path) => {
    expect(await refusedAt(ask.rows({ ...base, ...newOnes, ...said }))).toBe(path)
    expect((await ask.rows({ ...base, ...said, currency_code: 'USD' })).rows).toBeDefined()
  })

  test('use days by default, and refuse hours', async () => {
    const day = { ...base, ...newOnes, start_date: reportToday }
    expect((await ask.trend(day)).granularity).toBe('day')
    expect(await refusedAt(ask.trend({ ...day, granularity: 'hour' }))).toBe('granularity')
  })

  test.each([{ user_history: 'nobody' }, { order_values: [] }, { order_values: ['huge'] }])('%j is refused', async (said) => {
    expect(await refusedAt(ask.total({ ...base, ...said } as never))).toMatch(/^(user_history|order_values)/) // the struct refuses it
  })
})
