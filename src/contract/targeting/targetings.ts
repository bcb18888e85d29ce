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
import { ask, del, get, patch, post } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { listParts } from '../list.ts'

/** How a condition takes its options, by the number on the wire. */
export const matchTypeIds = { include: 1, exclude: 2 } as const
export type MatchTypeName = keyof typeof matchTypeIds
/** How conditions, and how groups of them, go together. */
export const targetingOperators = ['AND', 'OR'] as const
/** What a dimension says about those who see an advert. */
export const targetingTypes = ['geography', 'device', 'audience', 'schedule', 'interest', 'context'] as const
export type TargetingType = (typeof targetingTypes)[number]

/** The wire takes no more than this of anything; a client's own limits are lower. */
export const targetingMost = { groups: 20, conditions: 50, options: 500 } as const
/** The limits of a client that has not said its own. */
export const targetingLimits = { groups: 5, conditions: 10, options: 50 } as const

const Operator = enums(targetingOperators)
/** Those who have any of the options of a dimension, or none of them. */
export const TargetingCondition = object({
  targeting_id: Id,
  match_type_id: enums(Object.values(matchTypeIds)),
  targeting_option_ids: size(array(Id), 0, targetingMost.options),
})
export type TargetingCondition = Infer<typeof TargetingCondition>

/** Conditions that hold together, or of which one does. */
export const TargetingGroup = object({ operator: Operator, conditions: size(array(TargetingCondition), 0, targetingMost.conditions) })
export type TargetingGroup = Infer<typeof TargetingGroup>

/** Who is to see something; without groups that is everybody. */
export const Targeting = object({ operator: Operator, groups: size(array(TargetingGroup), 0, targetingMost.groups) })
export type Targeting = Infer<typeof Targeting>

/** Everybody. */
export const noTargeting: Targeting = { operator: 'AND', groups: [] }

const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')
/** What whoever delivers calls an option. */
const Code = pattern(string(), /^[\w.:-]{1,80}$/)
const Audience = max(min(integer(), 0), 2_000_000_000)

/** One of the things that can be chosen in a dimension, and how many people it holds. */
export const TargetingOption = object({ targeting_option_id: Id, name: string(), code: string(), audience_size: integer() })
export type TargetingOption = Infer<typeof TargetingOption>

/** A question by which people are told apart, with its answers; a hidden one stays where it was chosen and is offered no more. */
export const TargetingDimension = object({
  targeting_id: Id,
  member_group_id: Id,
  /** The one experience that has it; all of them where there is none. */
  experience_id: nullable(Id),
  name: string(),
  hidden: boolean(),
  targeting_types: array(enums(targetingTypes)),
  options: array(TargetingOption),
  version: integer(),
})
export type TargetingDimension = Infer<typeof TargetingDimension>

/** How much one targeting may have: groups in it, conditions in a group, options in a condition. */
export const TargetingLimits = object({ groups: integer(), conditions: integer(), options: integer() })
export type TargetingLimits = Infer<typeof TargetingLimits>

/** About how many people a targeting reaches, as a range that tells nobody apart. */
export const TargetingReach = object({
  least: nullable(integer()),
  most: nullable(integer()),
  /** Said instead of the range, where there are fewer. */
  fewer_than: nullable(integer()),
  /** About how many there are at all. */
  out_of: integer(),
})
export type TargetingReach = Infer<typeof TargetingReach>

const NewOption = object({ name: Name, code: Code, audience_size: optional(Audience) })
const NewOptions = size(array(NewOption), 1, targetingMost.options)
const OptionChange = object({ targeting_option_id: Id, name: optional(Name), code: optional(Code), audience_size: optional(Audience) })
const Types = size(array(enums(targetingTypes)), 1, targetingTypes.length)

/** A new question, with its answers when they are known. */
export const NewTargeting = object({
  name: Name,
  targeting_types: Types,
  hidden: optional(boolean()),
  targeting_options: optional(NewOptions),
})
export type NewTargeting = Infer<typeof NewTargeting>
/** What is said of a dimension; what is left out stays. */
export const TargetingChange = object({ name: optional(Name), targeting_types: optional(Types), hidden: optional(boolean()) })
export type TargetingChange = Infer<typeof TargetingChange>

const [read, create, change, remove] = ['targetings.read', 'targetings.create', 'targetings.change', 'targetings.remove'] as const
const dimensionsOnly = object({ targeting_dimensions: array(TargetingDimension) })
const optionsOnly = object({ targeting_options: array(TargetingOption) })
const optionIds = object({ targeting_option_ids: size(array(Id), 1, targetingMost.options) })
const reached = object({ reach: TargetingReach })

/** The words that targetings are made of, the same for every client. */
const wordsAt = <const P extends string>(all: P) => ({
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

/** What is the same in both versions, wherever the dimensions lie. */
const dimensionsAt = <const P extends string>(all: P) => ({
  create: post(all, { may: create, idempotent: true, body: NewTargeting, result: TargetingDimension }),
  change: patch(`${all}/:targetingId` as const, { may: change, versioned: true, body: TargetingChange, result: TargetingDimension }),
  remove: del(`${all}/:targetingId` as const, { may: remove, result: literal('success') }),
  addOptions: post(`${all}/:targetingId/options` as const, {
    may: change,
    idempotent: true,
    body: object({ targeting_options: NewOptions }),
    result: TargetingDimension,
  }),
  changeOptions: patch(`${all}/:targetingId/options` as const, {
    may: change,
    versioned: true,
    body: object({ targeting_options: size(array(OptionChange), 1, targetingMost.options) }),
    result: TargetingDimension,
  }),
  removeOptions: del(`${all}/:targetingId/options` as const, { may: change, body: optionIds, result: TargetingDimension }),
  report: ask(`${all}/report` as const, {
    may: read,
    body: object(listParts),
    result: object({ targeting_dimensions: array(TargetingDimension), total: integer() }),
  }),
  limits: get(`${all}/limits` as const, { may: read, result: object({ limits: TargetingLimits }) }),
})

const ofClient = 'v1/member_groups/:memberGroupId/targetings'
const ofExperience = 'v2/member_groups/:memberGroupId/experiences/:experienceId/targetings'

/** By what people are told apart: at a client, and in one of its experiences, which has those of the client and its own. */
export const targetings = {
  ...wordsAt('v1/targetings'),
  list: get(ofClient, { may: read, result: object({ targeting_options: array(TargetingDimension) }) }),
  one: get(`${ofClient}/:targetingId`, { may: read, result: object({ targeting_options: array(TargetingDimension) }) }),
  options: get(`${ofClient}/:targetingId/options`, { may: read, result: optionsOnly }),
  ...dimensionsAt(ofClient),
  /** Without a client, that of the dimensions that the targeting names. */
  reach: ask('v1/targetings/reach', { may: read, body: object({ targeting: Targeting, member_group_id: optional(Id) }), result: reached }),
  inExperience: {
    ...wordsAt(ofExperience),
    list: get(ofExperience, { may: read, result: dimensionsOnly }),
    one: get(`${ofExperience}/:targetingId`, { may: read, result: dimensionsOnly }),
    options: get(`${ofExperience}/:targetingId/options`, {
      may: read,
      result: object({ ...dimensionsOnly.schema, ...optionsOnly.schema }),
    }),
    ...dimensionsAt(ofExperience),
    reach: ask(`${ofExperience}/reach`, { may: read, body: object({ targeting: Targeting }), result: reached }),
  },
}
