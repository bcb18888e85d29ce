import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Filter } from '../../src/contract/list.ts'
import { metrics } from '../../src/contract/reports/metrics.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { type Asker, askerOf, refusedAt } from '../support/reports/asker.ts'
import { reportWorld } from '../support/reports/facts.ts'

let fresh: FreshDatabase
let ask: Asker
beforeAll(async () => {
  fresh = await freshDatabase()
  await reportWorld(fresh.database)
  ask = askerOf(fresh.database)
})
afterAll(() => fresh.close())

const base = { member_group_id: 1, start_date: '2026-11-01', end_date: '2026-11-20', metrics: ['cost', 'clicks'] }
const rows = { ...base, dimensions: ['campaign_id'] }

const texts = [
  'cost; drop table users',
  '1) or (1=1',
  "' or ''='",
  '"advertisers"."name"',
  'member_group_id',
  'currency_code',
  'facts',
  'total',
  'day',
  'hour',
  'constructor',
  '__proto__',
  'toString',
  'cost--',
  'cost/**/',
  '${cost}',
  'facts_daily.*',
  'count(*)',
  'COST',
  ' cost',
]
/** Words that every statement of the platform contains, whatever the query. */
const ownWords = new Set(['member_group_id', 'currency_code', 'day'])
const unknownMetrics = texts.filter((text) => !metrics.some(({ id }) => id === text))
const asMetric = unknownMetrics.map((text) => ['as a metric', text, (field: string) => ask.total({ ...base, metrics: [field] })] as const)
const asDimension = texts
  .filter((text) => text !== 'day' && text !== 'hour')
  .map((text) => ['as a dimension', text, (field: string) => ask.rows({ ...rows, dimensions: [field] })] as const)
const asSort = texts.map((text) => ['as a sort', text, (field: string) => ask.rows({ ...rows, sort: [{ field, order: 'asc' }] })] as const)
const operations = [{ operation: '=' as const, value: 'x' }, { operation: 'ILIKE' as const, value: 'x' }, { operation: 'IS NULL' as const }]
const notFilterable = texts.filter((text) => text !== 'day')
const asFilter = operations.flatMap((filter) =>
  notFilterable.map(
    (text) => [`as a filter ${filter.operation}`, text, (field: string) => ask.rows({ ...rows, filters: [{ field, ...filter }] })] as const,
  ),
)
const hostile = [...asMetric, ...asDimension, ...asSort, ...asFilter]

describe('injection through unknown fields', () => {
  test('has a hundred examples here', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(100)
  })

  test.each(hostile)('%s: %s', async (_, field, request) => {
    const before = ask.statements.length
    expect(await refusedAt(request(field))).toMatch(/^(metrics\.0|dimensions\.0|sort\.0\.field|filters\.0\.field)$/)
    const statements = ask.statements.slice(before)
    expect(statements.filter(({ sql }) => /facts_/.test(sql))).toEqual([])
    if (!ownWords.has(field))
      expect(statements.filter(({ sql, parameters }) => sql.includes(field) || parameters.includes(field))).toEqual([])
  })

  test.each(texts)('a value is only a value: %s', async (value) => {
    const before = ask.statements.length
    const filters = [{ field: 'campaign_name', operation: 'IN' as const, value: [value, 'Autumn'] }]
    expect((await ask.rows({ ...rows, dimensions: ['campaign_name'], filters })).rows.map((row) => row.dimensions.campaign_name)).toEqual([
      'Autumn',
    ])
    const about = ask.statements.slice(before).filter(({ sql }) => /facts_/.test(sql))
    expect(about.map(({ parameters }) => parameters.includes(value))).toEqual([true])
    if (!/^\w+$|^count/.test(value)) expect(about.filter(({ sql }) => sql.includes(value))).toEqual([])
  })
})

