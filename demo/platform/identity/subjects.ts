import type { JWTPayload } from 'jose'
import type { Configuration } from 'oidc-provider'
import type { MachineTime } from '../context/clock.ts'
import type { Identity } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { partnerIdentity } from './tokens.ts'

/**
 * Access tokens carry the session round and the grant, so that ending either invalidates them, and the time of the sign-in, which a
 * refresh keeps.
 */
export const sessionRounds =
  ({ kysely }: Database): NonNullable<Configuration['extraTokenClaims']> =>
  async ({ oidc: { entities } }, token) => {
    if (token.kind !== 'AccessToken') return undefined
    const auth_time = (entities.AuthorizationCode ?? entities.RefreshToken)?.authTime
    const user = await kysely.selectFrom('users').select('session_round').where('user_id', '=', Number(token.accountId)).executeTakeFirst()
    return { session_round: user?.session_round ?? 0, grant: token.grantId, ...(auth_time !== undefined && { auth_time }) }
  }

/** The time of the sign-in in a token, as RFC 9068 names it. */
const signInOf = ({ auth_time }: JWTPayload) => (typeof auth_time === 'number' ? { signedInAt: new Date(auth_time * 1000) } : {})

/** The identity of the embedded provider's token: a partner's visitor or a user. */
export const localIdentity = async (payload: JWTPayload): Promise<Identity | undefined> => {
  const { sub = '', session_round: round, grant } = payload
  // Tokens without a session round were issued before rounds existed and belong to round 1.
  const session = { sessionRound: typeof round === 'number' ? round : 1, ...(typeof grant === 'string' && { grant }) }
  const person = { kind: 'person', userId: Number(sub), ...session, ...signInOf(payload) } as const
  return partnerIdentity(payload) ?? (/^[1-9]\d{0,8}$/.test(sub) ? person : undefined)
}

interface ExternalOptions {
  readonly database: Database
  readonly issuer: string
  readonly audience: string
  /** The operator vouches that the issuer verifies every address. */
  readonly isEmailTrusted: boolean
  readonly now: () => MachineTime
}

/** Only A to Z: other letters, such as the Kelvin sign, would become those of another address. */
const foldCase = (email: string) => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The address that a token vouches for. An address that Unicode normalization changes could be mistaken for another one. */
function verifiedEmail({ email, email_verified: isVerified }: Record<string, unknown>, isTrusted: boolean): string | undefined {
  if (typeof email !== 'string' || email.includes('\0') || email.normalize('NFKC') !== email) return undefined
  const isSaid = isVerified === true || (isTrusted && (isVerified === undefined || isVerified === 'true'))
  return isSaid ? foldCase(email) : undefined
}

/**
 * With an external issuer, the first sign-in binds the token's subject to the user with its verified email. Afterwards only the
 * subject counts, because issuers give the address of one person to another. Unknown people become user 0, who does not exist.
 */
export function externalIdentity({ database: { kysely }, issuer, audience, isEmailTrusted, now }: ExternalOptions) {
  const boundTo = (subject: string) =>
    kysely
      .selectFrom('identity_subjects')
      .select('user_id')
      .where((at) => at.and({ issuer, audience, subject }))
      .executeTakeFirst()
  /** Binds an active user who has no subject yet; of two concurrent requests the first wins. */
  const bind = async (subject: string, email: string) => {
    const user = await kysely.selectFrom('users').select(['user_id', 'status']).where('email', '=', email).executeTakeFirst()
    if (user?.status !== 'active') return user
    await kysely
      .insertInto('identity_subjects')
      .values({ issuer, audience, subject, user_id: user.user_id, bound_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return boundTo(subject)
  }
  return async (payload: JWTPayload): Promise<Identity | undefined> => {
    const { sub: subject = '' } = payload
    if (!subject || subject.includes('\0')) return undefined
    const bound = await boundTo(subject)
    if (bound) return { kind: 'person', userId: bound.user_id, ...signInOf(payload) }
    const email = verifiedEmail(payload, isEmailTrusted)
    return email === undefined ? undefined : { kind: 'person', userId: (await bind(subject, email))?.user_id ?? 0, ...signInOf(payload) }
  }
}
