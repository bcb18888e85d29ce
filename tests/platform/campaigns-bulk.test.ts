import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { microsOf } from '../../src/contract/money/money.ts'
import { campaignRun, adGroupRun } from '../../src/surfaces/campaigns/bulk/calls.ts'
import { noChange } from '../../src/surfaces/campaigns/bulk/values.ts'
import { batchesIn, changedIn, skippedNamesIn, refusedIn } from '../../src/surfaces/campaigns/bulk/batches.ts'
import { spreadsheetRun } from '../../src/surfaces/campaigns/spreadsheet/dialog.tsx'
import { parseSpreadsheet } from '../../src/surfaces/campaigns/spreadsheet/rows.ts'
import { undoNewestFirst } from '../../src/surfaces/campaigns/undo-changes.ts'
import { amount } from '../support/platform/audit.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { sentBy } from '../support/campaigns/sent-calls.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const days = { start_date: '2026-11-14', end_date: '2026-11-21' } as const
const everything = { all_selected: true, report: { ...days, filters: [{ field: 'status', operation: '=' as const, value: 'active' }] } }
const bids = async () =>
  (
    await sql<{ id: number; bid: string }>`
      select ad_group_id as id, base_bid::text as bid from ad_groups where member_group_id = 1 order by ad_group_id`.execute(
      world.database.kysely,
    )
  ).rows
const { campaigns, adGroups } = contract
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const budgetOf = async (id: number) =>
  Number(
    (await sql<{ budget: string }>`select budget::text as budget from campaigns where campaign_id = ${id}`.execute(world.database.kysely))
      .rows[0]?.budget,
  )
const bidOf = async (id: number) => (await bids()).find((one) => one.id === id)?.bid

describe('the bulk edit dialog for campaigns', () => {
  test('changes the bids of exactly the ad groups that it previewed', async () => {
    const { send } = sentBy(world, 'clientAdmin')
    const change = campaignRun(everything, { send, clientId: 1, days })
    const before = await bidOf(100)
    const values = { ...noChange, status: 'paused' as const, bid: '10' }
    const preview = await change(values, true)
    expect(await bidOf(100)).toBe(before)
    const groups = preview.find(({ of }) => of === 'ad_groups')
    expect(groups?.changed).toBeGreaterThan(0)
    // The filter matches no campaign after all are paused.
    const done = await change(values, false)
    expect(changedIn(done)).toBe(changedIn(preview))
    expect(await bidOf(100)).toBe(String((Number(before) * 11) / 10))
  })

  test('tells rows of one name apart by their advertiser, and ad groups by their campaign too', async () => {
    const { send } = sentBy(world, 'clientAdmin')
    const preview = await campaignRun({ campaign_ids: [10] }, { send, clientId: 1, days })(
      { ...noChange, status: 'paused', bid: '10' },
      true,
    )
    const { rows } = await sql<{ campaign: string; advertiser: string }>`
      select c.name as campaign, a.name as advertiser from campaigns c join advertisers a using (member_group_id, advertiser_id)
      where c.campaign_id = 10`.execute(world.database.kysely)
    const [{ campaign, advertiser } = { campaign: '', advertiser: '' }] = rows
    const ownersOf = (kind: string) =>
      new Set(preview.filter(({ of }) => of === kind).flatMap((item) => item.rows.map(({ owner }) => owner)))
    expect(ownersOf('campaigns')).toEqual(new Set([advertiser]))
    expect(ownersOf('ad_groups')).toEqual(new Set([`${campaign} · ${advertiser}`]))
  })

  test('leaves out deselected campaigns', async () => {
    const { send } = sentBy(world, 'clientAdmin')
    const change = campaignRun({ ...everything, except_campaign_ids: [10] }, { send, clientId: 1, days })
    const before = await bidOf(100)
    await change({ ...noChange, bid: '10' }, true)
    await change({ ...noChange, bid: '10' }, false)
    expect(await bidOf(100)).toBe(before)
  })

  test('raises bids once, however often the reply is lost', async () => {
    const { send, made } = sentBy(world, 'clientAdmin', (call) => call === 2)
    const change = adGroupRun({ ad_group_ids: [100] }, { send, clientId: 1, days })
    const before = Number(await bidOf(100))
    const values = { ...noChange, bid: '10' }
    await change(values, true)
    await expect(change(values, false)).rejects.toThrow()
    expect(changedIn(await change(values, true)), 'what is looked at once more is the same').toBe(1)
    expect(changedIn(await change(values, false))).toBe(1)
    expect(Number(await bidOf(100))).toBe((before * 11) / 10)
    expect(made[1]?.key).toBe(made[2]?.key)
    await change(values, true)
    await change(values, false)
    expect(Number(await bidOf(100)), 'what is previewed anew is done anew').toBeGreaterThan((before * 11) / 10)
  })

  test('raises budgets and bids once when one of the two replies is lost', async () => {
    // Both changes are previewed first; then the bids are written, then the budgets.
    for (const lostCall of [3, 4]) {
      const { send } = sentBy(world, 'clientAdmin', (call) => call === lostCall)
      const change = campaignRun({ campaign_ids: [10] }, { send, clientId: 1, days })
      const bid = Number(await bidOf(100))
      const budget = await budgetOf(10)
      const values = { ...noChange, budget: '100', bid: '100' }
      await change(values, true)
      await expect(change(values, false)).rejects.toThrow()
      expect(changedIn(await change(values, false))).toBe(2)
      expect([Number(await bidOf(100)), await budgetOf(10)]).toEqual([bid * 2, budget * 2])
    }
  })

  test('raises ad group budgets with those of their campaigns, and the bids too', async () => {
    await run(`update ad_groups set budget = 400000, budget_period = 'Daily' where ad_group_id = 100`)
    const { send } = sentBy(world, 'clientAdmin')
    const change = campaignRun({ campaign_ids: [10] }, { send, clientId: 1, days })
    const values = { ...noChange, budget: '50', isAdjusting: true, bid: '100' }
    await change(values, true)
    const made = await change(values, false)
    expect([changedIn(made), skippedNamesIn(made)]).toEqual([2, []])
    const { rows } = await sql`select budget::text as budget, base_bid::text as bid from ad_groups where ad_group_id = 100`.execute(
      world.database.kysely,
    )
    expect(rows).toEqual([{ budget: '600000', bid: '200000' }])
  })
})