describe('values have the types of the field registry', () => {
  test.each([
    [{ field: 'campaign_id', operation: '=', value: '1 or 1=1' }, 'filters.0.value'],
    [{ field: 'campaign_id', operation: '=', value: 1.5 }, 'filters.0.value'],
    [{ field: 'campaign_id', operation: '=', value: true }, 'filters.0.value'],
    [{ field: 'campaign_id', operation: 'IN', value: [1, 3_000_000_000] }, 'filters.0.value.1'],
    [{ field: 'campaign_id', operation: 'ILIKE', value: '1' }, 'filters.0.operation'],
    [{ field: 'campaign_name', operation: 'IN', value: ['a', 7] }, 'filters.0.value.1'],
    [{ field: 'campaign_name', operation: 'BETWEEN', value: ['a', 'b'] }, 'filters.0.operation'],
    [{ field: 'campaign_name', operation: '>', value: 'A' }, 'filters.0.operation'],
    [{ field: 'campaign_name', operation: 'ILIKE', value: ' ' }, 'filters.0.value'],
    [{ field: 'campaign_status', operation: '=', value: 'nonsense' }, 'filters.0.value'],
    [{ field: 'campaign_status', operation: 'IN', value: ['paused', 'nonsense'] }, 'filters.0.value.1'],
    [{ field: 'device', operation: '>', value: 'app' }, 'filters.0.operation'],
    [{ field: 'channel', operation: 'BETWEEN', value: ['media', 'onsite'] }, 'filters.0.operation'],
    [{ field: 'channel', operation: 'ILIKE', value: 'on' }, 'filters.0.operation'],
    [{ field: 'clicks', operation: 'BETWEEN', value: [5, 1] }, 'filters.0.value'],
    [{ field: 'campaign_id', operation: 'BETWEEN', value: [5, 1] }, 'filters.0.value'],
    [{ field: 'channel', operation: '=', value: 'television' }, 'filters.0.value'],
    [{ field: 'cost', operation: '>', value: '1e3' }, 'filters.0.value'],
    [{ field: 'cost', operation: '>', value: 'NaN' }, 'filters.0.value'],
    [{ field: 'cost', operation: 'IN', value: [1, true] }, 'filters.0.value.1'],
    [{ field: 'cost', operation: 'ILIKE', value: '1' }, 'filters.0.operation'],
  ] as const)('%j is refused', async (filter, path) => {
    const filters = [structuredClone(filter)] as never // the struct admits them, the registry does not
    expect(await refusedAt(ask.rows({ ...rows, filters }))).toBe(path)
  })

  test('a metric can be filtered where there are rows, a time cannot, and duplicates are refused', async () => {
    const cost = [{ field: 'cost', operation: '>' as const, value: 1 }]
    expect(await refusedAt(ask.total({ ...base, filters: cost }))).toBe('filters.0.field')
    expect(await refusedAt(ask.trend({ ...base, filters: cost }))).toBe('filters.0.field')
    expect(await refusedAt(ask.rows({ ...rows, dimensions: ['day', 'device', 'day'] }))).toBe('dimensions.2')
  })

  test('a % at the start or end of a search is a wildcard, everything else is a plain character', async () => {
    const found = async (value: string) =>
      (
        await ask.rows({ ...rows, dimensions: ['advertiser_name'], filters: [{ field: 'advertiser_name', operation: 'ILIKE', value }] })
      ).rows.map((row) => row.dimensions.advertiser_name)
    for (const value of ['%%%', '_', '\\', '100%_\\', '100%', '%SURE', '%0%_%']) expect(await found(value), value).toEqual(['100%_\\ sure'])
    for (const value of ['sure%', '%100', '0%1']) expect(await found(value), value).toEqual([])
    expect((await found('%')).length).toBeGreaterThan(1)
    expect((await found('ANCHOR')).sort()).toEqual(['Anchor', 'anchor'])
  })
})

