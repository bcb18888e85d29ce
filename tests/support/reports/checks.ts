import { SeededRandom } from '../../../demo/platform/delivery/chance.ts'
import { addDays, bucketOf, detailDays, eachDay, type Granularity } from '../../../src/contract/dates/date-ranges.ts'
import { dimensions as registry } from '../../../src/contract/reports/dimensions.ts'
import { hasPurchaseFilter } from '../../../src/contract/reports/purchases.rules.ts'
import type { MetricValues, TotalRequest } from '../../../src/contract/reports/trends.ts'
import type { Asker } from './asker.ts'
import { daysBack, groupBy, excludesPurchaseFilter, metricFilter, metricIds, randomQuery, several, shift } from './chance.ts'
import { type Fact, reportNow, reportToday, type ReportWorld } from './facts.ts'
import { isAmount, isInContext, expectedComparison, expectedSums } from './expected-metrics.ts'
import { type Fraction, nearest, number, plus, type Value, written } from './oracle.ts'

/** The result of one query: the number of facts or rows, and the differences from the oracle. */
export interface Checked {
  readonly count: number
  readonly wrong: readonly string[]
  /** Whether the query had a purchase filter. */
  readonly isNarrowed?: boolean
}
export type ReportCalls = Pick<Asker, 'rows' | 'trend' | 'total'>
/** Sends one random query and compares the response with the sums of the raw facts. */
export type Check = (ask: ReportCalls, world: ReportWorld, index: number) => Promise<Checked>

const moneySums = new Set(expectedSums.filter(isAmount))
const usableIds = (isHourly: boolean) =>
  registry.map(({ id }) => id).filter((id) => (isHourly ? !id.startsWith('entity_') : id !== 'hour')) as [string, ...string[]] // not empty
/** Whether a query can be split by a dimension. */
const isAskable = (id: string, body: TotalRequest) =>
  isInContext(id, body.context) && !(hasPurchaseFilter(body) && excludesPurchaseFilter(id))
const hoursSince = addDays(reportToday, -detailDays.hourly)
/** Hourly queries are compared only within the retention of hours. */
const askable = (body: TotalRequest, isHourly: boolean): TotalRequest => {
  const before = expectedComparison(body, body.compare ?? 'none')
  return isHourly && before && before.start_date < hoursSince ? { ...body, compare: 'none' } : body
}

/** Collects differences. Numbers may differ in the last bit; everything else must be equal. */
class Differences {
  readonly wrong: string[] = []

  same(got: unknown, want: Value | undefined, what: string) {
    const isNear = typeof want === 'number' && typeof got === 'number' && Math.abs(got - want) <= Math.abs(want) * 4e-16
    if (!isNear && got !== want) this.wrong.push(`${what}: ${got} instead of ${want}`)
  }

  alike(got: unknown, want: unknown, what: string) {
    this.same(JSON.stringify(got), JSON.stringify(want), what)
  }
}

