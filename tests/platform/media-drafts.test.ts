import { beforeEach, describe, expect, test } from 'vitest'
import { assetPage } from '../../demo/platform/images/asset-page.ts'
import { contract } from '../../src/contract/index.ts'
import { maxAdvertiserImageBytes } from '../../src/contract/images/images.ts'
import { imageHead } from '../../src/contract/images/images.rules.ts'
import { draftCalls, owner, refused } from '../support/drafts/calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { rightData, shownDraftAt } from '../support/world/small-drafts.ts'
import { fitting, png } from '../support/world/small-images.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { assets, campaignDrafts, mediaDrafts } = contract
const { change, submit } = draftCalls(() => world)
const path = { ...owner, campaignDraftUuid: shownDraftAt(1) }
const as = () => world.as('clientAdmin')
const send = (content: string, more: object = {}) =>
  as().send(mediaDrafts.upload, { path, body: { experience_asset_id: 1, file_name: 'evil.svg', content, ...more } })

describe('an uploaded image', () => {
  test('has the type of its bytes, whatever its file name, and is shown by the campaign of its draft', async () => {
    const { status, reply } = await send(fitting)
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({ content_type: 'image/png', width: 1200, height: 628, kind: 'image', experience_asset_id: 1 })
    const pictures = [{ experience_asset_id: 1, asset_id: reply.result.asset_id }]
    await change({ data: { ...rightData(1, 1), pictures } }, 1, path)
    await as().send(campaignDrafts.addAllEntities, { path, body: {} })
    const submitted = await submit(path)
    expect(submitted.status).toBe(200)
    const { campaign_id } = submitted.reply.result
    const rows = await world.database.kysely.selectFrom('campaign_assets').selectAll().where('campaign_id', '=', campaign_id).execute()
    expect(rows).toEqual([{ member_group_id: 1, campaign_id, ...pictures[0] }])
  })

  test.each([
    ['a script', Buffer.from('<svg onload="alert(1)"></svg>').toString('base64'), 'Send an image: PNG, JPEG, GIF or WebP'],
    ['a page that begins like a picture', Buffer.from('GIF8<html>').toString('base64'), 'Send an image: PNG, JPEG, GIF or WebP'],
    ['no base 64', 'a b=', 'Expected base 64'],
    ['another size', png(1200, 627).toString('base64'), 'Expected 1200 × 628 pixels'],
  ])('that is %s is refused', async (_, content, rule) => {
    expect(refused(await send(content))).toEqual({ content: rule })
  })

  test('that is too large for its slot, or has no slot, is refused', async () => {
    const heavy = Buffer.concat([png(1200, 628), Buffer.alloc(500_001)]).toString('base64')
    expect(refused(await send(heavy))).toEqual({ content: 'Expected at most 500000 bytes' })
    expect(Object.keys(refused(await send(fitting, { experience_asset_id: 2 })))).toEqual(['experience_asset_id'])
  })

  test('of another advertiser is refused in a draft', async () => {
    await change({ data: { ...rightData(1, 1), pictures: [{ experience_asset_id: 1, asset_id: 2 }] } }, 1, path)
    await as().send(campaignDrafts.addAllEntities, { path, body: {} })
    expect(refused(await submit(path))).toEqual({ 'data.pictures.0.asset_id': 'Choose one of the available options' })
  })
})

