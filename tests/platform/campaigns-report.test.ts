import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { countingStatements } from '../support/database/statements.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { factDay } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { campaigns } = contract
const days = { start_date: '2026-11-01', end_date: '2026-11-20' }
const ask = (name: CallerName, body: object = {}, memberGroupId = 1) =>
  world.as(name).send(campaigns.report, { path: { memberGroupId }, body: { ...days, ...body } })
const rowsOf = async (...given: Parameters<typeof ask>) => {
  const { status, reply } = await ask(...given)
  expect(status, JSON.stringify(reply)).toBe(200)
  return reply.result
}
type Row = { campaign_id: number; name: string; budget: string; metrics: Record<string, number | string | null> }
const idsIn = ({ campaigns: rows }: { campaigns: Row[] }) => rows.map(({ campaign_id }) => campaign_id)
const run = (text: string) => sql.raw(text).execute(world.database.kysely)

/** Forty campaigns of the first client with different metrics; the third advertiser's currency is the euro. */
async function fill() {
  await run(`insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'EUR', 'Euro', '€', 2)`)
  await run(`insert into member_group_currencies (member_group_id, currency_id) values (1, 2)`)
  await run(
    `insert into exchange_rates (currency_code, day, per_usd) values ('EUR', '2026-11-02', '0.80000000'), ('USD', '2026-11-02', '1')`,
  )
  await run(`update advertisers set currency_code = 'EUR' where advertiser_id = 3`)
  await run(`update facts_daily set currency_code = 'EUR' where advertiser_id = 3`)
  await run(`insert into campaigns (member_group_id, advertiser_id, campaign_id, channel, name, status, budget_period, budget, start_date, end_date, started_at, created_at)
    select 1, 1 + n % 3, 500 + n, 'onsite', 'Filled ' || (n % 7), case n % 4 when 0 then 'active' when 1 then 'paused' when 2 then 'ended' else 'active' end, 'Daily',
      (1 + n % 5) * 10000000, '2026-10-01', case when n % 2 = 0 then date '2026-12-01' + n end, now(), timestamptz '2026-10-01' + n * interval '1 hour' from generate_series(1, 40) n`)
  await run(`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions, clicks, cost, revenue, transactions, units)
    select 1, 1 + n % 3, 500 + n, 9000 + n, 'onsite', 'app', case when n % 3 = 2 then 'EUR' else 'USD' end, date '2026-10-30' + d, 100 * n, n % 6, 1234567 * (n % 9) + d, 7654321 * (n % 4), n % 3, n % 5
    from generate_series(1, 40) n, generate_series(0, 24) d`)
}

/** Expected metrics of every campaign, summed row by row in micros of a dollar. */
async function counted(condition = 'true') {
  const { rows } = await sql<Record<string, string>>`
    select c.campaign_id::text as id, c.name, sum(f.impressions)::text as impressions, sum(f.clicks)::text as clicks, sum(f.transactions)::text as transactions,
      sum(f.units)::text as units, sum(f.cost)::text as cost, sum(f.revenue)::text as revenue, min(f.currency_code) as currency
    from campaigns c left join facts_daily f on f.campaign_id = c.campaign_id and f.day between '2026-11-01' and '2026-11-20'
    where c.member_group_id = 1 and ${sql.raw(condition)} group by c.campaign_id, c.name order by c.campaign_id`.execute(
    world.database.kysely,
  )
  return rows
}
const amount = (micros: number) => String(Number((micros / 1e6).toFixed(6)))

