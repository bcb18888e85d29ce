import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Chance } from '../../demo/platform/seed/chance.ts'
import { addDays, bucketOf, comparedDays, daysIn } from '../../src/contract/date-ranges.ts'
import { metricOf, metrics } from '../../src/contract/metrics.ts'
import { microsOf } from '../../src/contract/money.ts'
import { reports } from '../../src/contract/reports.ts'
import { startWorld, today, type World } from '../support/world.ts'

type Fact = Record<string, string | number | null>
let world: World
let token: string
let facts: Fact[]
let hours: Fact[]
let names: Map<number, string>
let rates: Map<string, { day: string; per: bigint }[]>

beforeAll(async () => {
  world = await startWorld()
  token = await world.tokenOf('ines.okonjo@placard.example')
  const { kysely } = world.database
  facts = (await sql<Fact>`select * from facts_daily`.execute(kysely)).rows
  hours = (await sql<Fact>`select * from facts_hourly`.execute(kysely)).rows
  names = new Map(
    (await kysely.selectFrom('campaigns').select(['campaign_id', 'name']).execute()).map(({ campaign_id, name }) => [campaign_id, name]),
  )
  rates = new Map()
  for (const { currency_code, day, per_usd } of await kysely.selectFrom('exchange_rates').selectAll().orderBy('day').execute())
    rates.set(currency_code, [...(rates.get(currency_code) ?? []), { day, per: scaled(per_usd) }])
}, 120_000)
afterAll(() => world.close())

const scaled = (decimal: string) => {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole) * 100_000_000n + BigInt(part.padEnd(8, '0'))
}
const rateOn = (code: string, day: string) => rates.get(code)?.findLast((rate) => rate.day <= day)?.per ?? 0n
const defaults: Record<number, string> = { 1: 'USD', 2: 'USD', 3: 'EUR' }

/** The oracle: adds up raw facts with integers, knowing nothing of the platform's statements. */
function sums(rows: readonly Fact[], columns: readonly string[], target: string, rateDay: string): Record<string, bigint> {
  const total: Record<string, bigint> = Object.fromEntries(columns.map((column) => [column, 0n]))
  for (const code of new Set(rows.map((row) => String(row.currency_code)))) {
    const own = rows.filter((row) => row.currency_code === code)
    for (const column of columns) {
      const sum = own.reduce((all, row) => all + BigInt(row[column] ?? 0), 0n)
      const isForeign = code !== target && metricOf(column)?.format === 'money'
      const to = rateOn(target, rateDay)
      const from = rateOn(code, rateDay)
      total[column] = (total[column] ?? 0n) + (isForeign ? (sum * to * 2n + from) / (from * 2n) : sum)
    }
  }
  return total
}

/** What a metric should be, as the wire says it. */
function expected(id: string, total: Record<string, bigint>): string | number | null {
  const metric = metricOf(id)
  if (!metric) throw new Error(id)
  const decimal = (micros: bigint) => `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`.replace(/\.?0+$/, '')
  if (!metric.over) return metric.format === 'money' ? decimal(total[id] ?? 0n) : Number(total[id])
  const [above, below] = [total[metric.over[0]] ?? 0n, total[metric.over[1]] ?? 0n]
  if (below === 0n) return null
  if (metric.format === 'money') return decimal((above * BigInt(metric.times ?? 1) * 2n + below) / (below * 2n))
  return Number(above) / Number(below)
}

const columnsOf = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => metricOf(id)?.over ?? [id]))]
const same = (got: unknown, want: string | number | null) => {
  if (typeof want === 'number' && typeof got === 'number') expect(Math.abs(got - want)).toBeLessThanOrEqual(Math.abs(want) * 1e-12)
  else expect(got).toBe(want)
}

/** A question by chance, and the facts that it is about. */
function question(chance: Chance) {
  const member_group_id = chance.integer(1, 3)
  const end_date = addDays(today(), -chance.integer(1, 200))
  const start_date = addDays(end_date, -chance.integer(0, 120))
  const mine = facts.filter((row) => row.member_group_id === member_group_id)
  const someone = Number(mine[chance.integer(0, mine.length - 1)]?.advertiser_id)
  const some = Array.from({ length: 4 }, () => chance.pick(metrics.map(({ id }) => id) as [string, ...string[]]))
  const device = chance.next() < 0.4 ? 'mobile' : undefined
  const byAdvertiser = chance.next() < 0.4
  const body = {
    member_group_id,
    start_date,
    end_date,
    metrics: [...new Set(some)],
    compare: chance.pick(['none', 'previous_period', 'previous_week', 'previous_month'] as const),
    currency_code: chance.pick([defaults[member_group_id] ?? 'USD', 'EUR', 'JPY', 'KWD']),
    ...(byAdvertiser && { advertiser_ids: [someone] }),
    ...(device && { filters: [{ field: 'device', operation: '=', value: device }] }),
  }
  const about = mine.filter((row) => (!byAdvertiser || row.advertiser_id === someone) && (!device || row.device === device))
  return { body, about }
}
const within = (rows: readonly Fact[], start: string, end: string) =>
  rows.filter((row) => String(row.day) >= start && String(row.day) <= end)

