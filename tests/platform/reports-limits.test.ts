import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, daysIn } from '../../src/contract/dates/date-ranges.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { type Asker, askerOf, refusedAt } from '../support/reports/asker.ts'
import { reportToday as today, type ReportWorld, reportWorld } from '../support/reports/facts.ts'

let fresh: FreshDatabase
let world: ReportWorld
let ask: Asker
beforeAll(async () => {
  fresh = await freshDatabase()
  world = await reportWorld(fresh.database)
  ask = askerOf(fresh.database)
})
afterAll(() => fresh.close())

const base = { member_group_id: 1, start_date: '2026-11-01', end_date: '2026-11-20', metrics: ['cost', 'clicks'] }
const rows = { ...base, dimensions: ['campaign_id'] }

describe('days', () => {
  test.each([
    [{ start_date: '2026-11-20', end_date: '2026-11-19' }, 'end_date'],
    [{ start_date: addDays('2026-11-20', -1100) }, 'start_date'],
    [{ start_date: '1999-12-31', end_date: '1999-12-31' }, 'start_date'],
    [{ start_date: '0000-01-01', end_date: '0000-01-02' }, 'start_date'],
    [{ end_date: addDays(today, 2) }, 'end_date'],
    [{ start_date: '2026-02-30' }, 'start_date'],
  ])('%j is refused', async (days, path) => {
    expect(await refusedAt(ask.total({ ...base, ...days }))).toBe(path)
  })

  test('1,100 days and tomorrow are accepted as limits', async () => {
    const start_date = addDays(today, -1098)
    const response = await ask.total({ ...base, start_date, end_date: addDays(today, 1) })
    expect(daysIn(response)).toBe(1100)
  })

  test('where it is tomorrow already, that day and the next are accepted', async () => {
    const late = askerOf(fresh.database, { now: () => new Date('2026-11-20T20:00:00Z') })
    const own = { ...base, start_date: today, end_date: addDays(today, 1) }
    expect((await late.total({ ...own, advertiser_ids: [3] })).time_zones).toEqual(['Asia/Tokyo'])
    expect(await refusedAt(late.total({ ...own, advertiser_ids: [1] }))).toBe('end_date')
  })

  test('three days are not final yet, seen from the advertiser furthest behind', async () => {
    const at = (now: string, advertiser_ids: number[]) =>
      askerOf(fresh.database, { now: () => new Date(now) }).total({ ...base, advertiser_ids })
    expect((await at('2026-11-21T02:00:00Z', [3])).settled_through).toBe('2026-11-17')
    expect((await at('2026-11-21T02:00:00Z', [1, 3])).settled_through).toBe('2026-11-16')
    expect((await at('2026-11-21T10:00:00Z', [1, 3])).settled_through).toBe('2026-11-17')
  })

  test('a week or a month is final when its last day is', async () => {
    const request = { ...base, start_date: '2026-10-01', end_date: today }
    const settled = async (dimension: string) =>
      Object.fromEntries(
        (await ask.rows({ ...request, dimensions: [dimension], pagination: { start: 0, count: 100 } })).rows.map((row) => [
          row.dimensions[dimension],
          row.settled,
        ]),
      )
    expect(await settled('week')).toMatchObject({ '2026-11-02': true, '2026-11-09': true, '2026-11-16': false })
    expect(await settled('month')).toEqual({ '2026-10-01': true, '2026-11-01': false })
    expect(await settled('day')).toMatchObject({ '2026-11-17': true, '2026-11-18': false })
    const { buckets } = await ask.trend({ ...request, granularity: 'week', week_start: 1 })
    expect(buckets.map(({ start, settled: isSettled }) => [start, isSettled]).slice(-2)).toEqual([
      ['2026-11-09', true],
      ['2026-11-16', false],
    ])
  })
})

