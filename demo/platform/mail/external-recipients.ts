import type { JobContext } from '../sql/queue.ts'
import { readerOf } from '../access/reader-scope.ts'
import { machineNow } from '../context/clock.ts'
import { type SharedLimit, takeShared } from '../http/shared-limits.ts'

/** How many reports of one client may go to people who have no account, who never asked for them, in a day. */
export const outsideMost = 400
const outsideLimit: SharedLimit = { kind: 'outside-report', atOnce: outsideMost, perSecond: outsideMost / 86_400 }

/**
 * Those of some recipients whom a report of a client may go to: whoever is at home there, and others as long as there is room.
 * Within the transaction of a run, which is short and holds up reports of this client alone: what is undone with it was not taken.
 */
export async function mayBeMailed(context: JobContext, memberGroupId: number, recipients: readonly string[]): Promise<string[]> {
  const { database } = context
  const known = await database.kysely
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('email', 'in', ['', ...recipients.map((email) => email.toLowerCase())])
    .where('deleted_at', 'is', null)
    .execute()
  const inside = new Set<string>()
  // An address that somebody typed into a sign-up, or an account that is closed or of another client, is no account here.
  for (const { user_id: userId, email } of known)
    if (await readerOf(database, { kind: 'person', userId }, memberGroupId, [])) inside.add(email.toLowerCase())
  const found: string[] = []
  for (const email of recipients)
    if (inside.has(email.toLowerCase()) || (await takeShared(database, outsideLimit, String(memberGroupId), machineNow(context))) === 0)
      found.push(email)
  return found
}