describe('questions by chance, against an oracle that adds up raw facts', () => {
  test.each(Array.from({ length: 20 }, (_, index) => index))('totals and trend, number %i', async (index) => {
    const chance = new Chance(`question ${index}`)
    const { body, about } = question(chance)
    const columns = columnsOf(body.metrics)
    const now = sums(within(about, body.start_date, body.end_date), columns, body.currency_code, body.end_date)
    const total = await world.send(reports.total, { token, body })
    expect(total.body).toMatchObject({ status: 'success' })
    for (const { metric, total: value } of total.body.result.kpis) same(value, expected(metric, now))

    const before = comparedDays(body, body.compare)
    if (before) {
      const past = sums(within(about, before.start_date, before.end_date), columns, body.currency_code, body.end_date)
      for (const { metric, percentage } of total.body.result.kpis) {
        const [a, b] = [expected(metric, now), expected(metric, past)].map((value) => (value === null ? null : Number(value)))
        if (a === null || b === null || !b) expect(percentage).toBeNull()
        else if (typeof a === 'number') expect(percentage).toBeCloseTo((a - b) / b, 4)
      }
    }
    const granularity = chance.pick(['day', 'week', 'month'] as const)
    const trend = await world.send(reports.trend, { token, body: { ...body, granularity, week_start: 7 } })
    for (const bucket of trend.body.result.buckets) {
      const rows = within(about, body.start_date, body.end_date).filter((row) => bucketOf(String(row.day), granularity, 7) === bucket.start)
      const parts = sums(rows, columns, body.currency_code, body.end_date)
      for (const id of body.metrics) same(bucket.metrics[id], expected(id, parts))
    }
    if (granularity === 'day') expect(trend.body.result.buckets).toHaveLength(daysIn(body))
  })

  test.each(Array.from({ length: 20 }, (_, index) => index))('rows by campaign, number %i', async (index) => {
    const { body, about } = question(new Chance(`rows ${index}`))
    const columns = columnsOf(body.metrics)
    const rows = within(about, body.start_date, body.end_date)
    const report = await world.send(reports.rows, {
      token,
      body: {
        ...body,
        dimensions: ['campaign_id', 'campaign_name'],
        pagination: { start: 0, count: 500 },
        sort: [{ field: 'campaign_id', order: 'asc' }],
      },
    })
    const ids = [...new Set(rows.map((row) => Number(row.campaign_id)))].sort((a, b) => a - b)
    expect(report.body.result.rows.map((row: { dimensions: { campaign_id: number } }) => row.dimensions.campaign_id)).toEqual(ids)
    expect(report.body.result.total).toBe(ids.length)
    for (const row of report.body.result.rows) {
      expect(row.dimensions.campaign_name).toBe(names.get(row.dimensions.campaign_id))
      const own = sums(
        rows.filter(({ campaign_id }) => campaign_id === row.dimensions.campaign_id),
        columns,
        body.currency_code,
        body.end_date,
      )
      for (const id of body.metrics) same(row.metrics[id], expected(id, own))
    }
  })
})

