import { importJWK, SignJWT } from 'jose'
import { TokenBuckets } from '../../demo/platform/http/token-buckets.ts'
import type { Database } from '../../demo/platform/database/database.ts'
import { handlersFor } from '../../demo/platform/handlers.ts'
import { keysOf } from '../../demo/platform/identity/keys.ts'
import { consoleClientId, embeddedProvider } from '../../demo/platform/identity/provider.ts'
import { lineLog } from '../../demo/platform/context/log.ts'
import { createPlatform, type PlatformOptions } from '../../demo/platform/server.ts'
import { type Listener, listen } from '../../demo/platform/http/listen.ts'
import { measuredNow } from '../support/reports/many-facts.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

export interface MeasuredPlatform {
  readonly origin: string
  /** Log lines of unexpected errors. */
  readonly surprises: readonly string[]
  /** An access token, signed with the provider's key. */
  tokenOf(userId: number): Promise<string>
  close(): Promise<void>
}

/** A clock that starts at the measures' fixed time and runs at normal speed. */
function runningClock() {
  const began = performance.now()
  return () => machineTime(new Date(measuredNow().getTime() + performance.now() - began))
}

/** Starts the whole platform on a filled database, with its identity provider, guards, limits and log. */
export async function startMeasuredPlatform<C extends object>(
  database: Database,
  served?: Pick<PlatformOptions<C>, 'contract' | 'handlers'>,
): Promise<MeasuredPlatform> {
  const now = runningClock()
  const surprises: string[] = []
  const log = lineLog('info', (line) => void (line.includes('"level":"error"') && surprises.push(line)), now)
  let current: Listener = (_, response) => response.writeHead(503).end()
  const listening = await listen((request, response) => current(request, response), 0)
  const origin = `http://127.0.0.1:${listening.port}`
  // The provider's time is fixed, because a measurement takes longer than a token lives.
  const issuedAt = now()
  const identity = await embeddedProvider({ database, origin, now: () => issuedAt, log })
  const words = { issuer: `${origin}/idp`, client_id: consoleClientId, is_provider_embedded: true, flags_url: 'x', other_origin: 'x' }
  const shared = {
    database,
    now,
    log,
    authenticate: identity.authenticate,
    identity: { prefix: '/idp', listener: identity.listener },
    // All callers share one address, so the limit per address is lifted; the limits per user stay.
    limits: { perAddress: new TokenBuckets(1e9, 1e9) },
  }
  const application = { environment: 'development', cloud_provider: '', ...words } as const
  current = (
    served ? createPlatform({ ...shared, ...served }) : createPlatform({ ...shared, handlers: handlersFor(application, { demo: true }) })
  ).listener
  const [key = {}] = (await keysOf(database)).jwks.keys
  const signing = await importJWK(key, 'ES256')
  const tokenOf = (userId: number) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? '', typ: 'at+jwt' })
      .setIssuer(`${origin}/idp`)
      .setAudience(origin)
      .setSubject(String(userId))
      .setIssuedAt(issuedAt)
      .setExpirationTime(new Date(issuedAt.getTime() + 600_000))
      .sign(signing)
  return { origin, surprises, tokenOf, close: () => listening.close(1000) }
}
