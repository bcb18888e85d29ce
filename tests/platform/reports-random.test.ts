import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { microsOf } from '../../src/contract/money/money.ts'
import { amount, isAudit } from '../support/platform/audit.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { askerOf } from '../support/reports/asker.ts'
import { type ReportCalls, type Check, checkRows, checkSplits, checkTotals, checkTrend } from '../support/reports/checks.ts'
import { type ReportWorld, reportWorld } from '../support/reports/facts.ts'
import { written } from '../support/reports/oracle.ts'

const checks: Record<string, { check: Check; count: number }> = {
  rows: { check: checkRows, count: amount(100, 12) },
  totals: { check: checkTotals, count: amount(60, 6) },
  trends: { check: checkTrend, count: amount(60, 6) },
  splits: { check: checkSplits, count: amount(60, 6) },
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const listed = Object.entries(checks).flatMap(([name, { check, count }]) => times(count).map((index) => [name, index, check] as const))

let server: Pick<PostgresServer, 'url' | 'stop'>
beforeAll(async () => {
  server = await commonPostgres()
})
afterAll(() => server.stop())

/** The audit runs the same queries on the embedded database too. */
const drivers = isAudit ? ['PGlite', 'PostgreSQL'] : ['PostgreSQL']

describe.each(drivers)('random reports on %s, compared with an independent calculation', (driver) => {
  let fresh: FreshDatabase
  let world: ReportWorld
  let ask: ReportCalls
  let compared = 0
  let requestCount = 0
  let narrowed = 0
  beforeAll(async () => {
    fresh = await freshDatabase({ server: driver === 'PGlite' ? '' : server.url })
    world = await reportWorld(fresh.database)
    ask = askerOf(fresh.database)
  })
  afterAll(() => fresh.close())

  test.each(listed)('%s %i', async (_, index, check) => {
    const checked = await check(ask, world, index)
    expect(checked.wrong).toEqual([])
    compared += checked.count
    requestCount++
    if (checked.isNarrowed) narrowed++
  })

  test('random reports were not empty', () => {
    console.log(`${driver}: ${requestCount} questions about ${compared} rows and facts, ${narrowed} of them about some purchases`)
    expect(narrowed).toBeGreaterThanOrEqual(amount(20, 2))
    expect(requestCount).toBe(listed.length)
    expect(compared).toBeGreaterThan(amount(10_000, 1_000))
  })
})

const everything = { user_history: 'all', order_values: undefined } as const
/** Simulated faults of a platform; the checks must find each of them. */
const mistakes: Record<string, (ask: ReportCalls) => ReportCalls> = {
  'a micro too much': (ask) => ({
    ...ask,
    total: async (body) => {
      const report = await ask.total(body)
      const more = (total: string | number | null) => (typeof total === 'string' ? written(microsOf(total) + 1n) : total)
      return { ...report, kpis: report.kpis.map((kpi) => ({ ...kpi, total: more(kpi.total) })) }
    },
  }),
  'the mean of ratios': (ask) => ({
    ...ask,
    total: async (body) => {
      const [report, { buckets }] = await Promise.all([ask.total(body), ask.trend({ ...body, granularity: 'day' })])
      const mean = (metric: string) => {
        const days = buckets.flatMap(({ metrics }) => (typeof metrics[metric] === 'number' ? [metrics[metric]] : []))
        return days.reduce((sum, value) => sum + value, 0) / Math.max(days.length, 1)
      }
      const isRatio = (metric: string) => /rate$|return_on_ad_spend$/.test(metric)
      return { ...report, kpis: report.kpis.map((kpi) => (isRatio(kpi.metric) ? { ...kpi, total: mean(kpi.metric) } : kpi)) }
    },
  }),
  'days by another clock': (ask) => ({
    ...ask,
    total: (body) => ask.total({ ...body, start_date: addDays(body.start_date, -1), end_date: addDays(body.end_date, -1) }),
  }),
  'rates of the first day': (ask) => ({
    ...ask,
    total: async (body) => {
      const early = await ask.total({ ...body, start_date: '2025-11-01', end_date: '2025-11-01', ...everything })
      return early.rates_of === null ? ask.total(body) : { ...(await ask.total(body)), kpis: early.kpis }
    },
  }),
  'a page that begins a row late': (ask) => ({
    ...ask,
    rows: async (body) => {
      const { start, count } = body.pagination ?? { start: 0, count: 20 }
      return ask.rows({ ...body, pagination: { start: start + 1, count } })
    },
  }),
  'a row left out of one split': (ask) => ({
    ...ask,
    rows: async (body) => {
      const { rows, total, ...meaning } = await ask.rows(body)
      return { ...meaning, rows: rows.slice(0, -1), total: total - 1 }
    },
  }),
  'the day before for the hour before': (ask) => ({
    ...ask,
    trend: async (body) => {
      const { buckets, ...meaning } = await ask.trend(body)
      return { ...meaning, buckets: buckets.map((bucket, at) => ({ ...bucket, metrics: (buckets[at - 1] ?? bucket).metrics })) }
    },
  }),
}

describe('a platform with a fault is detected', () => {
  let fresh: FreshDatabase
  let world: ReportWorld
  beforeAll(async () => {
    fresh = await freshDatabase()
    world = await reportWorld(fresh.database)
  })
  afterAll(() => fresh.close())

  /** Number of queries that find a fault; stops at `enough`. */
  const wrongOf = async (ask: ReportCalls, seen: ReportWorld, enough: number, queryCount = 24) => {
    let wrong = 0
    for (const index of times(queryCount))
      for (const { check } of Object.values(checks)) {
        if (wrong >= enough) return wrong
        if ((await check(ask, seen, index)).wrong.length > 0) wrong++
      }
    return wrong
  }

  test.each(Object.entries(mistakes))('%s', async (_, mistaken) => {
    expect(await wrongOf(mistaken(askerOf(fresh.database)), world, 2)).toBe(2)
  })

  test('one click added to one fact', async () => {
    const off = { ...world, daily: world.daily.map((row) => ({ ...row, clicks: Number(row.clicks) + (row.day === '2026-11-01' ? 1 : 0) })) }
    expect(await wrongOf(askerOf(fresh.database), off, 1)).toBe(1)
    expect(await wrongOf(askerOf(fresh.database), world, 1, amount(24, 6))).toBe(0)
  })
})
