import { budgetDays, budgetForToday, budgetLeft } from '../../../src/contract/budgets/budgets.rules.ts'
import type { DayClock } from '../sql/days.ts'
import { leastOf } from '../../../src/contract/money/money.ts'

/** A budget and when it runs, as rows have them. */
export interface BudgetedDays {
  readonly budget_period: string
  readonly budget: string
  readonly pacing: string
  readonly start_date: string
  readonly end_date: string | null
}
/** From when on today's part of a budget is reckoned: the minute, and what was spent by then. */
export interface Plan {
  readonly day: string
  readonly basis: string
  /** By the clock of the simulation, and by that of the zone. */
  readonly from_minute: number
  readonly from_gone: number
  readonly spent_period: bigint
  readonly spent_today: bigint
  /** It was made for this look, and is not kept yet. */
  readonly isNew?: boolean
}
/** What was spent of a budget. */
export interface Spent {
  readonly today: bigint
  readonly period: bigint
}

/** The first day of the period that a budget is in. */
export const periodStart = (one: Pick<BudgetedDays, 'budget_period' | 'start_date' | 'end_date'>, today: string) =>
  budgetDays(one.budget_period, today, one).from

/** What a plan stands on: once any of it changes, today is reckoned anew. */
const basisOf = ({ budget_period, budget, pacing, start_date, end_date }: BudgetedDays) =>
  [budget_period, budget, pacing, start_date, end_date ?? ''].join('|')

/** The plan that holds, or one from now on. */
export function planFor(one: BudgetedDays, spent: Spent, known: Plan | undefined, clock: DayClock): Plan {
  const basis = basisOf(one)
  if (known && known.day === clock.day && known.basis === basis) return known
  return {
    ...{ day: clock.day, basis, from_minute: clock.gone, from_gone: clock.gone },
    ...{ spent_period: spent.period, spent_today: spent.today, isNew: true },
  }
}

/** What today may cost at most. */
export const budgetOfToday = (one: BudgetedDays, { from_gone, spent_period, spent_today }: Plan, { day, whole }: DayClock) =>
  spent_today +
  budgetForToday({ ...one, budget: BigInt(one.budget), spentBefore: spent_period }, day, { gone: Math.min(from_gone, whole - 1), whole })

/** What is left of a budget: in its period, and of that today. */
export function leftOf(one: BudgetedDays, plan: Plan, spent: Spent, clock: DayClock): { period: bigint; today: bigint } {
  const period = budgetLeft(BigInt(one.budget), spent.period)
  const today = budgetLeft(budgetOfToday(one, plan, clock), spent.today)
  return { period, today: leastOf(today, period) }
}

/** What may be spent until a minute of the day: all at once, or evenly from when the plan was made. */
export function paceUntil(one: BudgetedDays, plan: Plan, minute: number, clock: DayClock): bigint {
  const whole = budgetOfToday(one, plan, clock)
  const minutes = clock.whole - plan.from_minute
  if (one.pacing !== 'Evenly' || minutes <= 0) return whole
  const gone = Math.min(Math.max(minute - plan.from_minute, 0), minutes)
  return plan.spent_today + ((whole - plan.spent_today) * BigInt(gone)) / BigInt(minutes)
}
