import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { countingStatements } from '../support/database/statements.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { rehearsed } from '../support/world/rehearsed-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
rehearsed((made) => {
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

describe('what was done to entities is taken back by its batch', () => {
  test('those that were added are gone, and come again when that is taken back, too', async () => {
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

  test('those that were taken out are in it again, with the bids that they had', async () => {
    await offer(2)
    await add([10_000, 10_001])
    await bid({ 10000: '0.70' })
    const { batch, removed } = await remove(10_000, 10_001)
    expect(removed).toBe(2)
    expect(await undo(batch)).toMatchObject({ changed: 1 })
    expect(await kept()).toEqual({ 1000: null, 10000: 700_000, 10001: null })
  })

  test('bids are what each was before, of one or of all', async () => {
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

  test('what is taken back twice is no change of somebody else: there is nothing left to do', async () => {
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

  test('where nothing was done there is nothing to take back', async () => {
    await offer(1)
    expect([
      (await add([1000])).batch,
      (await remove(10_000)).batch,
      (await bidAll({ ad_group_id: 100, use_base_bid: true })).batch,
    ]).toEqual([null, null, null])
    expect((await as().send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch: 'of-nobody' } })).status).toBe(404)
  })

  test('a dry run tells what it would be, and does nothing', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    expect(await undo(batch, { dry_run: true })).toMatchObject({ changed: 1, batch: null, is_dry_run: true })
    expect(await kept()).toEqual({ 1000: 400_000 })
  })
})

describe('what was changed since', () => {
  test('stays, with who changed it; forced, it is taken back all the same', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    await bid({ 1000: '0.50' }, 'advertiserAdmin')
    const answer = await undo(batch)
    expect(answer).toMatchObject({ changed: 0, refused: 1, batch: null })
    expect(answer.rows[0]).toMatchObject({
      problem: { code: 'changed_since' },
      changed_since: [{ field: 'bids', user: { user_id: expect.any(Number) }, value: { 1000: '0.5' } }],
    })
    expect(await kept()).toEqual({ 1000: 500_000 })
    expect(await undo(batch, { force: true })).toMatchObject({ changed: 1 })
    expect(await kept()).toEqual({ 1000: null })
  })

  test('after it was seen stays, though what was seen is forced', async () => {
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

  test('is no matter where it was another entity', async () => {
    await offer(2)
    await add([10_000, 10_001])
    const { batch } = await bid({ 10000: '0.40' })
    await bid({ 10001: '0.50' })
    expect(await undo(batch)).toMatchObject({ changed: 1, refused: 0 })
    expect(await kept()).toEqual({ 1000: null, 10000: null, 10001: 500_000 })
  })
})

describe('the rules hold for what comes back', () => {
  test('nothing is added again under review, or where all is over; bids come back under review', async () => {
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

  test('whoever does not reach the campaign finds no such change, and whoever only looks may not', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    const status = async (name: CallerName) => (await as(name).send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch } })).status
    expect([await status('clientViewer'), await status('advertiserViewer')]).toEqual([403, 404])
    expect(await kept()).toEqual({ 1000: 400_000 })
  })
})

describe('all that filters find', () => {
  test('are bid for and taken out in one call, of an ad group or of a whole campaign, but for some', async () => {
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

  test('name one whole, and one that is theirs', async () => {
    expect((await removeAll({})).status).toBe(422)
    expect((await removeAll({ ad_group_id: 100, campaign_id: 10 })).status).toBe(422)
    expect([(await removeAll({ campaign_id: 40 })).status, (await removeAll({ campaign_id: 20 }, 'advertiserAdmin')).status]).toEqual([
      404, 404,
    ])
    expect((await removeAll({ campaign_id: 10 }, 'clientViewer')).status).toBe(403)
    expect(await kept()).toEqual({ 1000: null })
  })

  test('are many at once, and so is taking them back', async () => {
    const many = amount(20_000, 3_000)
    await offer(many)
    await as().send(adGroupEntities.add, { path, body: { all_selected: true } })
    const counting = countingStatements(world.database)
    const counted = await world.beside({ database: counting.database })
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

describe('who takes it back', () => {
  const take = async (name: CallerName, batch: string) =>
    (await as(name).send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch } })).status
  const may = (word: string, granted: boolean) =>
    sql`insert into user_activities values (${people.clientAdmin.userId}, 'base', 0, ${word}, ${granted})`.execute(db())

  test('is whoever may change ad groups, as for doing it, though they may not change campaigns', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    await may('campaigns.change', false)
    expect(await take('clientAdmin', batch)).toBe(200)
    expect(await kept()).toEqual({ 1000: null })
  })

  test('is nobody who may change campaigns alone, or only look', async () => {
    const { batch } = await bid({ 1000: '0.40' })
    await may('ad_groups.change', false)
    expect([await take('clientAdmin', batch), await take('clientViewer', batch)]).toEqual([403, 403])
    expect(await kept()).toEqual({ 1000: 400_000 })
  })

  test('is nobody without campaigns.change where a campaign was changed', async () => {
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

describe('at a client that looks at campaigns', () => {
  test('taking back a removal says beforehand, and with the answer, that the campaign is looked at again', async () => {
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

  test('taking back what was added says no such thing', async () => {
    await offer(1)
    const { batch } = await add([10_000])
    await sql`update member_groups set reviews_campaigns = true`.execute(db())
    await setCampaign({ review_status_id: 3 })
    expect(await undo(batch)).toMatchObject({ changed: 1, reviewed_again: [] })
  })
})

test('which entities a change was of is kept for a month, and then it cannot be taken back any more', async () => {
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
