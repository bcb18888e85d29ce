import { addDays, daysIn } from './date-ranges.ts'
import type { DayPart } from './budgets.rules.ts'
import { leastOf } from './money.ts'

/** What can bind spend, in the order in which it is named where several bind on one day. */
export const spendLimits = ['ad_group', 'campaign', 'insertion_order', 'funds', 'spend_limit'] as const
export type SpendLimit = (typeof spendLimits)[number]

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
}

/** No day further than this is told. */
const furthestDays = 366

/** What is spent on a day at most: what would be, or less where something is spent evenly. */
function paceAt(perDay: bigint, bindings: readonly Binding[], today: string, { gone, whole }: DayPart): bigint {
  const paces = bindings.flatMap(({ isEven, left, until }) => {
    if (!isEven || until === null || until < today) return []
    const later = daysIn({ start_date: today, end_date: until }) - 1
    const minutes = whole - gone + later * whole
    return minutes > 0 ? [(left * BigInt(whole)) / BigInt(minutes)] : []
  })
  return leastOf(perDay, ...paces)
}

/** The day on which so much is spent at a pace, today counting as what is left of it. */
function dayOf(left: bigint, pace: bigint, today: string, { gone, whole }: DayPart): string | null {
  if (left <= 0n) return today
  if (pace <= 0n) return null
  const [all, rest] = [BigInt(whole), BigInt(whole - gone)]
  const minutes = (left * all + pace - 1n) / pace
  if (minutes <= rest) return today
  const days = (minutes - rest + all - 1n) / all
  return days > BigInt(furthestDays) ? null : addDays(today, Number(days))
}

/**
 * Which limit ends spend first, and on which day; nothing where all of them last. What is spent evenly lasts to its last
 * day and slows everything else down to its pace.
 */
export function runOut(bindings: readonly Binding[], perDay: bigint, today: string, part: DayPart): RunOut | null {
  const pace = paceAt(perDay, bindings, today, part)
  const found = bindings.flatMap(({ limit, left, until, isEven }) => {
    const day = isEven && left > 0n ? null : dayOf(left, pace, today, part)
    return day === null || (until !== null && day > until) ? [] : [{ limit, day }]
  })
  const rank = ({ day, limit }: RunOut) => `${day} ${spendLimits.indexOf(limit)}`
  return found.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0] ?? null
}
