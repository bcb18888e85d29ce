import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { array, is, nullable, object, string, type } from 'superstruct'
import { Id } from '../../../src/contract/ids.ts'
import type { Identity } from '../context/context.ts'
import type { Keys } from './keys.ts'

/** Claims of partner tokens; only the embedded provider issues them. */
const PartnerClaims = type({
  client_id: string(),
  placard_partner: object({
    user: string(),
    member_group_id: Id,
    /** Null means the whole client. */
    advertisers: nullable(array(Id)),
    permissions: array(string()),
  }),
})

export function partnerIdentity(payload: JWTPayload): Identity | undefined {
  if (!is(payload, PartnerClaims)) return undefined
  const { user, member_group_id: memberGroupId, advertisers, permissions } = payload.placard_partner
  return { kind: 'partner', partnerClientId: payload.client_id, memberGroupId, user, advertisers: advertisers ?? 'all', permissions }
}

/** A trusted issuer and how its tokens map to identities. */
export interface TokenIssuer extends Pick<JWTVerifyOptions, 'typ'> {
  readonly issuer: string
  readonly audience: string
  readonly keys: JWTVerifyGetKey
  /** Older tokens are refused, whatever expiry they name, and so are those issued in the future. */
  readonly maxSeconds: number
  readonly identityOf: (payload: JWTPayload) => Promise<Identity | undefined>
}

/** The embedded provider's public keys. */
export const localKeys = (keys: Keys) => createLocalJWKSet({ keys: keys.jwks.keys.map(({ d: _, ...key }) => key) })

const rediscoveredMs = 600_000

/**
 * The keys of an external issuer, found through its discovery document when the first token arrives. They are fetched again after ten
 * minutes of a monotonic clock, because jose's own cache expires by the wall clock, which may have been ahead.
 */
export function remoteKeys(issuer: string): JWTVerifyGetKey {
  let keyGetter: Promise<JWTVerifyGetKey> | undefined
  let foundAt = 0
  const find = async () => {
    const described = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(5000) })
    const { jwks_uri: address } = await described.json()
    return createRemoteJWKSet(new URL(String(address)))
  }
  return async (header, token) => {
    const now = performance.now()
    if (!keyGetter || now - foundAt > rediscoveredMs) {
      const previous = keyGetter
      foundAt = now
      // If the issuer does not answer, the previous keys are used.
      keyGetter = find().catch((error) => previous ?? Promise.reject(error))
    }
    const keys = await keyGetter.catch((error) => {
      keyGetter = undefined
      throw error
    })
    return keys(header, token)
  }
}

const issuerClaim = (token: string) => {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

const clockTolerance = 5
/** Tokens of external issuers live for a day at most. */
export const maxExternalSeconds = 86_400

/** Verifies tokens: signature, issuer, audience and lifetime. The result is undefined for any invalid token. */
export function tokenReader(issuers: readonly TokenIssuer[], now: () => Date) {
  const checked = new VerifiedTokenCache<JWTPayload>()
  const check = async (token: string, { issuer, audience, keys, typ, maxSeconds }: TokenIssuer) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      ...(typ && { typ }),
      algorithms: ['ES256', 'RS256', 'PS256'],
      currentDate: now(),
      clockTolerance,
      maxTokenAge: maxSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    // A token that expires later is too old before that.
    const lastSecond = Math.min(payload.exp ?? 0, (payload.iat ?? 0) + maxSeconds) + clockTolerance
    checked.keep(token, payload, { now: now().getTime(), until: lastSecond * 1000 })
    return payload
  }
  return async (token: string) => {
    const cached = checked.get(token, now().getTime())
    const issuerUrl = cached ? cached.iss : issuerClaim(token)
    const tokenIssuer = issuers.find(({ issuer }) => issuer === issuerUrl)
    if (!tokenIssuer) return undefined
    const payload = cached ?? (await check(token, tokenIssuer).catch(() => undefined))
    return payload && tokenIssuer.identityOf(payload)
  }
}
const keptMs = 60_000
const maxKept = 10_000

interface Kept<T> {
  readonly value: T
  readonly from: number
  readonly until: number
}

/** Caches the payloads of recently verified tokens. The user and their permissions are still read for every request. */
export class VerifiedTokenCache<T> {
  readonly #kept = new Map<string, Kept<T>>()

  get(token: string, now: number): T | undefined {
    const entry = this.#kept.get(token)
    if (!entry) return undefined
    if (now >= entry.from && now < entry.until) return entry.value
    this.#kept.delete(token)
    return undefined
  }

  /** Caches for at most a minute, because keys may be revoked, and never past the token's expiry. */
  keep(token: string, value: T, { now, until }: { now: number; until: number }) {
    if (this.#kept.size >= maxKept) for (const oldest of [...this.#kept.keys()].slice(0, maxKept / 2)) this.#kept.delete(oldest)
    this.#kept.set(token, { value, from: now, until: Math.min(until, now + keptMs) })
  }
}
