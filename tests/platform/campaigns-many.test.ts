import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { changeBatch } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { campaigns } = contract
const client = { memberGroupId: 1 }
let keys = 0
const bulk = (body: object, name: CallerName = 'clientAdmin', path = client) =>
  world.as(name).send(campaigns.bulk, { path, body }, { 'Idempotency-Key': `key-${++keys}-of-many` })
const undo = (body: object, name: CallerName = 'clientAdmin') => world.as(name).send(campaigns.undo, { path: client, body })
const undone = async (body: object) => (await undo(body)).reply.result
const change = (campaignId: number, version: number, body: object) =>
  world
    .as('superUser')
    .send(
      campaigns.change,
      { path: { ...client, advertiserId: Math.floor(campaignId / 10), campaignId }, body },
      { 'If-Match': String(version) },
    )
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const kept = async () => (await sql`select * from campaigns order by campaign_id`.execute(world.database.kysely)).rows
const keptOf = async (id: number) => {
  const one = sql<Record<string, unknown>>`select *, budget::text as budget from campaigns where campaign_id = ${id}`
  return (await one.execute(world.database.kysely)).rows[0]
}
const groupsOf = async (id: number) =>
  (
    await sql`select ad_group_id, budget::text as budget, version from ad_groups where campaign_id = ${id} order by ad_group_id`.execute(
      world.database.kysely,
    )
  ).rows
const changes = async () => (await sql`select * from changes order by change_id`.execute(world.database.kysely)).rows

const wish = { status: 'paused', budget_percentage: 50, end_date: '2026-12-24', comment: 'For the season' } as const

