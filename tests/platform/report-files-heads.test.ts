import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { factDay } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const fileRequest = {
  member_group_id: 1,
  start_date: factDay,
  end_date: factDay,
  dimensions: ['campaign_name'],
  metrics: ['impressions', 'cost'],
  title: 'Heads',
  columns: [{ id: 'impressions', label: 'Impressions' }],
  locale: 'en-US',
}
const ask = (said: object) =>
  world.as('clientAdmin').send(contract.reportExports.file, { body: { ...fileRequest, format: 'csv', has_notes: true, ...said } as never }) // loosely typed
const headsOf = ({ text }: { readonly text: string }) =>
  text
    .slice(text.indexOf('\r\n\r\n') + 4)
    .trimEnd()
    .split('\r\n')

async function euros() {
  await run("insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'EUR', 'Euro', '€', 2)")
  await run("insert into exchange_rates (day, currency_code, per_usd) values ('2026-11-08', 'USD', 1), ('2026-11-08', 'EUR', 0.8)")
}

test('a file header states the sales filter, order sizes and the day of its exchange rates', async () => {
  await euros()
  const some = { user_history: 'new customers', order_values: ['large', 'small'], currency_code: 'EUR', compare: 'previous_period' }
  const filters = [{ field: 'device', operation: '=', value: 'mobile' }]
  expect(
    headsOf(
      await ask({ ...some, metrics: ['impressions', 'revenue'], context: 'general', advertiser_ids: [1, 2], campaign_ids: [10, 20] }),
    ),
  ).toEqual([
    'Report,Heads',
    'Report on,Everything',
    'Advertisers,"Advertiser-mark-1., Advertiser-mark-2."',
    'Campaigns,"Campaign-mark-10., Campaign-mark-20."',
    `Dates,${factDay} – ${factDay}`,
    'Compared with,2026-11-09 – 2026-11-09',
    'Final through,2026-11-17',
    'Time zone,UTC',
    'Currency,EUR',
    'Rates of,2026-11-08',
    'Customers,New customers',
    'Orders,"Large, Small"',
  ])
  const all = headsOf(await ask({ filters, order_values: ['large', 'medium', 'small'] }))
  expect(all.filter((line) => /^(Customers|Orders|Rates|Filter)/.test(line))).toEqual(['Filter,Device is mobile'])
})

test('a file header names fifty advertisers and the number of others', async () => {
  await run(`insert into advertisers (member_group_id, advertiser_id, name, status, time_zone, currency_code)
    select 1, 1000 + n, 'Shop ' || lpad(n::text, 2, '0'), 'active', 'UTC', 'USD' from generate_series(1, 51) n`)
  const ids = (count: number) => Array.from({ length: count }, (_, index) => 1001 + index)
  const named = (count: number) => ids(count).map((id) => `Shop ${String(id - 1000).padStart(2, '0')}`)
  expect(headsOf(await ask({ advertiser_ids: ids(51) }))).toContain(`Advertisers,"${[...named(50), 'and 1 more'].join(', ')}"`)
  expect(headsOf(await ask({ advertiser_ids: ids(50) }))).toContain(`Advertisers,"${named(50).join(', ')}"`)
})

test.each(['csv', 'xlsx'])('no file is written when a row has amounts without an exchange rate: %s', async (format) => {
  await euros()
  await run("insert into currencies (currency_id, currency_code, name, symbol, digits) values (3, 'GBP', 'Pound', '£', 2)")
  await run("update advertisers set currency_code = 'GBP' where advertiser_id = 3")
  // The first chunk has only rates; the last row of the second chunk has none.
  await run(`insert into campaigns (member_group_id, advertiser_id, campaign_id, name, channel, status, budget_period, budget, start_date)
    select 1, 1, 20000 + n, 'Many ' || n, 'onsite', 'active', 'Daily', 1000000, '2026-01-01' from generate_series(1, 6000) n`)
  await run(`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions, cost)
    select 1, 1, 20000 + n, 20000 + n, 'onsite', 'mobile', 'USD', '${factDay}', 9, 1000000 from generate_series(1, 6000) n`)
  await run("update facts_daily set currency_code = 'GBP', cost = 5, impressions = 1 where advertiser_id = 3")
  const sort = [{ field: 'impressions', order: 'desc' }]
  const columns = [{ id: 'cost', label: 'Spend' }]
  const { status, reply, headers } = await ask({ format, sort, columns })
  expect([status, headers.get('content-disposition'), reply.fields[0]]).toMatchObject([422, null, { path: 'currency_code' }])
  expect(reply.fields[0].rule).toContain('GBP')
})
