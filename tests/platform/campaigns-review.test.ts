import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { waitingCampaign } from '../support/world/small-seed.ts'
import { type PlatformResponse, fixedNow, type SmallWorld } from '../support/world/small-world.ts'

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

  test('whose response was lost gets the same response for the same key, also when it is undone or repeated', async () => {
    const twice = async (send: (headers: Record<string, string>) => Promise<PlatformResponse>, version: number) => {
      const headers = { 'If-Match': String(version), 'Idempotency-Key': `key-of-version-${version}` }
      const first = await send(headers)
      const second = await send(headers)
      expect([first.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
    }
    const admin = world.as('clientAdmin')
    await twice((headers) => admin.send(campaigns.approve, { path: waiting }, headers), 1)
    await twice((headers) => admin.send(campaigns.undoApproval, { path: waiting }, headers), 2)
    await twice((headers) => admin.send(campaigns.deny, { path: waiting, body: { comment: 'The price' } }, headers), 3)
    await twice((headers) => admin.send(campaigns.submitAgain, { path: waiting, body: {} }, headers), 4)
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

describe('an approval that is undone', () => {
  const approve = () => world.as('clientAdmin').send(campaigns.approve, { path: waiting }, { 'If-Match': '1' })
  const undo = ({ name = 'clientAdmin', version = 2 }: Decision = {}, platform = world) =>
    platform.as(name).send(campaigns.undoApproval, { path: waiting }, { 'If-Match': String(version) })
  const submittedAt = async () =>
    (await world.database.kysely.selectFrom('campaigns').select('submitted_at').where('campaign_id', '=', waiting.campaignId).execute())[0]
      ?.submitted_at
  const run = (text: string) => sql.raw(text).execute(world.database.kysely)

  test('returns the campaign and its ad groups to the same place in the queue, and is in the history', async () => {
    await run(`update campaigns set submitted_at = '2026-11-20T08:00:00Z' where campaign_id = ${waiting.campaignId}`)
    const group = {
      member_group_id: 1,
      advertiser_id: 1,
      campaign_id: waiting.campaignId,
      ad_group_id: 111,
      name: 'New',
      base_bid: 100_000,
    }
    await world.database.kysely
      .insertInto('ad_groups')
      .values({ ...group, status: 'pending' })
      .execute()
    await approve()
    const { reply } = await undo()
    expect(reply.result).toMatchObject({ status: 'pending', review_status_id: 1, version: 3 })
    expect(await submittedAt()).toEqual(new Date('2026-11-20T08:00:00Z'))
    const groups = await world.as('clientAdmin').send(campaigns.adGroups, { path: waiting })
    expect(groups.reply.result.ad_groups).toMatchObject([{ status: 'pending', version: 3 }])
    const changes = await history(waiting)
    expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual(['approval_undone', 'approval_undone', 'approved', 'approved'])
    expect(changes.slice(2).every(({ undone_by }: { undone_by: number | null }) => undone_by !== null)).toBe(true)
    expect((await undo({ version: 3 })).reply.fields[0].code).toBe('not_approved')
    const again = await world.as('clientAdmin').send(campaigns.approve, { path: waiting }, { 'If-Match': '3' })
    expect(again.reply.result).toMatchObject({ status: 'active', review_status_id: 3 })
  })

  test('keeps a campaign active that has started meanwhile, and stops it from serving', async () => {
    await approve()
    await run(`update campaigns set started_at = now() where campaign_id = ${waiting.campaignId}`)
    expect((await undo()).reply.result).toMatchObject({ status: 'active', review_status_id: 1, serving: { gate: 'under_review' } })
  })

  test('of an active campaign returns the ad groups that it has activated, and no others', async () => {
    const group = { member_group_id: 1, advertiser_id: 1, campaign_id: waiting.campaignId, base_bid: 100_000 }
    await run(`update campaigns set status = 'active' where campaign_id = ${waiting.campaignId}`)
    await world.database.kysely
      .insertInto('ad_groups')
      .values([
        { ...group, ad_group_id: 111, name: 'Running', status: 'active' },
        { ...group, ad_group_id: 112, name: 'New', status: 'pending' },
      ])
      .execute()
    const statuses = async () => {
      const { reply } = await world.as('clientAdmin').send(campaigns.adGroups, { path: waiting })
      return Object.fromEntries(reply.result.ad_groups.map(({ name, status }: { name: string; status: string }) => [name, status]))
    }
    await approve()
    expect(await statuses()).toEqual({ Running: 'active', New: 'active' })
    expect((await undo()).reply.result).toMatchObject({ status: 'active', review_status_id: 1 })
    expect(await statuses()).toEqual({ Running: 'active', New: 'pending' })
  })

  test('is refused after some minutes and after other changes, with the reason', async () => {
    await approve()
    const codes = async (pending: Promise<PlatformResponse>) => {
      const { status, reply } = await pending
      return [status, reply.fields?.[0]?.code]
    }
    const later = await world.startSecondPlatform({ aheadMs: 6 * 60_000 })
    expect(await codes(undo({}, later))).toEqual([409, 'approval_too_late'])
    await later.close()
    await run(`insert into changes (member_group_id, entity, entity_id, campaign_id, ad_group_id, at, kind, before, after)
      values (1, 'ad_group', 111, ${waiting.campaignId}, 111, now(), 'changed', '{}', '{}')`)
    expect(await codes(undo())).toEqual([409, 'changed_since_approval'])
    await change({ budget: '77' }, { at: waiting, version: 2 })
    expect((await undo()).status).toBe(412)
    expect([403, 404]).toContain((await undo({ name: 'advertiserAdmin', version: 3 })).status)
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
