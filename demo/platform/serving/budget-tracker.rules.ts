import {
  budgetDays,
  budgetRemaining,
  type DayPart,
  pacedDays,
  todayShareOf,
  type RunDates,
} from '../../../src/contract/budgets/budgets.rules.ts'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { minAmount } from '../../../src/contract/money/money.ts'

/** A budget at the start of a projection. Amounts in micros. */
export interface ProjectedBudget extends RunDates {
  readonly budget_period: string
  readonly pacing: string
  readonly budget: bigint
  /** Spend in the current period, up to now. */
  readonly spent: bigint
  /** The rest of today's budget, if delivery has computed it. */
  readonly today?: bigint
}

const wholeDay: DayPart = { minutesGone: 0, minutesInDay: 1440 }

/** Tracks a budget through a projection, day by day. Each period starts with the full budget. Dates are computed once for each period. */
export class BudgetTracker {
  readonly #of: ProjectedBudget
  #left: bigint
  /** The rest of today's budget from delivery; used for the first day only. */
  #reckoned: bigint | undefined
  #day: string
  /** Last day of the period; null if it has none. */
  #to: string | null
  /** First and last paced day of the period. Recomputed daily if the period has no end, because the last day then moves. */
  #from = ''
  #last = ''
  #lastAt = -1

  constructor(of: ProjectedBudget, today: string) {
    this.#of = of
    this.#left = budgetRemaining(of.budget, of.spent)
    this.#reckoned = of.today
    this.#day = today
    this.#to = budgetDays(of.budget_period, today, of).to
  }

  /** Moves to a day, `at` days after the first, and returns that day's maximum spend. */
  open(day: string, at: number, part = wholeDay): bigint {
    if (day !== this.#day) this.#reckoned = undefined
    this.#day = day
    this.#begin(day)
    if (this.#left === 0n) return 0n
    if (this.#reckoned !== undefined) return minAmount(this.#left, this.#reckoned)
    if (this.#lastAt < 0) this.#reckonDays(day, at)
    const isIn = this.#from <= day && day <= this.#last
    const micros = isIn ? todayShareOf(this.#left, this.#of.pacing, this.#lastAt - at, part) : 0n
    if (this.#to === null) this.#lastAt = -1
    return micros
  }

  /** Resets the budget for a new period. A "One Time" budget has only one period. */
  #begin(day: string) {
    if (this.#to === null || day <= this.#to || this.#of.budget_period === 'One Time') return
    this.#to = budgetDays(this.#of.budget_period, day, this.#of).to
    this.#left = this.#of.budget
    this.#lastAt = -1
  }

  #reckonDays(day: string, at: number) {
    const { from, to } = pacedDays(this.#of.budget_period, day, this.#of)
    this.#from = from
    this.#last = to
    this.#lastAt = at + Math.max(daysIn({ start_date: day, end_date: to }) - 1, 0)
  }

  spend(micros: bigint) {
    this.#left = budgetRemaining(this.#left, micros)
  }

  /** True if the budget is used up although another day follows in the same period. */
  isGone(next: string): boolean {
    const { end_date } = this.#of
    return this.#left === 0n && (this.#to === null || next <= this.#to) && (end_date === null || next <= end_date)
  }
}
