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
  const at = sql`${now.toISOString()}::timestamptz`
  const before = sql`least(${atOnce}::float8, had.left_over + greatest(0, extract(epoch from ${at} - had.asked_at))::float8 * ${perSecond}::float8)`
  const after = sql`case when ${before} >= 1 then ${before} - 1 else ${before} end`
  const full = (left: RawBuilder<unknown>) => sql`${at} + (${atOnce}::float8 - ${left}) / ${perSecond}::float8 * interval '1 second'`
  const first = sql`${atOnce - 1}::float8`
  const { rows } = await sql<{ left_over: number; is_taken: boolean }>`
    insert into rate_limits as had (name_hash, left_over, is_taken, asked_at, full_at)
    values (${hashOf(limit, who)}, ${first}, true, ${at}, ${full(first)})
    on conflict (name_hash) do update set left_over = ${after}, is_taken = ${before} >= 1, asked_at = ${at}, full_at = ${full(after)}
    returning left_over, is_taken`.execute(kysely)
  const { left_over = 0, is_taken = false } = rows[0] ?? {}
  return is_taken ? 0 : Math.max(1, Math.ceil((1 - left_over) / perSecond))
}

/** Resets a limit, for example after a successful sign-in. */
export const resetSharedLimit = ({ kysely }: Pick<Database, 'kysely'>, limit: SharedLimit, who: string) =>
  sql`delete from rate_limits where name_hash = ${hashOf(limit, who)}`.execute(kysely)
