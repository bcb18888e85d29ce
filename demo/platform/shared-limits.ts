import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database/open.ts'

/** So many at once, refilled at so many a second, of one kind of thing; counted for all servers together. */
export interface SharedLimit {
  readonly kind: string
  readonly atOnce: number
  readonly perSecond: number
}

/** Who is counted is nobody's to read: people type addresses, and sometimes passwords, where names belong. */
const hashOf = ({ kind }: SharedLimit, who: string) => createHash('sha256').update(`${kind} ${who}`).digest('base64url')

/**
 * Takes one; says how many seconds to wait when there is none. What is kept is one moment: when everything that was taken is refilled.
 * Not for the inside of a transaction, which would hold up everybody who is counted with it.
 */
export async function takeShared({ kysely }: Pick<Database, 'kysely'>, limit: SharedLimit, who: string, now: Date): Promise<number> {
  const [each, name_hash] = [1000 / limit.perSecond, hashOf(limit, who)]
  const most = new Date(now.getTime() + limit.atOnce * each).toISOString()
  const owed = sql`greatest(rate_limits.owed_until, ${now.toISOString()}::timestamptz) + ${each}::float8 * interval '1 millisecond'`
  const { rows } = await sql`
    insert into rate_limits (name_hash, owed_until)
    values (${name_hash}, ${now.toISOString()}::timestamptz + ${each}::float8 * interval '1 millisecond')
    on conflict (name_hash) do update set owed_until = ${owed} where ${owed} <= ${most}::timestamptz
    returning name_hash`.execute(kysely)
  if (rows.length > 0) return 0
  const row = await kysely.selectFrom('rate_limits').select('owed_until').where('name_hash', '=', name_hash).executeTakeFirst()
  const free = (row?.owed_until.getTime() ?? 0) + each - limit.atOnce * each
  return Math.max(1, Math.ceil((free - now.getTime()) / 1000))
}
