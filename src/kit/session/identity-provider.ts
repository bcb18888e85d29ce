import type { OidcClient, SigninResponse } from 'oidc-client-ts'
import { sessionTimes } from './times.ts'
import { verifyIdToken, type ExpectedClaims } from './id-token.ts'
import type { SafeStorage } from '../safe-storage.ts'

/** The tokens from a sign-in or a refresh. */
export interface Grant {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
  readonly sub: string
  /** By the browser's clock, so that a wrong clock does no harm. */
  readonly endsAt: number
  readonly refreshAt: number
}

/** The provider gave no tokens. `isFinal` says whether it refused for good or may be called again. */
export class ProviderError extends Error {
  readonly isFinal: boolean
  constructor(isFinal: boolean, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The provider gave no tokens', { cause })
    this.name = 'ProviderError'
    this.isFinal = isFinal
  }
}

export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
  readonly memory: SafeStorage
  readonly now: () => number
}

/** Parameters of the redirect to the provider. */
export interface SignInParameters {
  /** Requires the password, even if the provider still knows the user. */
  readonly isAnew: boolean
  readonly organization?: string | undefined
  readonly connection?: string | undefined
}

export interface ConsoleProvider {
  signInUrl(parameters: SignInParameters): Promise<string>
  finish(url: string): Promise<Grant>
  refresh(grant: Grant): Promise<Grant>
  signOutUrl(grant: Grant | undefined, back: string): Promise<string>
  /** Tells the provider that the grant is no longer used. */
  revoke(grant: Grant): Promise<void>
}

const prefix = 'placard-sign-in.'
const scope = 'openid profile console'
const minMs = 30_000
const maxMs = 24 * 3_600_000

/** A lifetime shorter than the refresh margin would cause constant refreshes; such a token is refreshed at half of its lifetime. */
function timesOf(expiresIn: number | undefined, now: number) {
  const lifeMs = Math.min(Math.max((expiresIn ?? 0) * 1000, minMs), maxMs)
  return { endsAt: now + lifeMs, refreshAt: now + lifeMs - Math.min(sessionTimes.refreshBeforeMs, lifeMs / 2) }
}

/** The pending redirects to the provider, stored for this tab only. */
const statesIn = (memory: SafeStorage) => ({
  set: async (key: string, value: string) => memory.set(prefix + key, value),
  get: async (key: string) => memory.get(prefix + key),
  remove: async (key: string) => {
    const value = memory.get(prefix + key)
    memory.remove(prefix + key)
    return value
  },
  getAllKeys: async () => memory.keys(prefix),
})

const refusals = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_scope', 'access_denied'])
/** Other errors may be retried: the provider is down or overloaded. */
const isRefusal = (error: unknown) => error instanceof Error && 'error' in error && refusals.has(String(error.error))

const identityOf = (token: string, expected: ExpectedClaims) => {
  try {
    return verifyIdToken(token, expected)
  } catch (error) {
    throw new ProviderError(true, error)
  }
}

/** Client of the identity provider: authorization code with PKCE, rotating refresh tokens. The library loads on first use. */
export function consoleProvider({ issuer, clientId, redirectUri, memory, now }: ProviderOptions): ConsoleProvider {
  let clientPromise: Promise<OidcClient> | undefined
  const client = () => {
    clientPromise ??= import('oidc-client-ts').then(
      (oidc) =>
        new oidc.OidcClient({
          authority: issuer,
          client_id: clientId,
          redirect_uri: redirectUri,
          scope,
          stateStore: statesIn(memory),
          requestTimeoutInSeconds: 10,
        }),
    )
    clientPromise.catch(() => {
      clientPromise = undefined
    })
    return clientPromise
  }
  /** Marks each failure as final or retryable. */
  const parameters = async <T>(call: (oidc: OidcClient) => Promise<T>): Promise<T> => {
    try {
      return await call(await client())
    } catch (error) {
      throw error instanceof ProviderError ? error : new ProviderError(isRefusal(error), error)
    }
  }
  const grantOf = (response: SigninResponse, nonce?: string, previous?: Grant): Grant => {
    const id_token = response.id_token || previous?.id_token || ''
    const sub = identityOf(id_token, { issuer, clientId, nonce, sub: previous?.sub, now: now() })
    const refresh_token = response.refresh_token || previous?.refresh_token
    if (!response.access_token || !refresh_token) throw new ProviderError(true, new Error('The provider gave no token'))
    return { access_token: response.access_token, refresh_token, id_token, sub, ...timesOf(response.expires_in, now()) }
  }
  return {
    signInUrl: ({ isAnew, organization, connection }) =>
      parameters(async (oidc) => {
        const nonce = crypto.randomUUID()
        const { url } = await oidc.createSigninRequest({
          nonce,
          state: { nonce },
          ...(isAnew && { prompt: 'login' }),
          extraQueryParams: { ...(organization && { organization }), ...(connection && { connection }) },
        })
        return url
      }),
    finish: (url) =>
      parameters(async (oidc) => {
        const iss = new URL(url).searchParams.get('iss')
        if (iss !== null && iss !== issuer) throw new ProviderError(true, new Error('The response is from another provider'))
        const response = await oidc.processSigninResponse(url)
        const { nonce } = response.userState as { nonce: string } // set in createSigninRequest above
        return grantOf(response, nonce)
      }),
    refresh: (grant) =>
      parameters(async (oidc) => {
        const { refresh_token, id_token, sub } = grant
        const profile = { sub, iss: issuer, aud: clientId, exp: 0, iat: 0 }
        const state = { refresh_token, id_token, session_state: null, scope, profile }
        return grantOf(await oidc.useRefreshToken({ state }), undefined, grant)
      }),
    signOutUrl: (grant, back) =>
      parameters(async (oidc) => {
        const request = await oidc.createSignoutRequest({ post_logout_redirect_uri: back, ...(grant && { id_token_hint: grant.id_token }) })
        return request.url
      }),
    revoke: ({ refresh_token }) => parameters((oidc) => oidc.revokeToken(refresh_token, 'refresh_token')),
  }
}
