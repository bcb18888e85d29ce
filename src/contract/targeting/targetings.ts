import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  literal,
  max,
  min,
  nullable,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
} from 'superstruct'
import { postQuery, del, get, patch, post } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'

/** The match types of a condition, by their ids in requests. */
export const matchTypeIds = { include: 1, exclude: 2 } as const
export type MatchTypeName = keyof typeof matchTypeIds
/** How conditions and groups are combined. */
export const targetingOperators = ['AND', 'OR'] as const
/** The kinds of targeting dimensions. */
export const targetingTypes = ['geography', 'device', 'audience', 'schedule', 'interest', 'context'] as const
export type TargetingType = (typeof targetingTypes)[number]

/** Limits of a request; a client's own limits are lower. */
export const maxTargeting = { groups: 20, conditions: 50, options: 500 } as const
/** The limits of a client without its own. */
export const targetingLimits = { groups: 5, conditions: 10, options: 50 } as const

const Operator = enums(targetingOperators)
/** People with any of a dimension's options, or with none of them. */
export const TargetingCondition = object({
  targeting_id: Id,
  match_type_id: enums(Object.values(matchTypeIds)),
  targeting_option_ids: size(array(Id), 0, maxTargeting.options),
})
export type TargetingCondition = Infer<typeof TargetingCondition>

/** Conditions combined with AND or OR. */
export const TargetingGroup = object({ operator: Operator, conditions: size(array(TargetingCondition), 0, maxTargeting.conditions) })
export type TargetingGroup = Infer<typeof TargetingGroup>

/** The people who see an ad; without groups, all people. */
export const Targeting = object({ operator: Operator, groups: size(array(TargetingGroup), 0, maxTargeting.groups) })
export type Targeting = Infer<typeof Targeting>

export const noTargeting: Targeting = { operator: 'AND', groups: [] }

const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')
/** The delivery system's code of an option. */
const Code = pattern(string(), /^[\w.:-]{1,80}$/)
const Audience = max(min(integer(), 0), 2_000_000_000)

/** An option of a dimension, and its number of people. */
export const TargetingOption = object({ targeting_option_id: Id, name: string(), code: string(), audience_size: integer() })
export type TargetingOption = Infer<typeof TargetingOption>

/** A targeting dimension with its options. A hidden one stays where it is used, but is no longer offered. */
export const TargetingDimension = object({
  targeting_id: Id,
  member_group_id: Id,
  /** The experience that it belongs to; null for all of them. */
  experience_id: nullable(Id),
  name: string(),
  hidden: boolean(),
  targeting_types: array(enums(targetingTypes)),
  options: array(TargetingOption),
  version: integer(),
})
export type TargetingDimension = Infer<typeof TargetingDimension>

/** The maximum number of groups, of conditions per group, and of options per condition. */
export const TargetingLimits = object({ groups: integer(), conditions: integer(), options: integer() })
export type TargetingLimits = Infer<typeof TargetingLimits>

/** Approximate number of people that a targeting reaches, as a range that protects their privacy. */
export const TargetingReach = object({
  least: nullable(integer()),
  most: nullable(integer()),
  /** Given instead of the range when there are fewer people. */
  fewer_than: nullable(integer()),
  /** Approximate number of all people. */
  out_of: integer(),
})
export type TargetingReach = Infer<typeof TargetingReach>

const NewOption = object({ name: Name, code: Code, audience_size: optional(Audience) })
const NewOptions = size(array(NewOption), 1, maxTargeting.options)
const OptionChange = object({ targeting_option_id: Id, name: optional(Name), code: optional(Code), audience_size: optional(Audience) })
const Types = size(array(enums(targetingTypes)), 1, targetingTypes.length)

/** A new dimension, optionally with its options. */
export const NewTargeting = object({
  name: Name,
  targeting_types: Types,
  hidden: optional(boolean()),
  targeting_options: optional(NewOptions),
})
export type NewTargeting = Infer<typeof NewTargeting>
/** Changes of a dimension; missing fields stay unchanged. */
export const TargetingChange = object({ name: optional(Name), targeting_types: optional(Types), hidden: optional(boolean()) })
export type TargetingChange = Infer<typeof TargetingChange>