describe('a campaign that changes between preview and commit', () => {
  test('is not changed if it matches the filter only afterwards', async () => {
    await run(`update campaigns set status = 'paused' where campaign_id = 20`)
    const { send } = sentBy(world, 'clientAdmin')
    const change = campaignRun(everything, { send, clientId: 1, days })
    const groups = adGroupRun({ all_selected: true, report: { ...days, campaign_ids: [10, 20] } }, { send, clientId: 1, days })
    const values = { ...noChange, budget: '100' }
    const preview = await change(values, true)
    expect(preview[0]?.rows.map(({ id }) => id)).toEqual(['10', '30'])
    const bids = { ...noChange, bid: '100' }
    await groups(bids, true)
    await run(`update campaigns set status = 'active' where campaign_id = 20`)
    await run(`insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid)
      values (1, 2, 20, 201, 'New', 'active', 100000)`)
    const others = [await budgetOf(20), await bidOf(201)]
    const made = await change(values, false)
    await groups(bids, false)
    expect([changedIn(made), await budgetOf(20), await bidOf(201)]).toEqual([2, ...others])
    expect(await bidOf(200)).toBe('200000')
  })

  test('is reported and skipped if another user changed it', async () => {
    await run(`insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid)
      values (1, 1, 10, 101, 'Second', 'active', 100000)`)
    const { send } = sentBy(world, 'clientAdmin')
    const change = campaignRun({ campaign_ids: [10, 20] }, { send, clientId: 1, days })
    const groups = adGroupRun({ ad_group_ids: [100, 101, 200] }, { send, clientId: 1, days })
    const values = { ...noChange, budget: '100' }
    const bids = { ...noChange, bid: '100' }
    await change(values, true)
    await groups(bids, true)
    await run(`update campaigns set budget = 7000000, version = version + 1 where campaign_id = 10`)
    await run(`update ad_groups set base_bid = 700000, version = version + 1 where ad_group_id = 100`)
    await run(`update ad_groups set deleted_at = now() where ad_group_id = 101`)
    const made = await change(values, false)
    expect([changedIn(made), refusedIn(made), skippedNamesIn(made).length]).toEqual([1, 1, 1])
    expect(made[0]?.rows.find(({ id }) => id === '10')?.problem?.code).toBe('changed_since')
    expect([await budgetOf(10), await budgetOf(20)]).toEqual([7_000_000, 2_000_000])
  })

  test('counts the ad group budgets that are adjusted with campaign budgets', async () => {
    await run(`update ad_groups set budget = 400000, budget_period = 'Daily' where ad_group_id = 100`)
    const { send } = sentBy(world, 'clientAdmin')
    const change = campaignRun({ campaign_ids: [10, 20] }, { send, clientId: 1, days })
    const values = { ...noChange, budget: '50', isAdjusting: true }
    await change(values, true)
    await run(`update ad_groups set budget = 300000, version = version + 1 where ad_group_id = 100`)
    const made = await change(values, false)
    expect([changedIn(made), skippedNamesIn(made).length]).toEqual([1, 1])
    expect(await budgetOf(10)).toBe(1_000_000)
    const { rows } = await sql`select budget::text as budget from ad_groups where ad_group_id = 100`.execute(world.database.kysely)
    expect(rows).toEqual([{ budget: '300000' }])
  })

  test('is refused with one sentence if the versions that were read are incomplete', async () => {
    const send = (body: object) =>
      world.as('clientAdmin').send(campaigns.bulk, { path: { memberGroupId: 1 }, body }, { 'Idempotency-Key': crypto.randomUUID() })
    const wish = { status: 'paused' }
    expect((await send({ ...wish, campaign_ids: [10, 20], seen: ['1'] })).reply.fields[0].path).toBe('seen')
    expect((await send({ ...wish, all_selected: true, seen: ['1'] })).reply.fields[0].path).toBe('seen')
    expect((await send({ ...wish, campaign_ids: [10], from: 1 })).reply.fields[0].path).toBe('from')
  })
})

