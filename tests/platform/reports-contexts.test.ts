import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { ReportContext } from '../../src/contract/reports/contexts.ts'
import { reviewStatusIds } from '../../src/contract/statuses.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { factDay, leakMarkers } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { reports } = contract
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const days = { member_group_id: 1, start_date: factDay, end_date: factDay }
const request = { ...days, dimensions: ['campaign_name'], metrics: ['impressions', 'cost'] }
const asSuper = () => world.as('superUser')
const rows = async (said: object = {}) => (await asSuper().send(reports.rows, { body: { ...request, ...said } as never })).reply.result // loosely typed

/** One campaign per channel, each with different metrics. */
async function fourChannels() {
  const channels = [
    [10, 1, 'onsite', 2, 1],
    [20, 2, 'media', 4, 2],
    [30, 3, 'offsite', 8, 3],
    [11, 1, 'reservations', 16, 4],
  ] as const
  await run('delete from facts_daily where member_group_id = 1')
  for (const [campaign, advertiser, channel, impressions, cost] of channels) {
    await run(`update campaigns set channel = '${channel}' where campaign_id = ${campaign}`)
    await run(`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions, cost)
      values (1, ${advertiser}, ${campaign}, ${campaign * 10}, '${channel}', 'mobile', 'USD', '${factDay}', ${impressions}, ${cost}000000)`)
  }
}
const row = (campaign: number, impressions: number, cost: string) => ({
  dimensions: { campaign_name: leakMarkers.campaign(campaign) },
  metrics: { impressions, cost },
  before: null,
  settled: true,
})
const onsite = row(10, 2, '1')
const media = row(20, 4, '2')
const offsite = row(30, 8, '3')
const reservations = row(11, 16, '4')
const all = [reservations, offsite, media, onsite]

test('a channel context has only its campaigns, and every other context has all', async () => {
  await fourChannels()
  const expected: readonly (readonly [ReportContext | undefined, readonly object[]])[] = [
    ['media_plan', [media]],
    ['offsite', [offsite]],
    ['reservations', [reservations]],
    ...([undefined, 'general', 'campaign', 'ad_group', 'entity', 'ad_group_entity', 'saved', 'simple'] as const).map(
      (context) => [context, all] as const,
    ),
  ]
  for (const [context, mine] of expected) {
    const report = await rows(context && { context })
    expect([report.rows, report.total], context).toEqual([mine, mine.length])
    const { dimensions: _, ...whole } = { ...request, ...(context && { context }) }
    const { kpis } = (await asSuper().send(reports.total, { body: whole as never })).reply.result // loosely typed
    const sum = mine.reduce((total: number, one) => total + (one as typeof onsite).metrics.impressions, 0) // each is such a row
    expect(kpis[0], context).toMatchObject({ metric: 'impressions', total: sum })
  }
})

test('the review context has the campaigns under review and the rejected ones, but no deleted ones', async () => {
  await fourChannels()
  await run(`update campaigns set review_status_id = ${reviewStatusIds.approved}`)
  expect(await rows({ context: 'review' })).toMatchObject({ rows: [], total: 0 })
  await run(`update campaigns set review_status_id = ${reviewStatusIds.under_review} where campaign_id = 20`)
  await run(`update campaigns set review_status_id = ${reviewStatusIds.denied} where campaign_id = 30`)
  expect(await rows({ context: 'review' })).toMatchObject({ rows: [offsite, media], total: 2 })
  await run('update campaigns set deleted_at = now() where campaign_id = 30')
  expect(await rows({ context: 'review' })).toMatchObject({ rows: [media], total: 1 })
})

test('the franchise report has offsite data, and the targeting report has everything', async () => {
  await fourChannels()
  const franchise = await asSuper().send(reports.franchise, { body: request as never }) // loosely typed
  const targeting = await asSuper().send(reports.targeting, { body: request as never }) // loosely typed
  expect(franchise.reply.result).toMatchObject({ rows: [offsite], total: 1, currency_code: 'USD' })
  expect(targeting.reply.result).toEqual(await rows({ context: 'general' }))
  expect(targeting.reply.result.rows).toEqual(all)
  const mine = await world.as('advertiserManager').send(reports.franchise, { body: request as never }) // likewise
  const nothing = await world.as('advertiserAdmin').send(reports.franchise, { body: request as never }) // likewise
  expect([mine.reply.result.rows, nothing.reply.result.rows]).toEqual([[offsite], []])
})

test('rows are sorted by size by default, and days in order', async () => {
  await fourChannels()
  await run(`update facts_daily set day = '2026-11-09' where campaign_id = 10`)
  const impressions = async (said: object) =>
    (await rows({ start_date: '2026-11-09', ...said })).rows.map((one: typeof onsite) => one.metrics.impressions)
  expect([await impressions({}), await impressions({ sort: [] })]).toEqual([
    [16, 8, 4, 2],
    [16, 8, 4, 2],
  ])
  expect(await impressions({ dimensions: ['day'] })).toEqual([2, 28])
})

test('weeks start on Monday by default', async () => {
  const starts = async (said: object) => {
    const body = { ...days, start_date: '2026-11-02', end_date: '2026-11-15', metrics: ['impressions'], granularity: 'week', ...said }
    const { buckets } = (await asSuper().send(reports.trend, { body: body as never })).reply.result // loosely typed
    return buckets.map(({ start }: { start: string }) => start)
  }
  expect(await starts({})).toEqual(['2026-11-02', '2026-11-09'])
  expect(await starts({ week_start: 7 })).toEqual(['2026-11-01', '2026-11-08', '2026-11-15'])
})

test.each([0.0000001, '0.0000001'])('a filter needs only %s', async (value) => {
  await fourChannels()
  await run(
    'update facts_daily set clicks = 1, impressions = case campaign_id when 20 then 20000000 else 5000000 end where campaign_id in (20, 30)',
  )
  const filters = [{ field: 'click_through_rate', operation: '>', value }]
  expect((await rows({ filters })).rows).toMatchObject([{ dimensions: offsite.dimensions }])
})

test('amounts in a currency that only the client still uses are converted', async () => {
  await fourChannels()
  await run(
    "insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'EUR', 'Euro', '€', 2), (3, 'GBP', 'Pound', '£', 2)",
  )
  await run('insert into member_group_currencies (member_group_id, currency_id) values (1, 2)')
  await run(
    `insert into exchange_rates (day, currency_code, per_usd) values ('2026-11-08', 'USD', 1), ('2026-11-08', 'EUR', 0.5), ('2026-11-08', 'GBP', 0.25)`,
  )
  await run("update advertisers set currency_code = 'GBP' where advertiser_id = 3")
  await run("update facts_daily set currency_code = 'GBP' where advertiser_id = 3")
  await run("update facts_daily set currency_code = 'EUR' where advertiser_id = 2")
  const costs = (await rows({})).rows.map(({ dimensions, metrics }: typeof onsite) => [dimensions.campaign_name, metrics.cost])
  expect(costs).toEqual([
    [leakMarkers.campaign(11), '4'],
    [leakMarkers.campaign(30), '12'],
    [leakMarkers.campaign(20), '4'],
    [leakMarkers.campaign(10), '1'],
  ])
})
