import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CampaignDraftData } from '../../src/contract/drafts/drafts.data.ts'
import type { CampaignDraft } from '../../src/contract/drafts/drafts.ts'
import { addressOf, draftCalls, key, owner, readyDraft } from '../support/drafts/calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { targetingOf } from '../support/world/small-targeting.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { campaignDrafts } = contract
const { read, change, submit } = draftCalls(() => world)
const kysely = () => world.database.kysely
const as = () => world.as('clientAdmin')
const balance = (micros: number) =>
  sql`insert into advertiser_balances (member_group_id, advertiser_id, balance) values (1, 1, ${micros})
    on conflict (member_group_id, advertiser_id) do update set balance = excluded.balance`.execute(kysely())
const estimate = async (data: CampaignDraftData = {}) =>
  (await as().send(campaignDrafts.estimate, { path: readyDraft, body: { data } })).reply.result

describe('a copy of a campaign', () => {
  const copy = async (campaignId: number): Promise<CampaignDraft> =>
    (await as().send(campaignDrafts.copy, { path: { ...owner, campaignId } }, key())).reply.result

  test('takes over the fields of the draft, its ad group, its entities and their bids', async () => {
    await change({ data: { goal_type: 'ROAS', goal_roas: '4.25', budget: '20.50' } }, 1)
    const source = await read()
    const { campaign_id } = (await submit()).reply.result
    await sql`update ad_group_entities set bid = 700000 where campaign_id = ${campaign_id}`.execute(kysely())
    const made = await copy(campaign_id)
    expect(made).toMatchObject({ flow: 'custom', version: 1, submitted_campaign_id: null, reached: 'custom-review', entity_count: 0 })
    expect(made.data).toEqual({ ...source.data, budget: '20.5', base_bid: undefined, insertion_order_id: null, always_on: false })
    expect(made.ad_group_drafts).toMatchObject([{ data: { name: 'Group Campaign-mark-10.', base_bid: '0.5' }, entity_count: 1 }])
    const again = await submit(addressOf(made))
    expect(again.status).toBe(200)
    const rows = await kysely()
      .selectFrom('ad_group_entities')
      .selectAll()
      .where('campaign_id', '=', again.reply.result.campaign_id)
      .execute()
    expect(rows.map(({ entity_id, bid }) => [entity_id, Number(bid)])).toEqual([[1000, 700_000]])
  })

  test('of a simple campaign is simple, with the bid and the entities on the draft itself', async () => {
    const { simpleCampaigns } = contract
    const body = { name: 'Winter', channel: `onsite ${leakMarkers.client(1)}`, budget: '12', base_bid: '0.5', entity_ids: [1000] }
    const { reply } = await as().send(simpleCampaigns.create, { path: owner, body }, key())
    const made = await copy(reply.result.campaign_id)
    expect(made).toMatchObject({ flow: 'simple', entity_count: 1, ad_group_drafts: [], data: { base_bid: '0.5', always_on: true } })
  })

  test('keeps the insertion order as long as it is offered', async () => {
    const order = { member_group_id: 1, insertion_order_id: 5, number: 'IO-5', name: 'Order', status_id: 3, total: 1, currency_code: 'USD' }
    await kysely()
      .insertInto('insertion_orders')
      .values({ ...order, start_date: '2026-01-01', end_date: '2026-11-21' })
      .execute()
    await sql`update campaigns set insertion_order_id = 5 where campaign_id = 10`.execute(kysely())
    expect((await copy(10)).data.insertion_order_id).toBe(5)
    await sql`update insertion_orders set end_date = '2026-11-20'`.execute(kysely())
    expect((await copy(10)).data.insertion_order_id).toBeNull()
  })

  test('of an ended campaign starts today and needs an end date', async () => {
    await sql`update campaigns set status = 'ended', start_date = '2026-01-01', end_date = '2026-10-31' where campaign_id = 10`.execute(
      kysely(),
    )
    const { data } = await copy(10)
    expect(data).toMatchObject({ start_date: '2026-11-21', end_date: '', always_on: false })
  })

  test('of a campaign of another advertiser, or of a removed one, is not found', async () => {
    const path = { ...owner, campaignId: 20 }
    expect((await as().send(campaignDrafts.copy, { path }, key())).status).toBe(404)
    await sql`update campaigns set deleted_at = now() where campaign_id = 10`.execute(kysely())
    expect((await as().send(campaignDrafts.copy, { path: { ...owner, campaignId: 10 } }, key())).status).toBe(404)
  })
})

