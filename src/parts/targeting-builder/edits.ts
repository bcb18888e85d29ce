import { matchTypeIds, type Targeting, type TargetingCondition, type TargetingGroup } from '../../contract/targeting/targetings.ts'

type Operator = Targeting['operator']

/** Returns the list with one item replaced. */
const replaceAt = <T>(list: readonly T[], at: number, change: (one: T) => T): T[] =>
  list.map((item, index) => (index === at ? change(item) : item))
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

const inGroup = (targeting: Targeting, at: number, change: (group: TargetingGroup) => TargetingGroup): Targeting => ({
  ...targeting,
  groups: replaceAt(targeting.groups, at, change),
})

/** A new condition without options. */
export const newCondition = (targeting_id: number): TargetingCondition => ({
  targeting_id,
  match_type_id: matchTypeIds.include,
  targeting_option_ids: [],
})

/** Adds a group at the end. */
export const withGroup = (targeting: Targeting, ...conditions: TargetingCondition[]): Targeting => ({
  ...targeting,
  groups: [...targeting.groups, { operator: 'AND', conditions }],
})
/** Removes a group. */
export const withoutGroup = (targeting: Targeting, group: number): Targeting => ({ ...targeting, groups: without(targeting.groups, group) })
/** Sets the operator between groups. */
export const withOperator = (targeting: Targeting, operator: Operator): Targeting => ({ ...targeting, operator })
/** Sets the operator between a group's conditions. */
export const withGroupOperator = (targeting: Targeting, group: number, operator: Operator): Targeting =>
  inGroup(targeting, group, (item) => ({ ...item, operator }))
/** Adds a condition at the end of a group. */
export const withCondition = (targeting: Targeting, group: number, condition: TargetingCondition): Targeting =>
  inGroup(targeting, group, (item) => ({ ...item, conditions: [...item.conditions, condition] }))
/** Removes a condition, and its group if that becomes empty. */
export function withoutCondition(targeting: Targeting, group: number, condition: number): Targeting {
  const next = inGroup(targeting, group, (item) => ({ ...item, conditions: without(item.conditions, condition) }))
  return next.groups[group]?.conditions.length === 0 ? withoutGroup(next, group) : next
}
/** Changes fields of a condition. */
export const withChanged = (targeting: Targeting, group: number, condition: number, change: Partial<TargetingCondition>): Targeting =>
  inGroup(targeting, group, (item) => ({
    ...item,
    conditions: replaceAt(item.conditions, condition, (previous) => ({ ...previous, ...change })),
  }))

/** Drops conditions without options: they do not narrow the targeting yet. */
export function withoutEmptyConditions({ operator, groups }: Targeting): Targeting {
  const filledGroups = groups.map((group) => ({
    ...group,
    conditions: group.conditions.filter(({ targeting_option_ids }) => targeting_option_ids.length > 0),
  }))
  return { operator, groups: filledGroups.filter(({ conditions }) => conditions.length > 0) }
}
