import { asProblem } from '../../../kit/problem.ts'
import { isUnanswered } from '../../../kit/until-answered.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import type { BulkAnswer, BulkRun, Effect } from './batches.ts'

/** One call of many changes: what a dry run of it found, and how just that is done, once however often it is sent under one key. */
export interface BulkStep {
  readonly preview: BulkAnswer
  /** Nothing where nothing would change. */
  readonly make: ((key: string) => Promise<BulkAnswer>) | undefined
}

interface Planned extends BulkStep {
  key: string
  isSent: boolean
  answer: BulkAnswer | undefined
}
/** What is wanted, word for word, and the calls that it takes. */
interface Plan {
  readonly wish: string
  readonly steps: readonly Planned[]
}

const isMade = ({ make, answer }: Planned) => make === undefined || answer !== undefined
/** Whether some of it was sent, and not all of it is known to be done. */
const isUnderWay = ({ steps }: Plan) => steps.some(({ isSent }) => isSent) && !steps.every(isMade)

/** What was made of a preview: those that would have changed and did not have become something else in between. */
function heldTo(preview: BulkAnswer, answer: BulkAnswer): BulkAnswer {
  const changed = new Set(answer.rows.flatMap(({ id, fields }) => (fields.length > 0 ? [id] : [])))
  const others = preview.rows.filter(({ id, fields }) => fields.length > 0 && !changed.has(id)).map(({ name }) => name)
  return { ...answer, refused: preview.refused + others.length, others }
}

/** Sends one call; what was refused was not done, so that it is something new the next time. */
async function made(step: Planned): Promise<BulkAnswer> {
  if (!step.make) return step.preview
  step.isSent = true
  try {
    return heldTo(step.preview, await step.make(step.key))
  } catch (error) {
    if (!isUnanswered(asProblem(error))) {
      step.isSent = false
      step.key = crypto.randomUUID()
    }
    throw error
  }
}

/** Amounts of one currency together. */
function added(effects: readonly Effect[]): Effect[] {
  const sums = new Map<string, Effect>()
  for (const one of effects) {
    const sum = sums.get(one.currency_code)
    const plus = (of: 'daily_before' | 'daily_after') => decimalOf(microsOf(one[of]) + microsOf(sum?.[of] ?? '0'))
    sums.set(one.currency_code, { ...one, daily_before: plus('daily_before'), daily_after: plus('daily_after') })
  }
  return [...sums.values()]
}

/** The answers about one kind of thing as one. */
function together(answers: readonly BulkAnswer[], of: BulkAnswer['of']): BulkAnswer[] {
  const some = answers.filter((one) => one.of === of)
  const [first, ...more] = some
  if (!first || more.length === 0) return some
  const sum = (name: 'changed' | 'refused') => some.reduce((all, one) => all + one[name], 0)
  const effects = added(some.flatMap((one) => one.effects))
  return [{ ...first, rows: some.flatMap(({ rows }) => rows), changed: sum('changed'), refused: sum('refused'), effects }]
}

/**
 * First says what would be done and then does it, as often as it is tried the same and once:
 * a wish that is under way keeps its calls and their keys until all of it is known to be done, and another wish has its own.
 */
export function plannedRun<Values>(plan: (values: Values) => Promise<readonly BulkStep[]>): BulkRun<Values> {
  let kept: Plan | undefined
  return async (values, isDry, told) => {
    const wish = JSON.stringify(values)
    const isKept = kept?.wish === wish && (!isDry || isUnderWay(kept))
    if (!kept || !isKept) {
      const steps = await plan(values)
      kept = { wish, steps: steps.map((step) => ({ ...step, key: crypto.randomUUID(), isSent: false, answer: undefined })) }
    }
    const { steps } = kept
    if (isDry) {
      const left = (isUnderWay(kept) ? steps.filter((step) => !isMade(step)) : steps).map(({ preview }) => preview)
      return [...together(left, 'campaigns'), ...together(left, 'ad_groups')]
    }
    const answers: BulkAnswer[] = []
    for (const step of steps) {
      step.answer ??= await made(step)
      answers.push(step.answer)
      told?.(step.answer)
    }
    return answers
  }
}
