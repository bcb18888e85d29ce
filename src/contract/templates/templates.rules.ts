import type { RuleResult } from '../reply.ts'

/** The specification's steps of the builder. */
export const stepKeys = [
  'budget-step',
  'step-review',
  'step-1',
  'step-basic-info',
  'step-ad-group',
  'custom-review',
  'step-2',
  'step-3',
  'step-attribution',
  'templated-review',
  'step-asset',
] as const
export type StepKey = (typeof stepKeys)[number]

/** The flows of the builder. */
export const templateFlows = ['simple', 'custom', 'templated', 'v2'] as const
export type TemplateFlow = (typeof templateFlows)[number]

/** The last step of each flow, with a summary and the submit button. */
export const reviewSteps: Readonly<Record<TemplateFlow, StepKey>> = {
  simple: 'step-review',
  custom: 'custom-review',
  templated: 'templated-review',
  v2: 'step-review',
}

/** One step of a flow; a permanent step cannot be moved or removed. */
export interface TemplateStep {
  readonly step: StepKey
  readonly is_permanent: boolean
}

const fixed = (step: StepKey): TemplateStep => ({ step, is_permanent: true })
const free = (step: StepKey): TemplateStep => ({ step, is_permanent: false })

const review = (flow: TemplateFlow) => fixed(reviewSteps[flow])
const extras = [free('step-attribution'), free('step-asset')]

/** The default steps of each flow, with all optional steps. */
export const flowSteps: Readonly<Record<TemplateFlow, readonly TemplateStep[]>> = {
  simple: [fixed('step-1'), free('step-3'), fixed('budget-step'), review('simple')],
  custom: [fixed('step-basic-info'), free('budget-step'), fixed('step-ad-group'), ...extras, review('custom')],
  templated: [fixed('step-1'), fixed('step-2'), free('step-3'), fixed('budget-step'), ...extras, review('templated')],
  v2: [fixed('step-basic-info'), free('step-3'), fixed('budget-step'), ...extras, review('v2')],
}

const keysOf = (steps: readonly TemplateStep[]) => steps.map(({ step }) => step)
const permanentOf = (steps: readonly TemplateStep[]) => keysOf(steps.filter(({ is_permanent }) => is_permanent))

/** Whether a step exists in the flow, is not repeated, and is permanent if it is permanent in the flow. */
function stepRule(flow: TemplateFlow, { step, is_permanent }: TemplateStep, before: readonly TemplateStep[]): RuleResult {
  if (keysOf(before).includes(step)) return { code: 'step_twice', step }
  const known = flowSteps[flow].find((one) => one.step === step)
  if (!known) return { code: 'step_unknown', step, flow }
  return is_permanent || !known.is_permanent || { code: 'permanent_freed', step }
}

/**
 * Whether all permanent steps are still there in the same order. The first and last step keep their position, and a mere reordering does
 * not move permanent steps.
 */
export function permanentStepsRule(before: readonly TemplateStep[], after: readonly TemplateStep[]): RuleResult {
  const stays = permanentOf(before)
  const keys = keysOf(after)
  const lost = stays.find((step) => !keys.includes(step))
  if (lost) return { code: 'permanent_removed', step: lost }
  const order = keys.filter((step) => stays.includes(step))
  const isMove = keys.length === before.length && keysOf(before).every((step) => keys.includes(step))
  const pushed = stays.find((step, index) => {
    const at = keysOf(before).indexOf(step)
    const isFirst = at === 0 && keys[0] !== step
    const isLast = at === before.length - 1 && keys.at(-1) !== step
    return order[index] !== step || isFirst || isLast || (isMove && keys[at] !== step)
  })
  return pushed ? { code: 'permanent_moved', step: pushed } : true
}

/** Whether a flow can have these steps in this order, given its previous steps. */
export function templateStepsRule(flow: TemplateFlow, after: readonly TemplateStep[], before = flowSteps[flow]): RuleResult {
  for (const [index, step] of after.entries()) {
    const result = stepRule(flow, step, after.slice(0, index))
    if (result !== true) return result
  }
  return permanentStepsRule(before, after)
}
