/** The values that an id token must have. */
export interface ExpectedClaims {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string | undefined
  /** The user who was signed in before. */
  readonly sub: string | undefined
  readonly now: number
}

const skewMs = 300_000
const algorithms = ['ES256', 'RS256', 'PS256']

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function claimsOf(token: string, index: number): Record<string, unknown> {
  const text = token.split('.')[index] ?? ''
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!isRecord(value)) throw new TypeError('The id token has no claims')
  return value
}

const isFor = (audience: unknown, clientId: string) => audience === clientId || (Array.isArray(audience) && audience.includes(clientId))

/** Every fault of an id token, in the order of the checks. */
export function idTokenFaults(token: string, { issuer, clientId, nonce, sub, now }: ExpectedClaims): string[] {
  const { alg } = claimsOf(token, 0)
  const claims = claimsOf(token, 1)
  const isLong = Array.isArray(claims.aud) && claims.aud.length > 1
  const checks: readonly (readonly [fault: string, isFault: boolean])[] = [
    ['algorithm', typeof alg !== 'string' || !algorithms.includes(alg)],
    ['signature', token.split('.').length !== 3 || !token.split('.')[2]],
    ['issuer', claims.iss !== issuer],
    ['audience', !isFor(claims.aud, clientId)],
    ['party', (isLong || claims.azp !== undefined) && claims.azp !== clientId],
    ['subject', typeof claims.sub !== 'string' || claims.sub === '' || (sub !== undefined && claims.sub !== sub)],
    ['nonce', nonce !== undefined && claims.nonce !== nonce],
    ['issued', typeof claims.iat !== 'number' || claims.iat * 1000 > now + skewMs],
    ['ended', typeof claims.exp !== 'number' || (nonce !== undefined && claims.exp * 1000 < now - skewMs)],
  ]
  return checks.flatMap(([fault, isFault]) => (isFault ? [fault] : []))
}

/**
 * The subject of a valid id token. The signature is not verified: the token came directly from the provider over TLS, and the platform
 * verifies the access token itself.
 */
export function verifyIdToken(token: string, expected: ExpectedClaims): string {
  const [fault] = idTokenFaults(token, expected)
  if (fault) throw new TypeError(`The id token is invalid: ${fault}`)
  return String(claimsOf(token, 1).sub)
}
