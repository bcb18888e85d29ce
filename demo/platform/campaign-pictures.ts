import { sql } from 'kysely'
import { fieldMoves, isOver } from '../../src/contract/campaigns.rules.ts'
import { pictureFaults } from '../../src/contract/campaign-drafts.rules.ts'
import type { Result } from '../../src/contract/endpoint.ts'
import type { mediaDrafts } from '../../src/contract/media-drafts.ts'
import { reviewStatusIds } from '../../src/contract/statuses.ts'
import { draftGround } from './campaign-draft-ground.ts'
import { assetFaults } from './campaign-draft-problems.ts'
import { refuseProblems } from './campaign-draft-sentences.ts'
import { changedCampaign, type LockedCampaign, type NamedCampaign, writeCampaigns } from './campaign-writes.ts'
import type { Context } from './context.ts'
import { conflict, stale } from './refusal.ts'

type Replaced = Result<typeof mediaDrafts.create>
type Pictures = Replaced['pictures']

/** The campaign whose pictures can become others: nobody looks at it, and it is not over. */
async function openCampaign(context: Context, named: NamedCampaign): Promise<LockedCampaign> {
  const campaign = await changedCampaign(context, named)
  if (campaign.version !== context.version) throw stale('Campaign')
  const { now } = campaign
  if (isOver(now.status)) throw conflict('Campaign', `What is ${now.status} shows nothing any more; copy it into a new draft`)
  if (fieldMoves('pictures', now) !== true)
    throw conflict('Campaign', 'What is under review keeps its pictures; wait until it is approved or denied')
  return campaign
}

/** Refuses pictures that do not fit into the places of the campaign's experience. */
async function checkPictures(context: Context, { memberGroupId, advertiserId, campaignId }: NamedCampaign, pictures: Pictures) {
  const owner = { member_group_id: memberGroupId, advertiser_id: advertiserId }
  const { experience_id } = await context.database.kysely
    .selectFrom('campaigns')
    .select('experience_id')
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  const ground = await draftGround(context, { ...owner, experience_id })
  const faults = [...pictureFaults({ pictures }, ground), ...(await assetFaults(context, { ...owner, data: { pictures } }, ground))]
  refuseProblems(
    faults.map((fault) => ({ ...fault, step: 'step-asset' as const })),
    (field) => field.replace(/^data\./, ''),
  )
}

/** Puts pictures in the place of those that a campaign has, and tells which those were. */
async function exchange({ database: { kysely } }: Context, { memberGroupId, campaignId }: NamedCampaign, pictures: Pictures) {
  const { rows: before } = await sql<Pictures[number]>`
    delete from campaign_assets where member_group_id = ${memberGroupId} and campaign_id = ${campaignId} returning experience_asset_id, asset_id`.execute(
    kysely,
  )
  await kysely
    .insertInto('campaign_assets')
    .values(pictures.map((picture) => ({ member_group_id: memberGroupId, campaign_id: campaignId, ...picture })))
    .execute()
  return before
}

/** Shows other pictures; where the client looks at campaigns, it looks at this one again before they are seen. */
export async function replacePictures(context: Context, named: NamedCampaign, pictures: Pictures): Promise<Replaced> {
  const campaign = await openCampaign(context, named)
  await checkPictures(context, named, pictures)
  const before = await exchange(context, named, pictures)
  const again = campaign.ground.isReviewed && { review_status_id: reviewStatusIds.under_review, review_comment: '' }
  const after = { ...campaign.now, ...again }
  const beside = [{ field: 'pictures', before, after: pictures }]
  await writeCampaigns(context, named.memberGroupId, [{ campaign, after, beside }], { kind: 'changed' })
  const { status, review_status_id } = after
  return { campaign_id: named.campaignId, status, review_status_id: reviewOf(review_status_id), pictures }
}

const reviewOf = (id: number) => Object.values(reviewStatusIds).find((one) => one === id) ?? reviewStatusIds.under_review
