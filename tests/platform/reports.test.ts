import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Chance } from '../../demo/platform/seed/chance.ts'
import { addDays, bucketOf, comparedDays, compares, type Days, eachDay, type Granularity } from '../../src/contract/date-ranges.ts'
import { dimensions as registry } from '../../src/contract/dimensions.ts'
import type { Filter } from '../../src/contract/list.ts'
import { metrics as allMetrics } from '../../src/contract/metrics.ts'
import { microsOf } from '../../src/contract/money.ts'
import type { MetricValues, TotalQuestion } from '../../src/contract/report-trends.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'
import { type Asker, askerOf } from '../support/report-asker.ts'
import { type Fact, reportToday, type ReportWorld, reportWorld } from '../support/report-facts.ts'
import { compare, type Fraction, nearest, number, Oracle, plus, type Value, written } from '../support/report-oracle.ts'

let fresh: FreshDatabase
let world: ReportWorld
let ask: Asker
beforeAll(async () => {
  fresh = await freshDatabase()
  world = await reportWorld(fresh.database)
  ask = askerOf(fresh.database)
})
afterAll(() => fresh.close())

const metricIds = allMetrics.map(({ id }) => id) as [string, ...string[]] // there are some
const moneySums = new Set(allMetrics.filter(({ format, over }) => format === 'money' && !over).map(({ id }) => id))
const between = (rows: readonly Fact[], days: Days) =>
  rows.filter(({ day }) => String(day) >= days.start_date && String(day) <= days.end_date)

/** Numbers may differ in the last bit; everything else is the same text. */
function same(got: unknown, want: Value | undefined, what: string) {
  if (typeof want === 'number' && typeof got === 'number') expect(Math.abs(got - want), what).toBeLessThanOrEqual(Math.abs(want) * 4e-16)
  else expect(got, what).toBe(want)
}
const several = <T>(chance: Chance, things: readonly [T, ...T[]], most: number) => [
  ...new Set(Array.from({ length: chance.integer(1, most) }, () => chance.pick(things))),
]

/** A filter of some operation on a dimension, with values that are sometimes there. */
function dimensionFilter(chance: Chance, isHourly: boolean): Filter {
  const filterable = registry.filter(({ filterable: can, id }) => can && !(isHourly && id.startsWith('entity_')))
  const { id: field, type, acceptedValues } = chance.pick(filterable as [(typeof filterable)[number], ...typeof filterable]) // there are some
  const texts = acceptedValues ?? ['Anchor', 'Brand terms', 'Autumn', '100%_\\ sure', 'Group 1', 'Room 2', 'active', 'nothing']
  const ids = { advertiser_id: [1, 2, 3], campaign_id: [10, 21, 32], ad_group_id: [100, 211, 320], entity_id: [101, 203, 305] }[field] ?? [
    1,
  ]
  const values = (type === 'Integer' ? ids : texts) as [string | number, ...(string | number)[]] // neither is empty
  const operation = chance.pick(['ILIKE', 'IN', '=', '!=', '>', 'BETWEEN', 'IS NULL'] as const)
  if (operation === 'ILIKE' && type !== 'Integer')
    return { field, operation, value: chance.pick(['an', 'BRAND', '%', '_', '\\', 'room', '']) }
  if (operation === 'IS NULL') return { field, operation }
  if (operation === 'IN') return { field, operation, value: several(chance, values, 3) }
  if (operation === 'BETWEEN') return { field, operation, value: [chance.pick(values), chance.pick(values)] }
  return { field, operation: operation === 'ILIKE' ? '=' : operation, value: chance.pick(values) }
}

/** A filter on a metric, often by a value that some group really has. */
function metricFilter(chance: Chance, known: readonly Value[], field: string): Filter {
  const exact = known.filter((value): value is string | number => value !== null && (typeof value === 'string' || Number.isInteger(value)))
  const value = () =>
    exact.length > 0 && chance.next() < 0.6 ? chance.pick(exact as [string, ...string[]]) : chance.pick([0, 0.004, '12.5', 1000, 3]) // it is not empty
  const operation = chance.pick(['IN', '=', '!=', '>', 'BETWEEN', 'IS NULL'] as const)
  if (operation === 'IS NULL') return { field, operation }
  if (operation === 'IN') return { field, operation, value: [value(), value()] }
  return operation === 'BETWEEN' ? { field, operation, value: [0, value()] } : { field, operation, value: value() }
}

