import { array, boolean, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { DraftPicture } from '../drafts/drafts.data.ts'
import { get, post } from '../endpoint.ts'
import { assetKinds, ExperienceAsset } from '../clients/experiences.ts'
import { Id, Text } from '../ids.ts'
import { imageTypes } from './images.rules.ts'
import { reviewStatusIds, statuses } from '../statuses.ts'

/** Maximum image size in bytes that fits a request body. */
export const pictureBytesMost = 700_000

/** An uploaded image. */
export const Picture = object({
  asset_id: Id,
  experience_asset_id: Id,
  file_name: string(),
  kind: enums(assetKinds),
  content_type: enums(imageTypes),
  width: integer(),
  height: integer(),
  bytes: integer(),
})
export type Picture = Infer<typeof Picture>

/** Maximum total size of all images of an advertiser, in bytes. */
export const advertiserBytesMost = 200_000_000

/** An image of a campaign, with the name of its slot and its history. */
export const ShownPicture = object({
  ...Picture.schema,
  name: string(),
  /** The first is 1; each replacement adds 1. */
  version: integer(),
  changed_at: string(),
  changed_by: nullable(string()),
  /** Whether it was added after the last review decision. */
  is_replaced: boolean(),
})
export type ShownPicture = Infer<typeof ShownPicture>

/** An image for a slot of an experience, in base64. */
export const NewPicture = object({ experience_asset_id: Id, file_name: Text(1, 200), content: Text(4, 950_000) })
export type NewPicture = Infer<typeof NewPicture>

const ofAdvertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId' as const

const ofCampaign = `${ofAdvertiser}/campaigns/:campaignId/media_drafts` as const

/** Images of drafts and campaigns. */
export const mediaDrafts = {
  upload: post(`${ofAdvertiser}/campaign_drafts/:campaignDraftUuid/media_drafts`, {
    may: 'campaigns.create',
    body: NewPicture,
    result: Picture,
  }),
  /**
   * Puts images into the given slots; the others stay unchanged. If the client reviews campaigns, an approved campaign is reviewed again. A
   * campaign under review keeps its images.
   */
  create: post(ofCampaign, {
    may: 'campaigns.change',
    versioned: true,
    /** The comment is for the reviewer. */
    body: object({ pictures: size(array(DraftPicture), 1, 20), comment: optional(Text(0, 500)) }),
    result: object({
      campaign_id: Id,
      status: enums(statuses),
      review_status_id: enums(Object.values(reviewStatusIds)),
      pictures: array(DraftPicture),
    }),
  }),
  /** Uploads an image for a slot of the campaign's experience. It is shown once it is put into the slot. */
  add: post(`${ofCampaign}/pictures`, { may: 'campaigns.change', body: NewPicture, result: Picture }),
  list: get(ofCampaign, {
    may: 'campaigns.read',
    result: object({ pictures: array(ShownPicture), /** The slots of the experience. */ places: array(ExperienceAsset) }),
  }),
  /** The content of one image in base64. Users with access to the campaign see it without a URL that would give others access. */
  one: get(`${ofCampaign}/:assetId`, {
    may: 'campaigns.read',
    result: object({ asset_id: Id, content_type: enums(imageTypes), content: string() }),
  }),
}