describe('hours', () => {
  const oldest = addDays(today, -35)

  test('are stored for 35 days', async () => {
    const report = await ask.trend({ ...base, start_date: oldest, end_date: oldest, granularity: 'hour' })
    expect(report.buckets).toHaveLength(24)
    expect(await refusedAt(ask.trend({ ...base, start_date: addDays(oldest, -1), end_date: oldest, granularity: 'hour' }))).toBe(
      'granularity',
    )
    expect(await refusedAt(ask.rows({ ...rows, start_date: addDays(oldest, -1), dimensions: ['device', 'hour'] }))).toBe('dimensions.1')
  })

  test('are those of local clocks, and only those that have started', async () => {
    const march = askerOf(fresh.database, { now: () => new Date('2026-03-09T18:00:00Z') })
    const hourly = { ...base, start_date: '2026-03-08', end_date: '2026-03-09', granularity: 'hour' as const }
    const startsOf = async (request: object) => (await march.trend({ ...hourly, ...request })).buckets.map(({ start }) => start)
    const angeles = await startsOf({ advertiser_ids: [1] })
    expect([angeles.length, angeles.includes('2026-03-08T02'), angeles.at(-1)]).toEqual([35, false, '2026-03-09T11'])
    // In Berlin that hour has already begun, because local time is ahead.
    const both = await startsOf({ advertiser_ids: [1, 2] })
    expect([both.length, both.includes('2026-03-08T02'), both.at(-1)]).toEqual([44, true, '2026-03-09T19'])
    // The comparison covers all of yesterday, so its sum is complete.
    const compared = await startsOf({ advertiser_ids: [1], start_date: '2026-03-09', compare: 'previous_day' })
    expect([compared.length, compared.includes('2026-03-09T02')]).toEqual([24, true])
  })

  test('are missing for a compared period before them', async () => {
    const request = { ...base, start_date: oldest, end_date: oldest, compare: 'previous_day' as const }
    expect(await refusedAt(ask.trend({ ...request, granularity: 'hour' }))).toBe('compare')
    expect(await refusedAt(ask.rows({ ...request, dimensions: ['hour'] }))).toBe('compare')
  })

  test('are stored by ad group, not by entity', async () => {
    const filters = [
      { field: 'device', operation: '=' as const, value: 'mobile' },
      { field: 'entity_id', operation: '=' as const, value: 101 },
    ]
    expect(await refusedAt(ask.trend({ ...base, granularity: 'hour', filters }))).toBe('filters.1.field')
    expect(await refusedAt(ask.rows({ ...base, dimensions: ['hour', 'entity_name'] }))).toBe('dimensions.0')
    expect(await refusedAt(ask.rows({ ...base, dimensions: ['hour'], filters }))).toBe('dimensions.0')
  })

  test('change to days when the default interval cannot be hours', async () => {
    const day = { ...base, start_date: '2026-11-20' }
    const old = { start_date: '2026-09-01', end_date: '2026-09-02' }
    const granularity = async (change: object) => (await ask.trend({ ...day, ...change })).granularity
    expect(await granularity({})).toBe('hour')
    expect(await granularity(old)).toBe('day')
    expect(await granularity({ start_date: oldest, end_date: oldest, compare: 'previous_week' })).toBe('day')
    expect(await granularity({ filters: [{ field: 'entity_id', operation: 'IS NULL' }] })).toBe('day')
  })
})

describe('missing data', () => {
  test('entities of more than 60 days ago are one row without a name', async () => {
    const report = await ask.rows({ ...base, start_date: '2026-08-20', end_date: '2026-09-10', dimensions: ['entity_id', 'entity_name'] })
    expect(report.rows.map(({ dimensions }) => dimensions)).toEqual([{ entity_id: null, entity_name: null }])
    expect(report.entities_since).toBe(addDays(today, -60))
  })

  test('empty intervals count zero and divide nothing', async () => {
    const { buckets } = await ask.trend({
      ...base,
      granularity: 'day',
      compare: 'previous_week',
      metrics: ['clicks', 'cost', 'click_through_rate', 'cost_per_click'],
      filters: [{ field: 'campaign_id', operation: '=', value: 2_000_000 }],
    })
    const nothing = { clicks: 0, cost: '0', click_through_rate: null, cost_per_click: null }
    expect(buckets).toHaveLength(20)
    for (const bucket of buckets) expect([bucket.metrics, bucket.before?.metrics]).toEqual([nothing, nothing])
    expect(buckets[0]?.before?.start).toBe('2026-10-25')
  })

  test('totals without data have no change', async () => {
    const report = await ask.total({
      ...base,
      compare: 'previous_period',
      campaign_ids: [2_000_000],
      metrics: ['clicks', 'click_through_rate'],
    })
    expect(report.kpis).toEqual([
      { metric: 'clicks', total: 0, before: 0, percentage: null },
      { metric: 'click_through_rate', total: null, before: null, percentage: null },
    ])
    expect([report.time_zones, report.rates_of]).toEqual([[], null])
  })
})