describe('replacing the images of a campaign', () => {
  const replace = (asset_id: number, { campaignId = 10, version = 1, comment = '' } = {}) =>
    as().send(
      mediaDrafts.create,
      { path: { ...owner, campaignId }, body: { pictures: [{ experience_asset_id: 1, asset_id }], comment } },
      { 'If-Match': String(version) },
    )
  /** Another image of the advertiser that fits the same slot. */
  const other = 501
  beforeEach(async () => {
    const kept = await world.database.kysely.selectFrom('assets').selectAll().where('asset_id', '=', 1).executeTakeFirstOrThrow()
    await world.database.kysely
      .insertInto('assets')
      .values({ ...kept, asset_id: other, file_name: 'other.png' })
      .execute()
  })
  const review = async (is = true) => {
    await world.database.kysely.updateTable('member_groups').set({ reviews_campaigns: is }).execute()
  }

  test('takes effect at once, or after a review when the client reviews campaigns', async () => {
    await review(false)
    expect((await replace(other)).reply.result).toMatchObject({ campaign_id: 10, review_status_id: 3 })
    await review()
    expect((await replace(other, { version: 2 })).reply.result).toMatchObject({ review_status_id: 3 })
    expect((await replace(1, { version: 2 })).reply.result).toMatchObject({ review_status_id: 1 })
    const rows = await world.database.kysely.selectFrom('campaign_assets').select('asset_id').where('campaign_id', '=', 10).execute()
    expect(rows).toEqual([{ asset_id: 1 }])
  })

  test('accepts one image for each slot', async () => {
    const pictures = [1, 1].map((asset_id) => ({ experience_asset_id: 1, asset_id }))
    const response = await as().send(mediaDrafts.create, { path: { ...owner, campaignId: 10 }, body: { pictures } }, { 'If-Match': '1' })
    expect(refused(response)).toEqual({ 'pictures.1.experience_asset_id': 'Send one image per slot' })
    await change({ data: { ...rightData(1, 1), pictures } }, 1, path)
    await as().send(campaignDrafts.addAllEntities, { path, body: {} })
    expect(refused(await submit(path))).toEqual({ 'data.pictures.1.experience_asset_id': 'Send one image per slot' })
  })

  test('changes only the named slots', async () => {
    await review(false)
    const { kysely } = world.database
    const slot = await kysely.selectFrom('experience_assets').selectAll().where('experience_asset_id', '=', 1).executeTakeFirstOrThrow()
    await kysely
      .insertInto('experience_assets')
      .values({ ...slot, experience_asset_id: 77, name: 'Second', is_required: true })
      .execute()
    expect(refused(await replace(other))).toMatchObject({ pictures: expect.stringContaining('Second') })
    await kysely
      .insertInto('campaign_assets')
      .values({ member_group_id: 1, campaign_id: 10, experience_asset_id: 77, asset_id: 1 })
      .execute()
    expect((await replace(other)).reply.result.pictures).toEqual([
      { experience_asset_id: 1, asset_id: other },
      { experience_asset_id: 77, asset_id: 1 },
    ])
    const rows = await kysely.selectFrom('campaign_assets').select('asset_id').where('campaign_id', '=', 10).orderBy('asset_id').execute()
    expect(rows).toEqual([{ asset_id: 1 }, { asset_id: other }])
  })

  test('accepts only images of the advertiser', async () => {
    expect((await replace(2)).status).toBe(422)
    expect((await replace(1, { campaignId: 20 })).status).toBe(404)
  })

  test('waits for the review in progress, so that no image is approved unseen', async () => {
    await review()
    const { status, reply } = await replace(1, { campaignId: 11 })
    expect([status, reply.formatting.rule]).toEqual([409, 'Images can’t change during review; wait until it is approved or rejected'])
    const rows = await world.database.kysely.selectFrom('campaign_assets').select('asset_id').where('campaign_id', '=', 11).execute()
    expect(rows).toEqual([])
  })

  test('takes an upload for a slot, and records who replaced the image since the last review', async () => {
    await review()
    const path = { ...owner, campaignId: 10 }
    const body = { experience_asset_id: 1, file_name: 'sharp.png', content: fitting }
    const sent = await as().send(mediaDrafts.add, { path, body })
    expect(sent.reply.result).toMatchObject({ file_name: 'sharp.png', width: 1200, height: 628 })
    await replace(sent.reply.result.asset_id)
    const shown = async () => (await as().send(mediaDrafts.list, { path })).reply.result.pictures
    expect(await shown()).toMatchObject([
      { file_name: 'sharp.png', version: 2, changed_at: fixedNow().toISOString(), changed_by: expect.any(String), is_replaced: true },
    ])
    expect((await as().send(mediaDrafts.add, { path, body })).status).toBe(409)
    await as().send(contract.campaigns.approve, { path }, { 'If-Match': '2' })
    expect(await shown()).toMatchObject([{ version: 2, is_replaced: false }])
    expect(refused(await as().send(mediaDrafts.add, { path, body: { ...body, experience_asset_id: 2 } }))).toEqual({
      experience_asset_id: 'Choose an image slot of the experience',
    })
  })

  test('is refused above the storage limit of the advertiser', async () => {
    const path = { ...owner, campaignId: 10 }
    const body = { experience_asset_id: 1, file_name: 'sharp.png', content: fitting }
    const kept = world.database.kysely.updateTable('assets').where('asset_id', '=', other)
    await kept.set({ bytes: maxAdvertiserImageBytes - 900 - Buffer.from(fitting, 'base64').length }).execute()
    expect((await as().send(mediaDrafts.add, { path, body })).status).toBe(200)
    const { status, reply } = await as().send(mediaDrafts.add, { path, body })
    expect([status, reply.formatting.rule]).toEqual([
      409,
      'An advertiser can store at most 200 MB of images; unused images are deleted after a week',
    ])
  })

  test('after a denial waits until the campaign is submitted again', async () => {
    await review()
    const path = { ...owner, campaignId: 11 }
    await as().send(contract.campaigns.deny, { path, body: { comment: 'The picture is blurred' } }, { 'If-Match': '1' })
    await world.database.kysely.updateTable('campaigns').set({ experience_id: 1 }).where('campaign_id', '=', 11).execute()
    expect((await replace(1, { campaignId: 11 })).status).toBe(412)
    expect((await replace(1, { campaignId: 11, version: 2 })).reply.result).toMatchObject({ review_status_id: 2, status: 'pending' })
    const { reply } = await as().send(contract.campaigns.one, { path })
    expect(reply.result).toMatchObject({ review_comment: 'The picture is blurred', version: 3 })
  })

  test('puts the campaign at the end of the review queue, with the comment for the reviewer', async () => {
    await review()
    const path = { ...owner, campaignId: 10 }
    await world.database.kysely.updateTable('campaigns').set({ submitted_at: null }).where('campaign_id', '=', 10).execute()
    await replace(other, { comment: 'Sharper now' })
    const { reply } = await as().send(contract.campaigns.one, { path })
    expect(reply.result).toMatchObject({ review_status_id: 1, review_comment: '', version: 2, submitted_at: fixedNow().toISOString() })
    const [change] = (await as().send(contract.campaigns.changes, { path, body: {} })).reply.result.changes
    expect(change).toMatchObject({ kind: 'changed', comment: 'Sharper now' })
    expect(change.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual(['pictures', 'review_status_id'])
  })

  test('is replaced again, but cannot be undone', async () => {
    await replace(other)
    const path = { ...owner, campaignId: 10 }
    const [{ campaign_change_id: id }] = (await as().send(contract.campaigns.changes, { path, body: {} })).reply.result.changes
    const body = { campaign_change_ids: [id] }
    const { reply } = await as().send(contract.campaigns.undo, { path: { memberGroupId: 1 }, body })
    expect(reply.result).toMatchObject({ changed: 0, refused: 1, rows: [{ problem: { code: 'not_undoable' } }] })
  })
})

describe('the shown images of a campaign', () => {
  const shown = (who: Parameters<SmallWorld['as']>[0], campaignId: number, advertiserId = 1) =>
    world.as(who).send(mediaDrafts.list, { path: { memberGroupId: 1, advertiserId, campaignId } })
  const one = (assetId: number, campaignId = 10, advertiserId = 1) =>
    as().send(mediaDrafts.one, { path: { memberGroupId: 1, advertiserId, campaignId, assetId } })

  test('are listed by slot for users who see the campaign', async () => {
    const { status, reply } = await shown('advertiserAdmin', 10)
    expect(status).toBe(200)
    expect(reply.result.pictures).toEqual([
      {
        asset_id: 1,
        experience_asset_id: 1,
        name: expect.any(String),
        file_name: 'small.png',
        kind: 'image',
        content_type: 'image/png',
        width: 1200,
        height: 628,
        bytes: 900,
        version: 1,
        changed_at: expect.any(String),
        changed_by: null,
        is_replaced: false,
      },
    ])
    expect(reply.result.places).toMatchObject([{ experience_asset_id: 1, width: 1200, height: 628, kind: 'image' }])
    expect((await shown('advertiserAdmin', 20, 2)).status).toBe(404)
  })

  test('are served unchanged, and images of another campaign are not', async () => {
    expect((await one(1)).reply.result).toEqual({ asset_id: 1, content_type: 'image/png', content: fitting })
    expect((await one(2)).status).toBe(404)
    expect((await one(2, 20, 2)).status).toBe(200)
    expect((await one(1, 20, 2)).status).toBe(404)
    expect((await one(99)).status).toBe(404)
  })
})

describe('the address of an image', () => {
  const page = (id: number, token: string) => assetPage(world.database, new URL(`http://x/assets/${id}?token=${token}`), fixedNow())

  test('opens with a token of its client, and serves nothing but an image', async () => {
    const { reply } = await world.as('advertiserAdmin').send(assets.authenticate, { path: { memberGroupId: 1 } })
    const { token } = reply.result
    const response = await page(1, token)
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ])
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(fitting)
    const closed = await Promise.all([page(2, token), page(4, token), page(99, token), page(1, 'x'), page(1, '')])
    expect(closed.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})

test('every type of image reports its size', () => {
  const gif = Buffer.from([...Buffer.from('GIF89a'), 0x2c, 0x01, 0xc8, 0x00, 0, 0, 0])
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0x02, 0x74, 0x04, 0xb0, 3, 0, 0, 0])
  const webp = Buffer.from([...Buffer.from('RIFF\0\0\0\0WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 0xaf, 4, 0, 0x73, 2, 0])
  expect(imageHead(gif)).toEqual({ content_type: 'image/gif', width: 300, height: 200 })
  expect(imageHead(jpeg)).toEqual({ content_type: 'image/jpeg', width: 1200, height: 628 })
  expect(imageHead(webp)).toEqual({ content_type: 'image/webp', width: 1200, height: 628 })
  expect(imageHead(jpeg.subarray(0, 12))).toBeUndefined()
  expect(imageHead(Buffer.alloc(0))).toBeUndefined()
})
