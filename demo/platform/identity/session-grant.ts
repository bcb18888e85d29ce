import type { Configuration } from 'oidc-provider'
import type { Database } from '../database/open.ts'
import type { MachineTime } from '../context/clock.ts'

/** How long a session and what it was given last while nobody uses them. */
export const idleSeconds = 43_200

interface Kept {
  readonly grantId?: string | undefined
  readonly sessionUid?: string | undefined
}

/** Whoever uses a session keeps it. What has ended meanwhile stays ended, so this writes to what is there and makes nothing. */
export async function prolong({ kysely }: Database, { grantId = '', sessionUid = '' }: Kept, now: MachineTime) {
  await kysely
    .updateTable('identity_records')
    .set({ expires_at: new Date(now.getTime() + idleSeconds * 1000) })
    .where(({ and, or }) => or([and({ kind: 'Grant', id: grantId }), and({ kind: 'Session', uid: sessionUid })]))
    .where('expires_at', '>', now)
    .execute()
}

interface GrantOptions {
  readonly database: Database
  readonly origin: string
  readonly now: () => MachineTime
}

const scopes = 'openid profile console'

/** A session has one grant, in however many windows somebody signs in: a second one would end the windows of the first. */
export const sessionGrant =
  ({ database, origin, now }: GrantOptions): NonNullable<Configuration['loadExistingGrant']> =>
  async ({ oidc: { provider, client, session } }) => {
    const [clientId, accountId] = [client?.clientId ?? '', session?.accountId ?? '']
    const grantId = session?.grantIdFor(clientId)
    const kept = grantId ? await provider.Grant.find(grantId) : undefined
    if (kept?.accountId === accountId && kept.getOIDCScope() === scopes && kept.getResourceScope(origin) === 'console') {
      await prolong(database, { grantId }, now())
      return kept
    }
    const grant = new provider.Grant({ clientId, accountId })
    grant.addOIDCScope(scopes)
    grant.addResourceScope(origin, 'console')
    await grant.save()
    return grant
  }

/** Every refresh is a use of its session; it is kept before the token is spent, so that a failure spends nothing. */
export const keptAtRefresh =
  ({ database, now }: GrantOptions) =>
  async ({ oidc }: Parameters<Extract<NonNullable<Configuration['rotateRefreshToken']>, (...words: never[]) => unknown>>[0]) => {
    const token = oidc.entities.RefreshToken
    if (token) await prolong(database, token, now())
    return true
  }
