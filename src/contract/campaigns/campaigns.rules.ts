import { budgetTypeIds, type budgetPeriods, budgetForToday, curveOf, pacedDays } from '../budgets/budgets.rules.ts'
import { charactersIn } from '../fields/fields.rules.ts'
import { decimalOf, roundMicros } from '../money/money.ts'
import { reviewStatusIds, type Status } from '../statuses.ts'

/** Maximum length of a campaign's name. */
export const maxCampaignNameLength = 120
/** Maximum ROAS goal, as a multiple of the cost. */
export const maxGoal = 10_000

type BudgetPeriod = (typeof budgetPeriods)[number]

/**
 * What decides between `pending` and `active`: after a pause, a campaign that has delivered nothing, at a client that reviews campaigns,
 * returns to `pending`; any other returns to `active`.
 */
export interface StatusFlags {
  /** Whether nothing has been delivered yet. */
  readonly isNotStarted: boolean
  /** Whether the client reviews campaigns before they serve. */
  readonly clientReviewsCampaigns: boolean
}

/** Why a campaign is not changed. Each code has a message on the platform, and one in the console. */
export const campaignProblems = [
  'status_not_offered',
  'under_review',
  'ended_for_good',
  'not_denied',
  'name_blank',
  'name_length',
  'budget_digits',
  'budget_minimum',
  'budget_spent',
  'budget_maximum',
  'start_past',
  'already_started',
  'end_before_start',
  'end_past',
  'end_missing_without_always_on',
  'end_missing_for_one_time_budget',
  'goal_range',
  'goal_type_missing',
  'pacing_unknown',
  'stale',
  'not_found',
  'changed_since',
  'not_undoable',
  'not_approved',
  'approval_too_late',
  'changed_since_approval',
] as const
export type CampaignProblemCode = (typeof campaignProblems)[number]

/** The result of a campaign rule: true, or a code and the values of its message. */
export type CampaignRuleResult = true | ({ readonly code: CampaignProblemCode } & Readonly<Record<string, string | number>>)

/** The statuses that a user can choose, including the current one. Only active, paused and pending campaigns offer another. */
export function campaignStatusChoices(current: Status, { isNotStarted, clientReviewsCampaigns }: StatusFlags): readonly Status[] {
  const mayWait = isNotStarted && clientReviewsCampaigns
  if (current === 'active') return ['active', 'paused']
  if (current === 'paused') return mayWait ? ['pending', 'paused'] : ['active', 'paused']
  if (current === 'pending') return mayWait ? ['pending', 'paused'] : ['pending']
  return [current]
}

/** Whether a campaign may change from one status to another. */
export const campaignStatusRule = (from: Status, to: Status, flags: StatusFlags): CampaignRuleResult =>
  campaignStatusChoices(from, flags).includes(to) || { code: 'status_not_offered', from, to }

const overStatuses: readonly Status[] = ['ended', 'invalid', 'archived', 'deactivated']
/** Whether a campaign is over for good. Then none of its fields can change. */
export const isOver = (status: Status) => overStatuses.includes(status)

/** The fields that may change while a campaign is under review. */
export const fieldsUnderReview = ['status', 'budget', 'budget_period', 'end_date', 'always_on'] as const
const isFreeUnderReview = (field: string) => fieldsUnderReview.some((one) => one === field)

/** Whether a field may change in the campaign's current state. */
export function fieldEditableRule(
  field: string,
  { status, review_status_id }: { status: Status; review_status_id: number },
): CampaignRuleResult {
  if (isOver(status)) return { code: 'ended_for_good', status }
  return review_status_id !== reviewStatusIds.under_review || isFreeUnderReview(field) || { code: 'under_review', field }
}

/** Whether a name is not blank and not too long. */
export function campaignNameRule(name: string): CampaignRuleResult {
  if (name.trim() === '') return { code: 'name_blank' }
  return charactersIn(name.trim()) <= maxCampaignNameLength || { code: 'name_length', max: maxCampaignNameLength }
}

/** Limits of a budget; money in micros. */
export interface BudgetConstraints {
  readonly digits: number
  /** The client's minimum budget. */
  readonly minBudget: bigint
  /** Total spend of the budget. */
  readonly spent: bigint
}
/** The highest budget, in micros. */
export const maxBudgetMicros = 1_000_000_000_000_000n

/** The lowest allowed budget. A "One Time" budget cannot be lower than its spend. */
export const minBudgetOf = (period: BudgetPeriod, { minBudget, spent }: Omit<BudgetConstraints, 'digits'>) =>
  period === 'One Time' && spent > minBudget ? spent : minBudget

/** Whether a budget fits its currency's digits and its limits. */
export function campaignBudgetRule(budget: bigint, period: BudgetPeriod, constraints: BudgetConstraints): CampaignRuleResult {
  const { digits, minBudget, spent } = constraints
  if (budget % 10n ** BigInt(6 - digits) !== 0n) return { code: 'budget_digits', digits }
  if (budget > maxBudgetMicros) return { code: 'budget_maximum', max: decimalOf(maxBudgetMicros) }
  if (budget < minBudget || budget <= 0n) return { code: 'budget_minimum', min: decimalOf(minBudget) }
  return budget >= minBudgetOf(period, { minBudget, spent }) || { code: 'budget_spent', min: decimalOf(spent) }
}

