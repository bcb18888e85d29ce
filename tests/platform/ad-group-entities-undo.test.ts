import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { countingStatements } from '../support/database/statements.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { adGroupEntities, campaigns } = contract
const path = { memberGroupId: 1, advertiserId: 1, adGroupId: 100 }
const db = () => world.database.kysely
const as = (name: CallerName = 'clientAdmin') => world.as(name)
const pair = (entity_id: number, ad_group_id = 100) => ({ ad_group_id, entity_id })
const add = async (entity_ids: number[]) => (await as().send(adGroupEntities.add, { path, body: { entity_ids } })).reply.result
const remove = async (...ids: number[]) =>
  (await as().send(adGroupEntities.remove, { query: {}, body: { entities: ids.map((id) => pair(id)) } })).reply.result
const removeAll = async (body: object, name?: CallerName) => as(name).send(adGroupEntities.removeAll, { body: body as never }) // invalid bodies are sent as well
const bid = async (bids: Record<number, string>, name?: CallerName) => {
  const entities = Object.entries(bids).map(([id, amount]) => ({ ...pair(Number(id)), bid: amount }))
  return (await as(name).send(adGroupEntities.bid, { body: { entities } })).reply.result
}
const bidAll = async (body: object) => (await as().send(adGroupEntities.bidAll, { body: body as never })).reply.result // likewise
const undo = async (batch: string, more: object = {}, name?: CallerName) =>
  (await as(name).send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch, ...more } })).reply.result
const kept = async (group = 100) =>
  Object.fromEntries(
    (await db().selectFrom('ad_group_entities').select(['entity_id', 'bid']).where('ad_group_id', '=', group).execute()).map((row) => [
      row.entity_id,
      row.bid,
    ]),
  )
/** Adds entities to the first advertiser, numbered from 10,000. */
const offer = (count: number) =>
  sql`insert into entities (member_group_id, advertiser_id, entity_id, internal_id, name, category, status)
    select 1, 1, 10000 + n, 'E-' || n, 'Room ' || n, case when n % 2 = 0 then 'Sea' else 'Town' end, 'active' from generate_series(0, ${count}::int - 1) as n`.execute(
    db(),
  )
const setCampaign = (values: object) => db().updateTable('campaigns').set(values).where('campaign_id', '=', 10).execute()

describe('undo of a batch of entity changes', () => {
  test('removes added entities, and undo of the undo adds them again', async () => {
    await offer(3)
    await add([10_000])
    const { batch, added } = await add([10_000, 10_001, 10_002])
    expect(added).toBe(2)
    const undone = await undo(batch)
    expect(undone).toMatchObject({
      changed: 1,
      refused: 0,
      rows: [{ fields: [{ field: 'entities', before: 4, after: 2 }], problem: null }],
    })
    expect(await kept()).toEqual({ 1000: null, 10000: null })
    expect(await undo(undone.batch)).toMatchObject({ changed: 1, refused: 0 })
    expect(await kept()).toEqual({ 1000: null, 10000: null, 10001: null, 10002: null })
  })

  test('restores removed entities with their bids', async () => {
    await offer(2)
    await add([10_000, 10_001])
    await bid({ 10000: '0.70' })
    const { batch, removed } = await remove(10_000, 10_001)
    expect(removed).toBe(2)
    expect(await undo(batch)).toMatchObject({ changed: 1 })
    expect(await kept()).toEqual({ 1000: null, 10000: 700_000, 10001: null })
  })

  test('restores the earlier bid of one entity or of all', async () => {
    await offer(2)
    await add([10_000, 10_001])
    await bid({ 10000: '0.70' })
    const one = await bid({ 10000: '0.80', 1000: '0.30' })
    const all = await bidAll({ ad_group_id: 100, bid: '0.90' })
    expect(all.changed).toBe(3)
    expect(await undo(all.batch)).toMatchObject({ changed: 1, rows: [{ fields: [{ field: 'bids', before: null, after: 3 }] }] })
    expect(await kept()).toEqual({ 1000: 300_000, 10000: 800_000, 10001: null })
    await undo(one.batch)
    expect(await kept()).toEqual({ 1000: null, 10000: 700_000, 10001: null })
  })

  test('does nothing when it was undone already, and reports no conflict', async () => {
    await offer(2)
    await add([10_000, 10_001])
    const { batch } = await remove(10_000, 10_001)
    const bids = await bid({ 1000: '0.40' })
    for (const one of [batch, bids.batch]) {
      expect(await undo(one)).toMatchObject({ changed: 1, refused: 0 })
      expect(await undo(one)).toMatchObject({ changed: 0, refused: 0, rows: [{ fields: [], problem: null, changed_since: [] }] })
    }
    expect(await kept()).toEqual({ 1000: null, 10000: null, 10001: null })
  })

  test('does nothing when the batch changed nothing', async () => {
    await offer(1)
    expect([
      (await add([1000])).batch,
      (await remove(10_000)).batch,
      (await bidAll({ ad_group_id: 100, use_base_bid: true })).batch,
    ]).toEqual([null, null, null])
    expect((await as().send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch: 'of-nobody' } })).status).toBe(404)
  })

  test('previews the result with a dry run and changes nothing', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    expect(await undo(batch, { dry_run: true })).toMatchObject({ changed: 1, batch: null, is_dry_run: true })
    expect(await kept()).toEqual({ 1000: 400_000 })
  })
})

