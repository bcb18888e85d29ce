import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { alertsJob } from '../../demo/platform/mail/campaign-alerts.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { servingOf, adGroupServingOf } from '../../demo/platform/serving/read.ts'
import type { CampaignDraftData } from '../../src/contract/drafts/drafts.data.ts'
import { contract } from '../../src/contract/index.ts'
import { leave, noon } from '../support/delivery/delivery-world.ts'
import { readyDraft } from '../support/drafts/calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const run = async (...texts: readonly string[]) => {
  for (const text of texts) await sql.raw(text).execute(world.database.kysely)
}
const estimate = async (data: CampaignDraftData = {}) =>
  (await world.as('clientAdmin').send(contract.campaignDrafts.estimate, { path: readyDraft, body: { data } })).reply.result
const at = (now: Date) => ({ database: world.database, now: () => now, log: () => undefined })
const serving = async (now: Date = noon) => (await servingOf(at(now), 1, [10])).get(10)
const groupServing = async () => (await adGroupServingOf(at(noon), 1, [100])).get(100)
const balance = (units: number) =>
  run(`insert into advertiser_balances (member_group_id, advertiser_id, balance) values (1, 1, ${units}000000)
  on conflict (member_group_id, advertiser_id) do update set balance = excluded.balance`)
const campaign = (set: string) => run(`update campaigns set ${set} where campaign_id = 10`)
const spentEach = (units: number, ...days: readonly number[]) =>
  run(...days.map((day) => `insert into spend_days values (1, 1, 10, 100, '2026-11-${day}', ${units}000000)`))
const lastWeek = [14, 15, 16, 17, 18, 19, 20]
const order = `insert into insertion_orders (member_group_id, insertion_order_id, number, start_date, end_date, name, status_id, total, currency_code) values (1, 5, 'IO-5', '2026-01-01', '2027-12-31', 'Order', 3, 100000000, 'USD')`
/** A second campaign of the same advertiser, which spends fifteen a day. */
const besides = [
  `insert into campaigns (member_group_id, advertiser_id, campaign_id, name, channel, status, budget_period, budget, start_date)
    values (1, 1, 7777, 'Besides', 'onsite', 'active', 'Daily', 15000000, '2026-01-01')`,
  `insert into spend_days select 1, 1, 7777, 7777, '2026-11-14'::date + n, 15000000 from generate_series(0, 6) n`,
]

/** The second campaign spends from the order, and did so in the last week. */
const linkBesides = [
  'update campaigns set insertion_order_id = 5 where campaign_id = 7777',
  `insert into insertion_order_spend select 1, 5, 0, campaign_id, day, micros from spend_days where campaign_id = 7777`,
]

