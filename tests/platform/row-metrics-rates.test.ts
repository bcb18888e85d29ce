import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { reportTrends } from '../../src/contract/reports/trends.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { adGroupEntities, adGroups, campaigns } = contract
const facts = {
  member_group_id: 1,
  advertiser_id: 1,
  campaign_id: 10,
  ad_group_id: 100,
  entity_id: 1000,
  day: '2026-11-18',
  channel: 'onsite',
  device: 'app',
  currency_code: 'EUR',
  impressions: 1000,
  clicks: 10,
  cost: 0,
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

/** The lists whose rows have metrics. */
async function lists() {
  const path = { memberGroupId: 1 }
  const body = { start_date: '2026-11-01', end_date: '2026-11-20', pagination: { start: 0, count: 50 } }
  const admin = world.as('clientAdmin')
  return [
    await admin.send(campaigns.report, { path, body }),
    await admin.send(adGroups.report, { path, body }),
    await admin.send(adGroupEntities.clientReport, { path, body }),
    await admin.send(adGroupEntities.report, { path: { memberGroupId: 1, advertiserId: 1, adGroupId: 100 }, body }),
  ]
}

// The advertisers' currency is the dollar, and the euro has no exchange rate.
beforeEach(async () => {
  const euro = { currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 }
  await world.database.kysely.insertInto('currencies').values(euro).execute()
})

test('lists with amounts in a former currency without an exchange rate are refused', async () => {
  await world.database.kysely
    .insertInto('facts_daily')
    .values({ ...facts, cost: 5_000_000 })
    .execute()
  for (const { status, reply } of await lists()) {
    expect([status, reply.error]).toEqual([
      422,
      expect.stringMatching(/^Exchange rate: There is no exchange rate of a former currency on that day/),
    ])
    expect(reply.fields).toMatchObject([{ path: 'currency_code', code: 'rate_missing' }])
  }
})

test('lists whose facts in a former currency have no amounts need no exchange rate', async () => {
  const before = await lists()
  await world.database.kysely.insertInto('facts_daily').values(facts).execute()
  const after = await lists()
  after.forEach(({ status, reply }, index) => {
    expect(status, reply.error).toBe(200)
    expect(reply.result.totals.cost).toBe(before[index]?.reply.result.totals.cost)
    expect(reply.result.totals.impressions).toBe(before[index]?.reply.result.totals.impressions + facts.impressions)
  })
})

test('lists and reports give the same changes when the exchange rate differs between the compared days', async () => {
  const { kysely } = world.database
  await kysely.insertInto('member_group_currencies').values({ member_group_id: 1, currency_id: 2 }).execute()
  await kysely
    .insertInto('exchange_rates')
    .values([
      { currency_code: 'EUR', day: '2026-10-01', per_usd: '0.5' },
      { currency_code: 'EUR', day: '2026-11-15', per_usd: '0.8' },
      { currency_code: 'USD', day: '2026-10-01', per_usd: '1' },
    ])
    .onConflict((known) => known.doNothing())
    .execute()
  await kysely
    .insertInto('facts_daily')
    .values([
      { ...facts, cost: 5_000_001, revenue: 30_000_000 },
      { ...facts, day: '2026-10-18', cost: 4_000_000, revenue: 17_000_000, impressions: 900 },
    ])
    .execute()
  const admin = world.as('clientAdmin')
  const days = { start_date: '2026-11-01', end_date: '2026-11-20' }
  const previous = { start_date: '2026-10-12', end_date: '2026-10-31' }
  const metrics = ['cost', 'revenue', 'return_on_ad_spend']
  const report = { member_group_id: 1, ...days, compare: 'previous_period' as const, metrics, currency_code: 'USD' }
  const total = await admin.send(reportTrends.total, { body: report })
  expect(total.status, total.reply.error).toBe(200)
  expect(total.reply.result.before).toEqual(previous)
  const expected = Object.fromEntries(
    total.reply.result.kpis.map(({ metric, percentage }: { metric: string; percentage: number }) => [metric, percentage]),
  )
  expect(expected.cost).toBeGreaterThan(0)
  const call = { path: { memberGroupId: 1 }, body: { ...days, compared_to: previous, pagination: { start: 0, count: 1 } } }
  for (const endpoint of [campaigns.report, adGroups.report, adGroupEntities.clientReport]) {
    const { status, reply } = await admin.send(endpoint, call)
    expect(status, reply.error).toBe(200)
    expect(reply.result.changes).toMatchObject(expected)
    const filters = [{ field: 'cost', operation: '>' as const, value: '1' }]
    const refused = await admin.send(endpoint, { ...call, body: { ...call.body, filters } })
    expect([refused.status, refused.reply.fields?.[0]?.path]).toEqual([422, 'compared_to'])
  }
  const wrong = { ...call, body: { ...call.body, compared_to: { start_date: '2026-10-31', end_date: '2026-10-12' } } }
  expect((await admin.send(campaigns.report, wrong)).status).toBe(422)
})
