import { createHash, randomBytes } from 'node:crypto'
import { Buckets } from '../../demo/platform/buckets.ts'
import { handlersFor } from '../../demo/platform/handlers.ts'
import { keysOf } from '../../demo/platform/identity/keys.ts'
import { hashSecret } from '../../demo/platform/identity/password.ts'
import { consoleClientId, embeddedProvider, type ProviderOptions } from '../../demo/platform/identity/provider.ts'
import { lineLog } from '../../demo/platform/log.ts'
import { createPlatform, type Listener, listen, type PlatformOptions } from '../../demo/platform/server.ts'
import { freshDatabase } from './fresh-database.ts'
import { smallSeed } from './small-seed.ts'
import { machineTime } from '../../demo/platform/platform-clock.ts'

export const password = 'Correct-horse-battery-9'
export const partnerSecret = 'the secret of the partner: 100% & more'
/** A person of the small seed. */
export const email = 'clientadmin@placard.example'

/** The small platform behind its real identity provider; its clock can be moved. */
export async function startIdentity({
  external,
  bar,
  addressOf,
  limits = { perCaller: new Buckets(1e9, 1e9), perAddress: new Buckets(1e9, 1e9) },
}: Pick<ProviderOptions, 'external' | 'bar' | 'addressOf'> & Pick<PlatformOptions, 'limits'> = {}) {
  const { database, close } = await freshDatabase()
  await smallSeed(database)
  const { kysely } = database
  await kysely
    .updateTable('users')
    .set({ password_hash: await hashSecret(password) })
    .execute()
  const secret_hash = await hashSecret(partnerSecret)
  await kysely.updateTable('partner_clients').set({ secret_hash }).execute()
  const whole = { client_id: 'whole-partner', member_group_id: 2, name: 'Whole', secret_hash, advertiser_ids: null }
  await kysely
    .insertInto('partner_clients')
    .values({ ...whole, permissions: JSON.stringify(['reports.read', 'member_groups.read']) })
    .execute()
  const clock = { shiftMs: 0 }
  const now = () => machineTime(new Date(Date.now() + clock.shiftMs))
  const lines: string[] = []
  const log = lineLog('debug', (line) => lines.push(line), now)
  let current: Listener = (_, response) => response.writeHead(503).end()
  const listening = await listen((request, response) => current(request, response), 0)
  const origin = `http://localhost:${listening.port}`
  const identity = await embeddedProvider({ database, origin, now, log, external, bar, addressOf })
  const words = { issuer: `${origin}/idp`, client_id: consoleClientId, is_provider_embedded: !external, flags_url: 'x', other_origin: 'x' }
  current = createPlatform({
    ...{ database, now, log, limits },
    ...(addressOf && { addressOf }),
    authenticate: identity.authenticate,
    identify: identity.identify,
    handlers: handlersFor({ environment: 'development', cloud_provider: '', ...words }, {}),
    identity: { prefix: '/idp', listener: identity.listener },
  }).listener
  return {
    ...{ origin, database, lines, clock },
    keys: await keysOf(database),
    authenticate: identity.authenticate,
    close: async () => {
      await listening.close(1000)
      await close()
    },
  }
}
export type IdentityWorld = Awaited<ReturnType<typeof startIdentity>>

/** As much of a browser as signing in needs: cookies by their path, and redirects that one follows by hand. */
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
  /** When the cookies of the whole provider end. */
  const cookieEnds = () => [...jar.values()].filter(({ path }) => path === '/').map(({ endsAt }) => endsAt)
  return Object.assign(go, { cookieEnds })
}
export type Browser = ReturnType<typeof browser>

export const verifierOf = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The address where signing in begins. */
export function authorizeUrl(origin: string, verifier: string, change: Record<string, string | undefined> = {}) {
  const words = {
    ...{ client_id: consoleClientId, redirect_uri: `${origin}/signed-in`, response_type: 'code', scope: 'openid profile console' },
    ...{ state: 'a-state', code_challenge: challengeOf(verifier), code_challenge_method: 'S256', ...change },
  }
  const fields = Object.entries(words).filter((field): field is [string, string] => field[1] !== undefined)
  return new URL(`${origin}/idp/auth?${new URLSearchParams(fields)}`)
}

export const formOf = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })

/** Follows redirects to the sign-in page; gives its address. */
export async function toSignIn(go: Browser, from: URL) {
  const { next } = await go(from)
  if (!next) throw new Error('There was no way to the sign-in page')
  return next
}

/** Signs in by the form and follows redirects until they leave the provider; gives the address there. */
export async function signInAs(go: Browser, form: URL, fields = { email, password }) {
  let { next } = await go(form, formOf(fields))
  while (next?.pathname.startsWith('/idp/')) next = (await go(next)).next
  return next
}

/** Asks the token endpoint. */
export async function askToken(origin: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/idp/token`, { ...formOf(fields), headers })
  const body: any = await response.json() // what came over the wire; each test looks at what it needs
  return { status: response.status, body, headers: response.headers }
}

/** The whole way of a person: from the address to the tokens. */
export async function tokensOf(origin: string, fields = { email, password }) {
  const [go, verifier] = [browser(), verifierOf()]
  const back = await signInAs(go, await toSignIn(go, authorizeUrl(origin, verifier)), fields)
  const code = back?.searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', client_id: consoleClientId, redirect_uri: `${origin}/signed-in`, code }
  return { go, code, verifier, back, ...(await askToken(origin, { ...exchange, code_verifier: verifier })) }
}

export const refreshed = (origin: string, refresh_token: string) =>
  askToken(origin, { grant_type: 'refresh_token', client_id: consoleClientId, refresh_token })

/** Another window of a browser in which somebody is signed in: tokens without the form. */
export async function again(origin: string, go: Browser) {
  const verifier = verifierOf()
  const { next } = await go(authorizeUrl(origin, verifier))
  const code = next?.searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', client_id: consoleClientId, redirect_uri: `${origin}/signed-in`, code }
  return askToken(origin, { ...exchange, code_verifier: verifier })
}

/** Signs out with the proof that somebody has; gives the page that was shown and the way from it. */
export async function leave(origin: string, go: Browser, idToken: string) {
  const ask = await go(`${origin}/idp/session/end?id_token_hint=${idToken}&post_logout_redirect_uri=${origin}/`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(ask.text)?.[1] ?? ''
  const { next } = await go(`${origin}/idp/session/end/confirm`, formOf({ xsrf, logout: 'yes' }))
  return { ask, next }
}

export const basicOf = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
