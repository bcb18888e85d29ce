import { addDays, daysIn } from '../../../contract/dates/date-ranges.ts'
import type { SpendLimit } from '../../../contract/serving/serving.ts'

interface ProjectionInput {
  readonly perDay: number
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

/** Projected spend over time, in shares of the chart's width and height. */
export interface SpendProjection {
  readonly lastDay: string
  /** End of the spend line at the right edge. */
  readonly end: number
  /** Where the first limit ends the spending; undefined if nothing does before the last day. */
  readonly stop: { readonly at: number; readonly height: number; readonly day: string } | undefined
  /** Height of the available funds; undefined if they are far above the projected spend. */
  readonly funds: number | undefined
  readonly limits: readonly LimitRow[]
}

/** Days that a chart without an end date shows at least. */
const openDays = 30
/** Room above the highest value. */
const headroom = 1.15

const spanOf = (start: string, day: string) => (day < start ? 0 : daysIn({ start_date: start, end_date: day }))

/** Projects the spend of the first day to the end date, or some time beyond the first limit; undefined without a spend. */
export function projectSpend({ perDay, funds, start, end, runOut }: ProjectionInput): SpendProjection | undefined {
  if (!(perDay > 0)) return undefined
  const untilStop = runOut ? spanOf(start, runOut.day) : 0
  const days = end === undefined ? Math.max(openDays, Math.ceil(untilStop * 1.2)) : Math.max(1, spanOf(start, end))
  const whole = perDay * days
  const top = Math.max(whole, funds <= whole * 1.5 ? funds : 0) * headroom
  const share = (day: string) => Math.min(1, spanOf(start, day) / days)
  const isStopped = runOut !== null && runOut.limit !== 'end_date' && untilStop > 0 && untilStop < days
  const first: LimitRow[] = runOut ? [{ limit: runOut.limit, day: runOut.day, share: share(runOut.day), isFirst: true }] : []
  const last: LimitRow[] =
    end !== undefined && runOut?.limit !== 'end_date' ? [{ limit: 'end_date', day: end, share: share(end), isFirst: runOut === null }] : []
  return {
    lastDay: addDays(start, days - 1),
    end: whole / top,
    stop: isStopped ? { at: untilStop / days, height: (perDay * untilStop) / top, day: runOut.day } : undefined,
    funds: funds > 0 && funds <= top ? funds / top : undefined,
    limits: [...first, ...last],
  }
}
