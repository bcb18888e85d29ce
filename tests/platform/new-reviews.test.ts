import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Targeting } from '../../src/contract/targeting/targetings.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { targetingOf } from '../support/world/small-targeting.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { adGroupEntities, adGroups, campaigns } = contract
const owner = { memberGroupId: 1, advertiserId: 1 }
const campaignPath = { ...owner, campaignId: 10 }
const groupPath = { ...owner, adGroupId: 100 }
const { ownTargetingId: targeting_id, ownOptionId } = targetingOf(1)
const condition = { targeting_id, match_type_id: 1 as const, targeting_option_ids: [ownOptionId] }
const targeting: Targeting = { operator: 'AND', groups: [{ operator: 'AND', conditions: [condition] }] }
const as = () => world.as('clientAdmin')
const reviews = (is: boolean) => world.database.kysely.updateTable('member_groups').set({ reviews_campaigns: is }).execute()
const campaign = async () => (await as().send(campaigns.one, { path: campaignPath })).reply.result
const history = async () => (await as().send(campaigns.changes, { path: campaignPath, body: {} })).reply.result.changes
const newGroup = { campaign_id: 10, name: 'More', base_bid: '0.5', entity_ids: [1000] }
const addGroup = () => as().send(adGroups.create, { path: owner, body: newGroup }, { 'Idempotency-Key': randomUUID() })
const target = (version = 1, wanted = targeting) =>
  as().send(adGroups.change, { path: groupPath, body: { targeting: wanted } }, { 'If-Match': String(version) })

/** An additional entity that is not in the ad group. */
async function addEntity() {
  const kept = await world.database.kysely.selectFrom('entities').selectAll().where('entity_id', '=', 1000).executeTakeFirstOrThrow()
  await world.database.kysely
    .insertInto('entities')
    .values({ ...kept, entity_id: 1001, internal_id: 'more' })
    .execute()
  return as().send(adGroupEntities.add, { path: groupPath, body: { entity_ids: [1001] } })
}
const acts = { 'an ad group': addGroup, 'an entity': addEntity, 'other targeting': () => target() }

describe('an approved campaign', () => {
  beforeEach(() => reviews(true))

  test.each(Object.entries(acts))('with %s added is reviewed again, and serves once it is approved', async (_, act) => {
    expect((await act()).status).toBe(200)
    expect(await campaign()).toMatchObject({ status: 'active', review_status_id: 1, version: 2, serving: { gate: 'under_review' } })
    expect((await history()).map(({ kind }: { kind: string }) => kind)).toContain('submitted')
    const approved = await as().send(campaigns.approve, { path: campaignPath }, { 'If-Match': '2' })
    expect(approved.reply.result).toMatchObject({ status: 'active', review_status_id: 3 })
    const { ad_groups } = (await as().send(campaigns.adGroups, { path: campaignPath })).reply.result
    expect(ad_groups.every(({ status }: { status: string }) => status === 'active')).toBe(true)
  })

  test.each(Object.entries(acts))('with %s added stays approved when its client reviews nothing', async (_, act) => {
    await reviews(false)
    expect((await act()).status).toBe(200)
    expect(await campaign()).toMatchObject({ review_status_id: 3, version: 1 })
  })

  test('is not reviewed again for a change of bid, name, existing parts or existing audience', async () => {
    await as().send(adGroups.change, { path: groupPath, body: { base_bid: '0.7', name: 'Called otherwise' } }, { 'If-Match': '1' })
    await as().send(adGroupEntities.add, { path: groupPath, body: { entity_ids: [1000] } })
    const { targeting: same } = (await as().send(adGroups.one, { path: groupPath })).reply.result
    await target(2, same)
    expect(await campaign()).toMatchObject({ review_status_id: 3, version: 1 })
  })

  test('accepts no additions during the review', async () => {
    await addGroup()
    expect((await addGroup()).status).toBe(409)
    expect((await addEntity()).status).toBe(409)
    expect((await target()).status).toBe(409)
  })

  test('is reviewed again when a change of its audience is undone', async () => {
    await target()
    await as().send(campaigns.approve, { path: campaignPath }, { 'If-Match': '2' })
    const change = (await history()).find(({ ad_group }: { ad_group: unknown }) => ad_group !== null)
    const body = { campaign_change_ids: [change.campaign_change_id] }
    const { reply } = await as().send(campaigns.undo, { path: { memberGroupId: 1 }, body })
    expect(reply.result).toMatchObject({ changed: 1, refused: 0 })
    expect(await campaign()).toMatchObject({ review_status_id: 1, version: 4 })
  })

  test('is reviewed again when removed parts are restored', async () => {
    const removed = await as().send(adGroupEntities.remove, { query: {}, body: { entities: [{ ad_group_id: 100, entity_id: 1000 }] } })
    expect(await campaign()).toMatchObject({ review_status_id: 3 })
    const { batch } = removed.reply.result
    const { reply } = await as().send(campaigns.undo, { path: { memberGroupId: 1 }, body: { batch } })
    expect(reply.result).toMatchObject({ changed: 1, refused: 0 })
    expect(await campaign()).toMatchObject({ review_status_id: 1 })
  })
})

test('the audience of an ad group can be changed repeatedly', async () => {
  expect((await target()).reply.result).toMatchObject({ version: 2, targeting })
  const others: Targeting = { operator: 'AND', groups: [{ operator: 'AND', conditions: [{ ...condition, match_type_id: 2 }] }] }
  expect((await target(2, others)).reply.result).toMatchObject({ version: 3, targeting: others })
})

test('a denied campaign is corrected in its ad groups and submitted again', async () => {
  await reviews(true)
  await addGroup()
  await as().send(campaigns.deny, { path: campaignPath, body: { comment: 'Not to everybody' } }, { 'If-Match': '2' })
  expect((await target()).status).toBe(200)
  expect(await campaign()).toMatchObject({ review_status_id: 2, review_comment: 'Not to everybody', version: 3 })
  await as().send(campaigns.submitAgain, { path: campaignPath, body: {} }, { 'If-Match': '3' })
  expect(await campaign()).toMatchObject({ review_status_id: 1, review_comment: '', version: 4 })
})