describe('entities that were changed after the batch', () => {
  test('keep the later change and name its author, unless the undo is forced', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    await bid({ 1000: '0.50' }, 'advertiserAdmin')
    const response = await undo(batch)
    expect(response).toMatchObject({ changed: 0, refused: 1, batch: null })
    expect(response.rows[0]).toMatchObject({
      problem: { code: 'changed_since' },
      changed_since: [{ field: 'bids', user: { user_id: expect.any(Number) }, value: { 1000: '0.5' } }],
    })
    expect(await kept()).toEqual({ 1000: 500_000 })
    expect(await undo(batch, { force: true })).toMatchObject({ changed: 1 })
    expect(await kept()).toEqual({ 1000: null })
  })

  test('keep a change made after the preview, even when the undo is forced', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    await bid({ 1000: '0.50' }, 'advertiserAdmin')
    const { seen_up_to } = await undo(batch, { dry_run: true })
    await bid({ 1000: '0.60' }, 'advertiserAdmin')
    const kepts = await undo(batch, { force: true, seen_up_to })
    expect(kepts).toMatchObject({ changed: 0, refused: 1, rows: [{ problem: { code: 'changed_since' } }] })
    expect(await kept()).toEqual({ 1000: 600_000 })
    expect(await undo(batch, { force: true, seen_up_to: kepts.seen_up_to })).toMatchObject({ changed: 1, refused: 0 })
    expect(await kept()).toEqual({ 1000: null })
  })

  test('do not block the undo of other entities', async () => {
    await offer(2)
    await add([10_000, 10_001])
    const { batch } = await bid({ 10000: '0.40' })
    await bid({ 10001: '0.50' })
    expect(await undo(batch)).toMatchObject({ changed: 1, refused: 0 })
    expect(await kept()).toEqual({ 1000: null, 10000: null, 10001: 500_000 })
  })
})

describe('undo follows the same rules as a change', () => {
  test('entities are not added under review or after the end, but bids can be restored under review', async () => {
    const bids = await bid({ 1000: '0.40' })
    await setCampaign({ review_status_id: 1 })
    expect(await undo(bids.batch)).toMatchObject({ changed: 1 })
    const { batch } = await remove(1000)
    expect(await undo(batch)).toMatchObject({
      changed: 0,
      rows: [{ problem: { code: 'not_undoable', values: { reason: 'under_review' } } }],
    })
    await setCampaign({ review_status_id: 3, status: 'archived' })
    expect(await undo(batch)).toMatchObject({ changed: 0, rows: [{ problem: { values: { reason: 'campaign_over' } } }] })
    expect(await kept()).toEqual({})
  })

  test('a user without access to the campaign gets 404, a viewer gets 403', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    const status = async (name: CallerName) => (await as(name).send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch } })).status
    expect([await status('clientViewer'), await status('advertiserViewer')]).toEqual([403, 404])
    expect(await kept()).toEqual({ 1000: 400_000 })
  })
})

describe('entities selected by filters', () => {
  test('are bid for and removed in one call, for an ad group or a campaign, with exclusions', async () => {
    await offer(4)
    await add([10_000, 10_001, 10_002, 10_003])
    const sea = [{ field: 'category', operation: '=', value: 'Sea' }]
    expect(await bidAll({ campaign_id: 10, filters: sea, except: [pair(10_000)], bid: '0.60' })).toMatchObject({ changed: 1 })
    expect(await kept()).toMatchObject({ 10000: null, 10001: null, 10002: 600_000, 10003: null })
    const gone = (await removeAll({ campaign_id: 10, except: [pair(1000), pair(10_003)] })).reply.result
    expect(gone.removed).toBe(3)
    expect(await kept()).toEqual({ 1000: null, 10003: null })
    await undo(gone.batch)
    expect(await kept()).toEqual({ 1000: null, 10000: null, 10001: null, 10002: 600_000, 10003: null })
  })

  test('need exactly one ad group or campaign of the caller', async () => {
    expect((await removeAll({})).status).toBe(422)
    expect((await removeAll({ ad_group_id: 100, campaign_id: 10 })).status).toBe(422)
    expect([(await removeAll({ campaign_id: 40 })).status, (await removeAll({ campaign_id: 20 }, 'advertiserAdmin')).status]).toEqual([
      404, 404,
    ])
    expect((await removeAll({ campaign_id: 10 }, 'clientViewer')).status).toBe(403)
    expect(await kept()).toEqual({ 1000: null })
  })

  test('are changed and restored in large numbers', async () => {
    const many = amount(20_000, 3_000)
    await offer(many)
    await as().send(adGroupEntities.add, { path, body: { all_selected: true } })
    const counting = countingStatements(world.database)
    const counted = await world.startSecondPlatform({ database: counting.database })
    const at = counted.as('clientAdmin')
    const done = await counting.during(() => at.send(adGroupEntities.bidAll, { body: { ad_group_id: 100, bid: '0.60' } }))
    const { batch, changed } = done.result.reply.result
    expect(changed).toBe(many + 1)
    const undone = await counting.during(() => at.send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch } }))
    expect(undone.result.reply.result).toMatchObject({ changed: 1 })
    await counted.close()
    // One statement per entity would be thirty times as many.
    for (const { statements } of [done, undone]) {
      expect(statements).toBeGreaterThan(0)
      expect(statements).toBeLessThan(many / 30)
    }
    expect(new Set(Object.values(await kept()))).toEqual(new Set([null]))
  })
})

