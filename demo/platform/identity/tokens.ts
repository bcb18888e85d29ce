import { createLocalJWKSet, createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { array, integer, is, object, string, type } from 'superstruct'
import { Id } from '../../../src/contract/ids.ts'
import type { Identity } from '../context.ts'
import type { Keys } from './keys.ts'

/** What a partner's token says; set by the provider alone. */
export const PartnerClaims = type({
  client_id: string(),
  placard_partner: object({
    user: string(),
    member_group_id: Id,
    advertisers: array(integer()),
    is_whole: integer(),
    permissions: array(string()),
  }),
})

export interface TokenOptions {
  readonly issuer: string
  readonly audience: string
  /** The embedded provider's own keys; an external issuer's are fetched. */
  readonly keys?: Keys
  /** Finds the person that a subject of the issuer is. */
  readonly userIdOf: (claims: JWTPayload) => Promise<number | undefined>
  readonly now: () => Date
}

const publicOnly = (keys: Keys) => ({ keys: keys.jwks.keys.map(({ d: _, ...key }) => key) })

/** Reads access tokens: the signature, who issued it, for whom, and until when. Anything else is nobody. */
export function tokenReader({ issuer, audience, keys, userIdOf, now }: TokenOptions) {
  const keySet = keys ? createLocalJWKSet(publicOnly(keys)) : createRemoteJWKSet(new URL(`${issuer}/jwks`))
  return async (token: string): Promise<Identity | undefined> => {
    const checked = await jwtVerify(token, keySet, {
      issuer,
      audience,
      algorithms: ['ES256', 'RS256', 'PS256'],
      currentDate: now(),
      clockTolerance: 5,
      requiredClaims: ['exp', 'iat'],
    }).catch(() => undefined)
    if (!checked) return undefined
    const { payload } = checked
    if (is(payload, PartnerClaims)) {
      const { user, member_group_id, advertisers, is_whole, permissions } = payload.placard_partner
      return {
        kind: 'partner',
        partnerClientId: payload.client_id,
        memberGroupId: member_group_id,
        user,
        advertisers: is_whole ? 'all' : advertisers,
        permissions,
      }
    }
    const userId = await userIdOf(payload)
    return userId === undefined ? undefined : { kind: 'person', userId }
  }
}
