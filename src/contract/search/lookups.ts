import { array, boolean, enums, type Infer, integer, max, min, object, optional, string } from 'superstruct'
import { get, queryInteger } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { maxPageSize, maxPageStart } from '../list.ts'
import { userStatuses } from '../statuses.ts'

/** An attribute of a client's entities: its label and its position. */
export const EntityAttribute = object({
  label: string(),
  key: string(),
  order: integer(),
  is_internal_id: boolean(),
  is_name: boolean(),
})
export type EntityAttribute = Infer<typeof EntityAttribute>

/** The attributes of a client without its own. */
export const defaultEntityAttributes: readonly EntityAttribute[] = [
  { label: 'Id', key: 'internal_id', order: 1, is_internal_id: true, is_name: false },
  { label: 'Name', key: 'name', order: 2, is_internal_id: false, is_name: true },
  { label: 'Category', key: 'category', order: 3, is_internal_id: false, is_name: false },
]

/** The cuisines by which clients with restaurants group their entities. */
export const cuisineCategories = [
  'American',
  'Chinese',
  'French',
  'German',
  'Greek',
  'Indian',
  'Italian',
  'Japanese',
  'Korean',
  'Lebanese',
  'Mexican',
  'Spanish',
  'Thai',
  'Turkish',
  'Vegan',
  'Vegetarian',
  'Vietnamese',
] as const

/** A user that the caller can choose, limited to the caller's access. */
export const Member = object({ user_id: Id, user_name: string(), email: string(), status: enums(userStatuses) })
const page = { start: optional(max(min(queryInteger(), 0), maxPageStart)), count: optional(max(min(queryInteger(), 1), maxPageSize)) }

/** The options of form fields. */
export const lookups = {
  members: get('v1/member', {
    may: 'members.read',
    query: object({ ...page, query: optional(Text(0, 200)) }),
    result: object({ members: array(Member), total: integer() }),
  }),
  memberGroupTypes: get('v1/member_group_type', {
    may: 'member_group_types.read',
    result: array(object({ member_group_type_id: Id, name: string() })),
  }),
  industries: get('v1/industries', {
    may: 'industries.read',
    result: array(object({ industry_id: Id, name: string(), channels: array(object({ name: string() })) })),
  }),
  cuisineCategories: get('v1/cuisine_categories', {
    may: 'industries.read',
    result: object({ cuisine_categories: array(enums(cuisineCategories)) }),
  }),
  timezones: get('v1/timezones', {
    may: 'timezones.read',
    /** The offset at the time of the reply. */
    result: array(object({ timezone_id: Id, name: string(), utc_offset_minutes: integer() })),
  }),
  entityAttributes: get('v1/member_groups/:memberGroupId/entity_attributes', {
    may: 'entity_attributes.read',
    result: object({ entity_attributes: array(EntityAttribute) }),
  }),
}
