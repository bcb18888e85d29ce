import { BudgetTracker, type ProjectedBudget } from './budget-tracker.rules.ts'
import type { DayPart, RunDates } from '../../../src/contract/budgets/budgets.rules.ts'
import { addDays, daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { minAmount, maxAmount } from '../../../src/contract/money/money.ts'
import { type SpendLimit, spendLimits } from '../../../src/contract/serving/serving.ts'

/** An ad group in a projection. Without dates of its own it has the campaign's. */
export interface ProjectedGroup extends RunDates {
  /** The ad group's own budget. */
  readonly own: ProjectedBudget | null
  /** Spend of a usual day; null if unknown. */
  readonly pace: bigint | null
}
/** Money that other campaigns also spend: the rest of it, and their spend on a usual day. */
export interface SharedMoney {
  readonly limit: 'insertion_order' | 'funds' | 'spend_limit'
  readonly left: bigint
  readonly others: bigint
}
/** Everything that limits a campaign's spend. Amounts in micros. */
export interface Projected {
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
  /** Spend by day, from the first day on which the campaign runs. */
  readonly days: readonly bigint[]
  /** The sum of `days`. */
  readonly spend: bigint
  /** True if the days cover all of the campaign's spend. */
  readonly is_whole: boolean
  /** The last day; null for a campaign without an end. */
  readonly end_date: string | null
  /** The limit that holds down the first day's spend. */
  readonly binds: SpendLimit
  /** The limit that ends the campaign first; null if no limit does. */
  readonly run_out: RunOut | null
  /** The limit that ends each ad group first, in the order of the ad groups. */
  readonly groups: readonly (RunOut | null)[]
}

/** A projection without an end stops after this many days. */
export const furthestDays = 366

type Known = { readonly limit: SpendLimit; readonly micros: bigint }

/** The amount of shared money for one spender on a day. If it is not enough for all, each gets a part in proportion to its demand. */
export const shareOfMoney = (left: bigint, want: bigint, others: bigint): bigint => {
  if (left >= want + others) return left - others
  return want <= 0n || left <= 0n ? 0n : (left * want) / (want + others)
}

/** The amount for the rest of the day, in proportion to its minutes. */
const partOfDay = (micros: bigint, { minutesGone, minutesInDay }: DayPart) =>
  (micros * BigInt(minutesInDay - minutesGone)) / BigInt(minutesInDay)

/** Shared money that is left on the start day, and the day before it on which other campaigns use it up. */
function leftOnStart(
  start: string,
  { left, others }: SharedMoney,
  time: RunOutTime,
): { readonly left: bigint; readonly goneOn: string | null } {
  const days = daysIn({ start_date: time.today, end_date: start }) - 1
  if (days <= 0) return { left: maxAmount(left, 0n), goneOn: null }
  const fromTomorrow = left - partOfDay(others, time)
  const lasts = fromTomorrow <= 0n ? 0n : others > 0n ? (fromTomorrow + others - 1n) / others : null
  if (lasts !== null && lasts < BigInt(days)) return { left: 0n, goneOn: addDays(time.today, Number(lasts)) }
  return { left: fromTomorrow - others * BigInt(days - 1), goneOn: null }
}

const lastOf = (one: string, other: string) => [one, other].toSorted()[1] ?? other
const firstOf = (...days: readonly (string | null)[]) => days.filter((day) => day !== null).toSorted()[0] ?? null

/** An ad group while its spend is projected. */
class ProjectedLine {
  readonly start: string
  readonly end: string | null
  readonly pace: bigint | null
  readonly purse: BudgetTracker | null
  found: RunOut | null = null

  constructor({ start_date, end_date, own, pace }: ProjectedGroup, campaign: RunDates, today: string) {
    this.start = lastOf(start_date, campaign.start_date)
    this.end = firstOf(end_date, campaign.end_date)
    this.pace = pace
    this.purse = own && new BudgetTracker(own, today)
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
  readonly #asked: Projected
  readonly #time: RunOutTime
  readonly #purse: BudgetTracker
  readonly lines: readonly ProjectedLine[]
  readonly #left: bigint[]
  readonly #wasGone: readonly boolean[]
  readonly start: string
  readonly end: string | null
  readonly days: bigint[] = []
  binds: SpendLimit = 'campaign'
  found: RunOut | null = null

  constructor(asked: Projected, time: RunOutTime) {
    const { campaign, groups, shared } = asked
    const plain: ProjectedGroup = { start_date: campaign.start_date, end_date: campaign.end_date, own: null, pace: null }
    this.#asked = asked
    this.#time = time
    this.#purse = new BudgetTracker(campaign, time.today)
    this.lines = (groups.length > 0 ? groups : [plain]).map((group) => new ProjectedLine(group, campaign, time.today))
    const open = this.lines.filter((line) => !line.isOver(time.today))
    const begins = firstOf(...open.map(({ start }) => start)) ?? campaign.start_date
    this.start = lastOf(begins, time.today)
    const ends = this.lines.map(({ end }) => end)
    this.end = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)
    this.#wasGone = shared.map(({ left }) => left <= 0n)
    const atStart = shared.map((one) => leftOnStart(this.start, one, time))
    this.#left = atStart.map(({ left }) => left)
    this.#wait(atStart.map(({ goneOn }) => goneOn))
  }

  /** Shared money that is used up before the start ends the campaign and its ad groups. */
  #wait(goneOn: readonly (string | null)[]) {
    const day = firstOf(...goneOn)
    if (day === null) return
    const runOuts = this.#asked.shared.flatMap(({ limit }, at) => (goneOn[at] === day ? [{ limit, day, is_early: true }] : []))
    this.found = first(runOuts)
    for (const line of this.lines) if (!line.isOver(this.start)) line.found = this.found
  }

  /** True if further days cannot change the result. */
  get isDone() {
    return this.days.length > 0 && this.found !== null && this.#left.includes(0n)
  }

  /** Projects one day, then checks which limits are reached before the next. */
  pass(day: string, next: string) {
    const at = this.days.length
    const { minutesGone, minutesInDay, today } = this.#time
    const part = day === today ? { minutesGone, minutesInDay } : { minutesGone: 0, minutesInDay }
    const scaled = (micros: bigint) => partOfDay(micros, part)
    const most = this.#purse.open(day, at, part)
    const running = this.lines.filter((line) => line.runs(day))
    const owns = running.map(({ purse }) => purse?.open(day, at, part) ?? null)
    const wants = running.map(({ pace }, index) => minAmount(most, owns[index] ?? most, pace === null ? most : scaled(pace)))
    const wanted = minAmount(sum(wants), most, this.#asked.pace === null ? most : scaled(this.#asked.pace))
    const rooms = this.#asked.shared.map(({ limit, others }, index) => ({
      limit,
      micros: shareOfMoney(this.#left[index] ?? 0n, wanted, scaled(others)),
    }))
    if (this.days.length === 0) this.#bind(owns, most, rooms)
    const cost = minAmount(wanted, ...rooms.map(({ micros }) => micros))
    this.#spend(cost, running, wants, scaled)
    this.#look(day, next)
  }

  /** Finds the lowest limit of the day; the first of several equal ones. */
  #bind(owns: readonly (bigint | null)[], most: bigint, rooms: readonly Known[]) {
    const known = owns.filter((own) => own !== null)
    const groups: Known[] = known.length === owns.length && known.length > 0 ? [{ limit: 'ad_group', micros: sum(known) }] : []
    const all: readonly Known[] = [...groups, { limit: 'campaign', micros: most }, ...rooms]
    this.binds = all.reduce((least, one) => (one.micros < least.micros ? one : least)).limit
  }

  /** Splits the spend among ad groups by demand, and takes the other campaigns' spend from the shared money. */
  #spend(cost: bigint, running: readonly ProjectedLine[], wants: readonly bigint[], scaled: (micros: bigint) => bigint) {
    this.days.push(cost)
    this.#purse.spend(cost)
    const all = sum(wants)
    let before = 0n
    let upTo = 0n
    running.forEach(({ purse }, at) => {
      upTo += wants[at] ?? 0n
      const spent = all > 0n ? (cost * upTo) / all : 0n
      purse?.spend(spent - before)
      before = spent
    })
    this.#asked.shared.forEach(({ others }, at) => {
      const left = (this.#left[at] ?? 0n) - cost - scaled(others)
      this.#left[at] = left > 0n ? left : 0n
    })
  }

  /** Finds the limits that are reached at the end of the day. */
  #look(day: string, next: string) {
    const isEmpty = (line: ProjectedLine) => line.purse?.isGone(next) === true
    const groupsGone = this.lines.every((line) => line.isOver(next) || isEmpty(line)) && this.lines.some(isEmpty)
    const common = (planned: string | null): RunOut[] => [
      ...(this.#purse.isGone(next) ? [{ limit: 'campaign' as const, day, is_early: this.#isShort(day, planned) }] : []),
      ...this.#asked.shared.flatMap(({ limit }, at) =>
        this.#left[at] === 0n ? [{ limit, day, is_early: this.#isEarly(at, day, planned) }] : [],
      ),
    ]
    const ownGone = (planned: string | null) => ({ limit: 'ad_group' as const, day, is_early: this.#isShort(day, planned) })
    this.found ??= first([...(groupsGone ? [ownGone(this.end)] : []), ...common(this.end)])
    const lasts = this.#left.includes(0n)
    for (const line of this.lines)
      if (line.runs(day) || (lasts && !line.isOver(day)))
        line.found ??= first([...(isEmpty(line) ? [ownGone(line.end)] : []), ...common(line.end)])
  }

  /** True if a budget is used up before its planned end, at a known pace. Without an end date this is not early. */
  #isShort(day: string, planned: string | null) {
    return this.#asked.pace !== null && planned !== null && day < planned
  }

  /** Without a known pace, shared money counts as early only if it was used up at the start. */
  #isEarly(at: number, day: string, planned: string | null) {
    return (this.#asked.pace !== null || this.#wasGone[at] === true) && (planned === null || day < planned)
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, micros) => all + micros, 0n)