describe('a draft', () => {
  test('with a one-time budget of 310 and ASAP pacing may spend all of it on its first day', async () => {
    await balance(10_000)
    expect(await estimate({ budget_period: 'One Time', budget: '310', pacing: 'ASAP' })).toMatchObject({
      spend: { per_day: '310.00', whole: '310.00' },
      binds: 'campaign',
      run_out: { limit: 'campaign', day: '2026-12-01' },
    })
    expect(await estimate({ budget_period: 'One Time', budget: '310', pacing: 'Evenly' })).toMatchObject({
      spend: { per_day: '10.00', whole: '310.00' },
      run_out: { limit: 'end_date', day: '2026-12-31' },
    })
  })

  test('with 60 a day and funds of 50 spends 50 in total', async () => {
    await balance(50)
    expect(await estimate({ budget: '60' })).toMatchObject({
      spend: { per_day: '50.00', whole: '50.00' },
      funds_left: '50',
      binds: 'funds',
      run_out: { limit: 'funds', day: '2026-12-01' },
    })
  })

  test('with 3,000 a month over parts of two months spends twice that', async () => {
    await balance(10_000)
    const data = { budget_period: 'Monthly' as const, budget: '3000', pacing: 'Evenly', start_date: '2026-11-22', end_date: '2026-12-21' }
    // Nine days of November share the first 3,000, twenty-one days of December the second.
    expect((await estimate(data)).spend).toEqual({ per_day: '333.33', whole: '6000.00' })
    expect((await estimate({ ...data, pacing: 'ASAP' })).spend).toEqual({ per_day: '3000.00', whole: '6000.00' })
    // The second month is spent on its first day too.
    const sums = (await estimate({ ...data, pacing: 'ASAP' })).spend_sums
    const days = ['2026-11-22', '2026-11-30', '2026-12-01', '2026-12-21']
    expect(sums.filter(({ day }: { readonly day: string }) => days.includes(day))).toEqual([
      { day: '2026-11-22', spend: '3000.00' },
      { day: '2026-11-30', spend: '3000.00' },
      { day: '2026-12-01', spend: '6000.00' },
      { day: '2026-12-21', spend: '6000.00' },
    ])
    expect(sums).toHaveLength(30)
    await run(`update campaign_drafts set data = data || '${JSON.stringify(data)}'::jsonb where member_group_id = 1`)
    const { reply } = await world.as('clientAdmin').send(contract.campaignDrafts.pcl, { path: readyDraft })
    expect(reply.result).toMatchObject({ spend: '6000' })
  })

  test('ends when the budgets and dates of its ad groups end', async () => {
    await balance(10_000)
    const groups = (data: object) =>
      run(`update ad_group_drafts set data = data || '${JSON.stringify(data)}'::jsonb where member_group_id = 1`)
    await groups({ budget_period: 'One Time', budget: '15', pacing: 'ASAP' })
    expect(await estimate()).toMatchObject({
      binds: 'ad_group',
      spend: { per_day: '15.00', whole: '15.00' },
      run_out: { limit: 'ad_group', day: '2026-12-01' },
    })
    await groups({ budget_period: 'Daily', budget: '4', pacing: 'Evenly', start_date: '2026-12-05', end_date: '2026-12-08' })
    expect(await estimate()).toMatchObject({
      spend: { per_day: '4.00', whole: '16.00' },
      run_out: { limit: 'end_date', day: '2026-12-08' },
    })
  })

  test('shares funds and an insertion order with running campaigns, also before it starts', async () => {
    await run(order, ...besides, ...linkBesides)
    const left = (units: number) => run(`update insertion_orders set total = ${105 + units}000000 where insertion_order_id = 5`)
    await balance(10_000)
    const request = { budget: '5', insertion_order_id: 5 }
    // At 10:00 the others still spend 8.75 today, then 15 on each of nine days until it begins: 143.75. Of 244, 100.25 is left.
    await left(244)
    expect(await estimate(request)).toMatchObject({
      spend: { per_day: '5.00', whole: '25.06' },
      run_out: { limit: 'insertion_order', day: '2026-12-06' },
    })
    await left(100)
    expect(await estimate(request)).toMatchObject({
      spend: { per_day: '0.00', whole: '0.00' },
      binds: 'insertion_order',
      run_out: { limit: 'insertion_order', day: '2026-11-28' },
    })
    await balance(100)
    expect(await estimate({ budget: '5' })).toMatchObject({ spend: { whole: '0.00' }, run_out: { limit: 'funds', day: '2026-11-28' } })
    // A campaign that begins today counts all of today, and so do the others.
    expect(await estimate({ budget: '5', start_date: '2026-11-21' })).toMatchObject({
      spend: { whole: '25.00' },
      run_out: { limit: 'funds', day: '2026-11-25' },
    })
  })

  test('without an end date is projected for a year, and one with an end date until then', async () => {
    await balance(5_000)
    const request = { budget: '10', start_date: '2026-12-01' }
    expect(await estimate({ ...request, always_on: true })).toMatchObject({ spend: { whole: null }, run_out: null })
    const { spend_sums: sums } = await estimate({ ...request, end_date: '2029-12-01' })
    expect([sums.length, sums[0]?.day, sums.at(-1)?.day]).toEqual([61, '2026-12-01', '2028-04-13'])
    expect(await estimate({ ...request, end_date: '2029-12-01' })).toMatchObject({
      spend: { whole: '5000.00' },
      run_out: { limit: 'funds', day: '2028-04-13' },
    })
    await balance(2_000)
    expect(await estimate({ ...request, always_on: true })).toMatchObject({ spend: { whole: null }, run_out: { day: '2027-06-18' } })
  })
})

