import { type CampaignFields, isSameValue } from '../../../src/contract/campaigns/edit.rules.ts'
import { checkFieldEditable, isOver } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { draftImageFaults } from '../../../src/contract/drafts/drafts.rules.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { campaignImageEndpoints, NewImage, UploadedImage } from '../../../src/contract/images/images.ts'
import { needsNewReview, withReviewPending } from '../../../src/contract/campaigns/reviews.rules.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { draftConstraintsOf } from '../drafts/constraints.ts'
import { imageFaults } from '../drafts/problems.ts'
import { throwProblems } from '../drafts/sentences.ts'
import { lockCampaign, type LockedCampaign, type CampaignPathIds, writeCampaigns } from '../campaigns/write.ts'
import type { Context } from '../context/context.ts'
import { storeImage } from './store.ts'
import { conflict, staleVersion } from '../context/refusal.ts'

type ReplacedImages = Result<typeof campaignImageEndpoints.create>
type Pictures = ReplacedImages['pictures']

/** Refuses to replace images while the campaign is under review, and after it has ended. */
function checkReplaceable({ current }: LockedCampaign) {
  if (isOver(current.status)) throw conflict('Campaign', `The campaign is ${current.status} and no longer serves; copy it into a new draft`)
  if (checkFieldEditable('pictures', current) !== true)
    throw conflict('Campaign', 'Images can’t change during review; wait until it is approved or rejected')
}

/** The campaign's owner and the constraints of its images. */
async function imageConstraints(context: Context, { memberGroupId, advertiserId, campaignId }: CampaignPathIds) {
  const owner = { member_group_id: memberGroupId, advertiser_id: advertiserId }
  const { experience_id } = await context.database.kysely
    .selectFrom('campaigns')
    .select('experience_id')
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  return { owner, ground: await draftConstraintsOf(context, { ...owner, experience_id }) }
}

/** Stores an image without adding it to the campaign. Refused when the campaign's images cannot be replaced. */
export async function addImage(context: Context, named: CampaignPathIds, picture: NewImage): Promise<UploadedImage> {
  checkReplaceable(await lockCampaign(context, named))
  const { owner, ground } = await imageConstraints(context, named)
  return storeImage(context, owner, ground.assets, picture)
}

/** Refuses images that do not fit the slots of the campaign's experience. Only new images are checked in full. */
async function checkImages(context: Context, named: CampaignPathIds, asked: Pictures, staying: Pictures) {
  const { owner, ground } = await imageConstraints(context, named)
  const isOpen = (id: number) => ground.assets.some(({ experience_asset_id }) => experience_asset_id === id)
  const pictures = [...asked, ...staying.filter(({ experience_asset_id: id }) => isOpen(id))]
  const faults = [
    ...draftImageFaults({ pictures }, ground),
    ...(await imageFaults(context, { ...owner, data: { pictures: asked } }, ground)),
  ]
  throwProblems(
    faults.map((fault) => ({ ...fault, step: 'step-asset' as const })),
    (field) => field.replace(/^data\./, ''),
  )
}

/** The campaign's current images, by slot. */
const currentImages = ({ database: { kysely } }: Context, { memberGroupId, campaignId }: CampaignPathIds): Promise<Pictures> =>
  kysely
    .selectFrom('campaign_assets')
    .select(['experience_asset_id', 'asset_id'])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', campaignId)
    .orderBy('experience_asset_id')
    .execute()

async function writeImages({ database: { kysely } }: Context, { memberGroupId, campaignId }: CampaignPathIds, pictures: Pictures) {
  await kysely.deleteFrom('campaign_assets').where('member_group_id', '=', memberGroupId).where('campaign_id', '=', campaignId).execute()
  await kysely
    .insertInto('campaign_assets')
    .values(pictures.map((picture) => ({ member_group_id: memberGroupId, campaign_id: campaignId, ...picture })))
    .execute()
}

const inOrder = (pictures: Pictures) => pictures.toSorted((one, other) => one.experience_asset_id - other.experience_asset_id)

/** Replaces the images in the given slots. If the client reviews campaigns, an approved campaign goes back to review. */
export async function replaceImages(
  context: Context,
  named: CampaignPathIds,
  { pictures: asked, comment }: { pictures: Pictures; comment?: string | undefined },
): Promise<ReplacedImages> {
  const campaign = await lockCampaign(context, named)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  checkReplaceable(campaign)
  const before = await currentImages(context, named)
  const places = new Set(asked.map(({ experience_asset_id }) => experience_asset_id))
  const staying = before.filter(({ experience_asset_id }) => !places.has(experience_asset_id))
  await checkImages(context, named, asked, staying)
  const pictures = inOrder([...asked, ...staying])
  if (isSameValue(before, pictures)) return replacedBy(named, campaign.current, pictures)
  await writeImages(context, named, pictures)
  const after = needsNewReview(campaign.current, campaign.constraints.isReviewed) ? withReviewPending(campaign.current) : campaign.current
  const beside = [{ field: 'pictures', before, after: pictures }]
  await writeCampaigns(context, named.memberGroupId, [{ campaign, after, beside }], { kind: 'changed', comment: comment ?? null })
  return replacedBy(named, after, pictures)
}

const replacedBy = ({ campaignId }: CampaignPathIds, { status, review_status_id }: CampaignFields, pictures: Pictures): ReplacedImages => ({
  campaign_id: campaignId,
  status,
  pictures,
  review_status_id: reviewOf(review_status_id),
})

const reviewOf = (id: number) => Object.values(reviewStatusIds).find((one) => one === id) ?? reviewStatusIds.under_review
