import { fieldEditableRule, isOver, needsNewReview, withReviewPending } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { draftImageFaults } from '../../../src/contract/drafts/drafts.rules.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { campaignImageEndpoints, NewImage, UploadedImage } from '../../../src/contract/images/images.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { draftConstraintsOf } from '../drafts/constraints.ts'
import { imageFaults } from '../drafts/problems.ts'
import { throwProblems } from '../drafts/sentences.ts'
import type { CampaignFields } from '../campaigns/edit.rules.ts'
import { lockCampaign, type LockedCampaign, type CampaignPathIds, writeCampaigns } from '../campaigns/write.ts'
import { isSameValue } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { storeImage } from './store.ts'
import { conflict, staleVersion } from '../context/refusal.ts'

type ReplacedImages = Result<typeof campaignImageEndpoints.create>
type Pictures = ReplacedImages['pictures']

/** Refuses to replace images while the campaign is under review, and after it has ended. */
function requireReplaceable({ current }: LockedCampaign) {
  if (isOver(current.status)) throw conflict('Campaign', `The campaign is ${current.status} and no longer serves; copy it into a new draft`)
  if (fieldEditableRule('pictures', current) !== true)
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
  return { owner, constraints: await draftConstraintsOf(context, { ...owner, experience_id }) }
}

/** Stores an image without adding it to the campaign. Refused when the campaign's images cannot be replaced. */
export async function addImage(context: Context, path: CampaignPathIds, picture: NewImage): Promise<UploadedImage> {
  requireReplaceable(await lockCampaign(context, path))
  const { owner, constraints } = await imageConstraints(context, path)
  return storeImage(context, owner, constraints.assets, picture)
}

/** Throws for images that do not fit the slots of the campaign's experience. Only new images are checked in full. */
async function requireValidImages(context: Context, path: CampaignPathIds, newImages: Pictures, otherImages: Pictures) {
  const { owner, constraints } = await imageConstraints(context, path)
  const hasSlot = (id: number) => constraints.assets.some(({ experience_asset_id }) => experience_asset_id === id)
  const pictures = [...newImages, ...otherImages.filter(({ experience_asset_id: id }) => hasSlot(id))]
  const faults = [
    ...draftImageFaults({ pictures }, constraints),
    ...(await imageFaults(context, { ...owner, data: { pictures: newImages } }, constraints)),
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

const inOrder = (pictures: Pictures) => pictures.toSorted((left, right) => left.experience_asset_id - right.experience_asset_id)

/** Replaces the images in the given slots. If the client reviews campaigns, an approved campaign goes back to review. */
export async function replaceImages(
  context: Context,
  path: CampaignPathIds,
  { pictures: newImages, comment }: { pictures: Pictures; comment?: string | undefined },
): Promise<ReplacedImages> {
  const campaign = await lockCampaign(context, path)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  requireReplaceable(campaign)
  const before = await currentImages(context, path)
  const newSlots = new Set(newImages.map(({ experience_asset_id }) => experience_asset_id))
  const otherImages = before.filter(({ experience_asset_id }) => !newSlots.has(experience_asset_id))
  await requireValidImages(context, path, newImages, otherImages)
  const pictures = inOrder([...newImages, ...otherImages])
  if (isSameValue(before, pictures)) return replacedBy(path, campaign.current, pictures)
  await writeImages(context, path, pictures)
  const after = needsNewReview(campaign.current, campaign.constraints.clientReviewsCampaigns)
    ? withReviewPending(campaign.current)
    : campaign.current
  const beside = [{ field: 'pictures', before, after: pictures }]
  await writeCampaigns(context, [{ campaign, after, beside }], { kind: 'changed', comment: comment ?? null })
  return replacedBy(path, after, pictures)
}

const replacedBy = ({ campaignId }: CampaignPathIds, { status, review_status_id }: CampaignFields, pictures: Pictures): ReplacedImages => ({
  campaign_id: campaignId,
  status,
  pictures,
  review_status_id: reviewOf(review_status_id),
})

const reviewOf = (id: number) => Object.values(reviewStatusIds).find((statusId) => statusId === id) ?? reviewStatusIds.under_review
