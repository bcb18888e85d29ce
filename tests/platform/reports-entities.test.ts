import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRows } from '../../demo/platform/seed/insert.ts'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import type { Filter } from '../../src/contract/list.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { type Asker, askerOf } from '../support/reports/asker.ts'
import { reportToday as today, reportWorld } from '../support/reports/facts.ts'

let fresh: FreshDatabase
let ask: Asker
beforeAll(async () => {
  fresh = await freshDatabase()
  await reportWorld(fresh.database)
  // Before the retention job runs, facts past their retention still have their entity.
  const owner = { member_group_id: 1, advertiser_id: 1, campaign_id: 10, ad_group_id: 100, channel: 'onsite', device: 'app' }
  const fact = { ...owner, currency_code: 'USD', day: addDays(today, -61), entity_id: 101, impressions: 0, clicks: 777, cost: 0 }
  const sales = ['', 'exposed_', 'halo_'].flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`])
  await insertRows(fresh.database.kysely, 'facts_daily', [{ ...fact, ...Object.fromEntries(sales.map((name) => [name, 0])) }])
  ask = askerOf(fresh.database)
})
afterAll(() => fresh.close())

const base = { member_group_id: 1, advertiser_ids: [1], start_date: addDays(today, -60), end_date: today, metrics: ['clicks'] }
const old = { start_date: addDays(today, -100), end_date: addDays(today, -61) }

test('a report of entities states since when entities are stored, and other reports do not', async () => {
  const filters = [{ field: 'entity_id', operation: '=' as const, value: 101 }]
  const since = async (request: object) => (await ask.rows({ ...base, dimensions: ['campaign_id'], ...request })).entities_since
  const first = { start_date: addDays(today, -61) }
  expect([await since({ ...first, filters }), await since({ filters }), await since(first)]).toEqual([addDays(today, -60), null, null])
  expect(await since({ filters, start_date: addDays(today, -60) })).toBe(null)
  expect(await since({ start_date: addDays(today, -40), compare: 'previous_period', filters })).toBe(addDays(today, -60))
  const total = await ask.total({ ...base, ...first, filters })
  const trend = await ask.trend({ ...base, ...first, filters })
  expect([total.entities_since, trend.entities_since]).toEqual([addDays(today, -60), addDays(today, -60)])
})

const clicks = async (request: object) => Number((await ask.total({ ...base, ...request })).kpis[0]?.total)

test.each([
  { field: 'entity_id', operation: '!=', value: 100 },
  { field: 'entity_name', operation: '!=', value: 'Room 0' },
  { field: 'entity_id', operation: '=', value: 101 },
  { field: 'entity_id', operation: 'IN', value: [100, 101] },
  { field: 'entity_name', operation: 'ILIKE', value: 'room' },
] satisfies Filter[])('the filter $field $operation excludes days before entities are stored', async (filter) => {
  const filters: Filter[] = [filter]
  expect(await clicks({ ...old, filters })).toBe(0)
  expect(await clicks({ ...old, end_date: today, filters })).toBe(await clicks({ filters }))
  expect((await ask.rows({ ...base, ...old, filters, dimensions: ['day'] })).total).toBe(0)
  const { buckets } = await ask.trend({ ...base, ...old, filters, granularity: 'day' })
  expect(buckets.filter(({ metrics }) => metrics.clicks !== 0)).toEqual([])
})

test.each(['entity_id', 'entity_name'])(
  'the filter "is not known" by %s returns those days, like the row without a name',
  async (field) => {
    const { rows } = await ask.rows({ ...base, ...old, dimensions: [field] })
    const all = await clicks(old)
    expect(rows.map((row) => [row.dimensions[field], row.metrics.clicks])).toEqual([[null, all]])
    expect(await clicks({ ...old, filters: [{ field, operation: 'IS NULL' }] })).toBe(all)
    expect(all).toBeGreaterThan(777)
  },
)

test.each(['entity_id', 'entity_name'])('a drill-down into the row without %s shows the figures of that row', async (field) => {
  const { rows } = await ask.rows({ ...base, ...old, end_date: today, dimensions: [field], pagination: { start: 0, count: 1000 } })
  const unknown = rows.find(({ dimensions }) => dimensions[field] === null)?.metrics.clicks
  expect(unknown).toBeGreaterThan(0)
  expect(rows.length).toBeGreaterThan(1)
  expect(await clicks({ ...old, end_date: today, filters: [{ field, operation: 'IS NULL' }] })).toBe(unknown)
})
