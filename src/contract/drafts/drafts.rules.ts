import type { CampaignDraftData } from './drafts.data.ts'
import type { DraftConstraints } from './constraints.ts'
import type { CheckedDraft, DraftFault, DraftProblem, PartFault } from './problems.ts'
import { adGroupFaults } from './ad-groups.rules.ts'
import { draftBidRule, bidLimitsOf, maxDraftNameLength, moneyRules } from './amounts.rules.ts'
import { type DraftPart, stepOf } from './steps.rules.ts'
import { maxBudgetMicros } from '../campaigns/campaigns.rules.ts'
import { compareDecimals, isDecimal } from '../fields/decimals.ts'
import { day } from '../fields/days.rules.ts'
import { type FieldRuleResult, firstFault } from '../fields/faults.ts'
import { maxLength, required } from '../fields/fields.rules.ts'
import { decimalOf } from '../money/money.ts'
import { decimals, number } from '../fields/numbers.rules.ts'
import type { RuleResult } from '../reply.ts'
import type { StepKey } from '../templates/templates.rules.ts'

/** Maximum length of a comment. */
export const maxCommentLength = 1000
/** Maximum number of days after a view or click for which a purchase counts for a campaign. */
export const maxAttributionDays = 30

type Check = (data: CampaignDraftData, constraints: DraftConstraints, draft: CheckedDraft) => RuleResult

const textRules =
  (...rules: readonly ((value: string) => FieldRuleResult)[]) =>
  (value = ''): RuleResult =>
    firstFault(rules, value, undefined as never) ?? true // these rules use only the value
const nameRules = textRules(required, maxLength(maxDraftNameLength))
const offeredRule = (isOffered: boolean): RuleResult => isOffered || { code: 'not_offered' }
const neededRule = (value: unknown, isOffered: () => boolean): RuleResult => {
  const result = required(value)
  return result === true ? offeredRule(isOffered()) : result
}

function startDateRule({ start_date }: CampaignDraftData, { today }: DraftConstraints): RuleResult {
  const result = textRules(required, day)(start_date)
  if (result !== true) return result
  return String(start_date) >= today || { code: 'start_past', today }
}

function endDateRule({ start_date = '', end_date, always_on, budget_period }: CampaignDraftData): RuleResult {
  if (always_on) return budget_period === 'One Time' ? { code: 'end_missing_for_one_time_budget' } : true
  const result = textRules(required, day)(end_date)
  if (result !== true) return result
  return String(end_date) >= start_date || { code: 'ends_before_start', start_date }
}

function budget(data: CampaignDraftData, constraints: DraftConstraints): RuleResult {
  const { budget: typed = '', base_bid = '' } = data
  const limits = bidLimitsOf(data, constraints)
  const maxBudget = { max: decimalOf(maxBudgetMicros) }
  const result = textRules(required, moneyRules(constraints, limits ? { min: limits.min_bid, ...maxBudget } : maxBudget))(typed)
  if (result !== true || !isDecimal(base_bid)) return result
  return compareDecimals(typed, base_bid) >= 0 || { code: 'budget_below_bid', base_bid, currency_code: constraints.currency_code }
}

function baseBidRule(data: CampaignDraftData, constraints: DraftConstraints, { ad_group_drafts }: CheckedDraft): RuleResult {
  const { base_bid = '' } = data
  const isSpared = ad_group_drafts.length > 0 && ad_group_drafts.every((one) => one.data.base_bid?.trim())
  if (base_bid.trim() === '') return isSpared || required(base_bid)
  return draftBidRule(base_bid, data, constraints)
}

const goalRules = textRules(required, number({ min: '0.01', max: '10000' }), decimals(2))
const attributionRules = (minDays: string) => textRules(required, number({ min: minDays, max: String(maxAttributionDays), isWhole: true }))
const clickDays = attributionRules('1')
const viewDays = attributionRules('0')

