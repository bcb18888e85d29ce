import type { JWTPayload } from 'jose'
import type { Configuration } from 'oidc-provider'
import type { Identity } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { partnerIdentity } from './tokens.ts'

/** Access tokens say in which round of sessions they were made and by which sign-in, so that ending either ends them. */
export const sessionRounds =
  ({ kysely }: Database): NonNullable<Configuration['extraTokenClaims']> =>
  async (_, token) => {
    if (token.kind !== 'AccessToken') return undefined
    const user = await kysely.selectFrom('users').select('session_round').where('user_id', '=', Number(token.accountId)).executeTakeFirst()
    return { session_round: user?.session_round ?? 0, grant: token.grantId }
  }

/** Who a subject of the embedded provider is: a partner's visitor or one of the users. */
export const ownIdentity = async (payload: JWTPayload): Promise<Identity | undefined> => {
  const { sub = '', session_round: round, grant } = payload
  // Tokens from before there were rounds are of the first.
  const made = { sessionRound: typeof round === 'number' ? round : 1, ...(typeof grant === 'string' && { grant }) }
  const person = { kind: 'person', userId: Number(sub), ...made } as const
  return partnerIdentity(payload) ?? (/^[1-9]\d{0,8}$/.test(sub) ? person : undefined)
}

/** Elsewhere people are known by an e-mail address that the issuer does not doubt; whom the platform does not know is user 0, who is nobody. */
export const emailIdentity =
  ({ kysely }: Database) =>
  async ({ email, email_verified: isVerified }: Record<string, unknown>): Promise<Identity | undefined> => {
    if (typeof email !== 'string' || isVerified === false || email.includes('\0')) return undefined
    const row = await kysely.selectFrom('users').select('user_id').where('email', '=', email.toLowerCase()).executeTakeFirst()
    return { kind: 'person', userId: row?.user_id ?? 0 }
  }
