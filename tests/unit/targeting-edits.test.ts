import { describe, expect, it } from 'vitest'
import { matchTypeIds, noTargeting, type Targeting } from '../../src/contract/targeting/targetings.ts'
import {
  newCondition,
  withGroupOperator,
  withOperator,
  withoutEmptyConditions,
  withChanged,
  withCondition,
  withGroup,
  withoutCondition,
  withoutGroup,
} from '../../src/parts/targeting-builder/edits.ts'

const condition = (targeting_id: number, ...targeting_option_ids: number[]) => ({ ...newCondition(targeting_id), targeting_option_ids })
const two: Targeting = {
  operator: 'AND',
  groups: [
    { operator: 'AND', conditions: [condition(1, 11), condition(2, 21)] },
    { operator: 'OR', conditions: [condition(3, 31)] },
  ],
}

describe('editing a targeting', () => {
  it('starts a group with one condition for the named option', () => {
    expect(withGroup(noTargeting, newCondition(7))).toEqual({
      operator: 'AND',
      groups: [{ operator: 'AND', conditions: [{ targeting_id: 7, match_type_id: matchTypeIds.include, targeting_option_ids: [] }] }],
    })
  })
  it('adds to the given group only', () => {
    const next = withCondition(two, 1, condition(4, 41))
    expect(next.groups[0]).toBe(two.groups[0])
    expect(next.groups[1]?.conditions.map(({ targeting_id }) => targeting_id)).toEqual([3, 4])
  })
  it('changes one condition and keeps the others', () => {
    const next = withChanged(two, 0, 1, { match_type_id: matchTypeIds.exclude })
    expect(next.groups[0]?.conditions).toEqual([condition(1, 11), { ...condition(2, 21), match_type_id: matchTypeIds.exclude }])
    expect(next.groups[1]).toBe(two.groups[1])
  })
  it('removes a group with its last condition', () => {
    expect(withoutCondition(two, 1, 0)).toEqual({ operator: 'AND', groups: [two.groups[0]] })
    expect(withoutCondition(two, 0, 0).groups.map(({ conditions }) => conditions.length)).toEqual([1, 1])
    expect(withoutGroup(two, 0).groups).toEqual([two.groups[1]])
  })
  it('joins groups, and conditions of a group, by AND or OR', () => {
    expect(withOperator(two, 'OR').operator).toBe('OR')
    expect(withGroupOperator(two, 0, 'OR').groups.map(({ operator }) => operator)).toEqual(['OR', 'OR'])
    expect(two.groups[0]?.operator).toBe('AND')
  })
  it('requests the reach of complete conditions only', () => {
    const begun = withGroup(withCondition(two, 0, newCondition(9)), newCondition(8))
    expect(begun.groups.flatMap(({ conditions }) => conditions)).toHaveLength(5)
    expect(withoutEmptyConditions(begun)).toEqual(two)
    expect(withoutEmptyConditions(withGroup(noTargeting, newCondition(8)))).toEqual(noTargeting)
  })
})