test('each row matches an independent query, in its own currency, with ratios of sums', async () => {
  await fill()
  const { campaigns: rows, total } = await rowsOf('clientAdmin', { pagination: { start: 0, count: 1000 } })
  const expected = await counted()
  expect(total).toBe(expected.length)
  expect(rows).toHaveLength(46)
  for (const one of expected) {
    const { metrics, currency_code } = rows.find(({ campaign_id }: Row) => String(campaign_id) === one.id)
    const cost = Number(one.cost ?? 0)
    const clicks = Number(one.clicks ?? 0)
    const impressions = Number(one.impressions ?? 0)
    expect(metrics).toMatchObject({ impressions, clicks, transactions: Number(one.transactions ?? 0), units: Number(one.units ?? 0) })
    expect([metrics.cost, metrics.revenue]).toEqual([amount(cost), amount(Number(one.revenue ?? 0))])
    expect(metrics.click_through_rate).toBe(impressions === 0 ? null : clicks / impressions)
    if (clicks === 0) expect([metrics.cost_per_click, metrics.average_conversion_rate]).toEqual([null, null])
    if (one.currency) expect(currency_code).toBe(one.currency)
  }
})

test('totals cover all filtered rows, not the page, in one currency with the date of its rates', async () => {
  await fill()
  const one = await rowsOf('clientAdmin', { pagination: { start: 3, count: 2 }, currency_code: 'USD' })
  const expected = await counted()
  const sum = (field: string) => expected.reduce((all, row) => all + Number(row[field] ?? 0), 0)
  const inDollars = expected.reduce((all, row) => all + Number(row.cost ?? 0) / (row.currency === 'EUR' ? 0.8 : 1), 0)
  expect(one.campaigns).toHaveLength(2)
  expect(one).toMatchObject({ total: 46, currency_code: 'USD', rates_of: '2026-11-02' })
  expect(one.totals).toMatchObject({ impressions: sum('impressions'), clicks: sum('clicks'), units: sum('units') })
  expect(Number(one.totals.cost)).toBeCloseTo(inDollars / 1e6, 5)
  expect(one.totals.click_through_rate).toBe(sum('clicks') / sum('impressions'))
  const euros = await rowsOf('clientAdmin', { currency_code: 'EUR' })
  expect(Number(euros.totals.cost)).toBeCloseTo((inDollars / 1e6) * 0.8, 5)
  expect(euros.settled_through < days.end_date).toBe(true)
})

test('a list of one advertiser is in its own currency and converts nothing', async () => {
  await fill()
  const {
    currency_code,
    rates_of,
    totals,
    campaigns: rows,
  } = await rowsOf('clientAdmin', { advertiser_ids: [3], pagination: { start: 0, count: 1000 } })
  expect([currency_code, rates_of]).toEqual(['EUR', null])
  const sum = rows.reduce((all: number, { metrics }: Row) => all + Number(metrics.cost), 0)
  expect(Number(totals.cost)).toBeCloseTo(sum, 6)
})

describe('a sorted list', () => {
  const keys = [
    'name',
    'status',
    'budget',
    'start_date',
    'end_date',
    'advertiser_name',
    'created_at',
    'cost',
    'clicks',
    'return_on_ad_spend',
  ] as const
  test.each(keys)('by %s has pages that never overlap, and empty values last in both directions', async (field) => {
    await fill()
    for (const order of ['asc', 'desc'] as const) {
      const sort = [{ field, order }]
      const whole = await rowsOf('clientAdmin', { sort, currency_code: 'USD', pagination: { start: 0, count: 1000 } })
      const paged: number[] = []
      for (let start = 0; start < 46; start += 16)
        paged.push(...idsIn(await rowsOf('clientAdmin', { sort, currency_code: 'USD', pagination: { start, count: 16 } })))
      expect(paged).toEqual(idsIn(whole))
      expect(new Set(paged).size).toBe(46)
      const values = whole.campaigns.map((row: Row & Record<string, unknown>) => (field in row.metrics ? row.metrics[field] : row[field]))
      const firstNone = values.indexOf(null)
      if (firstNone >= 0) expect(values.slice(firstNone).every((value: unknown) => value === null)).toBe(true)
    }
  })

  test('by cost compares currencies by their value', async () => {
    await fill()
    const { campaigns: rows } = await rowsOf('clientAdmin', {
      sort: [{ field: 'cost', order: 'desc' }],
      currency_code: 'USD',
      pagination: { start: 0, count: 1000 },
    })
    const worth = rows.map(
      ({ metrics, currency_code }: Row & { currency_code: string }) => Number(metrics.cost) / (currency_code === 'EUR' ? 0.8 : 1),
    )
    expect(worth).toEqual(worth.toSorted((one: number, other: number) => other - one))
    expect(worth[0]).toBeGreaterThan(0)
  })
})

