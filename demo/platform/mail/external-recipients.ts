import type { JobContext } from '../sql/queue.ts'
import { readerForIdentity } from '../access/reader-scope.ts'
import { machineNow } from '../context/clock.ts'
import { type SharedLimit, takeSharedToken } from '../http/shared-limits.ts'

/** Reports that one client may mail per day to addresses without an account, because these people did not ask for them. */
export const externalMailsPerDay = 400
const externalMailLimit: SharedLimit = { kind: 'outside-report', burst: externalMailsPerDay, perSecond: externalMailsPerDay / 86_400 }

/**
 * Filters recipients: users with access to the client, and external addresses within the daily limit. Runs in a run's transaction,
 * so that a rollback restores the limit. The lock affects only this client's reports and is short.
 */
export async function allowedRecipients(context: JobContext, memberGroupId: number, recipients: readonly string[]): Promise<string[]> {
  const { database } = context
  const users = await database.kysely
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('email', 'in', ['', ...recipients.map((email) => email.toLowerCase())])
    .where('deleted_at', 'is', null)
    .execute()
  const internalAddresses = new Set<string>()
  // Unconfirmed sign-ups, closed accounts and users of other clients count as external.
  for (const { user_id: userId, email } of users)
    if (await readerForIdentity(database, { kind: 'person', userId }, memberGroupId, [])) internalAddresses.add(email.toLowerCase())
  const allowed: string[] = []
  for (const email of recipients)
    if (
      internalAddresses.has(email.toLowerCase()) ||
      (await takeSharedToken(database, externalMailLimit, String(memberGroupId), machineNow(context))) === 0
    )
      allowed.push(email)
  return allowed
}
