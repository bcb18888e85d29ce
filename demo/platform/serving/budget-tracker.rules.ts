import {
  budgetDays,
  budgetRemaining,
  type DayPart,
  type PacingCurve,
  pacedDays,
  todayShareOf,
  type RunDates,
} from '../../../src/contract/budgets/budgets.rules.ts'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { minAmount } from '../../../src/contract/money/money.ts'

/** A budget at the start of a projection. Amounts in micros. */
export interface ProjectedBudget extends RunDates {
  readonly budget_period: string
  readonly curve: PacingCurve
  readonly budget: bigint
  /** Spend in the current period, up to now. */
  readonly spent: bigint
  /** The rest of today's budget, if delivery has computed it. */
  readonly today?: bigint
}

const wholeDay: DayPart = { minutesGone: 0, minutesInDay: 1440 }

/** Tracks a budget day by day through a projection. Each period starts with the full budget. Dates are computed once for each period. */
export class BudgetTracker {
  readonly #budget: ProjectedBudget
  #remaining: bigint
  /** The rest of today's budget from delivery; used for the first day only. */
  #remainingToday: bigint | undefined
  #day: string
  /** Last day of the period; null if it has none. */
  #periodEnd: string | null
  /** First and last paced day of the period. Recomputed daily if the period has no end, because the last day then moves. */
  #firstPacedDay = ''
  #lastPacedDay = ''
  #lastIndex = -1
  /** Index of the first paced day; negative before the projection's first day. */
  #firstIndex = 0

  constructor(budget: ProjectedBudget, today: string) {
    this.#budget = budget
    this.#remaining = budgetRemaining(budget.budget, budget.spent)
    this.#remainingToday = budget.today
    this.#day = today
    this.#periodEnd = budgetDays(budget.budget_period, today, budget).to
  }

  /** Moves to a day, `dayIndex` days after the first, and returns that day's maximum spend. */
  startDay(day: string, dayIndex: number, part = wholeDay): bigint {
    if (day !== this.#day) this.#remainingToday = undefined
    this.#day = day
    this.#startPeriod(day)
    if (this.#remaining === 0n) return 0n
    if (this.#remainingToday !== undefined) return minAmount(this.#remaining, this.#remainingToday)
    if (this.#lastIndex < 0) this.#setPacedDays(day, dayIndex)
    const isPaced = this.#firstPacedDay <= day && day <= this.#lastPacedDay
    const days = { earlier: dayIndex - this.#firstIndex, later: this.#lastIndex - dayIndex }
    const micros = isPaced ? todayShareOf(this.#remaining, this.#budget.curve, days, part) : 0n
    if (this.#periodEnd === null) this.#lastIndex = -1
    return micros
  }

  /** Resets the budget for a new period. A "One Time" budget has only one period. */
  #startPeriod(day: string) {
    if (this.#periodEnd === null || day <= this.#periodEnd || this.#budget.budget_period === 'One Time') return
    this.#periodEnd = budgetDays(this.#budget.budget_period, day, this.#budget).to
    this.#remaining = this.#budget.budget
    this.#lastIndex = -1
  }

  #setPacedDays(day: string, dayIndex: number) {
    const { from, to } = pacedDays(this.#budget.budget_period, day, this.#budget)
    this.#firstPacedDay = from
    this.#lastPacedDay = to
    const isRunning = from <= day
    const distance = daysIn(isRunning ? { start_date: from, end_date: day } : { start_date: day, end_date: from }) - 1
    this.#firstIndex = isRunning ? dayIndex - distance : dayIndex + distance
    this.#lastIndex = dayIndex + Math.max(daysIn({ start_date: day, end_date: to }) - 1, 0)
  }

  spend(micros: bigint) {
    this.#remaining = budgetRemaining(this.#remaining, micros)
  }

  /** True if the budget is used up although another day follows in the same period. */
  isUsedUp(next: string): boolean {
    const { end_date } = this.#budget
    return this.#remaining === 0n && (this.#periodEnd === null || next <= this.#periodEnd) && (end_date === null || next <= end_date)
  }
}