describe('what a report keeps to', () => {
  const base = () => ({
    member_group_id: 1,
    start_date: addDays(today(), -30),
    end_date: addDays(today(), -1),
    metrics: ['cost', 'clicks', 'halo_return_on_ad_spend'],
  })

  test('hours add up to their days, to the micro', () => {
    const key = (row: Fact) => `${row.ad_group_id} ${row.day}`
    const sumBy = (rows: readonly Fact[]) => {
      const total = new Map<string, number>()
      for (const row of rows) total.set(key(row), (total.get(key(row)) ?? 0) + Number(row.cost))
      return total
    }
    const byHour = sumBy(hours)
    const byDay = sumBy(facts.filter((row) => byHour.has(key(row))))
    expect(byHour.size).toBeGreaterThan(1000)
    expect([...byHour].filter(([name, cost]) => byDay.get(name) !== cost)).toEqual([])
  })

  test('the buckets add up to the total, in one currency', async () => {
    const body = { ...base(), advertiser_ids: [1], metrics: ['cost', 'clicks'] }
    const { result } = (await world.send(reports.trend, { token, body })).body
    const total = (await world.send(reports.total, { token, body })).body.result.kpis[0].total
    const sum = result.buckets.reduce((all: bigint, bucket: { metrics: { cost: string } }) => all + microsOf(bucket.metrics.cost), 0n)
    expect(sum).toBe(microsOf(total))
    expect(sum > 0n).toBe(true)
  })

  test('what has no value is last in both directions, and pages do not overlap', async () => {
    const ask = async (order: string, start: number) =>
      (
        await world.send(reports.rows, {
          token,
          body: {
            ...base(),
            dimensions: ['entity_id'],
            sort: [{ field: 'halo_return_on_ad_spend', order }],
            pagination: { start, count: 300 },
          },
        })
      ).body.result
    for (const order of ['asc', 'desc']) {
      const pages = [await ask(order, 0), await ask(order, 300), await ask(order, 600)]
      const values = pages.flatMap(({ rows }) =>
        rows.map((row: { metrics: { halo_return_on_ad_spend: number | null } }) => row.metrics.halo_return_on_ad_spend),
      )
      const known = values.filter((value) => value !== null)
      expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => (order === 'asc' ? a - b : b - a)))
      const ids = pages.flatMap(({ rows }) => rows.map((row: { dimensions: { entity_id: number } }) => row.dimensions.entity_id))
      expect(new Set(ids).size).toBe(ids.length)
      expect(pages[0].total).toBe(pages[1].total)
    }
  })

  test('the last days are not settled, and an empty bucket has zeros and no ratios', async () => {
    const body = {
      member_group_id: 1,
      advertiser_ids: [1],
      start_date: addDays(today(), -5),
      end_date: today(),
      metrics: ['clicks', 'click_through_rate'],
      filters: [{ field: 'campaign_id', operation: '=', value: 2_000_000 }],
    }
    const { result } = (await world.send(reports.trend, { token, body })).body
    expect(
      result.buckets.map(({ settled }: { settled: boolean }) => settled).filter((settled: boolean) => !settled).length,
    ).toBeGreaterThanOrEqual(3)
    expect(
      result.buckets.every(
        ({ metrics: values }: { metrics: object }) => JSON.stringify(values) === '{"clicks":0,"click_through_rate":null}',
      ),
    ).toBe(true)
  })

  test.each([
    [{ start_date: '2026-01-02', end_date: '2026-01-01' }, 'end_date'],
    [{ start_date: '2020-01-01' }, 'start_date'],
    [{ start_date: addDays(today(), 9), end_date: addDays(today(), 9) }, 'start_date'],
    [{ metrics: ['cost; drop table users'] }, 'metrics.0'],
    [{ filters: [{ field: 'device) or (1=1', operation: '=', value: 'x' }] }, 'filters.0.field'],
    [{ filters: [{ field: 'day', operation: '=', value: '2026-01-01' }] }, 'filters.0.field'],
    [{ filters: [{ field: 'campaign_id', operation: '=', value: '1 or 1=1' }] }, 'filters.0.value'],
    [{ filters: [{ field: 'campaign_id', operation: 'ILIKE', value: '1' }] }, 'filters.0.operation'],
    [{ filters: [{ field: 'cost', operation: '>', value: 1 }] }, 'filters.0.field'],
    [{ currency_code: 'XXX' }, 'currency_code'],
    [{ surprise: 1 }, 'surprise'],
  ])('%j is refused at its field', async (change, path) => {
    const answer = await world.send(reports.total, { token, body: { ...base(), ...change } })
    expect(answer.status).toBe(422)
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toContain(path)
  })

  test('a text filter means its own letters: wildcards of the person are letters', async () => {
    const ask = async (value: string) =>
      (
        await world.send(reports.rows, {
          token,
          body: { ...base(), dimensions: ['campaign_name'], filters: [{ field: 'campaign_name', operation: 'ILIKE', value }] },
        })
      ).body.result.total
    expect(await ask('brand')).toBe(1)
    expect([await ask('%'), await ask('_'), await ask("' or ''='")]).toEqual([0, 0, 0])
  })
})
