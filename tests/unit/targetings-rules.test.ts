import { describe, expect, test } from 'vitest'
import type { Targeting, TargetingCondition, TargetingGroup } from '../../src/contract/targeting/targetings.ts'
import {
  withoutUnfinishedParts,
  type KnownDimension,
  peopleReached,
  targetingProblems,
} from '../../src/contract/targeting/targetings.rules.ts'

const options = (...sizes: readonly (readonly [number, number])[]) =>
  sizes.map(([targeting_option_id, audience_size]) => ({ targeting_option_id, audience_size }))
const region: KnownDimension = {
  targeting_id: 1,
  name: 'Region',
  hidden: false,
  targeting_types: ['geography'],
  options: options([11, 300_000], [12, 500_000], [13, 200_000]),
}
const interest: KnownDimension = {
  targeting_id: 2,
  name: 'Interest',
  hidden: false,
  targeting_types: ['interest'],
  options: options([21, 400_000], [22, 500_000]),
}
const loyalty: KnownDimension = {
  targeting_id: 3,
  name: 'Loyalty',
  hidden: true,
  targeting_types: ['audience'],
  options: options([31, 100_000]),
}
const dimensions = [region, interest, loyalty]
const limits = { groups: 2, conditions: 3, options: 2 }
const population = 1_000_000

const is = (targeting_id: number, ...ids: number[]): TargetingCondition => ({
  targeting_id,
  match_type_id: 1,
  targeting_option_ids: ids,
})
const isNot = (targeting_id: number, ...ids: number[]): TargetingCondition => ({ ...is(targeting_id, ...ids), match_type_id: 2 })
const group = (operator: TargetingGroup['operator'], ...conditions: TargetingCondition[]): TargetingGroup => ({ operator, conditions })
const all = (...groups: TargetingGroup[]): Targeting => ({ operator: 'AND', groups })
const any = (...groups: TargetingGroup[]): Targeting => ({ operator: 'OR', groups })
const problems = (targeting: Targeting, before?: Targeting) =>
  targetingProblems(targeting, dimensions, limits, before).map(({ path, code }) => `${path} ${code}`)
const reach = (targeting: Targeting) => peopleReached(targeting, dimensions, population)

describe('a targeting is valid', () => {
  test.each<[string, Targeting]>([
    ['for everybody', all()],
    ['with one condition', all(group('AND', is(1, 11)))],
    ['at its limits', any(group('AND', is(1, 11, 12), is(2, 21, 22), isNot(1, 13)), group('OR', is(2, 22)))],
    ['with the same dimension twice', all(group('AND', is(2, 21), is(2, 22)))],
    ['with one option in two groups', any(group('AND', is(1, 11)), group('AND', is(1, 11)))],
    ['leaving out a part of what it asks for', all(group('AND', is(1, 11, 12), isNot(1, 11)))],
    ['or one of two that rule each other out', all(group('OR', is(1, 11), isNot(1, 11)))],
  ])('%s', (_, targeting) => {
    expect(problems(targeting)).toEqual([])
  })
})