describe('the permission to undo a change of entities', () => {
  const take = async (name: CallerName, batch: string) =>
    (await as(name).send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch } })).status
  const may = (permission: string, granted: boolean) =>
    sql`insert into user_activities values (${people.clientAdmin.userId}, 'base', 0, ${permission}, ${granted})`.execute(db())

  test('is the permission to change ad groups', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    await may('campaigns.change', false)
    expect(await take('clientAdmin', batch)).toBe(200)
    expect(await kept()).toEqual({ 1000: null })
  })

  test('is not included in the permission to change campaigns, or to view', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    await may('ad_groups.change', false)
    expect([await take('clientAdmin', batch), await take('clientViewer', batch)]).toEqual([403, 403])
    expect(await kept()).toEqual({ 1000: 400_000 })
  })

  test('includes campaigns.change when the batch changed a campaign', async () => {
    const path = { memberGroupId: 1, advertiserId: 1, campaignId: 10 }
    const { version } = (await as().send(campaigns.one, { path })).reply.result
    expect((await as().send(campaigns.change, { path, body: { name: 'Other' } }, { 'If-Match': String(version) })).status).toBe(200)
    const { rows } = await sql<{ id: number }>`select max(change_id)::int as id from changes`.execute(db())
    const body = { campaign_change_ids: [rows[0]?.id ?? 0] }
    const undoIt = async () => (await as().send(campaigns.undo, { path: { memberGroupId: 1 }, body })).status
    await may('campaigns.change', false)
    expect(await undoIt()).toBe(403)
    await sql`delete from user_activities where permission = 'campaigns.change'`.execute(db())
    expect(await undoIt()).toBe(200)
  })
})

describe('at a client that reviews campaigns', () => {
  test('the preview and the result of restoring removed entities announce a new review', async () => {
    await offer(1)
    await add([10_000])
    const { batch } = await remove(10_000)
    await sql`update member_groups set reviews_campaigns = true`.execute(db())
    await setCampaign({ review_status_id: 3 })
    expect(await undo(batch, { dry_run: true })).toMatchObject({ changed: 1, reviewed_again: [10] })
    expect(await undo(batch)).toMatchObject({ changed: 1, reviewed_again: [10] })
    const { review_status_id } = await db()
      .selectFrom('campaigns')
      .select('review_status_id')
      .where('campaign_id', '=', 10)
      .executeTakeFirstOrThrow()
    expect(review_status_id).toBe(1)
  })

  test('undoing an addition announces no review', async () => {
    await offer(1)
    const { batch } = await add([10_000])
    await sql`update member_groups set reviews_campaigns = true`.execute(db())
    await setCampaign({ review_status_id: 3 })
    expect(await undo(batch)).toMatchObject({ changed: 1, reviewed_again: [] })
  })
})

test('the entities of a change are stored for a month, and undo is impossible afterwards', async () => {
  const old = (await bid({ 1000: '0.40' })).batch
  const young = (await bid({ 1000: '0.50' })).batch
  const age = (batch: string, days: number) =>
    sql`update changes set at = ${new Date(fixedNow().getTime() - days * 86_400_000)} where batch = ${batch}`.execute(db())
  await age(old, 31)
  await age(young, 29)
  const batches = async () =>
    (await db().selectFrom('ad_group_entity_changes').select('batch').distinct().execute()).map((one) => one.batch)
  await housekeeping.run({}, { database: world.database, now: fixedNow, log: () => undefined })
  expect(await batches()).toEqual([young])
  expect(await undo(old)).toMatchObject({ changed: 0, refused: 1, rows: [{ problem: { code: 'not_undoable' } }] })
  expect(await undo(young)).toMatchObject({ changed: 1 })
})