describe('the estimate of a draft', () => {
  test('states the daily and total cost, and what limits them', async () => {
    await balance(10_000_000_000)
    // 20 a day from December 1 to 31.
    expect(await estimate()).toMatchObject({
      currency_code: 'USD',
      spend: { per_day: '20.00', whole: '620.00' },
      binds: 'campaign',
      funds_left: '10000',
      run_out: { limit: 'end_date', day: '2026-12-31' },
      problems: [],
    })
    // December 1 is a Tuesday, so six days of its week are left.
    expect((await estimate({ budget_period: 'Weekly', budget: '70', always_on: true })).spend).toEqual({ per_day: '11.67', whole: null })
    expect((await estimate({ budget_period: 'One Time', budget: '310' })).spend).toEqual({ per_day: '10.00', whole: '310.00' })
    expect((await estimate({ budget: '?' })).spend).toEqual({ per_day: null, whole: null })
  })

  test('names the funds when they are the limit, and the day when they run out', async () => {
    await balance(50_000_000)
    // 50 at 20 a day lasts two and a half days.
    expect(await estimate()).toMatchObject({ funds_left: '50', binds: 'campaign', run_out: { limit: 'funds', day: '2026-12-03' } })
    expect(await estimate({ budget: '60' })).toMatchObject({ binds: 'funds', spend: { per_day: '50.00', whole: '50.00' } })
  })

  test('names a spend limit, an insertion order, and the budgets of ad groups', async () => {
    await balance(10_000_000_000)
    await sql`insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 100000000)`.execute(kysely())
    expect(await estimate()).toMatchObject({ run_out: { limit: 'spend_limit', day: '2026-12-05' } })
    await sql`insert into insertion_orders (member_group_id, insertion_order_id, number, start_date, end_date, name, status_id, total, currency_code) values (1, 5, 'IO-5', '2026-01-01', '2027-12-31', 'Order', 3, 15000000, 'USD')`.execute(
      kysely(),
    )
    expect(await estimate({ insertion_order_id: 5 })).toMatchObject({ binds: 'insertion_order', spend: { per_day: '15.00' }, problems: [] })
    await sql`update ad_group_drafts set data = data || '{"budget": "4"}'::jsonb where member_group_id = 1`.execute(kysely())
    // Four a day for 25 days, then the limit of 100 is reached.
    expect(await estimate()).toMatchObject({
      binds: 'ad_group',
      spend: { per_day: '4.00', whole: '100.00' },
      run_out: { limit: 'spend_limit', day: '2026-12-25' },
    })
  })

  test('states how many people are reached, and fewer with an additional condition', async () => {
    const { targetingId, optionId } = targetingOf(1)
    expect((await estimate()).reach).toEqual({ least: 45_000, most: 50_000, fewer_than: null, out_of: 50_000 })
    const groups = [
      {
        operator: 'AND' as const,
        conditions: [{ targeting_id: targetingId, match_type_id: 2 as const, targeting_option_ids: [optionId] }],
      },
    ]
    expect((await estimate({ targeting: { operator: 'AND', groups } })).reach).toMatchObject({ fewer_than: 1000 })
  })

  test('states the bid strength when enough others bid', async () => {
    expect((await estimate()).bid).toEqual({
      competitiveness: 'NoData',
      competitiveness_id: 3,
      strength: null,
      recommended_bid: null,
      min_bid: '0.1',
      lacks_rate_of: null,
    })
    await sql`update campaigns set channel = ${`onsite ${leakMarkers.client(1)}`} where member_group_id = 1`.execute(kysely())
    await sql`insert into ad_groups (member_group_id, advertiser_id, campaign_id, name, status, base_bid)
      select 1, 2, 20, 'More ' || n, 'active', n * 100000 from generate_series(2, 9) n`.execute(kysely())
    // Ten others bid 0.1, 0.1 and 0.2 to 0.9: seven bid at most 0.6, and the median is 0.4.
    const weak = (await estimate({ base_bid: '0.3' })).bid
    const strong = (await estimate({ base_bid: '0.6' })).bid
    expect([weak.competitiveness, strong.competitiveness, strong.strength]).toEqual(['NotCompetitive', 'Competitive', 0.7])
    expect([weak.recommended_bid, strong.recommended_bid]).toEqual(['0.4', '0.4'])
  })

  test('writes nothing', async () => {
    await estimate({ name: 'Typed' })
    expect((await read()).data.name).not.toBe('Typed')
  })
})

describe('advice for a draft', () => {
  test('recommends a budget from the days with delivery, and a smaller one for a smaller audience', async () => {
    await sql`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, impressions, clicks, cost,
        transactions, units, revenue, exposed_revenue, exposed_transactions, exposed_units, halo_revenue, halo_transactions, halo_units)
      select 1, 1, 10, 100, ${`onsite ${leakMarkers.client(1)}`}, 'mobile', 'USD', '2026-11-11'::date + n, 10, 1, 10000000, 0, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(0, 8) n`.execute(
      kysely(),
    )
    const ask = async (more: object) => {
      const body = { budget_type_id: 1 as const, start_date: '2026-12-01', ...more }
      return (await as().send(campaignDrafts.budgetRecommendations, { path: readyDraft, body })).reply
    }
    // Ten a day on nine days, plus 20 %.
    expect((await ask({})).result).toMatchObject({
      budget: '12.00',
      reason: 'own_spend',
      days_seen: 9,
      currency_code: 'USD',
      experience_id: null,
    })
    const { targetingId, optionId } = targetingOf(1)
    const conditions = [{ targeting_id: targetingId, match_type_id: 2 as const, targeting_option_ids: [optionId] }]
    const targeting = { operator: 'AND' as const, groups: [{ operator: 'AND' as const, conditions }] }
    expect((await ask({ targeting })).result.budget).toBe('1.20')
    expect((await ask({ budget_type_id: 4 })).fields).toEqual([{ path: 'end_date', rule: 'A one-time budget needs an end date' }])
  })

  test('gives no spend rank among too few advertisers, and reports the planned spend', async () => {
    const { reply } = await as().send(campaignDrafts.pcl, { path: readyDraft })
    expect(reply.result).toMatchObject({ pcl: null, currency_code: 'USD', spend: '600' })
  })
})
