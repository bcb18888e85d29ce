import type { Configuration } from 'oidc-provider'
import type { Database } from '../database/database.ts'
import type { MachineTime } from '../context/clock.ts'
import { idleSeconds } from '../users/accounts.ts'

interface Kept {
  readonly grantId?: string | undefined
  readonly sessionUid?: string | undefined
}

/** Extends a session and its grant on use. Updates only existing records, so that an ended session stays ended. */
export async function extendSession({ kysely }: Database, { grantId = '', sessionUid = '' }: Kept, now: MachineTime) {
  await kysely
    .updateTable('identity_records')
    .set({ expires_at: new Date(now.getTime() + idleSeconds * 1000) })
    .where(({ and, or }) => or([and({ kind: 'Grant', id: grantId }), and({ kind: 'Session', uid: sessionUid })]))
    .where('expires_at', '>', now)
    .execute()
}

const hourMs = 3_600_000

/** Notes that a user is here, at most once an hour. */
async function noteSeen({ kysely }: Database, accountId: string, now: MachineTime) {
  await kysely
    .updateTable('users')
    .set({ last_seen_at: now })
    .where('user_id', '=', Number(accountId))
    .where((eb) => eb('last_seen_at', 'is', null).or('last_seen_at', '<', new Date(now.getTime() - hourMs)))
    .execute()
}

interface GrantOptions {
  readonly database: Database
  readonly origin: string
  readonly now: () => MachineTime
}

const scopes = 'openid profile console'

/** Reuses the session's grant, because a second sign-in with a new grant would end the tokens of the first window. */
export const sessionGrant =
  ({ database, origin, now }: GrantOptions): NonNullable<Configuration['loadExistingGrant']> =>
  async ({ oidc: { provider, client, session } }) => {
    const clientId = client?.clientId ?? ''
    const accountId = session?.accountId ?? ''
    if (accountId) await noteSeen(database, accountId, now())
    const grantId = session?.grantIdFor(clientId)
    const storedGrant = grantId ? await provider.Grant.find(grantId) : undefined
    if (
      storedGrant?.accountId === accountId &&
      storedGrant.getOIDCScope() === scopes &&
      storedGrant.getResourceScope(origin) === 'console'
    ) {
      await extendSession(database, { grantId }, now())
      return storedGrant
    }
    const grant = new provider.Grant({ clientId, accountId })
    grant.addOIDCScope(scopes)
    grant.addResourceScope(origin, 'console')
    await grant.save()
    return grant
  }

/** A refresh extends its session. This runs before the token is consumed, so that a failure consumes nothing. */
export const extendAtRefresh =
  ({ database, now }: GrantOptions) =>
  async ({ oidc }: Parameters<Extract<NonNullable<Configuration['rotateRefreshToken']>, (...words: never[]) => unknown>>[0]) => {
    const token = oidc.entities.RefreshToken
    if (token) {
      await extendSession(database, token, now())
      if (token.accountId) await noteSeen(database, token.accountId, now())
    }
    return true
  }
