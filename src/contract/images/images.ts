import { array, boolean, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { DraftPicture } from '../drafts/drafts.data.ts'
import { get, post } from '../endpoint.ts'
import { assetKinds, ExperienceAsset } from '../clients/experiences.ts'
import { Id, Text } from '../ids.ts'
import { imageTypes } from './images.rules.ts'
import { reviewStatusIds, statuses } from '../statuses.ts'

/** A body has room for a picture of about so many bytes. */
export const pictureBytesMost = 700_000

/** A picture that was sent. */
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

/** All pictures of an advertiser have at most so many bytes together. */
export const advertiserBytesMost = 200_000_000

/** A picture that a campaign shows, with the name of its place, and what became of it there. */
export const ShownPicture = object({
  ...Picture.schema,
  name: string(),
  /** The first is 1; each that takes its place is one more. */
  version: integer(),
  changed_at: string(),
  changed_by: nullable(string()),
  /** Whether it came after the campaign was last approved or denied. */
  is_replaced: boolean(),
})
export type ShownPicture = Infer<typeof ShownPicture>

/** A picture for a place of an experience, in base 64. */
export const NewPicture = object({ experience_asset_id: Id, file_name: Text(1, 200), content: Text(4, 950_000) })
export type NewPicture = Infer<typeof NewPicture>

const ofAdvertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId' as const

const ofCampaign = `${ofAdvertiser}/campaigns/:campaignId/media_drafts` as const

/** Pictures of campaigns: for a draft, those that a campaign has, and others in their place. */
export const mediaDrafts = {
  upload: post(`${ofAdvertiser}/campaign_drafts/:campaignDraftUuid/media_drafts`, {
    may: 'campaigns.create',
    body: NewPicture,
    result: Picture,
  }),
  /** Puts pictures into the places that are named; all others stay as they are. Where the client looks at campaigns, it looks at an approved one again; what it looks at already keeps its pictures. */
  create: post(ofCampaign, {
    may: 'campaigns.change',
    versioned: true,
    /** The comment is for whoever looks at them. */
    body: object({ pictures: size(array(DraftPicture), 1, 20), comment: optional(Text(0, 500)) }),
    result: object({
      campaign_id: Id,
      status: enums(statuses),
      review_status_id: enums(Object.values(reviewStatusIds)),
      pictures: array(DraftPicture),
    }),
  }),
  /** Keeps a picture for a place of the campaign's experience; it is shown once it is put there. */
  add: post(`${ofCampaign}/pictures`, { may: 'campaigns.change', body: NewPicture, result: Picture }),
  list: get(ofCampaign, {
    may: 'campaigns.read',
    result: object({ pictures: array(ShownPicture), /** Everything that the experience takes to show. */ places: array(ExperienceAsset) }),
  }),
  /** One of them as it is, in base 64: who may look at the campaign sees it without an address that opens it for others. */
  one: get(`${ofCampaign}/:assetId`, {
    may: 'campaigns.read',
    result: object({ asset_id: Id, content_type: enums(imageTypes), content: string() }),
  }),
}
