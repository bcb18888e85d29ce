import type { LoadProfile, LoadResult } from './platform-load.ts'

/** "Flat out" measures throughput; "at work" pauses a second on average between requests and measures waiting times. */
export const loadProfiles: readonly LoadProfile[] = [
  { name: 'flat out', pauseMs: [0, 0], reports: 0 },
  { name: 'at work', pauseMs: [500, 1500], reports: 0 },
  { name: 'at work, five reports', pauseMs: [500, 1500], reports: 5 },
]

/**
 * Minimum share of the bare server's requests per second. For a read, the platform sends two queries instead of one, because it
 * reads the caller's current permissions; for a write it sends six, with an audit entry. It also validates both bodies.
 */
export const minShare = 0.2
/** Maximum 99th percentile of waiting times while five reports run on PostgreSQL, in milliseconds. */
export const maxWaitMs = 250

export interface Verdict {
  readonly share: number
  readonly errors: number
  /** 99th percentile of waiting times while reports run; undefined when no report ran. */
  readonly waitMs: number | undefined
  /** Descriptions of the limits that the results do not meet; empty when all is well. */
  readonly violations: readonly string[]
}

/**
 * Compares the results of one database driver with the limits. A missing share counts as a violation; on PostgreSQL a missing
 * waiting time does, too.
 */
export function verdictOf(results: readonly LoadResult[], { isPostgres }: { isPostgres: boolean }): Verdict {
  const found = (side: LoadResult['side'], fits: (profile: LoadProfile) => boolean) =>
    results.find((result) => result.side === side && fits(result.profile))
  const flat = (profile: LoadProfile) => profile.pauseMs[1] === 0
  const share = (found('platform', flat)?.perSecond ?? Number.NaN) / (found('bare', flat)?.perSecond ?? Number.NaN)
  const errors = results.reduce((sum, result) => sum + result.errors.length, 0)
  const waitMs = found('platform', ({ reports }) => reports > 0)?.p99
  const violations = [
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(!(share >= minShare) ? [`${share.toFixed(2)} of the bare server's requests, below ${minShare}`] : []),
    ...(isPostgres && !(waitMs !== undefined && waitMs <= maxWaitMs)
      ? [`waiting time with five reports: ${waitMs === undefined ? 'none measured' : `${waitMs.toFixed(0)} ms`}, limit ${maxWaitMs} ms`]
      : []),
  ]
  return { share, errors, waitMs, violations }
}
