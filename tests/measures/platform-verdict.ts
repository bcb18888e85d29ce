import type { Press, Pressed } from './platform-load.ts'

/** Flat out for what a server can carry; at work, a second from answer to question, for how long people wait. */
export const presses: readonly Press[] = [
  { name: 'flat out', pauseMs: [0, 0], reports: 0 },
  { name: 'at work', pauseMs: [500, 1500], reports: 0 },
  { name: 'at work, five reports', pauseMs: [500, 1500], reports: 5 },
]

/**
 * The least share of the bare server's requests a second: the platform asks the database twice where that asks once, to know who
 * asks as of this moment, and six times for a write, which leaves an audit entry in one transaction; and it checks both bodies.
 */
export const leastShare = 0.2
/** How long one person in a hundred may wait while five reports run, on PostgreSQL, in milliseconds. */
export const longestMs = 250

export interface Verdict {
  readonly share: number
  readonly errors: number
  /** The 99th percentile under reports; nothing where none ran. */
  readonly waitMs: number | undefined
  /** What is wrong, in words; nothing when all is well. */
  readonly wrong: readonly string[]
}

/** What the presses on one driver say, each against its bar; what was not measured is past it. */
export function verdictOf(pressed: readonly Pressed[], { isServer }: { isServer: boolean }): Verdict {
  const found = (side: Pressed['side'], fits: (press: Press) => boolean) => pressed.find((one) => one.side === side && fits(one.press))
  const flat = (press: Press) => press.pauseMs[1] === 0
  const share = (found('platform', flat)?.perSecond ?? Number.NaN) / (found('bare', flat)?.perSecond ?? Number.NaN)
  const errors = pressed.reduce((sum, one) => sum + one.errors.length, 0)
  const waitMs = found('platform', ({ reports }) => reports > 0)?.p99
  const wrong = [
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(!(share >= leastShare) ? [`${share.toFixed(2)} of the bare server's requests, below ${leastShare}`] : []),
    ...(isServer && !(waitMs !== undefined && waitMs <= longestMs)
      ? [`${waitMs?.toFixed(0) ?? 'no'} ms under five reports, past ${longestMs}`]
      : []),
  ]
  return { share, errors, waitMs, wrong }
}
