import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables/index.ts'

/** The time of the platform: that of the machine, and what a demonstration is ahead of it. */
export interface PlatformClock {
  readonly now: () => Date
  /** The machine's; what others rely on as well, as sessions and leases, goes by it. */
  readonly real: () => Date
  readonly aheadMs: () => number
  /** Takes over how far the demonstration is ahead by now. */
  follow(kysely: Kysely<Tables>): Promise<void>
}

export function platformClock(real: () => Date): PlatformClock {
  let aheadMs = 0
  return {
    real,
    aheadMs: () => aheadMs,
    now: () => (aheadMs === 0 ? real() : new Date(real().getTime() + aheadMs)),
    follow: async (kysely) => {
      const { rows } = await sql<{ ahead_ms: number }>`select ahead_ms from delivery_settings`.execute(kysely)
      aheadMs = rows[0]?.ahead_ms ?? 0
    },
  }
}
