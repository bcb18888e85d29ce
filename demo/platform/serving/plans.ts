import { budgetDays, budgetForToday, budgetRemaining, curveOf } from '../../../src/contract/budgets/budgets.rules.ts'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import type { DayClock } from '../sql/days.ts'
import { minAmount } from '../../../src/contract/money/money.ts'

/** Budget columns of a campaign or ad group. */
export interface BudgetedDays {
  readonly budget_period: string
  readonly budget: string
  readonly pacing: string
  /** The curve of a client's own pacing option; null for a built-in one. */
  readonly pacing_curve: readonly number[] | null
  readonly start_date: string
  readonly end_date: string | null
}
/** The basis of today's budget: the minute from which it is computed, and the spend up to then. */
export interface Plan {
  readonly day: string
  readonly basis: string
  /** Minute of the simulation's clock, and minute of the time zone's day. */
  readonly from_minute: number
  readonly from_gone: number
  readonly spent_period: bigint
  readonly spent_today: bigint
  /** True for a plan that is not stored yet. */
  readonly isNew?: boolean
}
/** Spend of a budget in micros. */
export interface Spent {
  readonly today: bigint
  readonly period: bigint
}

/** First day of the budget's current period. */
export const periodStart = (settings: Pick<BudgetedDays, 'budget_period' | 'start_date' | 'end_date'>, today: string) =>
  budgetDays(settings.budget_period, today, settings).from

/** The settings a plan depends on. If one changes, today's budget is computed again. */
const basisOf = ({ budget_period, budget, pacing, pacing_curve, start_date, end_date }: BudgetedDays) =>
  [budget_period, budget, pacing, start_date, end_date ?? '', ...(pacing_curve ? [pacing_curve.join()] : [])].join('|')

/** How the budget is spread over its period. */
export const curveOfBudget = ({ pacing, pacing_curve }: BudgetedDays) => curveOf(pacing, pacing_curve)

/** The stored plan if it is still valid, otherwise a new one from now on. */
export function planFor(settings: BudgetedDays, spent: Spent, storedPlan: Plan | undefined, clock: DayClock): Plan {
  const basis = basisOf(settings)
  if (storedPlan && storedPlan.day === clock.day && storedPlan.basis === basis) return storedPlan
  return {
    day: clock.day,
    basis,
    from_minute: clock.minutesGone,
    from_gone: clock.minutesGone,
    spent_period: spent.period,
    spent_today: spent.today,
    isNew: true,
  }
}

/** Maximum spend of today, in micros. */
export const budgetOfToday = (settings: BudgetedDays, { from_gone, spent_period, spent_today }: Plan, { day, minutesInDay }: DayClock) =>
  spent_today +
  budgetForToday({ ...settings, curve: curveOfBudget(settings), budget: BigInt(settings.budget), spentBefore: spent_period }, day, {
    minutesGone: Math.min(from_gone, minutesInDay - 1),
    minutesInDay,
  })

/** The rest of a budget, in its period and today. */
export function remainingBudget(settings: BudgetedDays, plan: Plan, spent: Spent, clock: DayClock): { period: bigint; today: bigint } {
  const period = budgetRemaining(BigInt(settings.budget), spent.period)
  const today = budgetRemaining(budgetOfToday(settings, plan, clock), spent.today)
  return { period, today: minAmount(today, period) }
}

/** Maximum spend up to a minute of the day: everything at once, or evenly from the plan's start. */
export function paceUntil(settings: BudgetedDays, plan: Plan, minute: number, clock: DayClock): bigint {
  const budget = budgetOfToday(settings, plan, clock)
  const minutes = clock.minutesInDay - plan.from_minute
  if (curveOfBudget(settings) === null || minutes <= 0) return budget
  const elapsed = Math.min(Math.max(minute - plan.from_minute, 0), minutes)
  return plan.spent_today + ((budget - plan.spent_today) * BigInt(elapsed)) / BigInt(minutes)
}

/** Months from the month of one day to that of another. */
const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** The number of periods that begin after a period's last day, up to `last`. */
function laterPeriods(period: string, end: string, last: string): number {
  const days = Math.max(daysIn({ start_date: end, end_date: last }) - 1, 0)
  if (period === 'One Time') return 0
  if (period === 'Monthly') return Math.max(monthsBetween(end, last), 0)
  return period === 'Weekly' ? Math.ceil(days / 7) : days
}

/** What a budget may still cost from today to a day, or to its own end: the rest of its current period, and full periods. In micros. */
export function budgetUntil(
  settings: Omit<BudgetedDays, 'pacing' | 'pacing_curve'>,
  spentInPeriod: bigint,
  { today, until }: { readonly today: string; readonly until: string },
): bigint {
  const { budget_period, start_date, end_date } = settings
  const first = start_date > today ? start_date : today
  const last = end_date !== null && end_date < until ? end_date : until
  if (last < first) return 0n
  const { to } = budgetDays(budget_period, first, settings)
  const budget = BigInt(settings.budget)
  return budgetRemaining(budget, spentInPeriod) + budget * BigInt(laterPeriods(budget_period, to ?? last, last))
}
