import { array, type Infer, nullable, object, string } from 'superstruct'
import { get } from './endpoint.ts'
import { Id } from './ids.ts'

/** A way in which a client lets be advertised; campaigns, templates and targeting may belong to one. */
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

const experiencesOf = 'v1/member_groups/:memberGroupId/experiences'

/** The experiences of a client. */
export const experiences = {
  list: get(experiencesOf, { may: 'experiences.read', result: object({ experiences: array(Experience) }) }),
  one: get(`${experiencesOf}/:experienceId`, { may: 'experiences.read', result: Experience }),
}