/** Half of the days lie where clocks changed. */
function someDays(chance: Chance, isHourly: boolean): Days {
  const end_date =
    chance.next() < 0.5 && !isHourly
      ? addDays(reportToday, -chance.integer(0, 70))
      : chance.pick(['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-20', '2026-11-22'])
  return { start_date: addDays(end_date, -chance.integer(0, isHourly ? 2 : 40)), end_date }
}

interface Asked {
  readonly body: TotalQuestion
  readonly oracle: Oracle
  /** The facts that it is about, now and in the compared period. */
  facts(isHourly: boolean): { now: Fact[]; before: Fact[] | undefined }
}
function question(chance: Chance, isHourly = false): Asked {
  const member_group_id = chance.pick([1, 1, 1, 2])
  const days = someDays(chance, isHourly)
  const body: TotalQuestion = {
    member_group_id,
    ...days,
    metrics: several(chance, metricIds, 6),
    compare: chance.pick(compares),
    currency_code: chance.pick(['USD', 'EUR', 'JPY', 'KWD']),
    ...(chance.next() < 0.3 && { advertiser_ids: several(chance, [1, 2, 3, 4, 5], 3) }),
    ...(chance.next() < 0.2 && { campaign_ids: several(chance, [10, 12, 20, 31, 41, 50], 4) }),
    ...(chance.next() < 0.3 && { context: chance.pick(['media_plan', 'general', 'offsite', 'campaign'] as const) }),
    filters: Array.from({ length: chance.integer(0, 2) }, () => dimensionFilter(chance, isHourly)),
  }
  const oracle = new Oracle(world, body.currency_code ?? '', days.end_date)
  const channel = new Map([
    ['media_plan', 'media'],
    ['offsite', 'offsite'],
  ]).get(body.context ?? '')
  const isAbout = (row: Fact) =>
    row.member_group_id === member_group_id &&
    (body.advertiser_ids?.includes(Number(row.advertiser_id)) ?? true) &&
    (body.campaign_ids?.includes(Number(row.campaign_id)) ?? true) &&
    (channel === undefined || row.channel === channel) &&
    (body.filters ?? []).every((filter) => oracle.passes(row, filter))
  const before = comparedDays(days, body.compare ?? 'none')
  return {
    body,
    oracle,
    facts: (hourly) => {
      const about = (hourly ? world.hourly : world.daily).filter(isAbout)
      return { now: between(about, days), before: before && between(about, before) }
    },
  }
}
function groupBy(rows: readonly Fact[], nameOf: (row: Fact) => string): Map<string, Fact[]> {
  const groups = new Map<string, Fact[]>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return groups
}
const shift = (rows: readonly Fact[], days: number) => rows.map((row) => ({ ...row, day: addDays(String(row.day), days) }))
const backOf = ({ start_date, end_date, compare: how = 'none' }: TotalQuestion) => {
  const before = comparedDays({ start_date, end_date }, how)
  return before ? eachDay({ start_date: before.start_date, end_date: start_date }).length - 1 : 0
}

