import { budgetDays, budgetLeft, type DayPart, pacedDays, partOfLeft, type RunDays } from '../../../src/contract/budgets/budgets.rules.ts'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { leastOf } from '../../../src/contract/money/money.ts'

/** A budget as it stands when its spend is projected; money in micros. */
export interface ProjectedBudget extends RunDays {
  readonly budget_period: string
  readonly pacing: string
  readonly budget: bigint
  /** In its current period, up to now. */
  readonly spent: bigint
  /** What is left of today's part, where delivery has reckoned that already. */
  readonly today?: bigint
}

const wholeDay: DayPart = { gone: 0, whole: 1440 }

/** A budget while it is spent day by day: each period begins with all of it. What is reckoned of dates is kept for the period. */
export class BudgetPurse {
  readonly #of: ProjectedBudget
  #left: bigint
  /** Of today's part what delivery has reckoned already; it holds for the first day alone. */
  #reckoned: bigint | undefined
  #day: string
  /** The last day of the period; nothing where it has none. */
  #to: string | null
  /** The first and the last of its days on which it is spent; asked anew where each day moves the last one. */
  #from = ''
  #last = ''
  #lastAt = -1

  constructor(of: ProjectedBudget, today: string) {
    this.#of = of
    this.#left = budgetLeft(of.budget, of.spent)
    this.#reckoned = of.today
    this.#day = today
    this.#to = budgetDays(of.budget_period, today, of).to
  }

  /** Goes on to a day, which is so many days after the first, and says what it may cost at most. */
  open(day: string, at: number, part = wholeDay): bigint {
    if (day !== this.#day) this.#reckoned = undefined
    this.#day = day
    this.#begin(day)
    if (this.#left === 0n) return 0n
    if (this.#reckoned !== undefined) return leastOf(this.#left, this.#reckoned)
    if (this.#lastAt < 0) this.#reckonDays(day, at)
    const isIn = this.#from <= day && day <= this.#last
    const micros = isIn ? partOfLeft(this.#left, this.#of.pacing, this.#lastAt - at, part) : 0n
    if (this.#to === null) this.#lastAt = -1
    return micros
  }

  /** Another period has all of the budget; one for once has a single period. */
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
    this.#left = budgetLeft(this.#left, micros)
  }

  /** Whether nothing is left though a day on which it would run follows before it begins anew. */
  isGone(next: string): boolean {
    const { end_date } = this.#of
    return this.#left === 0n && (this.#to === null || next <= this.#to) && (end_date === null || next <= end_date)
  }
}
