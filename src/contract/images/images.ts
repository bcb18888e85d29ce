import { array, boolean, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { DraftImage } from '../drafts/drafts.data.ts'
import { get, post } from '../endpoint.ts'
import { assetKinds, ExperienceAsset } from '../clients/experiences.ts'
import { Id, Text } from '../ids.ts'
import { imageTypes } from './images.rules.ts'
import { reviewStatusIds, statuses } from '../statuses.ts'

/** Maximum image size in bytes that fits a request body. */
export const maxImageBytes = 700_000

/** An uploaded image. */
export const UploadedImage = object({
  asset_id: Id,
  experience_asset_id: Id,
  file_name: string(),
  kind: enums(assetKinds),
  content_type: enums(imageTypes),
  width: integer(),
  height: integer(),
  bytes: integer(),
})
export type UploadedImage = Infer<typeof UploadedImage>

/** Maximum total size of all images of an advertiser, in bytes. */
export const maxAdvertiserImageBytes = 200_000_000

/** An image of a campaign, with the name of its slot and its history. */
export const CampaignImage = object({
  ...UploadedImage.schema,
  name: string(),
  /** The first is 1; each replacement adds 1. */
  version: integer(),
  changed_at: string(),
  changed_by: nullable(string()),
  /** Whether it was added after the last review decision. */
  is_replaced: boolean(),
})
export type CampaignImage = Infer<typeof CampaignImage>

/** An image for a slot of an experience, in base64. */
export const NewImage = object({ experience_asset_id: Id, file_name: Text(1, 200), content: Text(4, 950_000) })
export type NewImage = Infer<typeof NewImage>

const ofAdvertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId' as const

const ofCampaign = `${ofAdvertiser}/campaigns/:campaignId/media_drafts` as const

/** Images of drafts and campaigns. */
export const campaignImageEndpoints = {
  upload: post(`${ofAdvertiser}/campaign_drafts/:campaignDraftUuid/media_drafts`, {
    may: 'campaigns.create',
    body: NewImage,
    result: UploadedImage,
  }),
  /**
   * Puts images into the given slots; the others stay unchanged. If the client reviews campaigns, an approved campaign is reviewed again. A
   * campaign under review keeps its images.
   */
  create: post(ofCampaign, {
    may: 'campaigns.change',
    versioned: true,
    /** The comment is for the reviewer. */
    body: object({ pictures: size(array(DraftImage), 1, 20), comment: optional(Text(0, 500)) }),
    result: object({
      campaign_id: Id,
      status: enums(statuses),
      review_status_id: enums(Object.values(reviewStatusIds)),
      pictures: array(DraftImage),
    }),
  }),
  /** Uploads an image for a slot of the campaign's experience. It is shown once it is put into the slot. */
  add: post(`${ofCampaign}/pictures`, { may: 'campaigns.change', body: NewImage, result: UploadedImage }),
  list: get(ofCampaign, {
    may: 'campaigns.read',
    result: object({ pictures: array(CampaignImage), /** The slots of the experience. */ places: array(ExperienceAsset) }),
  }),
  /** The content of one image in base64. Users with access to the campaign see it without a URL that would give others access. */
  one: get(`${ofCampaign}/:assetId`, {
    may: 'campaigns.read',
    result: object({ asset_id: Id, content_type: enums(imageTypes), content: string() }),
  }),
}