describe('a filtered list', () => {
  const all = { pagination: { start: 0, count: 1000 }, currency_code: 'USD' }
  test.each([
    [[{ field: 'status', operation: 'IN', value: ['paused', 'ended'] }], `c.status in ('paused', 'ended')`],
    [[{ field: 'name', operation: 'ILIKE', value: 'lled 3' }], `c.name ilike '%lled 3%'`],
    [[{ field: 'end_date', operation: 'IS NULL' }], 'c.end_date is null'],
    [[{ field: 'always_on', operation: '=', value: false }], 'c.end_date is not null'],
    [
      [{ field: 'end_date', operation: 'BETWEEN', value: ['2026-12-05', '2026-12-20'] }],
      `c.end_date between '2026-12-05' and '2026-12-20'`,
    ],
    [[{ field: 'review_status_id', operation: '=', value: 1 }], 'c.review_status_id = 1'],
    [[{ field: 'advertiser_id', operation: '=', value: 2 }], 'c.advertiser_id = 2'],
    [
      [{ field: 'clicks', operation: '>', value: 60 }],
      "(select sum(clicks) from facts_daily s where s.campaign_id = c.campaign_id and s.day between '2026-11-01' and '2026-11-20') > 60",
    ],
  ])('by %j has the rows and totals of an independent query', async (filters, condition) => {
    await fill()
    const { campaigns: rows, total, totals } = await rowsOf('clientAdmin', { ...all, filters })
    const expected = await counted(condition)
    expect(rows.map(({ campaign_id }: Row) => String(campaign_id)).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    expect(total).toBe(expected.length)
    expect(totals.clicks).toBe(expected.reduce((sum, { clicks }) => sum + Number(clicks ?? 0), 0))
    expect(expected.length).toBeGreaterThan(0)
  })

  test('by a budget in the currency of the list', async () => {
    await fill()
    const { campaigns: rows } = await rowsOf('clientAdmin', { ...all, filters: [{ field: 'budget', operation: '>', value: '40' }] })
    const worth = rows.map(
      ({ budget, currency_code }: Row & { currency_code: string }) => Number(budget) / (currency_code === 'EUR' ? 0.8 : 1),
    )
    expect(worth.length).toBeGreaterThan(0)
    expect(worth.every((one: number) => one > 40)).toBe(true)
  })

  test('by the reason why campaigns do not serve', async () => {
    const every = await rowsOf('clientAdmin', all)
    const gates: (string | null)[] = every.campaigns.map(({ serving }: { serving: { gate: string | null } }) => serving.gate)
    expect(gates).toContain('campaign_status')
    for (const gate of new Set(gates)) {
      const filter = gate === null ? { field: 'gate', operation: 'IS NULL' } : { field: 'gate', operation: '=', value: gate }
      const { total } = await rowsOf('clientAdmin', { ...all, filters: [filter] })
      expect(total).toBe(gates.filter((one) => one === gate).length)
    }
    const wanted = ['none', gates.find((gate) => gate !== null) ?? '']
    const { total } = await rowsOf('clientAdmin', { ...all, filters: [{ field: 'gate', operation: 'IN', value: wanted }] })
    expect(total).toBe(gates.filter((one) => wanted.includes(one ?? 'none')).length)
    const { status, reply } = await ask('clientAdmin', { filters: [{ field: 'gate', operation: '=', value: 'mood' }] })
    expect([status, reply.fields[0].path]).toEqual([422, 'filters.0.value'])
  })

  test.each([
    [{ filters: [{ field: 'password', operation: '=', value: '1' }] }, 'filters.0.field'],
    [{ sort: [{ field: 'serving', order: 'asc' }] }, 'sort.0.field'],
    [{ filters: [{ field: 'end_date', operation: '>', value: 'soon' }] }, 'filters.0.value'],
    [{ filters: [{ field: 'clicks', operation: 'ILIKE', value: '1' }] }, 'filters.0.operation'],
    [{ end_date: '2026-10-01' }, 'end_date'],
  ])('with %j is refused at %s', async (body, path) => {
    const { status, reply } = await ask('clientAdmin', body)
    expect([status, reply.fields?.[0].path]).toEqual([422, path])
  })
})

test('a sparkline has the cost of each of the last 14 days, today last', async () => {
  const today = (await sql<{ day: string }>`select date '2026-11-21' as day`.execute(world.database.kysely)).rows[0]?.day
  await run(`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, cost)
    values (1, 1, 10, 100, 'onsite', 'app', 'USD', '${today}', 1500000), (1, 1, 10, 100, 'onsite', 'app', 'USD', '2026-11-08', 250000), (1, 1, 10, 100, 'onsite', 'app', 'USD', '2026-11-07', 9000000)`)
  const { campaigns: rows } = await rowsOf('clientAdmin')
  const { spark } = rows.find(({ campaign_id }: Row) => campaign_id === 10)
  expect(spark).toEqual(['0.25', ...Array.from({ length: 12 }, () => '0'), '1.5'])
})

test('a user with some advertisers gets the rows and totals of those only', async () => {
  await run(`update facts_daily set clicks = 1000 + advertiser_id where day = '${factDay}'`)
  const mine = await rowsOf('advertiserAdmin')
  expect(idsIn(mine).toSorted()).toEqual([10, 11])
  expect(mine.totals.clicks).toBe(1001)
  expect((await rowsOf('clientAdmin')).totals.clicks).toBe(1001 + 1002 + 1003)
  expect(await ask('advertiserAdmin', { advertiser_ids: [2] })).toMatchObject({ status: 404 })
})

test('a removed campaign is in no list, total or search', async () => {
  await run(`update campaigns set deleted_at = now() where campaign_id = 10`)
  await run(`update facts_daily set clicks = 7 where campaign_id = 10`)
  const { campaigns: rows, totals } = await rowsOf('clientAdmin', { advertiser_ids: [1] })
  expect(rows.map(({ campaign_id }: Row) => campaign_id)).toEqual([11])
  expect(totals.clicks).toBe(0)
  const found = await world.as('clientAdmin').send(contract.search.all, { query: { query: 'Campaign-mark-10.' } })
  expect(found.reply.result.results.filter(({ kind, id }: { kind: string; id: number }) => kind === 'campaign' && id === 10)).toEqual([])
  for (const endpoint of [campaigns.one, campaigns.budget, campaigns.adGroups] as const)
    expect(await world.as('clientAdmin').send(endpoint, { path: { memberGroupId: 1, advertiserId: 1, campaignId: 10 } })).toMatchObject({
      status: 404,
    })
})

test('the count 0 gives the total and the totals without reading rows', async () => {
  await fill()
  const counting = countingStatements(world.database)
  const { as } = await world.startSecondPlatform({ database: counting.database })
  const read = async (count: number) => {
    const { result, statements } = await counting.during(() =>
      as('clientAdmin').send(campaigns.report, { path: { memberGroupId: 1 }, body: { ...days, pagination: { start: 0, count } } }),
    )
    expect(result.status, JSON.stringify(result.reply)).toBe(200)
    return { statements, ...result.reply.result }
  }
  const one = await read(1)
  const none = await read(0)
  expect(none).toMatchObject({ campaigns: [], total: one.total, totals: one.totals })
  expect(none.total).toBe(46)
  expect(one.statements - none.statements).toBeGreaterThan(3)
})
