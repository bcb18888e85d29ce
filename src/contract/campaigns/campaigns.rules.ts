import { budgetTypeIds, type budgetPeriods, budgetForToday, curveOf, pacedDays } from '../budgets/budgets.rules.ts'
import { charactersIn } from '../fields/fields.rules.ts'
import { decimalOf, roundMicros } from '../money/money.ts'
import { reviewStatusIds, type Status } from '../statuses.ts'

/** Maximum length of a campaign's name. */
export const maxCampaignNameLength = 120
/** Maximum goal, as a multiple of the cost. */
export const maxGoal = 10_000

type BudgetPeriod = (typeof budgetPeriods)[number]

/** Decides whether a paused campaign can become pending again: only if both are true. */
export interface CampaignFlags {
  /** Nothing has been delivered yet. */
  readonly isNotStarted: boolean
  /** Whether the client reviews campaigns before they serve. */
  readonly clientReviewsCampaigns: boolean
}

/** Why a campaign is not changed; each code has its own message. */
export const campaignProblems = [
  'status_not_offered',
  'under_review',
  // The campaign has ended for good.
  'over',
  'not_denied',
  'name_length',
  'budget_digits',
  'budget_minimum',
  'budget_spent',
  'budget_most',
  'start_past',
  'start_begun',
  'end_before_start',
  'end_past',
  // The edit sets `always_on` to false, but the campaign has no end date.
  'end_missing',
  // The budget is "One Time", which requires an end date.
  'end_needed',
  'goal_range',
  'goal_alone',
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

/** The statuses that a campaign can get. A status that is not listed here cannot change. */
export function campaignStatusChoices(current: Status, { isNotStarted, clientReviewsCampaigns }: CampaignFlags): readonly Status[] {
  const mayWait = isNotStarted && clientReviewsCampaigns
  if (current === 'active') return ['active', 'paused']
  if (current === 'paused') return mayWait ? ['pending', 'paused'] : ['active', 'paused']
  if (current === 'pending') return mayWait ? ['pending', 'paused'] : ['pending']
  return [current]
}

/** Whether a campaign may change from one status to another. */
export const campaignStatusRule = (from: Status, to: Status, flags: CampaignFlags): CampaignRuleResult =>
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
  if (isOver(status)) return { code: 'over', status }
  return review_status_id !== reviewStatusIds.under_review || isFreeUnderReview(field) || { code: 'under_review', field }
}

/** Whether a name is not blank and not too long. */
export const campaignNameRule = (name: string): CampaignRuleResult =>
  (name.trim() !== '' && charactersIn(name.trim()) <= maxCampaignNameLength) || { code: 'name_length', most: maxCampaignNameLength }

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
  if (budget > maxBudgetMicros) return { code: 'budget_most', most: decimalOf(maxBudgetMicros) }
  if (budget < minBudget || budget <= 0n) return { code: 'budget_minimum', least: decimalOf(minBudget) }
  return budget >= minBudgetOf(period, { minBudget, spent }) || { code: 'budget_spent', least: decimalOf(spent) }
}

interface CampaignDays {
  readonly start_date: string
  readonly end_date: string | null
}

/** Changed dates of a campaign: the start is fixed once it has started, and the end cannot move into the past. */
export function campaignDatesRule(from: CampaignDays & { isStarted: boolean }, to: CampaignDays, today: string): CampaignRuleResult {
  const isMoved = to.start_date !== from.start_date
  if (isMoved && from.isStarted) return { code: 'start_begun', start_date: from.start_date }
  if (isMoved && to.start_date < today) return { code: 'start_past', today }
  if (to.end_date === null) return true
  if (to.end_date < to.start_date) return { code: 'end_before_start', start_date: to.start_date }
  return to.end_date === from.end_date || to.end_date >= today || { code: 'end_past', today }
}

/** A goal in hundredths; null if it is not a number with at most two decimals. */
export function goalHundredths(goal: string): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{1,2})0*)?$/.exec(goal) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** A goal must be above 0, with at most two decimals. */
export function campaignGoalRule(goal: string): CampaignRuleResult {
  const hundredths = goalHundredths(goal)
  return (hundredths !== null && hundredths > 0 && hundredths <= maxGoal * 100) || { code: 'goal_range', most: maxGoal }
}

export const budgetTypeIdOf = (period: BudgetPeriod) => budgetTypeIds[period === 'One Time' ? 'Custom' : period]

/** The budget of a usual day in the current period, or in the first period before the start, in micros: what even pacing gives that day. */
export function dailyBudget(campaign: CampaignDays & { budget: bigint; budget_period: BudgetPeriod }, today: string): bigint {
  const { budget, budget_period, start_date, end_date } = campaign
  const days = { start_date, end_date }
  const { from } = pacedDays(budget_period, start_date > today ? start_date : today, days)
  return budgetForToday({ budget, budget_period, ...days, curve: curveOf('Evenly', null), spentBefore: 0n }, from)
}

/** An amount changed by a percentage, then by an increase, rounded once to the given digits, half to even. */
export const scaledAmount = (before: bigint, percentage: number, increase: bigint, digits: number): bigint =>
  roundMicros(before * BigInt(Math.round(percentage * 100) + 10_000) + increase * 10_000n, digits - 4) / 10_000n