/** The rule of each field, in the order in which problems are listed. */
const checks: Readonly<Record<string, readonly [part: DraftPart, check: Check]>> = {
  campaign_template_id: [
    'campaign_template_id',
    (_, __, { flow, campaign_template_id }) => flow !== 'templated' || required(campaign_template_id),
  ],
  'data.name': ['name', ({ name }) => nameRules(name)],
  'data.channel': ['channel', ({ channel }, { channels }) => neededRule(channel, () => channels.includes(String(channel)))],
  'data.start_date': ['start_date', startDateRule],
  'data.end_date': ['end_date', endDateRule],
  'data.goal_roas': [
    'goal_roas',
    // The goal is what a goal-first campaign starts with, so it is required there.
    ({ goal_type, goal_roas }, _, { flow }) => (goal_type || flow === 'v2' ? goalRules(goal_roas) : true),
  ],
  'data.insertion_order_id': [
    'insertion_order_id',
    ({ insertion_order_id: id }, { insertion_orders }) =>
      id == null || offeredRule(insertion_orders.some(({ insertion_order_id }) => insertion_order_id === id)),
  ],
  'data.comment': ['comment', ({ comment }) => textRules(maxLength(maxCommentLength))(comment)],
  'data.budget_period': ['budget_period', ({ budget_period }) => required(budget_period)],
  'data.budget': ['budget', budget],
  'data.pacing': ['pacing', ({ pacing }, { pacings }) => neededRule(pacing, () => pacings.includes(String(pacing)))],
  'data.bidding_type_id': [
    'bidding_type_id',
    (data, constraints) => neededRule(data.bidding_type_id, () => bidLimitsOf(data, constraints) !== undefined),
  ],
  'data.base_bid': ['base_bid', baseBidRule],
  'data.attribution.click_days': ['attribution', ({ attribution }) => !attribution || clickDays(attribution.click_days)],
  'data.attribution.view_days': ['attribution', ({ attribution }) => !attribution || viewDays(attribution.view_days)],
  'data.attribution.user_history': ['attribution', ({ attribution }) => !attribution || required(attribution.user_history)],
  'data.attribution.order_value': ['attribution', ({ attribution }) => !attribution || required(attribution.order_value)],
}

/** Missing, duplicate and unknown images, checked without the files themselves. */
export function draftImageFaults({ pictures = [] }: CampaignDraftData, { assets }: DraftConstraints): PartFault[] {
  const missing = assets.filter(
    ({ experience_asset_id, is_required }) => is_required && !pictures.some((one) => one.experience_asset_id === experience_asset_id),
  )
  const isKnown = (id: number) => assets.some(({ experience_asset_id }) => experience_asset_id === id)
  const fault = (field: string, answer: DraftFault): PartFault => ({ part: 'pictures', field, answer })
  const isSecond = (id: number, index: number) => pictures.findIndex((one) => one.experience_asset_id === id) !== index
  return [
    ...missing.map(({ name }) => fault('data.pictures', { code: 'picture_missing', name })),
    ...pictures.flatMap(({ experience_asset_id: id }, index) =>
      isSecond(id, index) ? [fault(`data.pictures.${index}.experience_asset_id`, { code: 'picture_twice' })] : [],
    ),
    ...pictures.flatMap(({ experience_asset_id }, index) =>
      isKnown(experience_asset_id) ? [] : [fault(`data.pictures.${index}.experience_asset_id`, { code: 'not_offered' })],
    ),
  ]
}

function entityFaults({ entity_count, ad_group_drafts }: CheckedDraft): PartFault[] {
  const isSpared = ad_group_drafts.length > 0 && ad_group_drafts.every((one) => one.entity_count > 0)
  return entity_count > 0 || isSpared ? [] : [{ part: 'entities', field: 'entities', answer: { code: 'required', of: 'list' } }]
}

/** All problems of a draft, ordered by step. The caller passes the problems of its targeting. */
export function problemsOf(draft: CheckedDraft, constraints: DraftConstraints, targeting: readonly PartFault[] = []): DraftProblem[] {
  const ofFields = Object.entries(checks).flatMap(([field, [part, check]]): PartFault[] => {
    const result = check(draft.data, constraints, draft)
    return result === true ? [] : [{ part, field, answer: result }]
  })
  const faults = [
    ...ofFields,
    ...entityFaults(draft),
    ...adGroupFaults(draft, constraints),
    ...draftImageFaults(draft.data, constraints),
    ...targeting,
  ]
  const placed = faults.map(({ part, field, answer }): DraftProblem => ({ step: stepOf(draft.flow, draft.steps, part), field, answer }))
  return placed.toSorted((one, other) => draft.steps.indexOf(one.step) - draft.steps.indexOf(other.step))
}

/** The steps that have problems. */
export const invalidSteps = (problems: readonly DraftProblem[]): StepKey[] => [...new Set(problems.map(({ step }) => step))]

/** Initial values of a new draft. Without an end date it is always on, because an ended campaign cannot restart. */
export const initialDraftData = (today: string, start: Pick<CampaignDraftData, 'end_date'> = {}): CampaignDraftData => ({
  start_date: today,
  always_on: !start.end_date?.trim(),
  budget_period: 'Daily',
  pacing: 'Evenly',
  bidding_type_id: 1,
  attribution: { click_days: '14', view_days: '1', user_history: 'all', order_value: 'medium' },
})
