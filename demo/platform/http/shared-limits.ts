import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/open.ts'
import type { MachineTime } from '../context/clock.ts'

/** So many at once, refilled at so many a second, of one kind of thing; counted for all servers together. */
export interface SharedLimit {
  readonly kind: string
  readonly atOnce: number
  readonly perSecond: number
}

/** Who is counted is nobody's to read: people type addresses, and sometimes passwords, where names belong. */
const hashOf = ({ kind }: SharedLimit, who: string) => createHash('sha256').update(`${kind} ${who}`).digest('base64url')

/**
 * Takes one; says how many seconds to wait when there is none. A clock that was set back takes nothing from anybody.
 * Inside a transaction it holds up everybody who is counted with it until that ends, so only where that is short.
 */
export async function takeShared({ kysely }: Pick<Database, 'kysely'>, limit: SharedLimit, who: string, now: MachineTime): Promise<number> {
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

/** Whoever turned out to be no guesser is not counted as one. */
export const forgetShared = ({ kysely }: Pick<Database, 'kysely'>, limit: SharedLimit, who: string) =>
  sql`delete from rate_limits where name_hash = ${hashOf(limit, who)}`.execute(kysely)
