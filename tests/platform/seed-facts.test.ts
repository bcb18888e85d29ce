import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countColumns } from '../../demo/platform/reports/facts.ts'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { demonstration, demonstrationDay as today, demonstrationNow as now } from '../support/seed/demonstration.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { askerOf } from '../support/reports/asker.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ filling: demonstration })
})
afterAll(() => fresh.close())

type Row = Record<string, string | number | null>
const read = async (text: string) => (await sql.raw<Row>(text).execute(fresh.database.kysely)).rows
const one = async (text: string) => (await read(text))[0] ?? {}
const unequal = (columns: readonly string[]) =>
  columns.map((name) => `coalesce(daily.${name}, 0) <> coalesce(hourly.${name}, 0)`).join(' or ')

test('hours add up to their day, in every column and to the micro', async () => {
  const sums = (table: string) =>
    `select ad_group_id, day, ${countColumns.map((name) => `sum(${name}) as ${name}`).join(', ')} from ${table} where day >= (select min(day) + 1 from facts_hourly) group by 1, 2`
  const rows = await read(`select count(*) as pairs, count(*) filter (where ${unequal(countColumns)}) as unequal
    from (${sums('facts_daily')}) daily full join (${sums('facts_hourly')}) hourly using (ad_group_id, day)`)
  expect(rows[0]?.unequal).toBe(0)
  expect(Number(rows[0]?.pairs)).toBeGreaterThan(3000)
})

test('hours are stored for 35 days, entities for 60, and the rest for 18 months', async () => {
  const zone = `join advertisers using (member_group_id, advertiser_id) where time_zone <> 'Asia/Tokyo'`
  expect(await one(`select min(day) as first from facts_hourly ${zone}`)).toEqual({ first: addDays(today, -35) })
  expect(await one(`select min(day) as first from facts_daily ${zone} and entity_id is not null`)).toEqual({ first: addDays(today, -60) })
  expect(await one(`select max(day) as last, min(day) as first from facts_daily ${zone} and entity_id is null`)).toEqual({
    last: addDays(today, -61),
    first: addDays(today, -548),
  })
})

test('today has the hours that are over for the advertiser, and none later', async () => {
  const rows =
    await read(`select time_zone, max(day) as day, max(hour) filter (where day >= '${today}') as hour from facts_hourly join advertisers using (member_group_id, advertiser_id)
    where time_zone in ('America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo') group by 1 order by 1`)
  expect(rows).toEqual([
    { time_zone: 'America/Los_Angeles', day: today, hour: 6 },
    { time_zone: 'Asia/Tokyo', day: today, hour: 23 },
    { time_zone: 'Europe/Berlin', day: today, hour: 15 },
  ])
})

test('when clocks go back, an hour counts twice', async () => {
  const share = async (zone: string, day: string, hour: number) =>
    Number(
      (
        await one(`select sum(impressions) filter (where day = '${day}')::numeric / (sum(impressions) / count(distinct day)) as share from facts_hourly
      join advertisers using (member_group_id, advertiser_id) where time_zone = '${zone}' and hour = ${hour} and extract(dow from day) = 0`)
      ).share,
    )
  expect(await share('America/New_York', '2026-11-01', 1)).toBeGreaterThan(1.4)
  expect(await share('Asia/Tokyo', '2026-11-01', 1)).toBeLessThan(1.3)
})

test('there are no clicks without impressions, costs without clicks, or sales without orders', async () => {
  for (const table of ['facts_daily', 'facts_hourly'])
    expect(
      await read(`select * from ${table} where clicks > impressions or (clicks = 0 and cost > 0) or (transactions = 0 and revenue + units > 0) or units < transactions
      or (exposed_transactions = 0 and exposed_revenue > 0) or (halo_transactions = 0 and halo_revenue > 0) or least(${countColumns.join(', ')}) < 0 limit 2`),
    ).toEqual([])
  expect(
    await read(
      `select currency_code from facts_daily where revenue % (case currency_code when 'JPY' then 1000000 else 10000 end) <> 0 limit 1`,
    ),
  ).toEqual([])
})

