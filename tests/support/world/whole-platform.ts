import { importJWK, SignJWT } from 'jose'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { handlersFor } from '../../../demo/platform/handlers.ts'
import { keysOf } from '../../../demo/platform/identity/keys.ts'
import { hashSecret } from '../../../demo/platform/access/password.ts'
import { consoleClientId, embeddedProvider } from '../../../demo/platform/identity/provider.ts'
import type { Log } from '../../../demo/platform/context/log.ts'
import { partners, people } from '../../../demo/platform/seed/people.ts'
import { seed } from '../../../demo/platform/seed/seed.ts'
import { createPlatform, type PlatformOptions } from '../../../demo/platform/server.ts'
import { type Listener, listen } from '../../../demo/platform/http/listen.ts'
import { migrations } from '../../../demo/platform/tables/index.ts'
import { freshDatabase } from '../database/fresh-database.ts'
import { machineTime } from '../../../demo/platform/context/clock.ts'

export const password = 'Correct-horse-9'
export const partnerSecret = 'a-secret-of-the-partner'
/** An origin that every client of the demonstration allows. */
export const partnerOrigin = 'http://partner.example'
export const today = () => new Date().toISOString().slice(0, 10)

export interface PlatformResponse {
  readonly status: number
  readonly body: any // parsed JSON; each test checks the parts it needs
  readonly text: string
  readonly headers: Headers
}
export interface Ask {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Record<string, string>
}

const application = (origin: string) => ({
  environment: 'development' as const,
  cloud_provider: '' as const,
  issuer: `${origin}/idp`,
  client_id: consoleClientId,
  is_provider_embedded: true,
  flags_url: `${origin}/ofrep/v1/evaluate/flags`,
  other_origin: partnerOrigin,
})

/** A complete platform on its own database, with the demonstration. */
export async function startWorld(options: Partial<PlatformOptions> = {}) {
  const fresh = await freshDatabase({ migrations })
  const { database } = fresh
  const hash = await hashSecret(password)
  const secretHash = await hashSecret(partnerSecret)
  const secretHashes = Object.fromEntries(partners.map(({ clientId }) => [clientId, secretHash]))
  await seed(database, { today: today(), passwordHash: hash, secretHashes, origins: [partnerOrigin] })
  const logged: { event: string; detail: unknown }[] = []
  const log: Log = (_, event, detail) => logged.push({ event, detail })
  let current: Listener = (_, response) => response.writeHead(503).end()
  const listening = await listen((request, response) => current(request, response), 0)
  const origin = `http://localhost:${listening.port}`
  const now = () => machineTime(new Date())
  const identity = await embeddedProvider({ database, origin, now, log })
  const build = (more: Partial<PlatformOptions> = {}) =>
    createPlatform({
      database,
      now,
      log,
      authenticate: identity.authenticate,
      handlers: handlersFor(application(origin), { 'new-chart': true }),
      identity: { prefix: '/idp', listener: identity.listener },
      ...options,
      ...more,
    }).listener
  current = build()

  const keys = await keysOf(database)
  /** A token as the provider issues it to a user, without the sign-in page. */
  const tokenOf = async (email: string, claims: Record<string, unknown> = {}) => {
    const { user_id } = await database.kysely.selectFrom('users').select('user_id').where('email', '=', email).executeTakeFirstOrThrow()
    const [key] = keys.jwks.keys
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: key?.kid ?? '', typ: 'at+jwt' })
      .setIssuer(`${origin}/idp`)
      .setAudience(origin)
      .setSubject(String(user_id))
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(await importJWK(key ?? {}, 'ES256'))
  }
  const ask = async (method: string, path: string, { token, body, raw, headers = {} }: Ask = {}): Promise<PlatformResponse> => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${origin}/${path}`, {
      method,
      headers: {
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      redirect: 'manual',
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      headers: response.headers,
      body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
    }
  }
  return {
    origin,
    database,
    ask,
    tokenOf,
    logged,
    identity,
    send: (endpoint: Endpoint, parts: Ask = {}) => ask(endpoint.method, endpoint.path, parts),
    tokens: async () =>
      Object.fromEntries<string>(await Promise.all(people.map(async ({ role, email }) => [String(role), await tokenOf(email)] as const))),
    /** Serves with other options, such as a missing guard. */
    rebuild: (more: Partial<PlatformOptions> = {}) => {
      current = build(more)
    },
    close: async () => {
      await listening.close(2000)
      await fresh.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>