describe('a targeting is refused with the position of the error', () => {
  const at = 'groups.0.conditions'
  test.each<[string, Targeting, string[]]>([
    ['a group too many', all(...[11, 12, 13].map((id) => group('AND', is(1, id)))), ['groups too_many_groups']],
    ['a group without a condition', all(group('AND')), [`${at} no_conditions`]],
    ['a condition too many', all(group('AND', is(1, 11), is(1, 12), is(2, 21), is(2, 22))), [`${at} too_many_conditions`]],
    ['no option', all(group('AND', is(1))), [`${at}.0.targeting_option_ids no_options`]],
    ['an option too many', all(group('AND', is(1, 11, 12, 13))), [`${at}.0.targeting_option_ids too_many_options`]],
    ['an option of another dimension', all(group('AND', is(1, 11, 21))), [`${at}.0.targeting_option_ids.1 unknown_option`]],
    ['an option twice', all(group('AND', is(1, 11, 11))), [`${at}.0.targeting_option_ids.1 repeated_option`]],
    ['a dimension that is not there', all(group('AND', is(1, 11), is(9, 91))), [`${at}.1.targeting_id unknown_dimension`]],
    ['a hidden dimension', all(group('AND', is(3, 31))), [`${at}.0.targeting_id hidden_dimension`]],
    ['the same condition twice', all(group('AND', is(1, 11, 12), is(1, 12, 11))), [`${at}.1 repeated_condition`]],
    ['what it leaves out', all(group('AND', is(1, 11), isNot(1, 12, 11))), [`${at}.0 contradiction`]],
    ['what two conditions leave out', all(group('AND', is(1, 11, 12), isNot(1, 11), isNot(1, 12))), [`${at}.0 contradiction`]],
    ['in its second group', any(group('AND', is(1, 11)), group('OR', is(2))), ['groups.1.conditions.0.targeting_option_ids no_options']],
  ])('%s', (_, targeting, expected) => {
    expect(problems(targeting)).toEqual(expected)
  })

  test('with its limit and the name of its object', () => {
    const [many] = targetingProblems(all(group('AND', is(1, 11, 12, 13))), dimensions, limits)
    expect(many).toMatchObject({ most: 2, count: 3 })
    const [hidden] = targetingProblems(all(group('AND', is(3, 31))), dimensions, limits)
    expect(hidden).toMatchObject({ name: 'Loyalty' })
  })

  test('a dimension that was hidden later may stay where it was', () => {
    const before = all(group('AND', isNot(3, 31)))
    expect(problems(all(group('OR', is(3, 31))), before)).toEqual([])
    expect(problems(all(group('OR', is(3, 31))), all(group('AND', is(1, 11))))).toHaveLength(1)
  })
})

describe('the reach of a targeting', () => {
  test.each<[string, Targeting, number]>([
    ['everybody by nothing', all(), 1_000_000],
    ['nobody is lost by groups without conditions', all(group('AND'), group('OR')), 1_000_000],
    ['regions add up', all(group('AND', is(1, 11, 12))), 800_000],
    ['and are never more than everybody', all(group('AND', is(1, 11, 12, 13))), 1_000_000],
    // 1 − 0.6 · 0.5
    ['interests overlap', all(group('AND', is(2, 21, 22))), 700_000],
    ['what is left out', all(group('AND', isNot(1, 12))), 500_000],
    // 0.3 · 0.4
    ['two that hold together', all(group('AND', is(1, 11), is(2, 21))), 120_000],
    // 1 − 0.7 · 0.6
    ['one of two', all(group('OR', is(1, 11), is(2, 21))), 580_000],
    // 0.3 · 0.5
    ['two groups together', all(group('AND', is(1, 11)), group('OR', is(2, 22))), 150_000],
    // 1 − 0.7 · 0.5
    ['one of two groups', any(group('AND', is(1, 11)), group('AND', is(2, 22))), 650_000],
  ])('%s', (_, targeting, people) => {
    expect(reach(targeting)).toBeCloseTo(people, -1)
  })

  test('never rises with another required condition', () => {
    const every = dimensions.flatMap(({ targeting_id, options: known }) =>
      known.flatMap(({ targeting_option_id: id }) => [is(targeting_id, id), isNot(targeting_id, id)]),
    )
    for (const one of every)
      for (const two of every)
        for (const more of every) {
          const less = reach(all(group('AND', one, two)))
          expect(reach(all(group('AND', one, two, more)))).toBeLessThanOrEqual(less)
          expect(reach(all(group('AND', one, two), group('OR', more)))).toBeLessThanOrEqual(less)
          expect(reach(all(group('OR', one, two, more)))).toBeGreaterThanOrEqual(reach(all(group('OR', one, two))))
        }
  })

  test('works for audiences larger than everybody, or empty', () => {
    expect(peopleReached(all(group('AND', is(1, 11))), dimensions, 1000)).toBe(1000)
    expect(peopleReached(all(group('AND', isNot(1, 11))), dimensions, 1000)).toBe(0)
    expect(peopleReached(all(group('AND', is(1, 11))), dimensions, 0)).toBe(0)
  })
})

test('incomplete conditions are ignored', () => {
  const half = all(group('AND', is(1), is(2, 21)), group('OR'), group('AND', is(1)))
  expect(withoutUnfinishedParts(half)).toEqual(all(group('AND', is(2, 21))))
})
