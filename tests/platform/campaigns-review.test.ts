import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { waitingCampaign } from '../support/world/small-seed.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { campaigns } = contract
const path = { memberGroupId: 1, advertiserId: 1, campaignId: 10 }
const waiting = { ...path, campaignId: waitingCampaign(1) }
const change = (body: object, { at = path, version = 1 } = {}) =>
  world.as('clientAdmin').send(campaigns.change, { path: at, body }, { 'If-Match': String(version) })
/** The reviewer and the version of the decision. */
interface Decision {
  readonly name?: CallerName
  readonly version?: number
}
const history = async (at = path) => (await world.as('clientAdmin').send(campaigns.changes, { path: at, body: {} })).reply.result.changes

describe('a review', () => {
  const approve = (at = waiting, { name = 'clientAdmin', version = 1 }: Decision = {}) =>
    world.as(name).send(campaigns.approve, { path: at }, { 'If-Match': String(version) })
  const deny = (comment: string, { name = 'clientAdmin', version = 1 }: Decision = {}) =>
    world.as(name).send(campaigns.deny, { path: waiting, body: { comment } }, { 'If-Match': String(version) })

  const again = ({ name = 'clientAdmin', version = 1, comment }: Decision & { readonly comment?: string } = {}) =>
    world
      .as(name)
      .send(campaigns.submitAgain, { path: waiting, body: comment === undefined ? {} : { comment } }, { 'If-Match': String(version) })

  test('that approves lets the campaign and its ad groups serve', async () => {
    const group = { member_group_id: 1, advertiser_id: 1, campaign_id: 11, ad_group_id: 111, name: 'New', base_bid: 100_000 }
    await world.database.kysely
      .insertInto('ad_groups')
      .values({ ...group, status: 'pending' })
      .execute()
    expect((await approve()).reply.result).toMatchObject({ status: 'active', review_status_id: 3, version: 2 })
    const { reply } = await world.as('clientAdmin').send(campaigns.adGroups, { path: waiting })
    expect(reply.result.ad_groups).toMatchObject([{ status: 'active', version: 2 }])
    expect((await history(waiting)).map(({ kind }: { kind: string }) => kind)).toEqual(['approved', 'approved'])
  })

  test('is decided once', async () => {
    expect((await approve()).status).toBe(200)
    expect((await approve()).status).toBe(412)
    expect((await deny('Too late')).status).toBe(412)
    expect((await approve(waiting, { version: 2 })).status).toBe(409)
    expect((await deny('Too late', { version: 2 })).status).toBe(409)
    expect((await approve(path)).status).toBe(409)
  })

  test('applies to the version that the reviewer read, and is refused for a newer one', async () => {
    await change({ budget: '77' }, { at: waiting })
    expect([(await approve()).status, (await deny('No')).status]).toEqual([412, 412])
    expect((await approve(waiting, { version: 2 })).status).toBe(200)
  })

  test('that denies gives a reason, and the corrected campaign is reviewed again', async () => {
    expect((await deny('   ')).status).toBe(422)
    expect((await deny(' The price is another one. ')).reply.result).toMatchObject({
      status: 'pending',
      review_status_id: 2,
      review_comment: 'The price is another one.',
    })
    expect((await approve(waiting, { version: 2 })).status).toBe(409)
    const mended = await change({ name: 'Right price' }, { at: waiting, version: 2 })
    expect(mended.reply.result).toMatchObject({ review_status_id: 2, review_comment: 'The price is another one.', version: 3 })
    expect((await again({ version: 2 })).status).toBe(412)
    const submitted = await again({ version: 3, comment: ' Now with the right price. ' })
    expect(submitted.reply.result).toMatchObject({
      review_status_id: 1,
      review_comment: '',
      version: 4,
      submitted_at: fixedNow().toISOString(),
    })
    expect((await history(waiting))[0]).toMatchObject({ kind: 'submitted', comment: 'Now with the right price.' })
    expect((await again({ version: 4 })).reply.result).toMatchObject({ review_status_id: 1, version: 4 })
    expect((await approve(waiting, { version: 4 })).status).toBe(200)
    expect((await again({ version: 5 })).status).toBe(409)
  })

  test('that denied can be answered by users who may change the campaign', async () => {
    await deny('No')
    expect((await again({ name: 'clientViewer', version: 2 })).status).toBe(403)
    expect((await again({ name: 'advertiserAdmin', version: 2 })).status).toBe(200)
  })

  test('needs the review permission of the client', async () => {
    for (const name of ['advertiserAdmin', 'advertiserManager', 'clientViewer'] as const) {
      expect([403, 404]).toContain((await approve(waiting, { name })).status)
      expect([403, 404]).toContain((await deny('No', { name })).status)
    }
  })
})

describe('removing a campaign', () => {
  const remove = (at = path) => world.as('clientAdmin').send(campaigns.remove, { path: at })

  test('pauses it first, then hides it and its ad groups, and keeps its numbers', async () => {
    const refused = await remove()
    expect([refused.status, refused.reply.formatting.rule]).toEqual([409, 'Pause the campaign before you remove it'])
    await change({ status: 'paused' })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await world.as('superUser').send(campaigns.short, { path: { campaignId: 10 } })).status).toBe(404)
    const kept = await world.database.kysely.selectFrom('facts_daily').select('campaign_id').where('campaign_id', '=', 10).execute()
    expect(kept).toHaveLength(1)
    const groups = await world.database.kysely.selectFrom('ad_groups').select('deleted_at').where('campaign_id', '=', 10).execute()
    expect(groups.every(({ deleted_at }) => deleted_at !== null)).toBe(true)
  })

  test('works while it waits for review', async () => {
    expect((await remove(waiting)).status).toBe(200)
  })
})
