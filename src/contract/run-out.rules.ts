import { addDays, daysIn } from './date-ranges.ts'
import type { DayPart } from './budgets.rules.ts'
import { leastOf } from './money.ts'
import { type SpendLimit, spendLimits } from './serving.ts'

/** Something that ends spend: how much is left of it, and the last day before it begins anew; forever where it does not. */
export interface Binding {
  readonly limit: SpendLimit
  readonly left: bigint
  readonly until: string | null
  /** It is spent evenly up to its last day, so that it cannot run out before. */
  readonly isEven?: boolean
}
export interface RunOut {
  readonly limit: SpendLimit
  readonly day: string
  /** Before the day on which it was planned to end, or though none was planned. */
  readonly is_early: boolean
}
/** When it is asked: the day, how much of it is over, and the day that ends it anyway. */
export interface RunOutTime extends DayPart {
  readonly today: string
  readonly end_date: string | null
}

/** No day further than this is told. */
const furthestDays = 366

/** What is spent on a day at most: what would be, or less where something is spent evenly. */
function paceAt(perDay: bigint, bindings: readonly Binding[], { today, gone, whole }: RunOutTime): bigint {
  const paces = bindings.flatMap(({ isEven, left, until }) => {
    if (!isEven || until === null || until < today) return []
    const later = daysIn({ start_date: today, end_date: until }) - 1
    const minutes = whole - gone + later * whole
    return minutes > 0 ? [(left * BigInt(whole)) / BigInt(minutes)] : []
  })
  return leastOf(perDay, ...paces)
}

/** The day on which so much is spent at a pace, today counting as what is left of it. */
function dayOf(left: bigint, pace: bigint, { today, gone, whole }: RunOutTime): string | null {
  if (left <= 0n) return today
  if (pace <= 0n) return null
  const [all, rest] = [BigInt(whole), BigInt(whole - gone)]
  const minutes = (left * all + pace - 1n) / pace
  if (minutes <= rest) return today
  const days = (minutes - rest + all - 1n) / all
  return days > BigInt(furthestDays) ? null : addDays(today, Number(days))
}

const first = (...days: readonly (string | null)[]) => days.filter((day) => day !== null).toSorted()[0] ?? null

/**
 * Which limit ends spend first, and on which day; nothing where all of them last. What is spent evenly lasts to its last
 * day and slows everything else down to its pace.
 */
export function runOut(bindings: readonly Binding[], perDay: bigint, time: RunOutTime): RunOut | null {
  const pace = paceAt(perDay, bindings, time)
  const found = bindings.flatMap(({ limit, left, until, isEven }): RunOut[] => {
    const day = isEven && left > 0n ? null : dayOf(left, pace, time)
    const planned = first(until, time.end_date)
    return day === null || (planned !== null && day > planned) ? [] : [{ limit, day, is_early: planned === null || day < planned }]
  })
  if (time.end_date !== null) found.push({ limit: 'end_date', day: time.end_date, is_early: false })
  const rank = ({ day, limit }: RunOut) => `${day} ${spendLimits.indexOf(limit)}`
  return found.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0] ?? null
}
