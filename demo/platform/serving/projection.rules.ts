import {
  budgetDays,
  budgetRemaining,
  pacedDays,
  todayShareOf,
  type DayPart,
  type PacingCurve,
  type RunDates,
} from '../../../src/contract/budgets/budgets.rules.ts'
import { addDays, daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { maxAmount, minAmount } from '../../../src/contract/money/money.ts'
import { spendLimits, type SpendLimit } from '../../../src/contract/serving/serving.ts'

/** An ad group in a projection. Without dates of its own it has the campaign's. */
export interface ProjectedGroup extends RunDates {
  /** The ad group's own budget. */
  readonly ownBudget: ProjectedBudget | null
  /** Spend of a usual day; null if unknown. */
  readonly pace: bigint | null
}
/** Money that other campaigns also spend: the rest of it, and their spend on a usual day. */
export interface SharedMoney {
  readonly limit: 'insertion_order' | 'funds' | 'spend_limit'
  readonly remaining: bigint
  readonly otherSpend: bigint
  /** The last day of an insertion order or its line, after which the campaigns stop. */
  readonly ends?: MoneyEnd | undefined
}
export interface MoneyEnd {
  readonly limit: 'order_end' | 'line_end'
  readonly day: string
}
/** Everything that limits a campaign's spend. Amounts in micros. */
export interface ProjectionInput {
  readonly campaign: ProjectedBudget
  /** Active ad groups. Without any, the campaign is projected with one ad group without limits. */
  readonly groups: readonly ProjectedGroup[]
  readonly shared: readonly SharedMoney[]
  /** Spend of a usual day. Null if unknown; the campaign then spends as much as it may. */
  readonly pace: bigint | null
}
export interface RunOut {
  readonly limit: SpendLimit
  readonly day: string
  /** True if this day is before the planned end, or if a shared limit runs out without a planned end. */
  readonly is_early: boolean
}
/** Start of the projection: today, and the part of it that is over. */
export interface RunOutTime extends DayPart {
  readonly today: string
}
/** The projected spend of a campaign. */
export interface Projection {
  /** The first day on which the campaign runs, from today on. */
  readonly start_date: string
  /** Spend by day, from the first day on. */
  readonly days: readonly bigint[]
  /** The sum of `days`. */
  readonly spend: bigint
  /** True if the days cover all of the campaign's spend. */
  readonly is_whole: boolean
  /** The last day, of the campaign or of its insertion order or line; null without an end. */
  readonly end_date: string | null
  /** The limit that holds down the first day's spend. */
  readonly binds: SpendLimit
  /** The limit that ends the campaign first; null if no limit does. */
  readonly run_out: RunOut | null
  /** The limit that ends each ad group first, in the order of the ad groups. */
  readonly groups: readonly (RunOut | null)[]
}

/** A projection without an end stops after this many days. */
const maxOpenEndedDays = 366

type LimitAmount = { readonly limit: SpendLimit; readonly micros: bigint }

/** The amount of shared money for one spender on a day. If it is not enough for all, each gets a part in proportion to its demand. */
export const shareOfMoney = (remaining: bigint, demand: bigint, otherSpend: bigint): bigint => {
  if (remaining >= demand + otherSpend) return remaining - otherSpend
  return demand <= 0n || remaining <= 0n ? 0n : (remaining * demand) / (demand + otherSpend)
}

/** The amount for the rest of the day, in proportion to its minutes. */
const partOfDay = (micros: bigint, { minutesGone, minutesInDay }: DayPart) =>
  (micros * BigInt(minutesInDay - minutesGone)) / BigInt(minutesInDay)

/** Shared money that is left on the start day, and the day before it on which other campaigns use it up. */
function sharedMoneyOnStart(
  start: string,
  { remaining, otherSpend }: SharedMoney,
  time: RunOutTime,
): { readonly remaining: bigint; readonly usedUpOn: string | null } {
  const days = daysIn({ start_date: time.today, end_date: start }) - 1
  if (days <= 0) return { remaining: maxAmount(remaining, 0n), usedUpOn: null }
  const fromTomorrow = remaining - partOfDay(otherSpend, time)
  const lastingDays = fromTomorrow <= 0n ? 0n : otherSpend > 0n ? (fromTomorrow + otherSpend - 1n) / otherSpend : null
  if (lastingDays !== null && lastingDays < BigInt(days)) return { remaining: 0n, usedUpOn: addDays(time.today, Number(lastingDays)) }
  return { remaining: fromTomorrow - otherSpend * BigInt(days - 1), usedUpOn: null }
}

const laterOf = (left: string, right: string) => [left, right].toSorted()[1] ?? right
const earliestOf = (...days: readonly (string | null)[]) => days.filter((day) => day !== null).toSorted()[0] ?? null
/** The latest day; null if one is open. */
const lastOf = (days: readonly (string | null)[]) => (days.includes(null) ? null : (days.toSorted().at(-1) ?? null))

/** An ad group while its spend is projected. */
class AdGroupProjection {
  readonly start: string
  /** The own end; the ad group stops earlier if its insertion order or line ends before it. */
  readonly ownEnd: string | null
  readonly end: string | null
  readonly pace: bigint | null
  readonly budget: BudgetTracker | null
  runOut: RunOut | null = null

  constructor({ start_date, end_date, ownBudget, pace }: ProjectedGroup, campaign: RunDates, lastDay: string | null, today: string) {
    this.start = laterOf(start_date, campaign.start_date)
    this.ownEnd = earliestOf(end_date, campaign.end_date)
    this.end = earliestOf(this.ownEnd, lastDay)
    this.pace = pace
    this.budget = ownBudget && new BudgetTracker(ownBudget, today)
  }

  runs(day: string) {
    return this.start <= day && !this.isOver(day)
  }

  isOver(day: string) {
    return this.end !== null && this.end < day
  }
}

/** The projection day by day: the spend of each day, and the limit that ends it. */
class SpendProjection {
  readonly #input: ProjectionInput
  readonly #time: RunOutTime
  readonly #budget: BudgetTracker
  readonly adGroups: readonly AdGroupProjection[]
  readonly #remaining: bigint[]
  readonly #wasUsedUp: readonly boolean[]
  readonly start: string
  readonly ownEnd: string | null
  readonly end: string | null
  /** The first end of shared money. */
  readonly moneyEnd: MoneyEnd | null
  readonly days: bigint[] = []
  binds: SpendLimit = 'campaign'
  runOut: RunOut | null = null

  constructor(input: ProjectionInput, time: RunOutTime) {
    const { campaign, groups, shared } = input
    const unlimitedGroup: ProjectedGroup = { start_date: campaign.start_date, end_date: campaign.end_date, ownBudget: null, pace: null }
    this.#input = input
    this.#time = time
    this.#budget = new BudgetTracker(campaign, time.today)
    const moneyEnds = shared.flatMap(({ ends }) => ends ?? [])
    const lastDay = earliestOf(...moneyEnds.map(({ day }) => day))
    this.moneyEnd = moneyEnds.find(({ day }) => day === lastDay) ?? null
    this.adGroups = (groups.length > 0 ? groups : [unlimitedGroup]).map(
      (group) => new AdGroupProjection(group, campaign, lastDay, time.today),
    )
    const activeGroups = this.adGroups.filter((adGroup) => !adGroup.isOver(time.today))
    const firstStart = earliestOf(...activeGroups.map(({ start }) => start)) ?? campaign.start_date
    this.start = laterOf(firstStart, time.today)
    this.ownEnd = lastOf(this.adGroups.map(({ ownEnd }) => ownEnd))
    this.end = lastOf(this.adGroups.map(({ end }) => end))
    this.#wasUsedUp = shared.map(({ remaining }) => remaining <= 0n)
    const onStart = shared.map((money) => sharedMoneyOnStart(this.start, money, time))
    this.#remaining = onStart.map(({ remaining }) => remaining)
    this.#endBeforeStart(onStart.map(({ usedUpOn }) => usedUpOn))
  }

  /** Shared money that is used up before the start ends the campaign and its ad groups. */
  #endBeforeStart(usedUpOn: readonly (string | null)[]) {
    const day = earliestOf(...usedUpOn)
    if (day === null) return
    const runOuts = this.#input.shared.flatMap(({ limit }, index) => (usedUpOn[index] === day ? [{ limit, day, is_early: true }] : []))
    this.runOut = first(runOuts)
    for (const adGroup of this.adGroups) if (!adGroup.isOver(this.start)) adGroup.runOut = this.runOut
  }

  /** True if further days cannot change the result. */
  get isDone() {
    return this.days.length > 0 && this.runOut !== null && this.#remaining.includes(0n)
  }

  /** Projects one day, then checks which limits are reached before the next. */
  projectDay(day: string, next: string) {
    const index = this.days.length
    const { minutesGone, minutesInDay, today } = this.#time
    const part = day === today ? { minutesGone, minutesInDay } : { minutesGone: 0, minutesInDay }
    const scaled = (micros: bigint) => partOfDay(micros, part)
    const maxSpend = this.#budget.startDay(day, index, part)
    const runningGroups = this.adGroups.filter((adGroup) => adGroup.runs(day))
    const ownLimits = runningGroups.map(({ budget }) => budget?.startDay(day, index, part) ?? null)
    const demands = runningGroups.map(({ pace }, index) =>
      minAmount(maxSpend, ownLimits[index] ?? maxSpend, pace === null ? maxSpend : scaled(pace)),
    )
    const demand = minAmount(sum(demands), maxSpend, this.#input.pace === null ? maxSpend : scaled(this.#input.pace))
    const sharedLimits = this.#input.shared.map(({ limit, otherSpend }, index) => ({
      limit,
      micros: shareOfMoney(this.#remaining[index] ?? 0n, demand, scaled(otherSpend)),
    }))
    if (this.days.length === 0) this.#findBindingLimit(ownLimits, maxSpend, sharedLimits)
    const cost = minAmount(demand, ...sharedLimits.map(({ micros }) => micros))
    this.#spend(cost, runningGroups, demands, scaled)
    this.#findReachedLimits(day, next)
  }

  /** Finds the lowest limit of the day; the first of several equal ones. */
  #findBindingLimit(ownLimits: readonly (bigint | null)[], maxSpend: bigint, sharedLimits: readonly LimitAmount[]) {
    const knownLimits = ownLimits.filter((limit) => limit !== null)
    const groups: LimitAmount[] =
      knownLimits.length === ownLimits.length && knownLimits.length > 0 ? [{ limit: 'ad_group', micros: sum(knownLimits) }] : []
    const all: readonly LimitAmount[] = [...groups, { limit: 'campaign', micros: maxSpend }, ...sharedLimits]
    this.binds = all.reduce((least, one) => (one.micros < least.micros ? one : least)).limit
  }

  /** Splits the spend among ad groups by demand, and takes the other campaigns' spend from the shared money. */
  #spend(cost: bigint, runningGroups: readonly AdGroupProjection[], demands: readonly bigint[], scaled: (micros: bigint) => bigint) {
    this.days.push(cost)
    this.#budget.spend(cost)
    const totalDemand = sum(demands)
    let before = 0n
    let upTo = 0n
    runningGroups.forEach(({ budget }, index) => {
      upTo += demands[index] ?? 0n
      const spent = totalDemand > 0n ? (cost * upTo) / totalDemand : 0n
      budget?.spend(spent - before)
      before = spent
    })
    this.#input.shared.forEach(({ otherSpend }, index) => {
      const remaining = (this.#remaining[index] ?? 0n) - cost - scaled(otherSpend)
      this.#remaining[index] = remaining > 0n ? remaining : 0n
    })
  }

  /** Finds the limits that are reached at the end of the day. */
  #findReachedLimits(day: string, next: string) {
    const isEmpty = (adGroup: AdGroupProjection) => adGroup.budget?.isUsedUp(next) === true
    const allGroupsUsedUp = this.adGroups.every((adGroup) => adGroup.isOver(next) || isEmpty(adGroup)) && this.adGroups.some(isEmpty)
    const sharedRunOuts = (planned: string | null): RunOut[] => [
      ...(this.#budget.isUsedUp(next) ? [{ limit: 'campaign' as const, day, is_early: this.#isBudgetEarly(day, planned) }] : []),
      ...this.#input.shared.flatMap(({ limit }, index) =>
        this.#remaining[index] === 0n ? [{ limit, day, is_early: this.#isSharedEarly(index, day, planned) }] : [],
      ),
    ]
    const adGroupRunOut = (planned: string | null) => ({ limit: 'ad_group' as const, day, is_early: this.#isBudgetEarly(day, planned) })
    this.runOut ??= first([...(allGroupsUsedUp ? [adGroupRunOut(this.end)] : []), ...sharedRunOuts(this.end)])
    const endsForAll = this.#remaining.includes(0n)
    for (const adGroup of this.adGroups)
      if (adGroup.runs(day) || (endsForAll && !adGroup.isOver(day)))
        adGroup.runOut ??= first([...(isEmpty(adGroup) ? [adGroupRunOut(adGroup.end)] : []), ...sharedRunOuts(adGroup.end)])
  }

  /** True if a budget is used up before its planned end, at a known pace. Without an end date this is not early. */
  #isBudgetEarly(day: string, planned: string | null) {
    return this.#input.pace !== null && planned !== null && day < planned
  }

  /** Without a known pace, shared money counts as early only if it was used up at the start. */
  #isSharedEarly(index: number, day: string, planned: string | null) {
    return (this.#input.pace !== null || this.#wasUsedUp[index] === true) && (planned === null || day < planned)
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, micros) => all + micros, 0n)

