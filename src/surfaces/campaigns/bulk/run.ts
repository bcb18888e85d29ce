import { asProblem } from '../../../kit/problem.ts'
import { isUnanswered } from '../../../kit/until-answered.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import type { BulkAnswer, BulkRun, Effect } from './batches.ts'

/** One dry run and the request that applies exactly its result. Repeating it with the same key has no further effect. */
export interface BulkStep {
  readonly preview: BulkAnswer
  /** Undefined when nothing would change. */
  readonly make: ((key: string) => Promise<BulkAnswer>) | undefined
}

interface Planned extends BulkStep {
  key: string
  isSent: boolean
  answer: BulkAnswer | undefined
}
/** The requested values as JSON, and the requests that apply them. */
interface Plan {
  readonly wish: string
  readonly steps: readonly Planned[]
}

const isMade = ({ make, answer }: Planned) => make === undefined || answer !== undefined
/** True when some requests were sent and not all are known to have succeeded. */
const isUnderWay = ({ steps }: Plan) => steps.some(({ isSent }) => isSent) && !steps.every(isMade)

/** Adds the rows that the dry run promised but the platform skipped, because they have changed in between. */
function heldTo(preview: BulkAnswer, answer: BulkAnswer): BulkAnswer {
  const changed = new Set(answer.rows.flatMap(({ id, fields }) => (fields.length > 0 ? [id] : [])))
  const others = preview.rows.filter(({ id, fields }) => fields.length > 0 && !changed.has(id)).map(({ name }) => name)
  return { ...answer, refused: preview.refused + others.length, others }
}

/** Sends one request. A refused request was not applied, so the next attempt gets a new key. */
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

/** Sums the effects per currency. */
function added(effects: readonly Effect[]): Effect[] {
  const sums = new Map<string, Effect>()
  for (const one of effects) {
    const sum = sums.get(one.currency_code)
    const plus = (of: 'daily_before' | 'daily_after') => decimalOf(microsOf(one[of]) + microsOf(sum?.[of] ?? '0'))
    sums.set(one.currency_code, { ...one, daily_before: plus('daily_before'), daily_after: plus('daily_after') })
  }
  return [...sums.values()]
}

/** Merges all responses for campaigns, or all for ad groups, into one. */
function together(answers: readonly BulkAnswer[], of: BulkAnswer['of']): BulkAnswer[] {
  const some = answers.filter((one) => one.of === of)
  const [first, ...more] = some
  if (!first || more.length === 0) return some
  const sum = (name: 'changed' | 'refused') => some.reduce((all, one) => all + one[name], 0)
  const effects = added(some.flatMap((one) => one.effects))
  return [{ ...first, rows: some.flatMap(({ rows }) => rows), changed: sum('changed'), refused: sum('refused'), effects }]
}

/**
 * Combines the preview and the change. A retry with the same values sends the same requests with the same
 * idempotency keys until all have succeeded. Other values start a new plan.
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
