import { createHash, randomBytes } from 'node:crypto'

/** The public client of the console, which demo/platform/identity/provider.ts registers. */
export const consoleClientId = 'placard-console'

export const password = 'Correct-horse-battery-9'
/** A user of the small seed. */
export const email = 'clientadmin@placard.example'

/** The parts of a browser that a sign-in needs: cookies by path, and redirects followed by hand. */
export function browser() {
  const jar = new Map<string, { value: string; path: string; endsAt: number }>()
  const keep = (cookie: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    const path = /path=([^;]+)/i.exec(cookie)?.[1] ?? '/'
    const endsAt = Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? '') || Number.POSITIVE_INFINITY
    if (value) jar.set(`${name} ${path}`, { value, path, endsAt })
    else jar.delete(`${name} ${path}`)
  }
  const cookiesFor = (pathname: string) =>
    [...jar].flatMap(([key, { value, path }]) => (pathname.startsWith(path) ? `${key.split(' ')[0]}=${value}` : [])).join('; ')
  const go = async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), cookie: cookiesFor(url.pathname) }, // given as a record here
    })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    const location = response.headers.get('location')
    return { response, text: await response.text(), next: location ? new URL(location, url) : undefined }
  }
  /** When the cookies of the whole provider expire. */
  const cookieEnds = () => [...jar.values()].filter(({ path }) => path === '/').map(({ endsAt }) => endsAt)
  return Object.assign(go, { cookieEnds, keep })
}
export type Browser = ReturnType<typeof browser>

export const verifierOf = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The address where a sign-in starts. */
export function authorizeUrl(origin: string, verifier: string, change: Record<string, string | undefined> = {}) {
  const words = {
    client_id: consoleClientId,
    redirect_uri: `${origin}/signed-in`,
    response_type: 'code',
    scope: 'openid profile console',
    state: 'a-state',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...change,
  }
  const fields = Object.entries(words).filter((field): field is [string, string] => field[1] !== undefined)
  return new URL(`${origin}/idp/auth?${new URLSearchParams(fields)}`)
}

export const formOf = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })

/** Follows the redirect to the sign-in page; returns its address. */
export async function toSignIn(go: Browser, from: URL) {
  const { next } = await go(from)
  if (!next) throw new Error('There was no redirect to the sign-in page')
  return next
}

/** Submits the sign-in form and follows redirects until they leave the provider; returns the address there. */
export async function signInAs(go: Browser, form: URL, fields = { email, password }) {
  let { next } = await go(form, formOf(fields))
  while (next?.pathname.startsWith('/idp/')) next = (await go(next)).next
  return next
}

/** Sends a request to the token endpoint. */
export async function askToken(origin: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/idp/token`, { ...formOf(fields), headers })
  const body: any = await response.json() // parsed JSON; each test checks the parts it needs
  return { status: response.status, body, headers: response.headers }
}

/** The complete sign-in of a user, from the address to the tokens. */
export async function tokensOf(origin: string, fields = { email, password }) {
  const go = browser()
  const verifier = verifierOf()
  const back = await signInAs(go, await toSignIn(go, authorizeUrl(origin, verifier)), fields)
  const code = back?.searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', client_id: consoleClientId, redirect_uri: `${origin}/signed-in`, code }
  return { go, code, verifier, back, ...(await askToken(origin, { ...exchange, code_verifier: verifier })) }
}

export const refreshed = (origin: string, refresh_token: string) =>
  askToken(origin, { grant_type: 'refresh_token', client_id: consoleClientId, refresh_token })

/** Tokens for another window of a signed-in browser, without the form. */
export async function again(origin: string, go: Browser) {
  const verifier = verifierOf()
  const { next } = await go(authorizeUrl(origin, verifier))
  const code = next?.searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', client_id: consoleClientId, redirect_uri: `${origin}/signed-in`, code }
  return askToken(origin, { ...exchange, code_verifier: verifier })
}

/** Signs out with an id token; returns the confirmation page and the redirect after it. */
export async function leave(origin: string, go: Browser, idToken: string) {
  const ask = await go(`${origin}/idp/session/end?id_token_hint=${idToken}&post_logout_redirect_uri=${origin}/`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(ask.text)?.[1] ?? ''
  const { next } = await go(`${origin}/idp/session/end/confirm`, formOf({ xsrf, logout: 'yes' }))
  return { ask, next }
}

export const basicOf = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