const first = (found: readonly RunOut[]): RunOut | null =>
  found.toSorted((one, other) => spendLimits.indexOf(one.limit) - spendLimits.indexOf(other.limit))[0] ?? null

/** An end date in the past is not reported. */
const orEndDate = (found: RunOut | null, end: string | null, today: string): RunOut | null =>
  found ?? (end === null || end < today ? null : { limit: 'end_date', day: end, is_early: false })

/**
 * Projects a campaign's spend day by day, from now or from its start: as much as its budget, its ad groups' budgets and shared
 * money allow, and which of them runs out first. Other campaigns spend shared money before the start, too. A budget that renews
 * ends nothing on the last day of its period.
 */
export function project(asked: Projected, time: RunOutTime, mostDays = furthestDays): Projection {
  const walk = new SpendProjection(asked, time)
  const { today } = time
  const most = walk.end === null ? Math.min(mostDays, furthestDays) : mostDays
  let day = walk.start
  while (walk.days.length < most && !walk.isDone && (walk.end === null || day <= walk.end)) {
    const next = addDays(day, 1)
    walk.pass(day, next)
    day = next
  }
  return {
    days: walk.days,
    spend: sum(walk.days),
    is_whole: walk.isDone || (walk.end !== null && walk.end < day),
    end_date: walk.end,
    binds: walk.binds,
    run_out: orEndDate(walk.found, walk.end, today),
    groups: asked.groups.map((_, at) => orEndDate(walk.lines[at]?.found ?? null, walk.lines[at]?.end ?? null, today)),
  }
}