describe('a running campaign', () => {
  test('with ASAP pacing ends with its own budget as planned, and is never early before the first click', async () => {
    await balance(10_000)
    await campaign(`budget_period = 'One Time', budget = 310000000, pacing = 'ASAP', start_date = '2026-11-21', end_date = '2026-12-21'`)
    expect((await serving())?.run_out).toEqual({ limit: 'campaign', day: '2026-11-21', is_early: false })
    await balance(100)
    expect((await serving())?.run_out).toEqual({ limit: 'funds', day: '2026-11-21', is_early: false })
    await campaign(`start_date = '2026-11-01'`)
    await spentEach(10, ...lastWeek)
    // At 10 a day, 95 lasts for half of today and nine more days.
    await balance(95)
    expect((await serving())?.run_out).toEqual({ limit: 'funds', day: '2026-11-30', is_early: true })
  })

  test('shares funds, a spend limit and an insertion order with others, also before its first click', async () => {
    await balance(100)
    await campaign(`budget = 5000000, pacing = 'Evenly', insertion_order_id = 5`)
    await run(order, ...besides)
    // Today counts as what is left of it for the others, and wholly for a day's budget: 12.5, then 20 a day.
    expect((await serving())?.run_out).toEqual({ limit: 'funds', day: '2026-11-26', is_early: false })
    await balance(10_000)
    expect((await serving())?.run_out).toEqual({ limit: 'insertion_order', day: '2026-12-10', is_early: false })
    await run('update insertion_orders set total = 205000000', ...linkBesides)
    expect((await serving())?.run_out).toEqual({ limit: 'insertion_order', day: '2026-11-26', is_early: false })
    await run(`insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 20000000)`)
    expect((await serving())?.run_out).toEqual({ limit: 'spend_limit', day: '2026-11-22', is_early: false })
  })

  test('names the ad group whose budget ends it, and the ad group reports its own day', async () => {
    await balance(10_000)
    await campaign(`budget = 50000000, pacing = 'ASAP', end_date = '2026-12-31'`)
    await run(
      `update ad_groups set budget_period = 'One Time', budget = 100000000, pacing = 'ASAP', start_date = '2026-11-14' where ad_group_id = 100`,
    )
    await spentEach(10, ...lastWeek)
    // 30 is left at 10 a day, and half of today is over.
    const ends = { limit: 'ad_group', day: '2026-11-24', is_early: true }
    expect((await serving())?.run_out).toEqual(ends)
    expect((await groupServing())?.run_out).toEqual(ends)
    await run(`update ad_groups set end_date = '2026-11-23' where ad_group_id = 100`)
    expect((await groupServing())?.run_out).toEqual({ limit: 'end_date', day: '2026-11-23', is_early: false })
  })

  test('that starts later gets the money that others leave until then', async () => {
    await run(...besides)
    await campaign(`budget = 5000000, pacing = 'Evenly', start_date = '2026-12-01', end_date = '2026-12-31'`)
    await balance(100)
    expect(await serving()).toMatchObject({ gate: 'not_started', run_out: { limit: 'funds', day: '2026-11-28', is_early: true } })
    expect((await groupServing())?.run_out).toEqual({ limit: 'funds', day: '2026-11-28', is_early: true })
    await balance(243)
    expect((await serving())?.run_out).toEqual({ limit: 'funds', day: '2026-12-06', is_early: false })
  })

  test('that has ended, by itself or by its ad groups, reports no end in the past', async () => {
    await balance(10_000)
    await campaign(`end_date = '2026-12-31'`)
    expect((await serving())?.run_out).toEqual({ limit: 'end_date', day: '2026-12-31', is_early: false })
    await run(`update ad_groups set end_date = '2026-11-03' where campaign_id = 10`)
    const over = (of: string, end_date: string) => ({ gate: 'over', values: { of, end_date }, run_out: null })
    expect(await serving()).toMatchObject(over('ad_group', '2026-11-03'))
    expect(await groupServing()).toMatchObject(over('ad_group', '2026-11-03'))
    await campaign(`end_date = '2026-11-05'`)
    for (const said of [await serving(), await groupServing()]) expect(said).toMatchObject(over('campaign', '2026-11-05'))
  })
})

describe('an alert for a budget that runs out early', () => {
  const mails = async (now: Date) => {
    const jobs = await startJobs(at(now), {
      alerts: alertsJob,
      ...mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' }),
    })
    await jobs.tick()
    await jobs.stop()
    const { rows } = await sql<{ text: string }>`select text from mails where purpose = 'alert'`.execute(world.database.kysely)
    return rows.filter(({ text }) => text.includes('earlier than planned')).length
  }

  test("is sent once in three days, although today's budget is being spent meanwhile", async () => {
    await spentEach(5, ...lastWeek)
    await campaign(`budget = 5000000, pacing = 'ASAP'`)
    await leave(world.database, 1, 13_000_000n)
    const sentMails = await mails(new Date('2026-11-21T08:00:00Z'))
    expect(sentMails).toBeGreaterThan(0)
    for (const [day, left] of [
      [21, 8],
      [22, 3],
    ] as const) {
      await spentEach(5, day)
      await balance(left)
      const evening = new Date(`2026-11-${day}T20:00:00Z`)
      expect(await serving(evening)).toMatchObject({ gate: 'budget_used_up' })
      expect(await mails(evening)).toBe(sentMails)
      expect(await mails(new Date(`2026-11-${day + 1}T08:00:00Z`))).toBe(sentMails)
    }
  })

  test('is not sent for a new campaign with ASAP pacing', async () => {
    await balance(10_000)
    for (const period of ['One Time', 'Weekly', 'Monthly']) {
      await campaign(`budget_period = '${period}', budget = 310000000, pacing = 'ASAP', start_date = '2026-11-21'`)
      expect(await mails(new Date('2026-11-21T08:00:00Z'))).toBe(0)
    }
  })
})
