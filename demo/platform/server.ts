import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { contract as wholeContract } from '../../src/contract/index.ts'
import { TokenBuckets } from './http/token-buckets.ts'
import { type AddressOf, socketAddress } from './http/client-address.ts'
import { corsHeaders, originList, preflight } from './http/cors.ts'
import { guards as allGuards } from './http/guards/guards.ts'
import { DownloadSlots } from './http/download-slots.ts'
import { healthOf } from './http/health.ts'
import { type Handlers, implement, type Route } from './http/implement.ts'
import { logError, plainResponseHeaders } from './http/plain-page.ts'
import type { Listener } from './http/listen.ts'
import { requestPath } from './http/request-path.ts'
import type { RequestDeps, Guard, Limits } from './http/request-state.ts'

export interface PlatformOptions<C extends object = typeof wholeContract>
  extends Pick<RequestDeps, 'database' | 'authenticate' | 'identify' | 'now' | 'machineNow' | 'log' | 'origins'> {
  readonly handlers: Handlers<C>
  /** Default: the whole contract. */
  readonly contract?: C
  readonly guards?: readonly Guard[]
  readonly limits?: Partial<Limits>
  /** Default: the remote address of the connection. */
  readonly addressOf?: AddressOf
  /** After this is aborted, /ready returns 503; requests are still served until the server closes. */
  readonly ending?: AbortSignal
  /** Answers requests outside the contract. */
  readonly pages?: (request: Request) => Promise<Response>
  /** Milliseconds that the platform's clock is ahead of the machine's; sent as `Placard-Ahead-Ms` when positive. */
  readonly aheadMs?: () => number
  /** The identity provider, mounted at `prefix`. */
  readonly identity?: { readonly prefix: string; readonly listener: Listener }
}
export interface Platform {
  readonly listener: Listener
}

const limits = (): Limits => ({
  bodyBytes: 1_000_000,
  urlLength: 8192,
  jsonDepth: 32,
  jsonValues: 15_000,
  bodyMs: 10_000,
  requestMs: 30_000,
  fileMs: 120_000,
  fileStallMs: 60_000,
  fileWholeMs: 1_200_000,
  files: new DownloadSlots({ all: 3, each: 2 }),
  perCaller: new TokenBuckets(400, 60),
  perPartner: new TokenBuckets(2000, 300),
  partnerReserve: new TokenBuckets(1000, 150),
  visitorShare: new TokenBuckets(60, 3),
  perAddress: new TokenBuckets(300, 30),
  perProbe: new TokenBuckets(20, 1 / 180),
})

type Bindings = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }
const contractual = /^\/(v[\d.]+|users|ofrep|api)\//

/** The Hono app: health checks, the contract and the pages. */
function applicationOf<C extends object>(options: PlatformOptions<C>, routes: readonly Route[]) {
  const { database, log, addressOf = socketAddress } = options
  const handleRequest = requestPath({ ...options, routes, limits: { ...limits(), ...options.limits } }, options.guards ?? allGuards)
  const origins = originList(database, options.origins ?? [])
  const app = new Hono<Bindings>()
  app.route('/', healthOf(database, origins, options.ending))
  app.all('*', async (context) => {
    const request = context.req.raw
    const { pathname } = new URL(request.url)
    if (!contractual.test(pathname) && !routes.some(({ pattern }) => pattern.test(pathname)))
      return options.pages?.(request) ?? context.text('Not found', 404, plainResponseHeaders)
    const origin = request.headers.get('origin')
    const allowed = await origins(origin)
    if (request.method === 'OPTIONS') return preflight(origin, allowed)
    const { incoming, outgoing } = context.env
    const response = await handleRequest(request, addressOf(incoming), () => outgoing.destroy())
    for (const [name, value] of Object.entries(corsHeaders(origin, allowed))) response.headers.set(name, value)
    const ahead = options.aheadMs?.() ?? 0
    if (ahead > 0) response.headers.set('Placard-Ahead-Ms', String(ahead))
    return response
  })
  app.onError(logError(log))
  return app
}

/** The whole server as one listener: health, identity provider, contract, pages. */
export function createPlatform<C extends object = typeof wholeContract>(options: PlatformOptions<C>): Platform {
  const contract = options.contract ?? (wholeContract as unknown as C) // without options.contract, C is its default
  const web = getRequestListener(applicationOf(options, implement(contract, options.handlers)).fetch, { overrideGlobalObjects: false })
  const { identity } = options
  return {
    listener: (request, response) =>
      identity && request.url?.startsWith(`${identity.prefix}/`) ? identity.listener(request, response) : void web(request, response),
  }
}
