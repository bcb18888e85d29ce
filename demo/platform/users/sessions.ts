import type { UserSession } from '../../../src/contract/users/users.ts'
import type { MachineTime } from '../context/clock.ts'
import type { Database } from '../database/database.ts'
import { idleSeconds } from './accounts.ts'

const idleMs = idleSeconds * 1000
const text = (seconds: unknown, otherwise: Date) => (typeof seconds === 'number' ? new Date(seconds * 1000) : otherwise).toISOString()

/** The user's sessions at the platform's own identity provider, the last used one first. A session is extended whenever it is used. */
export async function sessionsOf({ kysely }: Database, userId: number, now: MachineTime): Promise<UserSession[]> {
  const rows = await kysely
    .selectFrom('identity_records')
    .select(['payload', 'expires_at'])
    .where('kind', '=', 'Session')
    .where(({ eb, ref }) => eb(ref('payload', '->>').key('accountId'), '=', String(userId)))
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .execute()
  return rows.flatMap(({ payload, expires_at }) => {
    if (!expires_at) return []
    const usedAt = new Date(expires_at.getTime() - idleMs)
    return { signed_in_at: text(payload.loginTs, usedAt), used_at: usedAt.toISOString(), ends_at: expires_at.toISOString() }
  })
}
