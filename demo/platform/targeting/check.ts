import { is } from 'superstruct'
import { minShownReach, reachRange } from '../../../src/contract/targeting/reach.rules.ts'
import { Targeting, noTargeting, type TargetingReach } from '../../../src/contract/targeting/targetings.ts'
import {
  peopleReached,
  targetingProblems,
  type TargetingProblem,
  withoutUnfinishedParts,
} from '../../../src/contract/targeting/targetings.rules.ts'
import type { WithKysely } from '../database/database.ts'
import { Refused, conflict } from '../context/refusal.ts'
import { dimensionsAt, dimensionsOfClient, dimensionsOfScope, limitsOf, populationOf, type TargetingScope } from './read.ts'

const maxFields = 50

/**
 * Placeholder for stored targeting that cannot be parsed. It must be neither shown nor written, because it looks like targeting
 * for everyone.
 */
export const unparsedTargeting: Targeting = { ...noTargeting }

const isEmpty = (stored: unknown) =>
  stored === null || stored === undefined || (typeof stored === 'object' && Object.keys(stored).length === 0)

/** Parses stored targeting. Empty values mean targeting for everyone. */
export const parseTargeting = (stored: unknown): Targeting =>
  is(stored, Targeting) ? stored : isEmpty(stored) ? noTargeting : unparsedTargeting

/** Error for unreadable targeting, so that it is not used as targeting for everyone. */
export const targetingParseError = () =>
  conflict('Targeting', 'The stored targeting can’t be read; send the complete targeting again first')

const targetingMessage = (problem: TargetingProblem): string => {
  const sentence = targetingSentences[problem.code]
  return typeof sentence === 'string' ? sentence : sentence({ ...problem })
}

function throwProblems(problems: readonly TargetingProblem[], path: string) {
  const fields = problems.slice(0, maxFields).map((problem) => ({ path: `${path}.${problem.path}`, rule: targetingMessage(problem) }))
  const [first] = fields
  if (first) throw new Refused('invalid', { subject: first.path, rule: first.rule }, fields)
}

/** Validates a targeting of a client or an experience. A hidden dimension is allowed if `before` uses it. */
export async function problemsOfTargeting(database: WithKysely, scope: TargetingScope, targeting: Targeting, before?: Targeting) {
  const dimensions = await dimensionsAt(database, dimensionsOfScope(scope))
  return targetingProblems(targeting, dimensions, await limitsOf(database, scope.memberGroupId), before)
}

/** Throws a validation error for each field, with paths below `path`. */
export async function requireValidTargeting(
  database: WithKysely,
  scope: TargetingScope,
  targeting: Targeting,
  { before, path = 'targeting' }: { readonly before?: Targeting | undefined; readonly path?: string } = {},
) {
  throwProblems(await problemsOfTargeting(database, scope, targeting, before), path)
}

const unknownCodes = ['unknown_dimension', 'unknown_option'] as const
const isUnknown = ({ code }: TargetingProblem) => unknownCodes.some((unknownCode) => unknownCode === code)

/** Rounds to two significant digits. */
const roundToTwoDigits = (people: number) => Number(people.toPrecision(2))

/** Approximate number of people that a targeting reaches. Incomplete conditions are ignored. */
export async function estimateReach(database: WithKysely, scope: TargetingScope, targeting: Targeting): Promise<TargetingReach> {
  const { memberGroupId, experienceId } = scope
  const dimensions = await dimensionsAt(database, experienceId === undefined ? dimensionsOfClient(memberGroupId) : dimensionsOfScope(scope))
  const problems = targetingProblems(targeting, dimensions, await limitsOf(database, memberGroupId), targeting)
  throwProblems(problems.filter(isUnknown), 'targeting')
  const population = await populationOf(database, memberGroupId, dimensions)
  const range = reachRange(peopleReached(withoutUnfinishedParts(targeting), dimensions, population))
  const out_of = population < minShownReach ? 0 : roundToTwoDigits(population)
  return 'fewer_than' in range
    ? { least: null, most: null, fewer_than: range.fewer_than, out_of }
    : { least: range.low, most: Math.min(range.high, out_of), fewer_than: null, out_of }
}

type Sentence = string | ((values: Readonly<Record<string, unknown>>) => string)

/** Error message of each targeting rule, for API clients. */
export const targetingSentences: Readonly<Record<TargetingProblem['code'], Sentence>> = {
  too_many_groups: ({ most }) => `Have at most ${most} groups`,
  too_many_conditions: ({ most }) => `Have at most ${most} conditions in a group`,
  too_many_options: ({ most }) => `Choose at most ${most} options`,
  hidden_dimension: ({ name }) => `${name} is offered no more`,
  contradiction: ({ name }) => `This asks for what another condition of ${name} leaves out`,
  no_conditions: 'Add at least one condition to each group',
  no_options: 'Choose at least one option',
  unknown_dimension: 'Choose an available dimension ID',
  unknown_option: 'Choose an option of this targeting',
  repeated_option: 'Each option can be selected only once',
  repeated_condition: 'Each condition can appear only once in a group',
}