let answered = 0
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('questions by chance, against an oracle that adds up raw facts as fractions', () => {
  test.each(times(60))('rows %i', async (index) => {
    const chance = new Chance(`rows ${index}`)
    const isHourly = index % 6 === 0
    const { body, oracle, facts } = question(chance, isHourly)
    const usable = registry.map(({ id }) => id).filter((id) => (isHourly ? !id.startsWith('entity_') : id !== 'hour'))
    const picked = several(chance, usable as [string, ...string[]], 3) // there are some
    const dimensions = isHourly ? [...new Set(['hour', ...picked])] : chance.next() < 0.05 ? [] : picked
    const asked = isHourly && body.compare === 'previous_month' ? { ...body, compare: 'none' as const } : body
    const { now, before } = facts(isHourly)
    const keyOf = (row: Fact) => Object.fromEntries(dimensions.map((id) => [id, oracle.dimension(row, id)]))
    const group = (rows: readonly Fact[]) => groupBy(rows, (row) => JSON.stringify(keyOf(row)))
    const groups = [...group(now)].map(([name, rows]) => ({ name, key: keyOf(rows[0] ?? {}), rows }))
    const field = chance.pick(metricIds)
    const filter = metricFilter(
      chance,
      groups.slice(0, 5).map(({ rows }) => oracle.wire(rows, field)),
      field,
    )
    const isFiltered = chance.next() < 0.4
    const kept = isFiltered ? groups.filter(({ rows }) => oracle.keeps(rows, filter)) : groups
    const sort = Array.from({ length: chance.integer(1, 2) }, () => ({
      field: chance.pick([...metricIds, ...dimensions]),
      order: chance.pick(['asc', 'desc'] as const),
    }))
    const wanted = oracle.inOrder(kept, sort, dimensions)
    const pagination = { start: chance.pick([0, 0, 3, 50]), count: chance.pick([5, 40, 1000]) }
    const got = await ask.rows({
      ...asked,
      dimensions,
      sort,
      pagination,
      filters: [...(body.filters ?? []), ...(isFiltered ? [filter] : [])],
    })
    expect(got.total).toBe(wanted.length)
    const page = wanted.slice(pagination.start, pagination.start + pagination.count)
    expect(got.rows.map((row) => row.dimensions)).toEqual(page.map(({ key }) => key))
    const earlier = asked.compare === 'none' || !before ? undefined : group(shift(before, backOf(asked)))
    got.rows.forEach((row, at) => {
      const mine = page[at] ?? { name: '', rows: [] }
      for (const id of body.metrics) {
        same(row.metrics[id], oracle.wire(mine.rows, id), `${id} of ${mine.name}`)
        if (earlier) same(row.before?.[id], oracle.wire(earlier.get(mine.name) ?? [], id), `${id} before of ${mine.name}`)
      }
      if (!earlier) expect(row.before).toBeNull()
    })
    answered += page.length
  })

  test.each(times(40))('totals %i', async (index) => {
    const { body, oracle, facts } = question(new Chance(`total ${index}`))
    const { now, before } = facts(false)
    const { kpis } = await ask.total(body)
    expect(kpis.map(({ metric }) => metric)).toEqual(body.metrics)
    for (const { metric, total, percentage } of kpis) {
      same(total, oracle.wire(now, metric), metric)
      const [after, was] = [oracle.metric(now, metric), before && oracle.metric(before, metric)]
      const change: Fraction | null = after && was && was[0] !== 0n ? plus([after[0] * was[1], after[1] * was[0]], [-1n, 1n]) : null
      if (change && change[0] !== 0n) expect(Math.abs((percentage ?? 9) / number(change) - 1), metric).toBeLessThan(1e-12)
      else expect(percentage, metric).toBe(change ? 0 : null)
    }
    answered += now.length
  })

  test.each(times(40))('trend %i', async (index) => {
    const chance = new Chance(`trend ${index}`)
    const isHourly = index % 4 === 0
    const { body: any, oracle, facts } = question(chance, isHourly)
    const body = isHourly && any.compare === 'previous_month' ? { ...any, compare: 'none' as const } : any
    const granularity: Granularity = isHourly ? 'hour' : chance.pick(['day', 'week', 'month'])
    const week_start = chance.pick([1, 7] as const)
    const got = await ask.trend({ ...body, granularity, week_start })
    expect(got.granularity).toBe(granularity)
    const startOf = (day: string, hour: number) =>
      granularity === 'hour' ? `${day}T${String(hour).padStart(2, '0')}` : bucketOf(day, granularity, week_start)
    const starts = [...new Set(eachDay(body).flatMap((day) => (isHourly ? times(24) : [0]).map((hour) => startOf(day, hour))))]
    expect(got.buckets.map(({ start }) => start)).toEqual(starts)
    const { now, before } = facts(isHourly)
    const check = (rows: readonly Fact[], values: (at: number) => MetricValues | undefined) => {
      const running = new Map<string, Fraction>()
      starts.forEach((start, at) => {
        const own = rows.filter((row) => startOf(String(row.day), Number(row.hour ?? 0)) === start)
        for (const id of body.metrics) {
          const got = values(at)?.[id]
          if (!moneySums.has(id)) {
            same(got, oracle.wire(own, id), `${id} of ${start}`)
            continue
          }
          const was = running.get(id) ?? [0n, 1n]
          const upTo = plus(was, oracle.sum(own, id))
          running.set(id, [nearest([upTo[0] * 10n ** 40n, upTo[1]]), 10n ** 40n])
          const micros = ([above, below]: Fraction) => nearest([above * 1_000_000n, below])
          same(got, written(micros(upTo) - micros(was)), `${id} of ${start}`)
        }
      })
    }
    check(now, (at) => got.buckets[at]?.metrics)
    if (body.compare !== 'none' && before) check(shift(before, backOf(body)), (at) => got.buckets[at]?.before?.metrics)
    else expect(got.buckets.every((bucket) => bucket.before === null)).toBe(true)
    answered += now.length
  })

  test('the questions were about something', () => {
    expect(answered).toBeGreaterThan(5000)
  })
})

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
