import { setTimeout as pause } from 'node:timers/promises'
import { isOriginAllowed } from '../../../src/contract/clients/origins.rules.ts'
import type { Database } from '../database/database.ts'
import { originRefused } from '../context/refusal.ts'
import type { RequestState } from './request-state.ts'

const cacheMs = 10_000
/** An origin that is not known may have just been allowed, so the list is read again, at most this often. */
const unknownMs = 500
const maxReadMs = 2000
const allowedHeaders = 'Authorization, Content-Type, X-Application-Name, X-Environment, Idempotency-Key, If-Match'

/** The origins whose pages may read responses. */
export interface AllowedOrigins {
  has(origin: string): boolean
}

/** The allowed origins, which certainly contain the given one if a client has allowed it. */
export type OriginsFor = (origin: string | null | undefined) => Promise<AllowedOrigins>

/**
 * The platform's own origins and those that clients have allowed, cached for a few seconds of a clock that never goes back. While a
 * read fails or takes too long, the last known origins are used.
 */
export function originList({ kysely }: Database, ownOrigins: readonly string[]) {
  let known: readonly string[] = ownOrigins
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = async () => {
    const rows = await kysely.selectFrom('allowed_origins').select('origin').distinct().execute()
    known = [...ownOrigins, ...rows.map(({ origin }) => origin)]
  }
  const begin = () => {
    readAt = performance.now()
    reading = read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
  }
  const originsFor: OriginsFor = async (origin) => {
    const isKnown = !origin || isOriginAllowed(known, origin)
    if (!reading && performance.now() - readAt > (isKnown ? cacheMs : unknownMs)) begin()
    await within(reading, readAt + maxReadMs - performance.now())
    return { has: (one) => isOriginAllowed(known, one) }
  }
  return originsFor
}

/** Waits for a promise for a limited time; afterwards it continues unobserved. */
async function within(work: Promise<void> | undefined, limitMs: number) {
  if (!work || limitMs <= 0) return
  const done = new AbortController()
  const limit = pause(limitMs, undefined, { signal: done.signal }).catch(() => undefined)
  await Promise.race([work, limit])
  done.abort()
}

export async function originsOf({ kysely }: Pick<Database, 'kysely'>, memberGroupId: number): Promise<readonly string[]> {
  const rows = await kysely.selectFrom('allowed_origins').select('origin').where('member_group_id', '=', memberGroupId).execute()
  return rows.map(({ origin }) => origin)
}

/** Browsers set Origin and Host themselves; a page cannot change either. */
const isSameHost = (origin: string, { host }: URL) => URL.canParse(origin) && new URL(origin).host === host

/** A partner's token works only on pages of its own client's origins. Servers send no Origin header and pass. */
export async function requirePartnerOrigin({ request, url, identity, database, deps }: RequestState) {
  const origin = request.headers.get('origin')
  if (!origin || identity?.kind !== 'partner') return
  if (isSameHost(origin, url) || deps.origins?.includes(origin)) return
  if (!isOriginAllowed(await originsOf(database, identity.memberGroupId), origin)) throw originRefused(origin)
}

/** CORS headers; only an allowed origin may read the response. */
export function corsHeaders(origin: string | null, allowed: AllowedOrigins): Record<string, string> {
  if (!origin || !allowed.has(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, Idempotent-Replayed, X-Total-Rows, Content-Disposition, Placard-Ahead-Ms',
  }
}

export const preflight = (origin: string | null, allowed: AllowedOrigins) =>
  new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(origin, allowed),
      ...(origin &&
        allowed.has(origin) && {
          'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
          'Access-Control-Allow-Headers': allowedHeaders,
          'Access-Control-Max-Age': '600',
        }),
    },
  })
