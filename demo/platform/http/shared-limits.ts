import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/open.ts'
import type { MachineTime } from '../context/clock.ts'

/** A token bucket that all servers share: `atOnce` tokens, refilled at `perSecond`. */
export interface SharedLimit {
  readonly kind: string
  readonly atOnce: number
  readonly perSecond: number
}

/** Names are stored hashed, because users type addresses, and sometimes passwords, into name fields. */
const hashOf = ({ kind }: SharedLimit, who: string) => createHash('sha256').update(`${kind} ${who}`).digest('base64url')

/**
 * Takes one token; returns the seconds to wait, or 0 when it was taken. If the clock was set back, the bucket keeps its tokens. The
 * row stays locked until the transaction ends, so call this only outside or in short transactions.
 */
export async function takeSharedToken(
  { kysely }: Pick<Database, 'kysely'>,
  limit: SharedLimit,
  who: string,
  now: MachineTime,
): Promise<number> {
  const { atOnce, perSecond } = limit
  const at = sql<Date>`${now.toISOString()}::timestamptz`
  const refilled = sql`greatest(0, extract(epoch from ${at} - rate_limits.asked_at))::float8 * ${perSecond}::float8`
  const before = sql`least(${atOnce}::float8, rate_limits.left_over + ${refilled})`
  const after = sql<number>`case when ${before} >= 1 then ${before} - 1 else ${before} end`
  const full = (left: RawBuilder<unknown>) => sql<Date>`${at} + (${atOnce}::float8 - ${left}) / ${perSecond}::float8 * interval '1 second'`
  const first = sql<number>`${atOnce - 1}::float8`
  const { left_over, is_taken } = await kysely
    .insertInto('rate_limits')
    .values({ name_hash: hashOf(limit, who), left_over: first, is_taken: true, asked_at: at, full_at: full(first) })
    .onConflict((clash) =>
      clash.column('name_hash').doUpdateSet({
        left_over: after,
        is_taken: sql<boolean>`${before} >= 1`,
        asked_at: at,
        full_at: full(after),
      }),
    )
    .returning(['left_over', 'is_taken'])
    .executeTakeFirstOrThrow()
  return is_taken ? 0 : Math.max(1, Math.ceil((1 - left_over) / perSecond))
}

/** Resets a limit, for example after a successful sign-in. */
export const resetSharedLimit = ({ kysely }: Pick<Database, 'kysely'>, limit: SharedLimit, who: string) =>
  kysely.deleteFrom('rate_limits').where('name_hash', '=', hashOf(limit, who)).execute()
