import { is } from 'superstruct'
import { reachFloor, reachRange } from '../../../src/contract/targeting/reach.rules.ts'
import { noTargeting, Targeting, type TargetingReach } from '../../../src/contract/targeting/targetings.ts'
import { completed, peopleReached, type TargetingProblem, targetingProblems } from '../../../src/contract/targeting/targetings.rules.ts'
import type { Database } from '../database/open.ts'
import { conflict, Refused } from '../context/refusal.ts'
import { targetingSentences } from './sentences.ts'
import { dimensionsAt, limitsOf, ofPlace, ofWholeClient, populationOf, type TargetingPlace } from './read.ts'

type Reads = Pick<Database, 'kysely'>
const mostFields = 50

/** Stands for what is kept of a targeting and cannot be read; it is shown to nobody and written by nobody, since it looks like everybody. */
export const unreadableTargeting: Targeting = { ...noTargeting }

const isNone = (kept: unknown) => kept === null || kept === undefined || (typeof kept === 'object' && Object.keys(kept).length === 0)

/** A targeting as it was kept; what never had one is for everybody. */
export const keptTargeting = (kept: unknown): Targeting => (is(kept, Targeting) ? kept : isNone(kept) ? noTargeting : unreadableTargeting)

/** Said instead of acting as if it were for everybody. */
export const cannotRead = () =>
  conflict('Targeting', 'What is kept of the targeting cannot be read; say the whole targeting anew before anything else')

/** What is wrong, as somebody reads it. */
const sentenceOf = (problem: TargetingProblem): string => {
  const sentence = targetingSentences[problem.code]
  return typeof sentence === 'string' ? sentence : sentence({ ...problem })
}

function refuse(problems: readonly TargetingProblem[], path: string) {
  const fields = problems.slice(0, mostFields).map((problem) => ({ path: `${path}.${problem.path}`, rule: sentenceOf(problem) }))
  const [first] = fields
  if (first) throw new Refused('invalid', { subject: first.path, rule: first.rule }, fields)
}

/** What is wrong about a targeting at its place; a hidden dimension stays where it was chosen before. */
export async function problemsOfTargeting(database: Reads, place: TargetingPlace, targeting: Targeting, before?: Targeting) {
  const dimensions = await dimensionsAt(database, ofPlace(place))
  return targetingProblems(targeting, dimensions, await limitsOf(database, place.memberGroupId), before)
}

/** Refuses a targeting that its place does not take, field by field below a path. */
export async function checkTargeting(
  database: Reads,
  place: TargetingPlace,
  targeting: Targeting,
  { before, path = 'targeting' }: { readonly before?: Targeting | undefined; readonly path?: string } = {},
) {
  refuse(await problemsOfTargeting(database, place, targeting, before), path)
}

const unknownOnes = ['unknown_dimension', 'unknown_option'] as const
const isUnknown = ({ code }: TargetingProblem) => unknownOnes.some((one) => one === code)

/** Two digits of a number say how many there are about. */
const about = (people: number) => Number(people.toPrecision(2))

/** About how many people a targeting reaches; what is not complete yet leaves nobody out. */
export async function reachOfTargeting(database: Reads, place: TargetingPlace, targeting: Targeting): Promise<TargetingReach> {
  const { memberGroupId, experienceId } = place
  const dimensions = await dimensionsAt(database, experienceId === undefined ? ofWholeClient(memberGroupId) : ofPlace(place))
  const problems = targetingProblems(targeting, dimensions, await limitsOf(database, memberGroupId), targeting)
  refuse(problems.filter(isUnknown), 'targeting')
  const population = await populationOf(database, memberGroupId, dimensions)
  const range = reachRange(peopleReached(completed(targeting), dimensions, population))
  const out_of = population < reachFloor ? 0 : about(population)
  return 'fewer_than' in range
    ? { least: null, most: null, fewer_than: range.fewer_than, out_of }
    : { least: range.low, most: Math.min(range.high, out_of), fewer_than: null, out_of }
}
