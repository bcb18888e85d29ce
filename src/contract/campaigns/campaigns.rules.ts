import { budgetTypeIds, type budgetPeriods } from '../budgets/budgets.ts'
import { budgetForToday, pacedDays } from '../budgets/budgets.rules.ts'
import { charactersIn } from '../fields/fields.rules.ts'
import { decimalOf, roundMicros } from '../money/money.ts'
import { reviewStatusIds, type Status } from '../statuses.ts'

/** How long the name of a campaign may be. */
export const campaignNameMost = 120
/** No goal asks for more than so many times the cost. */
export const goalMost = 10_000

type BudgetPeriod = (typeof budgetPeriods)[number]

/** What decides whether a paused campaign can wait again: both flags say that nobody has seen it yet. */
export interface CampaignFlags {
  /** It has not delivered anything yet. */
  readonly isNotStarted: boolean
  /** Its client looks at campaigns before they serve. */
  readonly isReviewed: boolean
}

/** Why a campaign is not changed as somebody asked; each has its sentence. */
export const campaignProblems = [
  'status_not_offered',
  'under_review',
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
  'end_missing',
  'end_needed',
  'goal_range',
  'goal_alone',
  'pacing_unknown',
  'stale',
  'not_found',
  'changed_since',
  'not_undoable',
] as const
export type CampaignProblemCode = (typeof campaignProblems)[number]

/** A rule of campaigns: it holds, or says which one does not, with what its sentence needs. */
export type CampaignAnswer = true | ({ readonly code: CampaignProblemCode } & Readonly<Record<string, string | number>>)

/** What a campaign may become from what it is; what is in neither list stays what it is. */
export function campaignStatusChoices(current: Status, { isNotStarted, isReviewed }: CampaignFlags): readonly Status[] {
  const mayWait = isNotStarted && isReviewed
  if (current === 'active') return ['active', 'paused']
  if (current === 'paused') return mayWait ? ['pending', 'paused'] : ['active', 'paused']
  if (current === 'pending') return mayWait ? ['pending', 'paused'] : ['pending']
  return [current]
}

/** Whether a campaign may go from one status to another. */
export const campaignMoves = (from: Status, to: Status, flags: CampaignFlags): CampaignAnswer =>
  campaignStatusChoices(from, flags).includes(to) || { code: 'status_not_offered', from, to }

const overStatuses: readonly Status[] = ['ended', 'invalid', 'archived', 'deactivated']
/** Whether a campaign is over for good: nothing of it can be changed any more. */
export const isOver = (status: Status) => overStatuses.includes(status)

/** What may be changed while somebody looks at a campaign; what they look at may not. */
export const fieldsUnderReview = ['status', 'budget', 'budget_period', 'end_date', 'always_on'] as const
const isFreeUnderReview = (field: string) => fieldsUnderReview.some((one) => one === field)

/** Whether a field can be changed where a campaign stands. */
export function fieldMoves(field: string, { status, review_status_id }: { status: Status; review_status_id: number }): CampaignAnswer {
  if (isOver(status)) return { code: 'over', status }
  return review_status_id !== reviewStatusIds.under_review || isFreeUnderReview(field) || { code: 'under_review', field }
}

/** A name that can be read, and that a list can show. */
export const campaignName = (name: string): CampaignAnswer =>
  (name.trim() !== '' && charactersIn(name.trim()) <= campaignNameMost) || { code: 'name_length', most: campaignNameMost }

/** On what a budget is measured; money in micros, with what the sentence says of it as a decimal. */
export interface BudgetGround {
  readonly digits: number
  /** The least that any budget of the client may be. */
  readonly minimum: bigint
  /** What has been spent of it ever. */
  readonly spent: bigint
}
/** No budget is larger, in micros. */
export const budgetMost = 1_000_000_000_000_000n

/** The least that a budget may be now: what lasts for the whole time cannot go below what is spent. */
export const leastBudget = (period: BudgetPeriod, { minimum, spent }: Omit<BudgetGround, 'digits'>) =>
  period === 'One Time' && spent > minimum ? spent : minimum

/** A budget that its currency has coins for, and that is not below what it must be. */
export function campaignBudget(budget: bigint, period: BudgetPeriod, ground: BudgetGround): CampaignAnswer {
  const { digits, minimum, spent } = ground
  if (budget % 10n ** BigInt(6 - digits) !== 0n) return { code: 'budget_digits', digits }
  if (budget > budgetMost) return { code: 'budget_most', most: decimalOf(budgetMost) }
  if (budget < minimum || budget <= 0n) return { code: 'budget_minimum', least: decimalOf(minimum) }
  return budget >= leastBudget(period, { minimum, spent }) || { code: 'budget_spent', least: decimalOf(spent) }
}

interface CampaignDays {
  readonly start_date: string
  readonly end_date: string | null
}

/** Days that a new campaign can have: it begins today or later, and does not end before it begins. */
export function newCampaignDays({ start_date, end_date }: CampaignDays, today: string): CampaignAnswer {
  if (start_date < today) return { code: 'start_past', today }
  return end_date === null || end_date >= start_date || { code: 'end_before_start', start_date }
}

/** Days that a campaign can be given: what has begun keeps its first day, and nothing ends in the past. */
export function campaignDays(from: CampaignDays & { isStarted: boolean }, to: CampaignDays, today: string): CampaignAnswer {
  const isMoved = to.start_date !== from.start_date
  if (isMoved && from.isStarted) return { code: 'start_begun', start_date: from.start_date }
  if (isMoved && to.start_date < today) return { code: 'start_past', today }
  if (to.end_date === null) return true
  if (to.end_date < to.start_date) return { code: 'end_before_start', start_date: to.start_date }
  return to.end_date === from.end_date || to.end_date >= today || { code: 'end_past', today }
}

/** The hundredths of a goal; nothing where it is no number with two digits at most. */
export function goalHundredths(goal: string): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{1,2})0*)?$/.exec(goal) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** A goal more than nothing, in hundredths at the finest. */
export function campaignGoal(goal: string): CampaignAnswer {
  const hundredths = goalHundredths(goal)
  return (hundredths !== null && hundredths > 0 && hundredths <= goalMost * 100) || { code: 'goal_range', most: goalMost }
}

/** The type of a budget that lasts so long. */
export const budgetTypeIdOf = (period: BudgetPeriod) => budgetTypeIds[period === 'One Time' ? 'Custom' : period]

/** What a budget comes to on a usual day of its current period, in micros, or of the first where it has not begun: what delivery gives such a day evenly. */
export function dailyBudget(campaign: CampaignDays & { budget: bigint; budget_period: BudgetPeriod }, today: string): bigint {
  const { budget, budget_period, start_date, end_date } = campaign
  const days = { start_date, end_date }
  const { from } = pacedDays(budget_period, start_date > today ? start_date : today, days)
  return budgetForToday({ budget, budget_period, ...days, pacing: 'Evenly', spentBefore: 0n }, from)
}

/** An amount so many hundredths larger or smaller and then by so much more, rounded once to so many digits, halves to even. */
export const scaledAmount = (before: bigint, percentage: number, increase: bigint, digits: number): bigint =>
  roundMicros(before * BigInt(Math.round(percentage * 100) + 10_000) + increase * 10_000n, digits - 4) / 10_000n
