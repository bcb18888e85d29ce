import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { campaigns } = contract
const path = { memberGroupId: 1 }
let keys = 0
const bulk = (body: object) =>
  world.as('clientAdmin').send(campaigns.bulk, { path, body }, { 'Idempotency-Key': `key-${++keys}-of-adjusted` })
const undo = (body: object) => world.as('clientAdmin').send(campaigns.undo, { path, body })
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const kept = async () => (await sql`select * from campaigns order by campaign_id`.execute(world.database.kysely)).rows
const groupsOf = async (id: number) =>
  (
    await sql`select ad_group_id, budget::text as budget, version from ad_groups where campaign_id = ${id} order by ad_group_id`.execute(
      world.database.kysely,
    )
  ).rows

describe('ad group budgets that are adjusted with their campaigns', () => {
  const deep = { campaign_ids: [10], budget_percentage: -50, adjust_ad_groups: true }
  const own = (period: string) =>
    run(
      `insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid, budget, budget_period) values (1, 1, 10, 101, 'Own', 'active', 100000, 400000, '${period}')`,
    )
  const forbid = () =>
    world.database.kysely
      .insertInto('user_activities')
      .values({ user_id: 3, level: 'member_group', thing_id: 1, permission: 'ad_groups.change', granted: false })
      .execute()

  test('never fall below what is spent', async () => {
    await own('One Time')
    await run(
      `insert into spend_days (member_group_id, advertiser_id, campaign_id, ad_group_id, day, micros) values (1, 1, 10, 101, '2026-11-20', 333333)`,
    )
    expect((await bulk(deep)).status).toBe(200)
    expect(await groupsOf(10)).toContainEqual({ ad_group_id: 101, budget: '340000', version: 2 })
  })

  test('that a rule refuses stay unchanged, and the preview and the result give the reason', async () => {
    await run(
      `insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid, budget, budget_period, start_date, end_date) values (1, 1, 10, 101, 'Own', 'active', 100000, 950000, 'One Time', '2026-11-21', '2026-11-21')`,
    )
    await run(
      `insert into spend_days (member_group_id, advertiser_id, campaign_id, ad_group_id, day, micros) values (1, 1, 10, 101, '2026-11-20', 900000)`,
    )
    const unchanged = { ad_group_id: 101, name: 'Own', code: 'budget_above_campaign', values: { max: '0.5', budget: '0.5' } }
    const row = { campaign_id: 10, ad_groups: 0, unchanged_ad_group_count: 1, unchanged_ad_groups: [unchanged], problem: null }
    expect((await bulk({ ...deep, dry_run: true })).reply.result).toMatchObject({ changed: 1, refused: 0, rows: [row] })
    expect((await bulk(deep)).reply.result).toMatchObject({ changed: 1, rows: [row] })
    expect(await groupsOf(10)).toContainEqual({ ad_group_id: 101, budget: '950000', version: 1 })
    const { rows } = (await bulk({ ...deep, adjust_ad_groups: false })).reply.result
    expect(rows[0]).not.toHaveProperty('unchanged_ad_group_count')
  })

  test('need the permission to change ad groups, for the change and for its undo', async () => {
    await own('Daily')
    const { batch } = (await bulk(deep)).reply.result
    await forbid()
    const before = [await kept(), await groupsOf(10)]
    expect([(await bulk(deep)).status, (await bulk({ ...deep, dry_run: true })).status]).toEqual([403, 403])
    expect([(await undo({ batch })).status, (await undo({ batch, dry_run: true })).status]).toEqual([403, 403])
    expect([await kept(), await groupsOf(10)]).toEqual(before)
    expect((await bulk({ ...deep, adjust_ad_groups: false })).status).toBe(200)
  })
})
