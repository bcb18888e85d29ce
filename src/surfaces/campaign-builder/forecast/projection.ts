import { addDays, daysIn } from '../../../contract/dates/date-ranges.ts'
import type { SpendLimit } from '../../../contract/serving/serving.ts'

/** The projected spend up to the end of a day. */
export interface SpendSum {
  readonly day: string
  readonly spend: number
}

interface ProjectionInput {
  /** Sums of some days, in order. Between two of them the spend is even, after the last one there is none. */
  readonly sums: readonly SpendSum[]
  readonly funds: number
  readonly start: string
  /** The last day; undefined for a campaign that is always on. */
  readonly end: string | undefined
  readonly runOut: { readonly limit: SpendLimit; readonly day: string } | null
}

/** A limit, its date, and the share of the chart's time until then. */
export interface LimitRow {
  readonly limit: SpendLimit
  readonly day: string
  readonly share: number
  readonly isFirst: boolean
}

/** A point of the spend line, in shares of the chart's width and height. */
export interface SpendPoint {
  readonly at: number
  readonly height: number
}

/** Projected spend over time. */
export interface SpendProjection {
  readonly lastDay: string
  /** The line from zero to the right edge. */
  readonly points: readonly SpendPoint[]
  /** The first limit that ends the spending or interrupts it; undefined if none does before the last day. */
  readonly stop: (SpendPoint & { readonly day: string }) | undefined
  /** Height of the available funds; undefined if they are far above the projected spend. */
  readonly funds: number | undefined
  readonly limits: readonly LimitRow[]
}

/** Days that a chart without an end date shows at least. */
const openDays = 30
/** Room above the highest value. */
const headroom = 1.15

const spanOf = (start: string, day: string) => (day < start ? 0 : daysIn({ start_date: start, end_date: day }))

/** The spend until a number of days has passed. */
interface SpentUntil {
  readonly days: number
  readonly spend: number
}

function spendAt(known: readonly SpentUntil[], days: number): number {
  const next = known.findIndex((sum) => sum.days >= days)
  const after = known[next]
  if (!after) return known.at(-1)?.spend ?? 0
  const before = known[next - 1] ?? after
  const share = after.days > before.days ? (days - before.days) / (after.days - before.days) : 1
  return before.spend + (after.spend - before.spend) * share
}

/** Draws the spend to the end date, or some time beyond the first limit; undefined without a spend. */
export function projectSpend({ sums, funds, start, end, runOut }: ProjectionInput): SpendProjection | undefined {
  const firstDay = sums[0]?.day
  if (firstDay === undefined) return undefined
  const untilStop = runOut ? spanOf(start, runOut.day) : 0
  const days = end === undefined ? Math.max(openDays, Math.ceil(untilStop * 1.2)) : Math.max(1, spanOf(start, end))
  const begin: SpentUntil = { days: Math.max(0, spanOf(start, firstDay) - 1), spend: 0 }
  const known = [begin, ...sums.map(({ day, spend }) => ({ days: spanOf(start, day), spend }))]
  const whole = spendAt(known, days)
  if (!(whole > 0)) return undefined
  const top = Math.max(whole, funds <= whole * 1.5 ? funds : 0) * headroom
  const pointAt = (until: number): SpendPoint => ({ at: until / days, height: spendAt(known, until) / top })
  const share = (day: string) => Math.min(1, spanOf(start, day) / days)
  const isStopped = runOut !== null && runOut.limit !== 'end_date' && untilStop > 0 && untilStop < days
  const first: LimitRow[] = runOut ? [{ limit: runOut.limit, day: runOut.day, share: share(runOut.day), isFirst: true }] : []
  const last: LimitRow[] =
    end !== undefined && runOut?.limit !== 'end_date' ? [{ limit: 'end_date', day: end, share: share(end), isFirst: runOut === null }] : []
  const inside = known.map((sum) => sum.days).filter((until) => until < days)
  return {
    lastDay: addDays(start, days - 1),
    points: [...new Set([0, ...inside, days])].map(pointAt),
    stop: isStopped ? { ...pointAt(untilStop), day: runOut.day } : undefined,
    funds: funds > 0 && funds <= top ? funds / top : undefined,
    limits: [...first, ...last],
  }
}
