import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isOver } from '../../src/contract/campaigns.rules.ts'
import { pictureFaults } from '../../src/contract/campaign-drafts.rules.ts'
import type { Result } from '../../src/contract/endpoint.ts'
import type { ExperienceAsset } from '../../src/contract/experiences.ts'
import { imageHead } from '../../src/contract/images.rules.ts'
import { type mediaDrafts, type NewPicture, type Picture, pictureBytesMost } from '../../src/contract/media-drafts.ts'
import { reviewStatusIds, type Status } from '../../src/contract/statuses.ts'
import { draftGround } from './campaign-draft-ground.ts'
import { type DraftPath, draftOf } from './campaign-draft-rows.ts'
import { submittedAlready } from './campaign-draft-writes.ts'
import { refuseProblems } from './campaign-draft-sentences.ts'
import { assetFaults } from './campaign-draft-problems.ts'
import { recordChange } from './campaign-history.ts'
import type { Context } from './context.ts'
import type { Handlers } from './implement.ts'
import { conflict, notFound, refuseField } from './refusal.ts'
import { shownPicture, shownPictures } from './shown-pictures.ts'

type ReviewStatusId = (typeof reviewStatusIds)[keyof typeof reviewStatusIds]
interface CampaignPath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignId: number
}

/** The bytes of a text in base 64, and nothing else. */
function bytesOf(content: string): Buffer {
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) throw refuseField('content', 'Expected base 64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > pictureBytesMost) throw refuseField('content', `A picture may have ${pictureBytesMost} bytes`)
  return bytes
}

/** What the picture is, and that its place takes it. */
function checkedPicture({ width, height, bytes_most, kind, name }: ExperienceAsset, bytes: Buffer) {
  if (kind === 'video') throw refuseField('experience_asset_id', `${name} is a film; films are not taken here`)
  const head = imageHead(bytes)
  if (!head) throw refuseField('content', 'Expected a picture: PNG, JPEG, GIF or WebP')
  if (bytes.length > bytes_most) throw refuseField('content', `Expected at most ${bytes_most} bytes`)
  if (head.width !== width || head.height !== height) throw refuseField('content', `Expected ${width} × ${height} pixels`)
  return { ...head, kind }
}

/** Keeps a picture for a place of the experience of a draft; the draft names it when it is saved. */
async function upload(context: Context, path: DraftPath, { experience_asset_id, file_name, content }: NewPicture): Promise<Picture> {
  const draft = await draftOf(context.database, path)
  if (draft.submitted_campaign_id !== null) throw submittedAlready(draft.submitted_campaign_id)
  const { assets } = await draftGround(context, draft)
  const place = assets.find((one) => one.experience_asset_id === experience_asset_id)
  if (!place) throw refuseField('experience_asset_id', 'Expected a place for pictures of the experience of the draft')
  const bytes = bytesOf(content)
  const { member_group_id, advertiser_id } = draft
  const told = { ...checkedPicture(place, bytes), bytes: bytes.length, file_name: file_name.trim() }
  const { asset_id } = await context.database.kysely
    .insertInto('assets')
    .values({
      ...{ member_group_id, advertiser_id, ...told, content, hash: createHash('sha256').update(bytes).digest('base64url') },
      ...{ created_at: context.now(), created_by: context.caller.person?.user_id ?? null },
    })
    .returning('asset_id')
    .executeTakeFirstOrThrow()
  return { asset_id, experience_asset_id, ...told }
}

type Replaced = Result<typeof mediaDrafts.create>

async function campaignFor({ database: { kysely } }: Context, { memberGroupId, advertiserId, campaignId }: CampaignPath) {
  const campaign = await kysely
    .selectFrom('campaigns')
    .select(['member_group_id', 'advertiser_id', 'experience_id', 'status', 'review_status_id', 'version'])
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('campaign_id', '=', campaignId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!campaign) throw notFound('Campaign')
  const status = campaign.status as Status // the table keeps words of the vocabulary
  if (isOver(status)) throw conflict('Campaign', `What is ${status} shows nothing any more; copy it into a new draft`)
  return { ...campaign, status }
}

/** Shows other pictures; where the client looks at campaigns, it looks at this one again before they are seen. */
async function replacePictures(context: Context, path: CampaignPath, pictures: Replaced['pictures']): Promise<Replaced> {
  const campaign = await campaignFor(context, path)
  const { kysely } = context.database
  const ground = await draftGround(context, campaign)
  const data = { pictures }
  const faults = [...pictureFaults(data, ground), ...(await assetFaults(context, { ...campaign, data }, ground))]
  refuseProblems(
    faults.map((fault) => ({ ...fault, step: 'step-asset' as const })),
    (field) => field.replace(/^data\./, ''),
  )
  const place = { member_group_id: path.memberGroupId, campaign_id: path.campaignId }
  const { rows: before } = await sql<Replaced['pictures'][number]>`
    delete from campaign_assets where member_group_id = ${place.member_group_id} and campaign_id = ${place.campaign_id} returning experience_asset_id, asset_id`.execute(
    kysely,
  )
  await kysely
    .insertInto('campaign_assets')
    .values(pictures.map((picture) => ({ ...place, ...picture })))
    .execute()
  const review_status_id = ground.reviews_campaigns ? reviewStatusIds.under_review : (campaign.review_status_id as ReviewStatusId) // the table checks it
  await kysely
    .updateTable('campaigns')
    .set({ review_status_id, version: campaign.version + 1 })
    .where('member_group_id', '=', place.member_group_id)
    .where('campaign_id', '=', place.campaign_id)
    .execute()
  await recordChange(context, place.member_group_id, {
    ...{ campaign_id: path.campaignId, kind: 'changed' },
    before: { pictures: before, review_status_id: campaign.review_status_id },
    after: { pictures, review_status_id },
  })
  return { campaign_id: path.campaignId, status: campaign.status, review_status_id, pictures }
}

/** Pictures of drafts and of campaigns. */
export const mediaDraftHandlers: Handlers<typeof mediaDrafts> = {
  upload: ({ path, body }, context) => upload(context, path, body),
  create: ({ path, body }, context) => replacePictures(context, path, body.pictures),
  list: async ({ path }, context) => ({ pictures: await shownPictures(context, path) }),
  one: ({ path }, context) => shownPicture(context, path),
}
