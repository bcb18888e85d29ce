import { array, boolean, enums, type Infer, integer, max, min, nullable, object, optional, string } from 'superstruct'
import { get, queryInteger } from '../endpoint.ts'
import { Id } from '../ids.ts'

/** A way to advertise at a client; campaigns, templates and targeting may belong to one. */
export const Experience = object({
  experience_id: Id,
  member_group_id: Id,
  name: string(),
  description: string(),
  status: string(),
  channel_id: nullable(Id),
  created_at: string(),
})
export type Experience = Infer<typeof Experience>

/** The kinds of media in an experience. */
export const assetKinds = ['image', 'video', 'logo'] as const
/** Required dimensions and maximum size of a media file of an experience. */
export const ExperienceAsset = object({
  experience_asset_id: Id,
  experience_id: Id,
  name: string(),
  kind: enums(assetKinds),
  width: integer(),
  height: integer(),
  bytes_most: integer(),
  is_required: boolean(),
})
export type ExperienceAsset = Infer<typeof ExperienceAsset>

const experiencesOf = 'v1/member_groups/:memberGroupId/experiences'

export const experiences = {
  /** All experiences of the client, or those in which one of its advertisers may advertise. */
  list: get(experiencesOf, {
    may: 'experiences.read',
    query: object({ advertiser_id: optional(max(min(queryInteger(), 1), 2_147_483_647)) }),
    result: object({ experiences: array(Experience) }),
  }),
  assets: get(`${experiencesOf}/assets`, { may: 'experiences.read', result: object({ assets: array(ExperienceAsset) }) }),
  one: get(`${experiencesOf}/:experienceId`, { may: 'experiences.read', result: Experience }),
}