/** Compares the rows, their order and their metrics, now and before. */
export const checkRows: Check = async (ask, world, index) => {
  const found = new Differences()
  const chance = new SeededRandom(`rows ${index}`)
  const isHourly = index % 6 === 0
  const { body, oracle, facts } = randomQuery(world, chance, isHourly)
  const picked = several(chance, usableIds(isHourly), 3).filter((id) => isAskable(id, body))
  const dimensions = isHourly ? [...new Set(['hour', ...picked])] : chance.next() < 0.05 ? [] : picked
  const query = askable(body, isHourly)
  const { now, before } = facts(isHourly)
  const keyOf = (row: Fact) => Object.fromEntries(dimensions.map((id) => [id, oracle.dimension(row, id)]))
  const group = (rows: readonly Fact[]) => groupBy(rows, (row) => JSON.stringify(keyOf(row)))
  const earlier = query.compare === 'none' || !before ? undefined : group(shift(before, daysBack(query)))
  const own = [...group(now)].map(([name, rows]) => ({ name, key: keyOf(rows[0] ?? {}), rows }))
  const past = [...(earlier ?? [])].filter(([name]) => own.every((one) => one.name !== name))
  // Groups that exist only in the compared period have an empty current row.
  const none: Fact[] = []
  const groups = [...own, ...past.map(([name, rows]) => ({ name, key: keyOf(rows[0] ?? {}), rows: none }))]
  const usable = metricIds.filter((id) => isInContext(id, body.context)) as [string, ...string[]] // every context has some
  const field = chance.pick(usable)
  const known = groups.slice(0, 5).map(({ rows }) => oracle.wire(rows, field))
  const filter = metricFilter(chance, known, field)
  const isFiltered = chance.next() < 0.4
  const kept = isFiltered ? groups.filter(({ rows }) => oracle.keeps(rows, filter)) : groups
  const chosen = Array.from({ length: chance.integer(1, 2) }, () => ({
    field: chance.pick([...usable, ...dimensions]),
    order: chance.pick(['asc', 'desc'] as const),
  }))
  const time = ['hour', 'day', 'week', 'month'].find((id) => dimensions.includes(id))
  // The default sort: time ascending, else the first metric in descending order.
  const usual = [{ field: time ?? body.metrics[0] ?? '', order: time ? ('asc' as const) : ('desc' as const) }]
  const sort = chance.next() < 0.2 ? undefined : chosen
  const wanted = oracle.inOrder(kept, sort ?? usual, dimensions)
  const pagination = { start: chance.pick([0, 0, 3, 50]), count: chance.pick([5, 40, 1000]) }
  const filters = [...(body.filters ?? []), ...(isFiltered ? [filter] : [])]
  const got = await ask.rows({ ...query, dimensions, ...(sort && { sort }), pagination, filters })
  found.same(got.total, wanted.length, 'total')
  const page = wanted.slice(pagination.start, pagination.start + pagination.count)
  found.alike(
    got.rows.map((row) => dimensions.map((id) => row.dimensions[id])),
    page.map(({ key }) => dimensions.map((id) => key[id])),
    'rows',
  )
  got.rows.forEach((row, at) => {
    const mine = page[at] ?? { name: '', rows: [] }
    for (const id of body.metrics) {
      found.same(row.metrics[id], oracle.wire(mine.rows, id), `${id} of ${mine.name}`)
      if (earlier) found.same(row.before?.[id], oracle.wire(earlier.get(mine.name) ?? [], id), `${id} before of ${mine.name}`)
    }
    if (!earlier) found.same(row.before, null, 'before')
  })
  return { count: page.length, wrong: found.wrong, isNarrowed: hasPurchaseFilter(body) }
}

/** Compares totals and their changes. */
export const checkTotals: Check = async (ask, world, index) => {
  const found = new Differences()
  const { body, oracle, facts } = randomQuery(world, new SeededRandom(`total ${index}`))
  const { now, before } = facts(false)
  const { kpis } = await ask.total(body)
  found.alike(
    kpis.map(({ metric }) => metric),
    body.metrics,
    'metrics',
  )
  for (const { metric, total, before: earlier, percentage } of kpis) {
    found.same(total, oracle.wire(now, metric), metric)
    found.same(earlier, before ? oracle.wire(before, metric) : null, `${metric} before`)
    const after = oracle.metric(now, metric)
    const was = before && oracle.metric(before, metric)
    const change: Fraction | null = after && was && was[0] !== 0n ? plus([after[0] * was[1], after[1] * was[0]], [-1n, 1n]) : null
    const isNear = change !== null && change[0] !== 0n && Math.abs((percentage ?? 9) / number(change) - 1) < 1e-12
    if (!isNear) found.same(percentage, change ? (change[0] === 0n ? 0 : number(change)) : null, `change of ${metric}`)
  }
  return { count: now.length, wrong: found.wrong, isNarrowed: hasPurchaseFilter(body) }
}

/**
 * The hours that have started up to now, found by stepping through each zone's clock.
 * An hour whose compared hour has started counts too.
 */
function hoursWalked(world: ReportWorld, body: TotalRequest): (start: string) => boolean {
  const zones = world.tables.advertisers
    .filter(({ member_group_id }) => member_group_id === body.member_group_id)
    .filter(({ advertiser_id }) => body.advertiser_ids?.includes(Number(advertiser_id)) ?? true)
    .filter(({ advertiser_id }) =>
      world.tables.campaigns.some(
        (campaign) => campaign.advertiser_id === advertiser_id && (body.campaign_ids?.includes(Number(campaign.campaign_id)) ?? true),
      ),
    )
    .map(({ time_zone }) => String(time_zone))
  if (zones.length === 0) zones.push('UTC')
  const back = body.compare === 'none' ? 0 : daysBack(body)
  const shown = new Set<string>()
  for (const timeZone of new Set(zones)) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const
    const format = new Intl.DateTimeFormat('en-US', { timeZone, ...fields })
    const first = Date.parse(`${addDays(body.start_date, -back - 2)}T00:00:00Z`)
    for (let at = first; at <= reportNow().getTime(); at += 1_800_000) {
      const { year, month, day, hour } = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
      shown.add(`${year}-${month}-${day}T${hour}`)
    }
  }
  return (start) => shown.has(start) || (back > 0 && shown.has(addDays(start.slice(0, 10), -back) + start.slice(10)))
}