describe('a bulk change of campaigns', () => {
  test('does what its dry run announced, and the dry run changes nothing', async () => {
    await run(
      `insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid, budget, budget_period) values (1, 1, 10, 101, 'Own', 'active', 100000, 400000, 'Daily')`,
    )
    const before = [await kept(), await groupsOf(10), await changes()]
    const dry = await bulk({ ...wish, campaign_ids: [10, 11, 20], adjust_ad_groups: true, dry_run: true })
    expect(dry.status, JSON.stringify(dry.reply)).toBe(200)
    expect([await kept(), await groupsOf(10), await changes()]).toEqual(before)
    const { reply } = await bulk({ ...wish, campaign_ids: [10, 11, 20], adjust_ad_groups: true })
    expect({ ...reply.result, batch: null, is_dry_run: true }).toEqual(dry.reply.result)
    expect([dry.reply.result.batch, typeof reply.result.batch]).toEqual([null, 'string'])
    for (const { campaign_id, fields, version } of reply.result.rows.filter(({ problem }: { problem: unknown }) => problem === null)) {
      const now = await keptOf(campaign_id)
      expect(now).toMatchObject({ status: 'paused', budget: '1500000', end_date: '2026-12-24', version })
      expect(fields.map(({ field }: { field: string }) => field)).toEqual(['status', 'budget', 'end_date'])
    }
    expect(await groupsOf(10)).toMatchObject([
      { ad_group_id: 100, budget: null },
      { ad_group_id: 101, budget: '600000', version: 2 },
    ])
    expect(reply.result.rows.map(({ ad_groups }: { ad_groups: number }) => ad_groups)).toEqual([1, 0, 0])
  })

  test('changes the others when some are refused, and gives the reasons', async () => {
    const { result } = (await bulk({ ...wish, campaign_ids: [10, 11, 20] })).reply
    expect(result).toMatchObject({ changed: 2, refused: 1, effect: { daily_before: '2', daily_after: '0', currency_code: 'USD' } })
    expect(result.rows[1]).toMatchObject({
      campaign_id: 11,
      fields: [],
      problem: { code: 'status_not_offered', field: 'status', values: { from: 'pending', to: 'paused' } },
    })
    expect(await keptOf(11)).toMatchObject({ status: 'pending', version: 1 })
  })

  test('reports the effect as the daily budgets before and after', async () => {
    await run(`update campaigns set budget = 70000000, budget_period = 'Weekly' where campaign_id = 20`)
    const { effect } = (await bulk({ campaign_ids: [10, 20], budget_percentage: 10, dry_run: true })).reply.result
    expect(effect).toEqual({ daily_before: '11', daily_after: '12.1', currency_code: 'USD' })
  })

  test('works for a currency without a rate, which the reported effect leaves out', async () => {
    await run(`insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'EUR', 'Euro', '€', 2)`)
    await run(`update advertisers set currency_code = 'EUR' where advertiser_id = 2`)
    for (const dry_run of [true, false]) {
      const { status, reply } = await bulk({ campaign_ids: [10, 20], status: 'paused', dry_run })
      expect([status, reply.result?.changed, reply.result?.effect], JSON.stringify(reply)).toEqual([200, 2, null])
    }
    expect([await keptOf(10), await keptOf(20)]).toMatchObject([{ status: 'paused' }, { status: 'paused' }])
    const { reply } = await world
      .as('clientAdmin')
      .send(
        contract.adGroups.bulk,
        { path: client, body: { ad_group_ids: [100, 200], status: 'paused' } },
        { 'Idempotency-Key': 'a-key-without-a-rate' },
      )
    expect(reply.result, JSON.stringify(reply)).toMatchObject({ changed: 2, effect: null })
  })

  test('refuses to select by an amount that lacks a rate, as the list does, instead of taking it for a match', async () => {
    await run(`insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'EUR', 'Euro', '€', 2)`)
    await run(`insert into member_group_currencies (member_group_id, currency_id) values (1, 2)`)
    await run(`update facts_daily set currency_code = 'EUR', cost = 5000000 where campaign_id = 20`)
    const days = { start_date: '2026-11-01', end_date: '2026-11-20' }
    const byAmount = { ...days, filters: [{ field: 'cost', operation: '>' as const, value: 1_000_000 }] }
    const listed = await world.as('clientAdmin').send(campaigns.report, { path: client, body: byAmount })
    const selected = await bulk({ all_selected: true, report: byAmount, status: 'paused' })
    expect([selected.status, selected.reply.code]).toEqual([listed.status, listed.reply.code])
    expect(selected.status).toBe(422)
    expect(await keptOf(20)).toMatchObject({ status: 'active' })
    const byName = [...byAmount.filters, { field: 'campaign_id', operation: '!=' as const, value: 20 }]
    expect((await bulk({ all_selected: true, report: { ...days, filters: byName }, status: 'paused' })).status).toBe(200)
    const byCount = { ...days, filters: [{ field: 'impressions', operation: '>', value: 3 }] }
    expect((await bulk({ all_selected: true, report: byCount, status: 'paused', dry_run: true })).reply.result.rows).toHaveLength(2)
  })

  test('is done once with one idempotency key', async () => {
    const send = () =>
      world
        .as('clientAdmin')
        .send(
          campaigns.bulk,
          { path: client, body: { campaign_ids: [10], budget_percentage: 100 } },
          { 'Idempotency-Key': 'one-key-of-bulk' },
        )
    expect((await send()).text).toBe((await send()).text)
    expect(await keptOf(10)).toMatchObject({ budget: '2000000', version: 2 })
  })

  test('selects all rows of a report except the excluded ones', async () => {
    const report = { filters: [{ field: 'status', operation: '=', value: 'active' }] }
    const { result } = (await bulk({ all_selected: true, report, except_campaign_ids: [20], status: 'paused' })).reply
    expect(result.rows.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([10, 30])
    const mine = (await bulk({ all_selected: true, budget_percentage: 1, dry_run: true }, 'advertiserAdmin')).reply.result
    expect(mine.rows.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([10, 11])
    const metric = { filters: [{ field: 'impressions', operation: '>', value: 3 }], start_date: '2026-11-01', end_date: '2026-11-20' }
    const delivered = (await bulk({ all_selected: true, report: metric, budget_percentage: 1, dry_run: true })).reply.result
    expect(delivered.rows.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([20, 30])
  })

  test.each([
    [{ status: 'paused' }, 422],
    [{ campaign_ids: [10] }, 422],
    [{ campaign_ids: [10], all_selected: true, status: 'paused' }, 422],
    [{ campaign_ids: [10], status: 'pending' }, 422],
    [{ campaign_ids: [10, 40], status: 'paused' }, 404],
    [{ campaign_ids: [10, 999], status: 'paused' }, 404],
  ])('with %j is refused with %d', async (body, expected) => {
    expect((await bulk(body)).status).toBe(expected)
    expect(await keptOf(10)).toMatchObject({ version: 1 })
  })

  test('changes thousands in one call', async () => {
    const many = amount(4990, 1010)
    await run(`insert into campaigns (member_group_id, advertiser_id, campaign_id, channel, name, status, budget_period, budget, start_date)
      select 1, 1, 10000 + n, 'onsite', 'Many', 'active', 'Daily', 10000000, '2026-01-01' from generate_series(1, ${many}) n`)
    // Statements that the database runs itself at the end of a transaction.
    await run('analyze campaigns')
    const { status, reply } = await bulk({
      all_selected: true,
      budget_percentage: 10,
      report: { filters: [{ field: 'name', operation: '=', value: 'Many' }] },
    })
    expect(status).toBe(200)
    expect([reply.result.changed, reply.result.refused]).toEqual([many, 0])
    const { rows } = await sql`select count(*)::int as count from changes where batch = ${reply.result.batch}`.execute(
      world.database.kysely,
    )
    expect(rows).toEqual([{ count: many }])
    await run('analyze changes')
    const back = await undo({ batch: reply.result.batch })
    expect(back.reply.result).toMatchObject({ changed: many, refused: 0 })
    expect(await keptOf(10_001)).toMatchObject({ budget: '10000000', version: 3 })
  })
})

describe('undo of a bulk change', () => {
  test('restores the earlier values, and can be undone itself', async () => {
    const before = await keptOf(10)
    const { batch } = (await bulk({ ...wish, campaign_ids: [10, 20] })).reply.result
    const dry = await undo({ batch, dry_run: true })
    const { status, reply } = await undo({ batch })
    expect(status, JSON.stringify(reply)).toBe(200)
    expect({ ...reply.result, batch: null, is_dry_run: true }).toEqual(dry.reply.result)
    expect(await keptOf(10)).toMatchObject({ ...before, version: 3 })
    const again = await undo({ batch: reply.result.batch })
    expect(again.reply.result).toMatchObject({ changed: 2, refused: 0 })
    expect(await keptOf(10)).toMatchObject({ status: 'paused', budget: '1500000', end_date: '2026-12-24', version: 4 })
    const list = await world.as('clientAdmin').send(campaigns.changes, { path: { ...client, advertiserId: 1, campaignId: 10 }, body: {} })
    const [third, second, first] = list.reply.result.changes
    expect([third.undo_of, second.undo_of]).toEqual([second.campaign_change_id, first.campaign_change_id])
    expect([second.undone_by, first.undone_by]).toEqual([third.campaign_change_id, second.campaign_change_id])
  })

  test('skips and reports a field that was changed since, unless it is forced', async () => {
    const { batch } = (await bulk({ campaign_ids: [10, 20], budget_percentage: 50 })).reply.result
    await change(10, 2, { budget: '9' })
    const result = await undone({ batch })
    expect(result).toMatchObject({
      changed: 1,
      refused: 1,
      rows: [{ problem: { code: 'changed_since' }, fields: [] }, { campaign_id: 20 }],
    })
    expect(result.rows[0].changed_since).toMatchObject([{ field: 'budget', value: '9', user: { user_id: 1 } }])
    expect(await keptOf(10)).toMatchObject({ budget: '9000000' })
    expect(await keptOf(20)).toMatchObject({ budget: '1000000' })
    await change(10, 3, { budget: '8' })
    const unseen = await undone({ batch, force: true, seen_up_to: result.seen_up_to })
    expect(unseen).toMatchObject({ changed: 0, refused: 1 })
    expect(await keptOf(10)).toMatchObject({ budget: '8000000' })
    expect(await undone({ batch, force: true, seen_up_to: unseen.seen_up_to })).toMatchObject({ changed: 1, refused: 0 })
    expect(await keptOf(10)).toMatchObject({ budget: '1000000' })
  })

  test('ignores later changes of other fields, and later changes that were reverted', async () => {
    const { batch } = (await bulk({ campaign_ids: [10], budget_percentage: 50 })).reply.result
    await change(10, 2, { name: 'Other' })
    await change(10, 3, { budget: '9' })
    await change(10, 4, { budget: '1.5' })
    expect(await undone({ batch })).toMatchObject({ changed: 1, refused: 0, rows: [{ changed_since: [] }] })
    expect(await keptOf(10)).toMatchObject({ name: 'Other', budget: '1000000', version: 6 })
  })

  test('restores the oldest value when several changes are undone', async () => {
    await change(10, 1, { budget: '2' })
    await change(10, 2, { budget: '3' })
    const ids = (await changes()).map((row) => row as { change_id: number; campaign_id: number }) // the rows of that table
    const own = ids
      .filter(({ campaign_id }) => campaign_id === 10)
      .map(({ change_id }) => change_id)
      .slice(-2)
    expect(await undone({ campaign_change_ids: own })).toMatchObject({ changed: 1 })
    expect(await keptOf(10)).toMatchObject({ budget: '1000000' })
  })

  test('includes the changes of ad groups', async () => {
    await run(`update ad_groups set budget = 400000, budget_period = 'Daily' where ad_group_id = 100`)
    const { batch } = (await bulk({ campaign_ids: [10], budget_percentage: 50, adjust_ad_groups: true })).reply.result
    expect(await groupsOf(10)).toMatchObject([{ budget: '600000', version: 2 }])
    const result = await undone({ batch })
    expect(
      result.rows.map(({ ad_group, fields }: { ad_group: { ad_group_id: number } | null; fields: unknown[] }) => [
        ad_group?.ad_group_id ?? null,
        fields.length,
      ]),
    ).toEqual([
      [null, 1],
      [100, 1],
    ])
    expect(await groupsOf(10)).toMatchObject([{ budget: '400000', version: 3 }])
  })

  test('works for bulk changes of ad groups too', async () => {
    const body = { ad_group_ids: [100], base_bid_percentage: 50 }
    const done = await world.as('clientAdmin').send(contract.adGroups.bulk, { path: client, body }, { 'Idempotency-Key': 'ad-groups-bulk' })
    expect(done.reply.result, JSON.stringify(done.reply)).toMatchObject({ changed: 1 })
    expect(await undone({ batch: done.reply.result.batch })).toMatchObject({ changed: 1, refused: 0 })
    const { rows } = await sql`select base_bid::text as base_bid from ad_groups where ad_group_id = 100`.execute(world.database.kysely)
    expect(rows).toEqual([{ base_bid: '100000' }])
  })

  test('is refused with a reason for a review, a removal, and an ended campaign', async () => {
    await world.as('clientAdmin').send(campaigns.approve, { path: { ...client, advertiserId: 1, campaignId: 11 } }, { 'If-Match': '1' })
    const last = (await changes()).at(-1) as { change_id: number } // the row that was just written
    expect((await undone({ campaign_change_ids: [last.change_id] })).rows[0].problem.code).toBe('not_undoable')
    const { batch } = (await bulk({ campaign_ids: [10], budget_percentage: 50 })).reply.result
    await run(`update campaigns set status = 'ended' where campaign_id = 10`)
    expect((await undone({ batch })).rows[0].problem.code).toBe('ended_for_good')
  })

  test('is not found for a campaign of another client', async () => {
    expect((await undo({ batch: changeBatch(2) }, 'advertiserAdmin')).status).toBe(404)
    expect((await undo({ batch: changeBatch(4) })).status).toBe(404)
    const foreign = (await changes()).find((row) => (row as { campaign_id: number }).campaign_id === 40) as { change_id: number } // the seed has one
    expect((await undo({ campaign_change_ids: [foreign.change_id] })).status).toBe(404)
    expect((await undo({})).status).toBe(422)
    expect((await undo({ batch: changeBatch(1) }, 'clientViewer')).status).toBe(403)
  })
})
