import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { MachineTime } from '../context/clock.ts'

/** A token bucket that all servers share: `burst` tokens, refilled at `perSecond`. */
export interface SharedLimit {
  readonly kind: string
  readonly burst: number
  readonly perSecond: number
}

/** Keys are stored hashed: they contain email and IP addresses, and users sometimes type a password into the email field. */
const hashOf = ({ kind }: SharedLimit, key: string) => createHash('sha256').update(`${kind} ${key}`).digest('base64url')

/**
 * Takes one token; returns the seconds to wait, or 0 when it was taken. If the clock was set back, the bucket keeps its tokens. The
 * row stays locked until the transaction ends, so call this only outside or in short transactions.
 */
export async function takeSharedToken(
  { kysely }: Pick<Database, 'kysely'>,
  limit: SharedLimit,
  key: string,
  now: MachineTime,
): Promise<number> {
  const { burst, perSecond } = limit
  const moment = sql<Date>`${now.toISOString()}::timestamptz`
  const refilled = sql`greatest(0, extract(epoch from ${moment} - rate_limits.asked_at))::float8 * ${perSecond}::float8`
  const refilledTokens = sql`least(${burst}::float8, rate_limits.left_over + ${refilled})`
  const remainingTokens = sql<number>`case when ${refilledTokens} >= 1 then ${refilledTokens} - 1 else ${refilledTokens} end`
  const fullAt = (tokens: RawBuilder<unknown>) =>
    sql<Date>`${moment} + (${burst}::float8 - ${tokens}) / ${perSecond}::float8 * interval '1 second'`
  const initialTokens = sql<number>`${burst - 1}::float8`
  const { left_over: tokens, is_taken: isAllowed } = await kysely
    .insertInto('rate_limits')
    .values({
      name_hash: hashOf(limit, key),
      left_over: initialTokens,
      is_taken: true,
      asked_at: moment,
      full_at: fullAt(initialTokens),
    })
    .onConflict((conflict) =>
      conflict.column('name_hash').doUpdateSet({
        left_over: remainingTokens,
        is_taken: sql<boolean>`${refilledTokens} >= 1`,
        asked_at: moment,
        full_at: fullAt(remainingTokens),
      }),
    )
    .returning(['left_over', 'is_taken'])
    .executeTakeFirstOrThrow()
  return isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond))
}

/** Fills the bucket of a key again, for example after a successful sign-in. */
export const resetSharedLimit = ({ kysely }: Pick<Database, 'kysely'>, limit: SharedLimit, key: string) =>
  kysely.deleteFrom('rate_limits').where('name_hash', '=', hashOf(limit, key)).execute()
