import type { Press, Pressed } from './platform-load.ts'

/** "Flat out" measures throughput; "at work" pauses a second on average between requests and measures waiting times. */
export const presses: readonly Press[] = [
  { name: 'flat out', pauseMs: [0, 0], reports: 0 },
  { name: 'at work', pauseMs: [500, 1500], reports: 0 },
  { name: 'at work, five reports', pauseMs: [500, 1500], reports: 5 },
]

/**
 * Minimum share of the bare server's requests per second. For a read, the platform sends two queries instead of one, because it
 * reads the caller's current permissions; for a write it sends six, with an audit entry. It also validates both bodies.
 */
export const leastShare = 0.2
/** Maximum 99th percentile of waiting times while five reports run on PostgreSQL, in milliseconds. */
export const longestMs = 250

export interface Verdict {
  readonly share: number
  readonly errors: number
  /** 99th percentile of waiting times while reports run; undefined when no report ran. */
  readonly waitMs: number | undefined
  /** Descriptions of the exceeded limits; empty when all is well. */
  readonly wrong: readonly string[]
}

/** Compares the results of one driver with the limits; a missing result counts as exceeded. */
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
