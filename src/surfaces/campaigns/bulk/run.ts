import { asProblem } from '../../../kit/problem.ts'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import type { BulkResult, BulkRun, Effect } from './batches.ts'

/** One dry run and the request that applies exactly its result. Repeating it with the same key has no further effect. */
export interface BulkStep {
  readonly preview: BulkResult
  /** Undefined when nothing would change. */
  readonly apply: ((key: string) => Promise<BulkResult>) | undefined
}

interface PlannedStep extends BulkStep {
  key: string
  isSent: boolean
  result: BulkResult | undefined
}
/** The requests that apply the requested values. */
interface Plan {
  readonly valuesJson: string
  readonly steps: readonly PlannedStep[]
}

const isStepDone = ({ apply, result }: PlannedStep) => apply === undefined || result !== undefined
/** True when some requests were sent and not all are known to have succeeded. */
const isPartlySent = ({ steps }: Plan) => steps.some(({ isSent }) => isSent) && !steps.every(isStepDone)

/** Adds the rows that the dry run promised but the platform skipped, because they have changed in between. */
function addSkippedRows(preview: BulkResult, result: BulkResult): BulkResult {
  const changed = new Set(result.rows.flatMap(({ id, fields }) => (fields.length > 0 ? [id] : [])))
  const skipped = preview.rows.filter(({ id, fields }) => fields.length > 0 && !changed.has(id)).map(({ name }) => name)
  return { ...result, refused: preview.refused + skipped.length, skippedNames: skipped }
}

/** Sends one request. A refused request was not applied, so the next attempt gets a new key. */
async function sendStep(step: PlannedStep): Promise<BulkResult> {
  if (!step.apply) return step.preview
  step.isSent = true
  try {
    return addSkippedRows(step.preview, await step.apply(step.key))
  } catch (error) {
    if (!isOutcomeUnknown(asProblem(error))) {
      step.isSent = false
      step.key = crypto.randomUUID()
    }
    throw error
  }
}

/** Sums the effects per currency. */
function sumEffects(effects: readonly Effect[]): Effect[] {
  const sums = new Map<string, Effect>()
  for (const item of effects) {
    const sum = sums.get(item.currency_code)
    const plus = (of: 'daily_before' | 'daily_after') => decimalOf(microsOf(item[of]) + microsOf(sum?.[of] ?? '0'))
    sums.set(item.currency_code, { ...item, daily_before: plus('daily_before'), daily_after: plus('daily_after') })
  }
  return [...sums.values()]
}

/** Merges all responses for campaigns, or all for ad groups, into one. */
function mergeResults(results: readonly BulkResult[], of: BulkResult['of']): BulkResult[] {
  const matching = results.filter((item) => item.of === of)
  const [first, ...more] = matching
  if (!first || more.length === 0) return matching
  const sum = (name: 'changed' | 'refused') => matching.reduce((all, item) => all + item[name], 0)
  const effects = sumEffects(matching.flatMap((item) => item.effects))
  return [{ ...first, rows: matching.flatMap(({ rows }) => rows), changed: sum('changed'), refused: sum('refused'), effects }]
}

/**
 * Combines the preview and the change. A retry with the same values sends the same requests with the same
 * idempotency keys until all have succeeded. Other values start a new plan.
 */
export function plannedRun<Values>(plan: (values: Values) => Promise<readonly BulkStep[]>): BulkRun<Values> {
  let currentPlan: Plan | undefined
  return async (values, isDry, onProgress) => {
    const valuesJson = JSON.stringify(values)
    const canRepeat = currentPlan?.valuesJson === valuesJson && (!isDry || isPartlySent(currentPlan))
    if (!currentPlan || !canRepeat) {
      const steps = await plan(values)
      currentPlan = {
        valuesJson,
        steps: steps.map((step) => ({ ...step, key: crypto.randomUUID(), isSent: false, result: undefined })),
      }
    }
    const { steps } = currentPlan
    if (isDry) {
      const stepsLeft = (isPartlySent(currentPlan) ? steps.filter((step) => !isStepDone(step)) : steps).map(({ preview }) => preview)
      return [...mergeResults(stepsLeft, 'campaigns'), ...mergeResults(stepsLeft, 'ad_groups')]
    }
    const results: BulkResult[] = []
    for (const step of steps) {
      step.result ??= await sendStep(step)
      results.push(step.result)
      onProgress?.(step.result)
    }
    return results
  }
}
