import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../support/platform/audit.ts'
import { deliveryBy, onlyCampaigns } from '../support/delivery/delivery-world.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { askerOf } from '../support/reports/asker.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

/** UTC offsets in minutes, from a moment on. Copied from the time zone tables, independently of the code under test. */
const offsets = {
  'Europe/Berlin': [
    ['2026-03-29T01:00:00Z', 120],
    ['2026-10-25T01:00:00Z', 60],
    ['2027-03-28T01:00:00Z', 120],
  ],
  'America/New_York': [
    ['2026-03-08T07:00:00Z', -240],
    ['2026-11-01T06:00:00Z', -300],
    ['2027-03-14T07:00:00Z', -240],
  ],
  'Australia/Lord_Howe': [
    ['2026-04-04T15:00:00Z', 630],
    ['2026-10-03T15:30:00Z', 660],
    ['2027-04-03T15:00:00Z', 630],
  ],
} as const
type Zone = keyof typeof offsets

/** Local day and hour at a moment. */
function hourThere(zone: Zone, at: Date): string {
  const [, minutes = 0] = offsets[zone].findLast(([from]) => new Date(from) <= at) ?? []
  return new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 13)
}

const minuteMs = 60_000
/** The first moment of a day there. */
function beginOf(zone: Zone, day: string): number {
  const moments = Array.from({ length: 60 }, (_, half) => Date.parse(`${day}T00:00:00Z`) + (half - 30) * 30 * minuteMs)
  return moments.find((moment) => hourThere(zone, new Date(moment)).startsWith(day)) ?? 0
}

const metrics = ['impressions', 'clicks', 'cost']
type Sums = Record<string, number>
/** Counts so far, with amounts in micros. */
async function counted(): Promise<Sums> {
  const { rows } = await sql<Sums>`select sum(impressions)::int as impressions, sum(clicks)::int as clicks, sum(cost)::int as cost
    from facts_hourly where advertiser_id = 1`.execute(world.database.kysely)
  return rows[0] ?? {}
}
const micros = ({ cost, ...rest }: Readonly<Record<string, string | number | null>>) => ({ ...rest, cost: Math.round(Number(cost) * 1e6) })
const plus = (one: Sums = {}, other: Sums = {}): Sums => Object.fromEntries(metrics.map((id) => [id, (one[id] ?? 0) + (other[id] ?? 0)]))

/** Days of clock changes: one per time zone here, both in the audit. */
const changes = [
  ['Europe/Berlin', '2026-10-25', 25],
  ['Europe/Berlin', '2027-03-28', 23],
  ['America/New_York', '2026-11-01', 25],
  ['America/New_York', '2027-03-14', 23],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2027-04-04', 24.5],
] as const

describe.each(sampleOf(changes, 3))('in %s the %s, which has %d hours', (zone, day, hours) => {
  test('delivery by half hours is counted by hour and day, and adds up', async () => {
    const { kysely } = world.database
    await onlyCampaigns(world.database, 10)
    await sql`update advertisers set time_zone = ${zone} where advertiser_id = 1`.execute(kysely)
    await sql`update campaigns set pacing = 'ASAP', budget = 900000000, start_date = '2026-01-01', end_date = null where campaign_id = 10`.execute(
      kysely,
    )
    await sql`delete from facts_hourly`.execute(kysely)
    await sql`delete from facts_daily`.execute(kysely)
    // From an hour before the day until an hour after it.
    const delivery = deliveryBy(world.database, new Date(beginOf(zone, day) - 61 * minuteMs))
    await delivery.pass(0)
    const shown = new Map<string, Sums>()
    let before = await counted()
    let halves = 0
    for (let half = 0; half < 2 * (hours + 2); half++) {
      await delivery.pass(30)
      const now = await counted()
      const hour = hourThere(zone, delivery.now())
      if (hour.startsWith(day)) halves++
      shown.set(hour, plus(shown.get(hour), plus(now, Object.fromEntries(metrics.map((id) => [id, -(before[id] ?? 0)])))))
      before = now
    }
    // The offsets above give the length of the day.
    expect(halves / 2).toBe(hours)
    const mine = [...shown].filter(([hour, sums]) => hour.startsWith(day) && sums.impressions)
    expect(mine.length).toBeGreaterThan(20)

    const ask = askerOf(world.database, { now: delivery.now, memberGroupId: 1 })
    const request = { member_group_id: 1, start_date: day, end_date: day, metrics }
    const page = { pagination: { start: 0, count: 100 } }
    const byHour = await ask.rows({ ...request, ...page, dimensions: ['hour'] })
    expect(byHour.rows.map((row) => [row.dimensions.hour, micros(row.metrics)])).toEqual(mine.map(([hour, sums]) => [hour, sums]))
    const whole = mine.map(([, sums]) => sums).reduce(plus)
    const { buckets } = await ask.trend({ ...request, granularity: 'hour' })
    for (const bucket of buckets) expect(micros(bucket.metrics), bucket.start).toEqual(plus(shown.get(bucket.start)))
    const byDay = await ask.rows({ ...request, dimensions: ['day'] })
    expect(byDay.rows.map((row) => [row.dimensions.day, micros(row.metrics)])).toEqual([[day, whole]])
    const { kpis } = await ask.total(request)
    expect(micros(Object.fromEntries(kpis.map(({ metric, total }) => [metric, total])))).toEqual(whole)
  }, 120_000)
})