const [read, create, change, remove] = ['targetings.read', 'targetings.create', 'targetings.change', 'targetings.remove'] as const
const dimensionsOnly = object({ targeting_dimensions: array(TargetingDimension) })
const optionsOnly = object({ targeting_options: array(TargetingOption) })
const optionIds = object({ targeting_option_ids: size(array(Id), 1, maxTargeting.options) })
const reached = object({ reach: TargetingReach })

/** The vocabulary of targetings, the same for all clients. */
const vocabularyEndpoints = <const P extends string>(all: P) => ({
  matchTypes: get(`${all}/match_types` as const, {
    may: read,
    result: object({ match_types: array(object({ match_type_id: Id, name: string() })) }),
  }),
  operators: get(`${all}/operators` as const, {
    may: read,
    result: object({ match_types: array(object({ operator_id: Id, name: Operator })) }),
  }),
  targetingTypes: get(`${all}/targeting_types` as const, {
    may: read,
    result: object({ targeting_types: array(object({ targeting_type_id: Id, name: enums(targetingTypes) })) }),
  }),
})

/** The endpoints that both versions have in common. */
const dimensionEndpoints = <const P extends string>(all: P) => ({
  create: post(all, { may: create, idempotent: 'optional', body: NewTargeting, result: TargetingDimension }),
  change: patch(`${all}/:targetingId` as const, { may: change, versioned: true, body: TargetingChange, result: TargetingDimension }),
  remove: del(`${all}/:targetingId` as const, { may: remove, result: literal('success') }),
  addOptions: post(`${all}/:targetingId/options` as const, {
    may: change,
    idempotent: 'optional',
    body: object({ targeting_options: NewOptions }),
    result: TargetingDimension,
  }),
  changeOptions: patch(`${all}/:targetingId/options` as const, {
    may: change,
    versioned: true,
    body: object({ targeting_options: size(array(OptionChange), 1, maxTargeting.options) }),
    result: TargetingDimension,
  }),
  removeOptions: del(`${all}/:targetingId/options` as const, { may: change, body: optionIds, result: TargetingDimension }),
  report: postQuery(`${all}/report` as const, {
    may: read,
    body: object(listQueryFields),
    result: object({ targeting_dimensions: array(TargetingDimension), total: integer() }),
  }),
  limits: get(`${all}/limits` as const, { may: read, result: object({ limits: TargetingLimits }) }),
})

const ofClient = 'v1/member_groups/:memberGroupId/targetings'
const ofExperience = 'v2/member_groups/:memberGroupId/experiences/:experienceId/targetings'

/** Targeting dimensions of a client and of its experiences. An experience has the client's dimensions and its own. */
export const targetings = {
  ...vocabularyEndpoints('v1/targetings'),
  list: get(ofClient, { may: read, result: object({ targeting_options: array(TargetingDimension) }) }),
  one: get(`${ofClient}/:targetingId`, { may: read, result: object({ targeting_options: array(TargetingDimension) }) }),
  options: get(`${ofClient}/:targetingId/options`, { may: read, result: optionsOnly }),
  ...dimensionEndpoints(ofClient),
  /** Without a client, uses the client of the dimensions in the targeting. */
  reach: postQuery('v1/targetings/reach', {
    may: read,
    body: object({ targeting: Targeting, member_group_id: optional(Id) }),
    result: reached,
  }),
  inExperience: {
    ...vocabularyEndpoints(ofExperience),
    list: get(ofExperience, { may: read, result: dimensionsOnly }),
    one: get(`${ofExperience}/:targetingId`, { may: read, result: dimensionsOnly }),
    options: get(`${ofExperience}/:targetingId/options`, {
      may: read,
      result: object({ ...dimensionsOnly.schema, ...optionsOnly.schema }),
    }),
    ...dimensionEndpoints(ofExperience),
    reach: postQuery(`${ofExperience}/reach`, { may: read, body: object({ targeting: Targeting }), result: reached }),
  },
}
