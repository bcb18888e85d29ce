import { unionShare } from './reach.rules.ts'
import {
  matchTypeIds,
  noTargeting,
  type Targeting,
  type TargetingCondition,
  type TargetingDimension,
  type TargetingGroup,
  type TargetingLimits,
  type TargetingType,
} from './targetings.ts'

/** The fields of a dimension that rules need. */
export type KnownDimension = Pick<TargetingDimension, 'targeting_id' | 'name' | 'hidden' | 'targeting_types'> & {
  readonly options: readonly { readonly targeting_option_id: number; readonly audience_size: number }[]
}

/** A problem of a targeting, with its path. */
export type TargetingProblem = { readonly path: string } & (
  | { readonly code: 'too_many_groups' | 'too_many_conditions' | 'too_many_options'; readonly most: number; readonly count: number }
  | { readonly code: 'no_conditions' | 'no_options' | 'unknown_dimension' | 'unknown_option' | 'repeated_option' | 'repeated_condition' }
  | { readonly code: 'hidden_dimension' | 'contradiction'; readonly name: string }
)

/** The options and limits that the rules need. */
interface TargetingConstraints {
  readonly byId: ReadonlyMap<number, KnownDimension>
  readonly limits: TargetingLimits
  /** The dimensions of the previous targeting. */
  readonly chosen: ReadonlySet<number>
}

const idsIn = ({ groups }: Targeting) => groups.flatMap(({ conditions }) => conditions.map(({ targeting_id }) => targeting_id))

function optionProblems(path: string, ids: readonly number[], dimension: KnownDimension): TargetingProblem[] {
  const known = new Set(dimension.options.map(({ targeting_option_id }) => targeting_option_id))
  return ids.flatMap((id, index): TargetingProblem[] => {
    if (!known.has(id)) return [{ path: `${path}.${index}`, code: 'unknown_option' }]
    return ids.indexOf(id) < index ? [{ path: `${path}.${index}`, code: 'repeated_option' }] : []
  })
}

function conditionProblems(
  path: string,
  condition: TargetingCondition,
  { byId, limits, chosen }: TargetingConstraints,
): TargetingProblem[] {
  const { targeting_id, targeting_option_ids: ids } = condition
  const dimension = byId.get(targeting_id)
  if (!dimension) return [{ path: `${path}.targeting_id`, code: 'unknown_dimension' }]
  const at = `${path}.targeting_option_ids`
  const problems: TargetingProblem[] = []
  if (dimension.hidden && !chosen.has(targeting_id))
    problems.push({ path: `${path}.targeting_id`, code: 'hidden_dimension', name: dimension.name })
  if (ids.length === 0) problems.push({ path: at, code: 'no_options' })
  if (ids.length > limits.options) problems.push({ path: at, code: 'too_many_options', most: limits.options, count: ids.length })
  return [...problems, ...optionProblems(at, ids, dimension)]
}

const conditionKey = ({ targeting_id, match_type_id, targeting_option_ids }: TargetingCondition) =>
  JSON.stringify([targeting_id, match_type_id, [...new Set(targeting_option_ids)].toSorted((one, other) => one - other)])

/** Whether a group excludes all options that one of its conditions includes, so that it reaches no people. */
function isContradicted(
  { operator, conditions }: TargetingGroup,
  { targeting_id, match_type_id, targeting_option_ids }: TargetingCondition,
) {
  if (operator !== 'AND' || match_type_id !== matchTypeIds.include || targeting_option_ids.length === 0) return false
  const excluded = conditions.filter((one) => one.targeting_id === targeting_id && one.match_type_id === matchTypeIds.exclude)
  const out = new Set(excluded.flatMap((one) => one.targeting_option_ids))
  return targeting_option_ids.every((id) => out.has(id))
}

function groupProblems(path: string, group: TargetingGroup, constraints: TargetingConstraints): TargetingProblem[] {
  const { conditions } = group
  const at = `${path}.conditions`
  const maxConditions = constraints.limits.conditions
  const words = conditions.map(conditionKey)
  const within = conditions.flatMap((condition, index): TargetingProblem[] => {
    const conditionPath = `${at}.${index}`
    const found = conditionProblems(conditionPath, condition, constraints)
    if (words.indexOf(words[index] ?? '') < index) return [...found, { path: conditionPath, code: 'repeated_condition' }]
    const name = constraints.byId.get(condition.targeting_id)?.name ?? ''
    return isContradicted(group, condition) ? [...found, { path: conditionPath, code: 'contradiction', name }] : found
  })
  if (conditions.length === 0) return [{ path: at, code: 'no_conditions' }]
  return conditions.length > maxConditions
    ? [{ path: at, code: 'too_many_conditions', most: maxConditions, count: conditions.length }, ...within]
    : within
}

/** All problems of a targeting. A hidden dimension is accepted if the previous targeting used it. */
export function targetingProblems(
  targeting: Targeting,
  dimensions: readonly KnownDimension[],
  limits: TargetingLimits,
  before: Targeting = noTargeting,
): TargetingProblem[] {
  const byId = new Map(dimensions.map((dimension) => [dimension.targeting_id, dimension]))
  const constraints = { byId, limits, chosen: new Set(idsIn(before)) }
  const { groups } = targeting
  const within = groups.flatMap((group, index) => groupProblems(`groups.${index}`, group, constraints))
  if (groups.length <= limits.groups) return within
  return [{ path: 'groups', code: 'too_many_groups', most: limits.groups, count: groups.length }, ...within]
}

/** Each person has exactly one option of these types, so the shares add up. */
const exclusive: readonly TargetingType[] = ['geography', 'device']

function conditionShare(condition: TargetingCondition, dimension: KnownDimension | undefined, population: number) {
  const optionIds = new Set(condition.targeting_option_ids)
  const options = dimension?.options.filter(({ targeting_option_id }) => optionIds.has(targeting_option_id)) ?? []
  const shares = options.map(({ audience_size }) => audience_size / Math.max(population, 1))
  const isExclusive = dimension?.targeting_types.some((type) => exclusive.includes(type)) ?? false
  const any = isExclusive
    ? Math.min(
        shares.reduce((sum, share) => sum + share, 0),
        1,
      )
    : unionShare(shares)
  return condition.match_type_id === matchTypeIds.include ? any : 1 - any
}

/** Combines shares with AND or OR; without parts, all people remain. */
const combinedShare = (operator: Targeting['operator'], shares: readonly number[]) => {
  if (shares.length === 0) return 1
  return operator === 'OR' ? unionShare(shares) : shares.reduce((left, share) => left * share, 1)
}

/** Approximate number of people that a targeting reaches. Another condition with AND never increases it. */
export function peopleReached(targeting: Targeting, dimensions: readonly KnownDimension[], population: number): number {
  const byId = new Map(dimensions.map((dimension) => [dimension.targeting_id, dimension]))
  const groups = targeting.groups.map(({ operator, conditions }) =>
    combinedShare(
      operator,
      conditions.map((condition) => conditionShare(condition, byId.get(condition.targeting_id), population)),
    ),
  )
  return Math.floor(Math.max(population, 0) * combinedShare(targeting.operator, groups))
}

/** The targeting without unfinished parts: conditions without options, and empty groups. */
export const withoutUnfinishedParts = ({ operator, groups }: Targeting): Targeting => ({
  operator,
  groups: groups
    .map((group) => ({ ...group, conditions: group.conditions.filter(({ targeting_option_ids }) => targeting_option_ids.length > 0) }))
    .filter(({ conditions }) => conditions.length > 0),
})