interface CampaignDays {
  readonly start_date: string
  readonly end_date: string | null
}

/** Changed dates of a campaign: the start is fixed once it has started, and the end cannot move into the past. */
export function campaignDatesRule(from: CampaignDays & { isStarted: boolean }, to: CampaignDays, today: string): CampaignRuleResult {
  const isMoved = to.start_date !== from.start_date
  if (isMoved && from.isStarted) return { code: 'already_started', start_date: from.start_date }
  if (isMoved && to.start_date < today) return { code: 'start_past', today }
  if (to.end_date === null) return true
  if (to.end_date < to.start_date) return { code: 'end_before_start', start_date: to.start_date }
  return to.end_date === from.end_date || to.end_date >= today || { code: 'end_past', today }
}

/** Whether a code of `campaignDatesRule` is about the start date; the others are about the end date. */
export const isStartDateProblem = (code: CampaignProblemCode) => code === 'already_started' || code === 'start_past'

/** A goal in hundredths; null if it is not a number with at most two decimals. */
export function goalHundredths(goal: string): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{1,2})0*)?$/.exec(goal) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** A goal must be above 0, with at most two decimals. */
export function campaignGoalRule(goal: string): CampaignRuleResult {
  const hundredths = goalHundredths(goal)
  return (hundredths !== null && hundredths > 0 && hundredths <= maxGoal * 100) || { code: 'goal_range', max: maxGoal }
}

/** The budget type of a period. The specification calls the type of "One Time" Custom. */
export const budgetTypeIdOf = (period: BudgetPeriod) => budgetTypeIds[period === 'One Time' ? 'Custom' : period]

/** What even pacing spends on one day of the current period, in micros; before the start: of the first period. */
export function dailyBudget(campaign: CampaignDays & { budget: bigint; budget_period: BudgetPeriod }, today: string): bigint {
  const { budget, budget_period, start_date, end_date } = campaign
  const days = { start_date, end_date }
  const { from } = pacedDays(budget_period, start_date > today ? start_date : today, days)
  return budgetForToday({ budget, budget_period, ...days, curve: curveOf('Evenly', null), spentBefore: 0n }, from)
}

/**
 * An amount changed by a percentage, then by an increase, rounded to the given digits, half to even. It is computed in ten-thousandths of a
 * micro, so that only the last step rounds.
 */
export const scaledAmount = (before: bigint, percentage: number, increase: bigint, digits: number): bigint =>
  roundMicros(before * BigInt(Math.round(percentage * 100) + 10_000) + increase * 10_000n, digits - 4) / 10_000n

/** The status and the review status of a campaign. */
export interface ReviewState {
  readonly status: Status
  readonly review_status_id: number
}

/**
 * Whether an approved campaign must be reviewed again after its content or audience changed: more ad groups or entities, other targeting,
 * other images.
 */
export const needsNewReview = ({ status, review_status_id }: ReviewState, clientReviewsCampaigns: boolean): boolean =>
  clientReviewsCampaigns && review_status_id === reviewStatusIds.approved && !isOver(status)

/**
 * Whether a campaign can be submitted for review again. A denied one can be edited in many steps before that. One under review stays under
 * review.
 */
export function resubmitRule({ status, review_status_id }: ReviewState): CampaignRuleResult {
  if (isOver(status)) return { code: 'ended_for_good', status }
  return review_status_id !== reviewStatusIds.approved || { code: 'not_denied' }
}

/** Whether a denied campaign can be submitted again. */
export const canResubmit = (campaign: ReviewState): boolean =>
  campaign.review_status_id === reviewStatusIds.denied && resubmitRule(campaign) === true

/** How long a reviewer can undo an approval. Emails about an approval are sent after this time. */
export const approvalUndoMinutes = 5

/** An approval, and what happened since. */
export interface Approval {
  readonly at: Date
  /** Whether the campaign, its ad groups or its images have changed since. */
  readonly isChangedSince: boolean
}

/** Whether a reviewer can undo the last approval of a campaign. */
export function approvalUndoRule(campaign: ReviewState, approval: Approval | undefined, now: Date): CampaignRuleResult {
  if (isOver(campaign.status)) return { code: 'ended_for_good', status: campaign.status }
  if (campaign.review_status_id !== reviewStatusIds.approved || !approval) return { code: 'not_approved' }
  if (now.getTime() - approval.at.getTime() > approvalUndoMinutes * 60_000)
    return { code: 'approval_too_late', minutes: approvalUndoMinutes }
  return !approval.isChangedSince || { code: 'changed_since_approval' }
}

/** The campaign with the status under review; the previous review comment is cleared. */
export const withReviewPending = <Fields extends object>(now: Fields) => ({
  ...now,
  review_status_id: reviewStatusIds.under_review,
  review_comment: '',
})