describe('advertisers of a report', () => {
  const totalOf = async (asker: Asker, change: object = {}) =>
    (await asker.total({ ...base, metrics: ['impressions'], ...change })).kpis[0]?.total
  const impressionsOf = (advertisers: readonly number[]) =>
    world.daily
      .filter(
        ({ day, advertiser_id }) =>
          String(day) >= base.start_date && String(day) <= base.end_date && advertisers.includes(Number(advertiser_id)),
      )
      .reduce((sum, row) => sum + Number(row.impressions), 0)

  test("are limited to the caller's own, whatever is requested", async () => {
    const own = askerOf(fresh.database, { memberGroupId: 1, advertisers: [2, 5] })
    expect(await totalOf(own)).toBe(impressionsOf([2]))
    expect(await totalOf(own, { advertiser_ids: [1, 2] })).toBe(impressionsOf([2]))
    expect(await totalOf(own, { advertiser_ids: [1] })).toBe(0)
    expect(await totalOf(askerOf(fresh.database, { memberGroupId: 1, advertisers: [] }))).toBe(0)
    expect(impressionsOf([2])).toBeGreaterThan(0)
  })

  test('of another client belong to that client', async () => {
    expect(await totalOf(ask, { advertiser_ids: [5] })).toBe(0)
    expect(await totalOf(ask, { member_group_id: 2 })).toBe(impressionsOf([5]))
    await expect(ask.total({ ...base, member_group_id: 77 })).rejects.toMatchObject({ status: 404 })
  })
})

describe('currencies', () => {
  test("default to the client's own, without rates when there is only one", async () => {
    expect(await ask.total({ ...base, advertiser_ids: [1, 4] })).toMatchObject({
      currency_code: 'USD',
      currency_digits: 2,
      currency_symbol: '$',
      rates_of: null,
    })
    expect(await ask.total({ ...base, member_group_id: 2 })).toMatchObject({ currency_code: 'EUR', rates_of: null })
  })

  test('use the last rate up to the last day', async () => {
    const ratedDays = world.rates.filter(({ currency_code }) => currency_code === 'JPY').map(({ day }) => day)
    const dayWithoutRate = addDays(ratedDays.findLast((day) => day < '2026-11-15') ?? '', 1)
    expect(ratedDays).not.toContain(dayWithoutRate)
    const report = await ask.total({ ...base, end_date: dayWithoutRate, advertiser_ids: [3] })
    expect(report.rates_of).toBe(addDays(dayWithoutRate, -1))
  })

  test('that are unknown are refused', async () => {
    expect(await refusedAt(ask.total({ ...base, currency_code: 'XXX' }))).toBe('currency_code')
  })

  test('need a rate only when there are amounts in them', async () => {
    const { kysely } = fresh.database
    const removedRates = await kysely.selectFrom('exchange_rates').selectAll().where('currency_code', '=', 'JPY').execute()
    await kysely.deleteFrom('exchange_rates').where('currency_code', '=', 'JPY').execute()
    const yen = { ...base, advertiser_ids: [3] }
    const costs = { ...rows, metrics: ['cost' as const] }
    const ways = [() => ask.total(base), () => ask.total(yen), () => ask.rows(costs), () => ask.trend({ ...base, metrics: ['cost'] })]
    for (const send of ways)
      await expect(send()).rejects.toMatchObject({
        reason: {
          rule: expect.stringMatching(/^There is no exchange rate of JPY on that day, and there are amounts in it\. Choose another/),
        },
        fields: [{ path: 'currency_code', code: 'rate_missing' }],
      })
    const counts = { metrics: ['impressions' as const, 'click_through_rate' as const] }
    const seen = world.daily.filter(
      ({ advertiser_id, day }) => advertiser_id === 3 && String(day) >= base.start_date && String(day) <= base.end_date,
    )
    const impressions = seen.reduce((sum, row) => sum + Number(row.impressions), 0)
    expect(await ask.total({ ...yen, ...counts })).toMatchObject({ kpis: [{ total: impressions }, {}] })
    expect((await ask.rows({ ...rows, ...counts })).rows.length).toBeGreaterThan(0)
    expect((await ask.trend({ ...base, ...counts })).buckets.length).toBeGreaterThan(0)
    // A missing rate for yen affects only advertisers with yen, and queries in yen.
    expect((await ask.total({ ...base, advertiser_ids: [2] })).kpis.length).toBeGreaterThan(0)
    expect(await refusedAt(ask.total({ ...base, advertiser_ids: [2], currency_code: 'JPY' }))).toBe('currency_code')
    expect((await ask.total({ ...yen, currency_code: 'JPY' })).kpis.length).toBeGreaterThan(0)
    await kysely.insertInto('exchange_rates').values(removedRates).execute()
  })

  test("without a rate are not mistaken for the report's currency", async () => {
    const alone = await freshDatabase()
    const odd = await reportWorld(alone.database)
    await alone.database.kysely.updateTable('facts_daily').set({ currency_code: 'KWD' }).where('advertiser_id', '=', 2).execute()
    expect(odd.daily.length).toBeGreaterThan(0)
    await expect(askerOf(alone.database).total(base)).rejects.toThrow('no exchange rate')
    await expect(askerOf(alone.database).rows(rows)).rejects.toThrow('no exchange rate')
    await expect(askerOf(alone.database).trend(base)).rejects.toThrow('no exchange rate')
    await alone.close()
  })
})
