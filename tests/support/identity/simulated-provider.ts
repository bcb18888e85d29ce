import { vi } from 'vitest'

export const issuer = 'https://id.example/idp'
export const clientId = 'placard-console'

export interface ProviderTraits {
  /** The lifetime of access tokens. */
  lifeSeconds: number
  /** The difference of the provider's clock from the user's. */
  skewSeconds: number
  isDown: boolean
  tookMs: number
  /** The lifetime of an unused refresh token. */
  refreshSeconds: number
  /** The lifetime of a session without refreshes. */
  sessionSeconds: number
  /** The maximum lifetime of a session. */
  maxSeconds: number
  /** Overrides for the claims of id tokens. */
  claims: Readonly<Record<string, unknown>>
  header: Readonly<Record<string, unknown>>
}

interface RefreshToken {
  readonly family: number
  readonly endsAt: number
  isUsed: boolean
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** An identity provider on the fake clock. Refresh tokens rotate; using one twice revokes its whole family. */
export function simulatedProvider(traits: Partial<ProviderTraits> = {}) {
  const now: ProviderTraits = {
    lifeSeconds: 600,
    skewSeconds: 0,
    isDown: false,
    tookMs: 150,
    refreshSeconds: 43_200,
    sessionSeconds: 43_200,
    maxSeconds: 2_592_000,
    claims: {},
    header: {},
    ...traits,
  }
  const tokens = new Map<string, RefreshToken>()
  const revoked = new Set<number>()
  const taken = new Map<string, number>()
  const sessions = new Map<number, { readonly startedAt: number; usedAt: number }>()
  const codes = new Map<string, { nonce: string | null; isUsed: boolean }>()
  const seen = { calls: 0, refused: 0, reuses: 0, families: 0, revocations: 0 }
  const seconds = () => Math.floor(Date.now() / 1000) + now.skewSeconds

  const idToken = (nonce: string | null) => {
    const claims = { iss: issuer, aud: clientId, sub: '3', iat: seconds(), exp: seconds() + now.lifeSeconds, ...(nonce && { nonce }) }
    return [encoded({ alg: 'ES256', ...now.header }), encoded({ ...claims, ...now.claims }), 'c2lnbmVk'].join('.')
  }
  /** Whether a session is still valid; each check also extends it. */
  const isKept = (family: number) => {
    const { startedAt, usedAt } = sessions.get(family) ?? { startedAt: Date.now(), usedAt: Date.now() }
    sessions.set(family, { startedAt, usedAt: Date.now() })
    return Date.now() < Math.min(usedAt + now.sessionSeconds * 1000, startedAt + now.maxSeconds * 1000)
  }
  const give = (family: number, nonce: string | null) => {
    const number = tokens.size + 1
    const access_token = `access ${number}`
    const refresh_token = `refresh ${number}`
    tokens.set(refresh_token, { family, endsAt: Date.now() + now.refreshSeconds * 1000, isUsed: false })
    taken.set(access_token, Date.now() + now.lifeSeconds * 1000)
    return json({
      access_token,
      refresh_token,
      id_token: idToken(nonce),
      token_type: 'Bearer',
      expires_in: now.lifeSeconds,
      scope: 'openid',
    })
  }
  const refuse = (error = 'invalid_grant') => {
    seen.refused += 1
    return json({ error }, 400)
  }
  const refresh = (form: URLSearchParams) => {
    const token = tokens.get(form.get('refresh_token') ?? '')
    if (!token || revoked.has(token.family) || token.endsAt <= Date.now()) return refuse()
    if (token.isUsed) {
      seen.reuses += 1
      revoked.add(token.family)
      return refuse()
    }
    if (!isKept(token.family)) return refuse()
    token.isUsed = true
    return give(token.family, null)
  }
  const exchange = (form: URLSearchParams) => {
    const code = codes.get(form.get('code') ?? '')
    if (!code || code.isUsed || !form.get('code_verifier')) return refuse()
    code.isUsed = true
    seen.families += 1
    isKept(seen.families)
    return give(seen.families, code.nonce)
  }
  const response = (url: string, form: URLSearchParams) => {
    if (now.isDown) throw new TypeError('Failed to fetch')
    if (url.endsWith('/.well-known/openid-configuration'))
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        end_session_endpoint: `${issuer}/session/end`,
        revocation_endpoint: `${issuer}/token/revocation`,
      })
    if (url.endsWith('/revocation')) {
      seen.revocations += 1
      for (const [name, token] of tokens) if (name === form.get('token')) revoked.add(token.family)
      return json({})
    }
    seen.calls += 1
    return form.get('grant_type') === 'refresh_token' ? refresh(form) : exchange(form)
  }
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    await new Promise((resolve) => setTimeout(resolve, now.tookMs))
    return response(String(url), new URLSearchParams(String(init.body ?? '')))
  })
  return {
    traits: now,
    seen,
    /** The redirect back after a sign-in at the address. */
    back(address: string, change: Readonly<Record<string, string | undefined>> = {}) {
      const query = new URL(address).searchParams
      const code = `code ${codes.size + 1}`
      codes.set(code, { nonce: query.get('nonce'), isUsed: false })
      const words = { code, state: query.get('state') ?? '', iss: issuer, ...change }
      const kept = Object.entries(words).filter((word): word is [string, string] => word[1] !== undefined)
      return `${query.get('redirect_uri')}?${new URLSearchParams(kept)}`
    },
    /** Whether the platform would accept a token. */
    takes: (token: string) => (taken.get(token) ?? 0) > Date.now(),
    revokeAll: () => {
      for (const { family } of tokens.values()) revoked.add(family)
      taken.clear()
    },
  }
}