test('the rates of every campaign are realistic', async () => {
  const rates = `case f.currency_code when 'EUR' then 0.92 when 'CAD' then 1.36 when 'JPY' then 151 else 1 end`
  const rows =
    await read(`select campaign_id, sum(clicks)::float / sum(impressions) as click_rate, sum(cost / ${rates})::float / 1000000 / sum(clicks) as click_cost,
    sum(revenue)::float / sum(cost) as returned, sum(impressions) as impressions from facts_daily f group by 1`)
  const range = (name: string) => rows.map((row) => Number(row[name])).sort((a, b) => a - b)
  const rate = range('click_rate')
  const cost = range('click_cost')
  const returned = range('returned')
  console.log(
    'click rate, cost of a click, return of campaigns:',
    [rate, cost, returned].map((all) => `${all[0]?.toFixed(4)} to ${all.at(-1)?.toFixed(4)}`),
  )
  expect([(rate[0] ?? 0) > 0.003, (rate.at(-1) ?? 1) < 0.02]).toEqual([true, true])
  expect([(cost[0] ?? 0) > 0.2, (cost.at(-1) ?? 9) < 1.5]).toEqual([true, true])
  const usual = returned.filter((value) => value > 3 && value < 8)
  expect(usual.length / returned.length).toBeGreaterThan(0.9)
})

test('weekly and seasonal patterns, a launch and a dip are visible', async () => {
  const weekday = await read(`select extract(isodow from day)::int as weekday, avg(sum) as sum from
    (select day, sum(impressions) as sum from facts_daily where member_group_id = 3 and day between '${addDays(today, -28)}' and '${addDays(today, -1)}' group by 1) days group by 1 order by 1`)
  expect(Number(weekday[5]?.sum) / Number(weekday[0]?.sum)).toBeGreaterThan(1.4)
  const perDay = async (from: number, to: number) =>
    Number(
      (
        await one(
          `select sum(impressions)::float / count(distinct day) as mean from facts_daily where member_group_id = 1 and day between '${addDays(today, -from)}' and '${addDays(today, -to)}'`,
        )
      ).mean,
    )
  expect((await perDay(96, 94)) / (await perDay(110, 97))).toBeLessThan(0.5)
  const launched =
    await one(`select avg(sum) filter (where age < 7)::float / avg(sum) filter (where age between 7 and 20)::float as launch from
    (select day - start_date as age, sum(impressions) as sum from facts_daily join campaigns using (member_group_id, campaign_id) where day - start_date <= 20 and start_date < '${addDays(today, -120)}' group by campaign_id, 1) ages`)
  expect(Number(launched.launch)).toBeGreaterThan(1.25)
})

test('a report needs hardly more database work than the simplest query', async () => {
  const days = { start_date: addDays(today, -500), end_date: today }
  const metrics = ['impressions', 'clicks', 'cost', 'return_on_ad_spend']
  const ask = askerOf(fresh.database, { now: () => now })
  const bare = sql`select campaign_id, sum(impressions), sum(clicks), sum(cost), sum(revenue) from facts_daily
    where member_group_id = 1 and day between ${days.start_date} and ${days.end_date} group by 1`
  const times: Record<'bare' | 'report', number[]> = { bare: [], report: [] }
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const least = () => [Math.min(...times.bare), Math.min(...times.report)] as const
  const isSlow = () => least()[1] / least()[0] >= 2
  // On a busy machine, the least time of both takes more rounds to find.
  for (let round = 0; round < 9 || (round < 45 && isSlow()); round++) {
    times.bare.push(await timed(() => bare.execute(fresh.database.reports)))
    times.report.push(await timed(() => ask.rows({ ...days, member_group_id: 1, metrics, dimensions: ['campaign_id', 'campaign_name'] })))
  }
  const [plain, report] = least()
  console.log(`bare ${plain.toFixed(0)} ms, report ${report.toFixed(0)} ms, ratio ${(report / plain).toFixed(2)}`)
  expect(report / plain).toBeLessThan(2)
  expect(ask.statements.filter(({ sql: text }) => text.includes('facts_'))).toHaveLength(times.report.length)
})