describe('more rows than one call takes', () => {
  const most = amount(10_000, 5_010)
  test('of campaigns are found, changed and undone in several calls', async () => {
    await run(`insert into campaigns (member_group_id, advertiser_id, campaign_id, channel, name, status, budget_period, budget, start_date)
      select 1, 1, 10000 + n, 'onsite', 'Many', 'active', 'Daily', 10000000, '2026-01-01' from generate_series(1, ${most}) n`)
    await run('analyze campaigns')
    const { send, made: calls } = sentBy(world, 'clientAdmin')
    const many = { all_selected: true, report: { ...days, filters: [{ field: 'name', operation: '=' as const, value: 'Many' }] } }
    const change = campaignRun(many, { send, clientId: 1, days })
    const values = { ...noChange, budget: '10' }
    const preview = await change(values, true)
    expect(preview.map(({ of, changed, rows }) => [of, changed, rows.length])).toEqual([['campaigns', most, most]])
    const made = await change(values, false)
    expect([changedIn(made), refusedIn(made), calls.length]).toEqual([most, 0, 4])
    const sum = async () =>
      (await sql<{ sum: string }>`select sum(budget)::text as sum from campaigns where name = 'Many'`.execute(world.database.kysely))
        .rows[0]?.sum
    expect(await sum()).toBe(String(most * 11_000_000))
    await run('analyze changes')
    const words = { reason: String, some: String, nothing: '', failed: String }
    const ask = (body: object) => send(campaigns.undo, { path: { memberGroupId: 1 }, body })
    const batches = batchesIn(made).map((batch) => ({ batch }))
    expect(await undoNewestFirst(batches, { ask, words, onUndone: () => undefined })({ isForced: false })).toBe('undone')
    expect(await sum()).toBe(String(most * 10_000_000))
  }, 240_000)

  test('of ad groups are found and changed in several calls', async () => {
    await run(`insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid)
      select 1, 1, 10, 10000 + n, 'Many', 'active', 100000 from generate_series(1, 5100) n`)
    await run('analyze ad_groups')
    const { send, made: calls } = sentBy(world, 'clientAdmin')
    const report = { ...days, filters: [{ field: 'name', operation: '=' as const, value: 'Many' }] }
    const change = adGroupRun({ all_selected: true, report }, { send, clientId: 1, days })
    const [preview] = await change({ ...noChange, bid: '100' }, true)
    expect([preview?.changed, preview?.rows.length]).toEqual([5_100, 5_100])
    expect([changedIn(await change({ ...noChange, bid: '100' }, false)), calls.length]).toEqual([5_100, 4])
    expect([await bidOf(10_001), await bidOf(15_100)]).toEqual(['200000', '200000'])
  }, 240_000)
})

describe('an edited sheet', () => {
  test('is saved once when its reply is lost, and can be undone', async () => {
    const { send } = sentBy(world, 'clientAdmin', (call) => call === 2)
    const change = spreadsheetRun(send, 1)
    const sheet = parseSpreadsheet('campaign_id,version,budget\n10,1,7\n20,9,8')
    expect(changedIn(await change(sheet, true))).toBe(1)
    await expect(change(sheet, false)).rejects.toThrow()
    expect(await budgetOf(10)).toBe(7_000_000)
    const made = await change(sheet, false)
    expect([changedIn(made), refusedIn(made), skippedNamesIn(made)]).toEqual([1, 1, []])
    const [batch] = batchesIn(made)
    const { reply } = await world.as('clientAdmin').send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch } })
    expect(reply.result).toMatchObject({ changed: 1, refused: 0 })
    expect(await budgetOf(10)).toBe(1_000_000)
  })
})

describe('bulk bid changes', () => {
  const bulk = async (body: object) =>
    (
      await world
        .as('clientAdmin')
        .send(
          adGroups.bulk,
          { path: { memberGroupId: 1 }, body: { ad_group_ids: [100], ...body } },
          { 'Idempotency-Key': crypto.randomUUID() },
        )
    ).reply.result

  test.each([
    [2, '0.012', { base_bid_percentage: 10 }, '0.013'],
    [2, '0.85', { base_bid_increase: '0.004' }, '0.854'],
    [0, '105', { base_bid_percentage: 1 }, '106'],
    [3, '0.085', { base_bid_increase: '0.0005' }, '0.0855'],
  ])('in a currency of %d digits: %s and %j is %s', async (digits, before, wish, after) => {
    await run(`update currencies set digits = ${digits} where currency_code = 'USD'`)
    await run(`update bidding_configs set min_bid = 1`)
    await run(`update ad_groups set base_bid = ${microsOf(before)} where ad_group_id = 100`)
    expect((await bulk(wish)).rows[0].fields).toEqual([{ field: 'base_bid', before, after }])
    expect(await bidOf(100)).toBe(String(microsOf(after)))
  })
})