describe('filters on numbers calculated by hand', () => {
  const day = '2026-03-02'
  /** Impressions, clicks and cost in dollars of four ad groups; the last one belongs to the European advertiser. */
  const facts = [
    [100, 300_000, 1, 2_500_000],
    [101, 300_001, 1, 2_500_001],
    [110, 0, 0, 0],
    [210, 3, 2, 4_600_000],
  ] as const

  beforeAll(async () => {
    const { kysely } = fresh.database
    const none = {
      revenue: 0,
      transactions: 0,
      units: 0,
      exposed_revenue: 0,
      exposed_transactions: 0,
      exposed_units: 0,
      halo_revenue: 0,
      halo_transactions: 0,
      halo_units: 0,
    }
    await kysely
      .insertInto('exchange_rates')
      .values([
        { currency_code: 'USD', day: '2026-03-01', per_usd: '1' },
        { currency_code: 'EUR', day: '2026-03-01', per_usd: '0.92' },
      ])
      .onConflict((conflict) => conflict.columns(['currency_code', 'day']).doUpdateSet((row) => ({ per_usd: row.ref('excluded.per_usd') })))
      .execute()
    await kysely.deleteFrom('exchange_rates').where('day', '=', day).execute()
    await kysely
      .insertInto('facts_daily')
      .values(
        facts.map(([ad_group_id, impressions, clicks, cost]) => {
          const advertiser_id = ad_group_id < 200 ? 1 : 2
          return {
            ...none,
            member_group_id: 1,
            advertiser_id,
            campaign_id: Math.floor(ad_group_id / 10),
            ad_group_id,
            entity_id: ad_group_id === 110 ? 100 : null,
            channel: 'onsite',
            device: 'mobile',
            currency_code: advertiser_id === 1 ? 'USD' : 'EUR',
            day,
            impressions,
            clicks,
            cost,
          }
        }),
      )
      .execute()
  })

  /** Queried a week later, when facts of that day still have their entities. */
  const found = async (...filters: Filter[]) =>
    (
      await askerOf(fresh.database, { now: () => new Date('2026-03-09T10:00:00Z') }).rows({
        ...base,
        start_date: day,
        end_date: day,
        advertiser_ids: [1, 2],
        dimensions: ['ad_group_id'],
        sort: [{ field: 'ad_group_id', order: 'asc' }],
        filters,
      })
    ).rows.map((row) => row.dimensions.ad_group_id)

  test.each([
    ['money is given in units', { field: 'cost', operation: '>', value: '2.5' }, [101, 210]],
    ['equal to the micro', { field: 'cost', operation: '=', value: '2.500001' }, [101]],
    ['converted before it is compared: 4.60 euro are 5 dollars', { field: 'cost', operation: '=', value: 5 }, [210]],
    ['both ends of a stretch belong to it', { field: 'cost', operation: 'BETWEEN', value: ['2.5', '2.500001'] }, [100, 101]],
    ['one of some', { field: 'cost', operation: 'IN', value: [0, '2.5'] }, [100, 110]],
    ['other than', { field: 'cost', operation: '!=', value: 0 }, [100, 101, 210]],
    ['a sum is never without a value', { field: 'cost', operation: 'IS NULL' }, []],
    ['a ratio without a denominator is no number', { field: 'cost_per_click', operation: 'IS NULL' }, [110]],
    ['a ratio of money, converted', { field: 'cost_per_click', operation: '=', value: '2.5' }, [100, 210]],
    ['a cost per thousand', { field: 'cost_per_thousand', operation: '>', value: 1000 }, [210]],
    ['a ratio that no decimal writes is met by no decimal', { field: 'click_through_rate', operation: '=', value: 0.666_666_666_667 }, []],
    ['a small ratio is more than nothing', { field: 'click_through_rate', operation: '>', value: 0.000_003_333 }, [100, 101, 210]],
    ['and less than a little more', { field: 'click_through_rate', operation: '>', value: 0.000_003_333_33 }, [100, 210]],
    ['what has no value is other than any', { field: 'click_through_rate', operation: '!=', value: 1 }, [100, 101, 110, 210]],
    ['an absent name is other than any', { field: 'entity_name', operation: '!=', value: 'Room 1' }, [100, 101, 110, 210]],
    ['an absent name is not itself', { field: 'entity_name', operation: '!=', value: 'Room 0' }, [100, 101, 210]],
    ['an absent id is other than any', { field: 'entity_id', operation: '!=', value: 100 }, [100, 101, 210]],
    ['an absent id', { field: 'entity_id', operation: 'IS NULL' }, [100, 101, 210]],
    ['an absent name', { field: 'entity_name', operation: 'IS NULL' }, [100, 101, 210]],
  ] as const)('%s', async (_, filter, ids) => {
    expect(await found(structuredClone(filter) as unknown as Filter)).toEqual(ids) // a filter of constants is a filter
  })

  test('a row with delivery in the compared period only shows a drop to zero', async () => {
    const next = {
      ...base,
      start_date: '2026-03-03',
      end_date: '2026-03-03',
      compare: 'previous_day' as const,
      metrics: ['clicks', 'cost', 'cost_per_click'],
    }
    expect((await ask.total(next)).kpis).toEqual([
      { metric: 'clicks', total: 0, before: expect.any(Number), percentage: -1 },
      { metric: 'cost', total: '0', before: expect.stringMatching(/[1-9]/), percentage: -1 },
      { metric: 'cost_per_click', total: null, before: expect.stringMatching(/[1-9]/), percentage: null },
    ])
    const fallen = await ask.rows({ ...next, dimensions: ['ad_group_id'], sort: [{ field: 'ad_group_id', order: 'asc' }] })
    expect(fallen.rows.map(({ dimensions }) => dimensions.ad_group_id)).toEqual([100, 101, 110, 210])
    for (const { metrics } of fallen.rows) expect(metrics).toEqual({ clicks: 0, cost: '0', cost_per_click: null })
  })

  test('ratios that hardly differ are sorted correctly', async () => {
    const order = async (field: string, direction: 'asc' | 'desc') =>
      (
        await ask.rows({ ...base, start_date: day, end_date: day, dimensions: ['ad_group_id'], sort: [{ field, order: direction }] })
      ).rows.map((row) => row.dimensions.ad_group_id)
    expect(await order('click_through_rate', 'asc')).toEqual([101, 100, 210, 110])
    expect(await order('click_through_rate', 'desc')).toEqual([210, 100, 101, 110])
    expect(await order('cost_per_click', 'desc')).toEqual([101, 100, 210, 110])
  })
})
