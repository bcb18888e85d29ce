import { flowSteps, reviewSteps, type StepKey, type TemplateFlow } from '../templates/templates.rules.ts'
import type { AdGroupDraftData, DraftField } from './drafts.data.ts'

/** A part of a draft that a step shows: a field of its data, or something outside the data. */
export type DraftPart = DraftField | 'campaign_template_id' | 'entities' | 'ad_group_drafts' | `ad_group_drafts.${keyof AdGroupDraftData}`

/** The values that the steps of a draft depend on, besides its flow. */
export interface DraftShape {
  /** Whether the experience needs images from the advertiser. */
  readonly hasAssets: boolean
  /** The steps of the template, in its order; without them, those of the flow. */
  readonly templateSteps?: readonly StepKey[] | undefined
}

/** The steps of a draft in order: its template's or its flow's, an image step if the experience needs images, and the review at the end. */
export function stepsOf(flow: TemplateFlow, { hasAssets, templateSteps }: DraftShape): StepKey[] {
  const reviews: readonly StepKey[] = Object.values(reviewSteps)
  const own = templateSteps && templateSteps.length > 0 ? templateSteps : flowSteps[flow].map(({ step }) => step)
  const between = own.filter((step) => !reviews.includes(step) && (step !== 'step-asset' || hasAssets))
  // The template is chosen on the first step, so this step exists even if the template does not list it.
  const first: readonly StepKey[] = flow === 'templated' ? ['step-1'] : []
  const assets: readonly StepKey[] = hasAssets ? ['step-asset'] : []
  return [...new Set([...first, ...between, ...assets, reviewSteps[flow]])]
}

const days = ['start_date', 'end_date', 'always_on'] as const
const basics: readonly DraftPart[] = ['name', 'channel', ...days, 'goal_type', 'goal_roas', 'insertion_order_id', 'comment']
const stepParts: Readonly<Record<StepKey, readonly DraftPart[]>> = {
  'step-1': ['name', 'channel', ...days],
  'step-basic-info': basics,
  'step-2': basics,
  'step-3': ['entities', 'targeting'],
  'budget-step': ['budget_period', 'budget', 'pacing', 'bidding_type_id', 'base_bid'],
  'step-ad-group': ['ad_group_drafts', 'entities', 'targeting'],
  'step-attribution': ['attribution'],
  'step-asset': ['pictures'],
  'step-review': [],
  'custom-review': [],
  'templated-review': [],
}

/** The parts that a step shows. In a templated flow, the first step is where the template is chosen. */
export const partsOf = (flow: TemplateFlow, step: StepKey): readonly DraftPart[] =>
  flow === 'templated' && step === 'step-1' ? ['campaign_template_id'] : stepParts[step]

/** The step that shows a part; the review if no step does. */
export function stepOf(flow: TemplateFlow, steps: readonly StepKey[], part: DraftPart): StepKey {
  const whole = part.startsWith('ad_group_drafts.') ? 'ad_group_drafts' : part
  return steps.find((step) => partsOf(flow, step).includes(whole)) ?? reviewSteps[flow]
}

/** The current step of a draft, and the state of its steps. */
export interface DraftProgress {
  readonly steps: readonly StepKey[]
  readonly step: StepKey
  /** The furthest step that was ever open. */
  readonly reached: StepKey
  /** The steps that have problems. */
  readonly wrong: readonly StepKey[]
}

/** A step is completed when it was open and has no problems. The review is completed only by submitting. */
export const isCompleted = (step: StepKey, { steps, reached, wrong }: DraftProgress): boolean =>
  steps.includes(step) &&
  steps.indexOf(step) <= steps.indexOf(reached) &&
  !wrong.includes(step) &&
  !Object.values(reviewSteps).includes(step)
