import type { JobContext } from '../jobs.ts'
import { machineNow } from '../platform-clock.ts'
import { type SharedLimit, takeShared } from '../shared-limits.ts'

/** How many reports of one client may go to people who have no account, who never asked for them, in a day. */
export const outsideMost = 400
const outsideLimit: SharedLimit = { kind: 'outside-report', atOnce: outsideMost, perSecond: outsideMost / 86_400 }

/** Those of some recipients whom a report of a client may go to: everybody with an account, and others as long as there is room. */
export async function mayBeMailed(context: JobContext, memberGroupId: number, recipients: readonly string[]): Promise<string[]> {
  const { database } = context
  const known = await database.kysely
    .selectFrom('users')
    .select('email')
    .where('email', 'in', ['', ...recipients.map((email) => email.toLowerCase())])
    .where('deleted_at', 'is', null)
    .execute()
  const inside = new Set(known.map(({ email }) => email.toLowerCase()))
  const found: string[] = []
  for (const email of recipients)
    if (inside.has(email.toLowerCase()) || (await takeShared(database, outsideLimit, String(memberGroupId), machineNow(context))) === 0)
      found.push(email)
  return found
}
