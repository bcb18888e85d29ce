import { matchTypeIds, type Targeting, type TargetingCondition, type TargetingGroup } from '../../contract/targeting/targetings.ts'

type Operator = Targeting['operator']

/** The list with one of its things replaced. */
const put = <T>(list: readonly T[], at: number, change: (one: T) => T): T[] => list.map((one, index) => (index === at ? change(one) : one))
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

const inGroup = (targeting: Targeting, at: number, change: (group: TargetingGroup) => TargetingGroup): Targeting => ({
  ...targeting,
  groups: put(targeting.groups, at, change),
})

/** A condition of which only the dimension is said. */
export const begunCondition = (targeting_id: number): TargetingCondition => ({
  targeting_id,
  match_type_id: matchTypeIds.include,
  targeting_option_ids: [],
})

/** One more group at the end, which holds what it begins with. */
export const withGroup = (targeting: Targeting, ...conditions: TargetingCondition[]): Targeting => ({
  ...targeting,
  groups: [...targeting.groups, { operator: 'AND', conditions }],
})
/** Without one group. */
export const withoutGroup = (targeting: Targeting, group: number): Targeting => ({ ...targeting, groups: without(targeting.groups, group) })
/** How groups go together. */
export const joined = (targeting: Targeting, operator: Operator): Targeting => ({ ...targeting, operator })
/** How the conditions of a group go together. */
export const groupJoined = (targeting: Targeting, group: number, operator: Operator): Targeting =>
  inGroup(targeting, group, (one) => ({ ...one, operator }))
/** One more condition at the end of a group. */
export const withCondition = (targeting: Targeting, group: number, condition: TargetingCondition): Targeting =>
  inGroup(targeting, group, (one) => ({ ...one, conditions: [...one.conditions, condition] }))
/** Without one condition; a group that loses its last one goes with it. */
export function withoutCondition(targeting: Targeting, group: number, condition: number): Targeting {
  const next = inGroup(targeting, group, (one) => ({ ...one, conditions: without(one.conditions, condition) }))
  return next.groups[group]?.conditions.length === 0 ? withoutGroup(next, group) : next
}
/** Some of a condition said anew. */
export const withChanged = (targeting: Targeting, group: number, condition: number, change: Partial<TargetingCondition>): Targeting =>
  inGroup(targeting, group, (one) => ({ ...one, conditions: put(one.conditions, condition, (old) => ({ ...old, ...change })) }))

/** Only what is said in full: what is still being chosen narrows nothing down yet. */
export function saidInFull({ operator, groups }: Targeting): Targeting {
  const said = groups.map((group) => ({
    ...group,
    conditions: group.conditions.filter(({ targeting_option_ids }) => targeting_option_ids.length > 0),
  }))
  return { operator, groups: said.filter(({ conditions }) => conditions.length > 0) }
}

/** How many conditions a targeting has. */
export const conditionsIn = ({ groups }: Targeting) => groups.reduce((sum, { conditions }) => sum + conditions.length, 0)
