import type { JWTPayload } from 'jose'
import type { Configuration } from 'oidc-provider'
import type { Identity } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { partnerIdentity } from './tokens.ts'

/** Access tokens carry the session round and the grant, so that ending either invalidates them. */
export const sessionRounds =
  ({ kysely }: Database): NonNullable<Configuration['extraTokenClaims']> =>
  async (_, token) => {
    if (token.kind !== 'AccessToken') return undefined
    const user = await kysely.selectFrom('users').select('session_round').where('user_id', '=', Number(token.accountId)).executeTakeFirst()
    return { session_round: user?.session_round ?? 0, grant: token.grantId }
  }

/** The identity of the embedded provider's token: a partner's visitor or a user. */
export const localIdentity = async (payload: JWTPayload): Promise<Identity | undefined> => {
  const { sub = '', session_round: round, grant } = payload
  // Tokens without a session round were issued before rounds existed and belong to round 1.
  const session = { sessionRound: typeof round === 'number' ? round : 1, ...(typeof grant === 'string' && { grant }) }
  const person = { kind: 'person', userId: Number(sub), ...session } as const
  return partnerIdentity(payload) ?? (/^[1-9]\d{0,8}$/.test(sub) ? person : undefined)
}

/** With an external issuer, users are matched by verified email. An unknown email becomes user 0, who does not exist. */
export const emailIdentity =
  ({ kysely }: Database) =>
  async ({ email, email_verified: isVerified }: Record<string, unknown>): Promise<Identity | undefined> => {
    if (typeof email !== 'string' || isVerified === false || email.includes('\0')) return undefined
    const row = await kysely.selectFrom('users').select('user_id').where('email', '=', email.toLowerCase()).executeTakeFirst()
    return { kind: 'person', userId: row?.user_id ?? 0 }
  }
