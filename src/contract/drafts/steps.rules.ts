import type { RuleAnswer } from '../reply.ts'
import { flowSteps, reviewSteps, type StepKey, type TemplateFlow } from '../templates/templates.rules.ts'
import type { AdGroupDraftData, DraftField } from './drafts.data.ts'

/** What of a draft a step shows: a field of its data, or something beside the data. */
export type DraftPart = DraftField | 'campaign_template_id' | 'entities' | 'ad_group_drafts' | `ad_group_drafts.${keyof AdGroupDraftData}`

/** What the steps of a draft depend on besides its way. */
export interface DraftShape {
  /** Whether the experience shows pictures that the advertiser gives. */
  readonly hasAssets: boolean
  /** The steps of the template, in its order; without one, those of the way. */
  readonly templateSteps?: readonly StepKey[] | undefined
}

/** The steps of a draft in their order: its template's or its way's, pictures where the experience has them, and the review at the end. */
export function stepsOf(flow: TemplateFlow, { hasAssets, templateSteps }: DraftShape): StepKey[] {
  const reviews: readonly StepKey[] = Object.values(reviewSteps)
  const own = templateSteps && templateSteps.length > 0 ? templateSteps : flowSteps[flow].map(({ step }) => step)
  const between = own.filter((step) => !reviews.includes(step) && (step !== 'step-asset' || hasAssets))
  // A template is chosen on the first step, which is there even when the template does not list it.
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

/** What a step shows on a way: the first step of a templated way is where the template is chosen. */
export const partsOf = (flow: TemplateFlow, step: StepKey): readonly DraftPart[] =>
  flow === 'templated' && step === 'step-1' ? ['campaign_template_id'] : stepParts[step]

/** The step on which something is put right; the last one where no step shows it. */
export function stepOf(flow: TemplateFlow, steps: readonly StepKey[], part: DraftPart): StepKey {
  const whole = part.startsWith('ad_group_drafts.') ? 'ad_group_drafts' : part
  return steps.find((step) => partsOf(flow, step).includes(whole)) ?? reviewSteps[flow]
}

/** Where somebody is in a draft, and what is known of its steps. */
export interface DraftStanding {
  readonly steps: readonly StepKey[]
  /** The step that is open. */
  readonly step: StepKey
  /** The furthest one that was ever open. */
  readonly reached: StepKey
  /** The steps on which something is not right yet. */
  readonly wrong: readonly StepKey[]
}

/** A step is completed when somebody was there and everything on it is right; the review never is, submitting completes it. */
export const isCompleted = (step: StepKey, { steps, reached, wrong }: DraftStanding): boolean =>
  steps.includes(step) &&
  steps.indexOf(step) <= steps.indexOf(reached) &&
  !wrong.includes(step) &&
  !Object.values(reviewSteps).includes(step)

/** Whether a step can be clicked: only completed ones can, other than the current one. */
export function mayGo(to: StepKey, standing: DraftStanding): RuleAnswer {
  if (!standing.steps.includes(to)) return { code: 'no_such_step' }
  if (to === standing.step) return { code: 'current_step' }
  return isCompleted(to, standing) || { code: 'step_not_completed' }
}
