import { BudgetPurse, type ProjectedBudget } from './budget-purse.rules.ts'
import type { DayPart, RunDays } from '../../../src/contract/budgets/budgets.rules.ts'
import { addDays, daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { leastOf, mostOf } from '../../../src/contract/money/money.ts'
import { type SpendLimit, spendLimits } from '../../../src/contract/serving/serving.ts'

/** An ad group as far as the spend of its campaign goes; its days are those of its campaign where it has none. */
export interface ProjectedGroup extends RunDays {
  /** A budget of its own. */
  readonly own: ProjectedBudget | null
  /** What it spends on a usual day; nothing where that is not known. */
  readonly pace: bigint | null
}
/** Money that others spend, too: what is left of it, and what they spend on a usual day. */
export interface SharedMoney {
  readonly limit: 'insertion_order' | 'funds' | 'spend_limit'
  readonly left: bigint
  readonly others: bigint
}
/** Everything that holds the spend of a campaign; money in micros. */
export interface Projected {
  readonly campaign: ProjectedBudget
  /** Those that would be shown; without any the campaign is asked as if it had one that adds nothing. */
  readonly groups: readonly ProjectedGroup[]
  readonly shared: readonly SharedMoney[]
  /** What it spends on a usual day; where that is not known, it spends all it may. */
  readonly pace: bigint | null
}
export interface RunOut {
  readonly limit: SpendLimit
  readonly day: string
  /** Before the day on which it was planned to end, or, of what is shared, though none was planned. What others spend before it begins is early. */
  readonly is_early: boolean
}
/** When it is asked: the day, and how much of it is over. */
export interface RunOutTime extends DayPart {
  readonly today: string
}
/** What a campaign is going to spend. */
export interface Projection {
  /** What each day costs, from the first on which it runs. */
  readonly days: readonly bigint[]
  /** The sum of these. */
  readonly spend: bigint
  /** Whether no day that is not among them costs anything. */
  readonly is_whole: boolean
  /** The last day on which it runs; nothing without one. */
  readonly end_date: string | null
  /** What holds the first day down. */
  readonly binds: SpendLimit
  /** What ends it first; nothing where no limit is near. */
  readonly run_out: RunOut | null
  /** What ends each ad group first, in their order. */
  readonly groups: readonly (RunOut | null)[]
}

/** No day further than this is told of what has no end. */
export const furthestDays = 366

type Known = { readonly limit: SpendLimit; readonly micros: bigint }

/** What somebody who wants so much of a day gets of money that others spend, too: where it does not do for all, the part by what each wants. */
export const partOfShared = (left: bigint, want: bigint, others: bigint): bigint => {
  if (left >= want + others) return left - others
  return want <= 0n || left <= 0n ? 0n : (left * want) / (want + others)
}

/** So much of a day's money is for what is left of it. */
const partOfDay = (micros: bigint, { gone, whole }: DayPart) => (micros * BigInt(whole - gone)) / BigInt(whole)

/** What others leave of their money until the day on which it begins, and on which day before that it is gone. */
function leftAt(start: string, { left, others }: SharedMoney, time: RunOutTime): { readonly left: bigint; readonly goneOn: string | null } {
  const days = daysIn({ start_date: time.today, end_date: start }) - 1
  if (days <= 0) return { left: mostOf(left, 0n), goneOn: null }
  const fromTomorrow = left - partOfDay(others, time)
  const lasts = fromTomorrow <= 0n ? 0n : others > 0n ? (fromTomorrow + others - 1n) / others : null
  if (lasts !== null && lasts < BigInt(days)) return { left: 0n, goneOn: addDays(time.today, Number(lasts)) }
  return { left: fromTomorrow - others * BigInt(days - 1), goneOn: null }
}

const lastOf = (one: string, other: string) => [one, other].toSorted()[1] ?? other
const firstOf = (...days: readonly (string | null)[]) => days.filter((day) => day !== null).toSorted()[0] ?? null

/** One of those that spend the money of a campaign, while it is spent. */
class Line {
  readonly start: string
  readonly end: string | null
  readonly pace: bigint | null
  readonly purse: BudgetPurse | null
  found: RunOut | null = null

  constructor({ start_date, end_date, own, pace }: ProjectedGroup, campaign: RunDays, today: string) {
    this.start = lastOf(start_date, campaign.start_date)
    this.end = firstOf(end_date, campaign.end_date)
    this.pace = pace
    this.purse = own && new BudgetPurse(own, today)
  }

  runs(day: string) {
    return this.start <= day && !this.isOver(day)
  }

  isOver(day: string) {
    return this.end !== null && this.end < day
  }
}

/** The walk through the days: what each costs, and which limit ends it. */
class Walk {
  readonly #asked: Projected
  readonly #time: RunOutTime
  readonly #purse: BudgetPurse
  readonly lines: readonly Line[]
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
    this.#purse = new BudgetPurse(campaign, time.today)
    this.lines = (groups.length > 0 ? groups : [plain]).map((group) => new Line(group, campaign, time.today))
    const open = this.lines.filter((line) => !line.isOver(time.today))
    const begins = firstOf(...open.map(({ start }) => start)) ?? campaign.start_date
    this.start = lastOf(begins, time.today)
    const ends = this.lines.map(({ end }) => end)
    this.end = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)
    this.#wasGone = shared.map(({ left }) => left <= 0n)
    const atStart = shared.map((one) => leftAt(this.start, one, time))
    this.#left = atStart.map(({ left }) => left)
    this.#wait(atStart.map(({ goneOn }) => goneOn))
  }

  /** What is gone before it begins ends it, and each of those that run, before a click. */
  #wait(goneOn: readonly (string | null)[]) {
    const day = firstOf(...goneOn)
    if (day === null) return
    const gone = this.#asked.shared.flatMap(({ limit }, at) => (goneOn[at] === day ? [{ limit, day, is_early: true }] : []))
    this.found = first(gone)
    for (const line of this.lines) if (!line.isOver(this.start)) line.found = this.found
  }

  /** Whether nothing can change any more what is told. */
  get isDone() {
    return this.days.length > 0 && this.found !== null && this.#left.includes(0n)
  }

  /** Spends a day, and looks what has ended before the next. */
  pass(day: string, next: string) {
    const at = this.days.length
    const { gone, whole, today } = this.#time
    const part = day === today ? { gone, whole } : { gone: 0, whole }
    const scaled = (micros: bigint) => partOfDay(micros, part)
    const most = this.#purse.open(day, at, part)
    const running = this.lines.filter((line) => line.runs(day))
    const owns = running.map(({ purse }) => purse?.open(day, at, part) ?? null)
    const wants = running.map(({ pace }, index) => leastOf(most, owns[index] ?? most, pace === null ? most : scaled(pace)))
    const wanted = leastOf(sum(wants), most, this.#asked.pace === null ? most : scaled(this.#asked.pace))
    const rooms = this.#asked.shared.map(({ limit, others }, index) => ({
      limit,
      micros: partOfShared(this.#left[index] ?? 0n, wanted, scaled(others)),
    }))
    if (this.days.length === 0) this.#bind(owns, most, rooms)
    const cost = leastOf(wanted, ...rooms.map(({ micros }) => micros))
    this.#spend(cost, running, wants, scaled)
    this.#look(day, next)
  }

  /** The least of all that hold a day down; the first of them where several are as low. */
  #bind(owns: readonly (bigint | null)[], most: bigint, rooms: readonly Known[]) {
    const known = owns.filter((own) => own !== null)
    const groups: Known[] = known.length === owns.length && known.length > 0 ? [{ limit: 'ad_group', micros: sum(known) }] : []
    const all: readonly Known[] = [...groups, { limit: 'campaign', micros: most }, ...rooms]
    this.binds = all.reduce((least, one) => (one.micros < least.micros ? one : least)).limit
  }

  /** Each ad group spends by what it wants, and the others their part of what is shared. */
  #spend(cost: bigint, running: readonly Line[], wants: readonly bigint[], scaled: (micros: bigint) => bigint) {
    this.days.push(cost)
    this.#purse.spend(cost)
    const all = sum(wants)
    let [before, upTo] = [0n, 0n]
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

  /** What has ended by the evening of a day. */
  #look(day: string, next: string) {
    const isEmpty = (line: Line) => line.purse?.isGone(next) === true
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

  /** A budget that is gone before its last day, at a pace that is known; where there is no last day, its end is that of the budget. */
  #isShort(day: string, planned: string | null) {
    return this.#asked.pace !== null && planned !== null && day < planned
  }

  /** Before anything was spent nobody knows how fast it goes: only what is gone already is early. */
  #isEarly(at: number, day: string, planned: string | null) {
    return (this.#asked.pace !== null || this.#wasGone[at] === true) && (planned === null || day < planned)
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, micros) => all + micros, 0n)

const first = (found: readonly RunOut[]): RunOut | null =>
  found.toSorted((one, other) => spendLimits.indexOf(one.limit) - spendLimits.indexOf(other.limit))[0] ?? null

/** What is over already ends no more. */
const orEnd = (found: RunOut | null, end: string | null, today: string): RunOut | null =>
  found ?? (end === null || end < today ? null : { limit: 'end_date', day: end, is_early: false })

/**
 * What a campaign is going to spend, day by day from now, or from when it begins: on each day what delivery lets through by
 * its budget, those of its ad groups, and what it shares with others, who spend of it before it begins, too; and which of
 * these ends it first. A budget that comes again ends nothing on the last day of its period.
 */
export function project(asked: Projected, time: RunOutTime, mostDays = furthestDays): Projection {
  const walk = new Walk(asked, time)
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
    run_out: orEnd(walk.found, walk.end, today),
    groups: asked.groups.map((_, at) => orEnd(walk.lines[at]?.found ?? null, walk.lines[at]?.end ?? null, today)),
  }
}