const first = (runOut: readonly RunOut[]): RunOut | null =>
  runOut.toSorted((one, other) => spendLimits.indexOf(one.limit) - spendLimits.indexOf(other.limit))[0] ?? null

interface ProjectedEnd {
  readonly runOut: RunOut | null
  readonly ownEnd: string | null
  readonly end: string | null
}

/** Without another limit the end date ends the spend, or that of the insertion order or line if it is earlier. A past one is not reported. */
function runOutOrEnd({ runOut, ownEnd, end }: ProjectedEnd, moneyEnd: MoneyEnd | null, today: string): RunOut | null {
  if (runOut !== null || end === null || end < today) return runOut
  if (end === ownEnd || moneyEnd === null) return { limit: 'end_date', day: end, is_early: false }
  return { ...moneyEnd, is_early: ownEnd !== null }
}

/**
 * Projects a campaign's spend day by day, from now or from its start: as much as its budget, its ad groups' budgets and shared money allow,
 * and which of them, or the end of the insertion order or its line, comes first. Other campaigns spend shared money before the start, too.
 * A budget that renews ends nothing on the last day of its period.
 */
export function project(input: ProjectionInput, time: RunOutTime, maxDays = maxOpenEndedDays): Projection {
  const projection = new SpendProjection(input, time)
  const { today } = time
  const lastDayCount = projection.end === null ? Math.min(maxDays, maxOpenEndedDays) : maxDays
  let day = projection.start
  while (projection.days.length < lastDayCount && !projection.isDone && (projection.end === null || day <= projection.end)) {
    const next = addDays(day, 1)
    projection.projectDay(day, next)
    day = next
  }
  return {
    start_date: projection.start,
    days: projection.days,
    spend: sum(projection.days),
    is_whole: projection.isDone || (projection.end !== null && projection.end < day),
    end_date: projection.end,
    binds: projection.binds,
    run_out: runOutOrEnd(projection, projection.moneyEnd, today),
    groups: input.groups.map((_, index) => {
      const adGroup = projection.adGroups[index]
      return adGroup ? runOutOrEnd(adGroup, projection.moneyEnd, today) : null
    }),
  }
}

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
class BudgetTracker {
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