/** Compares time buckets: an amount is the increase of the rounded running total, so that buckets add up. */
export const checkTrend: Check = async (ask, world, index) => {
  const found = new Differences()
  const chance = new SeededRandom(`trend ${index}`)
  const isHourly = index % 4 === 0
  const { body: any, oracle, facts } = randomQuery(world, chance, isHourly)
  const body = askable(any, isHourly)
  const granularity: Granularity = isHourly ? 'hour' : chance.pick(['day', 'week', 'month'])
  const week_start = chance.pick([1, 7] as const)
  const got = await ask.trend({ ...body, granularity, week_start })
  found.same(got.granularity, granularity, 'granularity')
  const hours = isHourly ? Array.from({ length: 24 }, (_, hour) => hour) : [0]
  const startOf = (day: string, hour: number) =>
    granularity === 'hour' ? `${day}T${String(hour).padStart(2, '0')}` : bucketOf(day, granularity, week_start)
  const { now, before } = facts(isHourly)
  const shifted = body.compare !== 'none' && before ? shift(before, daysBack(body)) : []
  const isThere = isHourly ? hoursWalked(world, body) : () => true
  const counted = new Set([...now, ...shifted].map((row: Fact) => startOf(String(row.day), Number(row.hour ?? 0))))
  const all = [...new Set(eachDay(body).flatMap((day) => hours.map((hour) => startOf(day, hour))))]
  const starts = all.filter((start) => isThere(start) || counted.has(start))
  found.alike(
    got.buckets.map(({ start }) => start),
    starts,
    'buckets',
  )
  const check = (rows: readonly Fact[], values: (at: number) => MetricValues | undefined) => {
    const running = new Map<string, Fraction>()
    starts.forEach((start, at) => {
      const own = rows.filter((row) => startOf(String(row.day), Number(row.hour ?? 0)) === start)
      for (const id of body.metrics) {
        const was = running.get(id) ?? [0n, 1n]
        const upTo = plus(was, oracle.sum(own, id))
        running.set(id, [nearest([upTo[0] * 10n ** 40n, upTo[1]]), 10n ** 40n])
        const micros = ([above, below]: Fraction) => nearest([above * 1_000_000n, below])
        const want = moneySums.has(id) ? written(micros(upTo) - micros(was)) : oracle.wire(own, id)
        found.same(values(at)?.[id], want, `${id} of ${start}`)
      }
    })
  }
  check(now, (at) => got.buckets[at]?.metrics)
  if (body.compare !== 'none' && before) check(shifted, (at) => got.buckets[at]?.before?.metrics)
  else found.same(got.buckets.filter((bucket) => bucket.before !== null).length, 0, 'before')
  return { count: now.length, wrong: found.wrong, isNarrowed: hasPurchaseFilter(body) }
}

/** Splits one query in two ways: both sets of parts must add up to the total. */
export const checkSplits: Check = async (ask, world, index) => {
  const found = new Differences()
  const chance = new SeededRandom(`split ${index}`)
  const { body: any, facts } = randomQuery(world, chance)
  // In its own currency each account adds up to the micro; converted rows are rounded one by one.
  const metrics = ['impressions', 'halo_units', 'cost', 'revenue'].filter((id) => isInContext(id, any.context))
  const body: TotalRequest = { ...any, compare: 'none', metrics }
  const { kpis } = await ask.total(body)
  const splits = [several(chance, usableIds(false), 1), several(chance, usableIds(false), 3)]
  for (const dimensions of splits.map((ids) => ids.filter((id) => isAskable(id, body)))) {
    const { rows, total } = await ask.rows({ ...body, dimensions, pagination: { start: 0, count: 1000 } })
    if (rows.length < total) continue
    for (const { metric, total: whole } of kpis) {
      const inMicros = (value: unknown) => Number(value ?? 0) * (moneySums.has(metric) ? 1e6 : 1)
      const sum = rows.reduce((all, row) => all + inMicros(row.metrics[metric]), 0)
      const slack = moneySums.has(metric) ? rows.length / 2 + 1 : 0
      if (Math.abs(sum - inMicros(whole)) > slack) found.wrong.push(`${metric} by ${dimensions}: ${sum} instead of ${inMicros(whole)}`)
    }
  }
  return { count: facts(false).now.length, wrong: found.wrong }
}
