import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { contract } from '../../src/contract/index.ts'
import { Buckets } from './buckets.ts'
import { corsHeaders, originList, preflight } from './cross-origin.ts'
import { guards as allGuards } from './guards.ts'
import { type Handlers, routesOf } from './implement.ts'
import { requestPath } from './request-path.ts'
import type { Ground, Guard, Limits } from './request-state.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void
export interface PlatformOptions extends Pick<Ground, 'database' | 'authenticate' | 'now' | 'log'> {
  readonly handlers: Handlers<typeof contract>
  readonly guards?: readonly Guard[]
  readonly limits?: Partial<Limits>
  /** Answers everything that is not in the contract. */
  readonly pages?: (request: Request) => Promise<Response>
  /** The identity provider, below its prefix. */
  readonly identity?: { readonly prefix: string; readonly listener: Listener }
}
export interface Platform {
  readonly listener: Listener
}

const limits = (): Limits => ({
  bodyBytes: 1_000_000,
  urlLength: 8192,
  jsonDepth: 32,
  requestMs: 30_000,
  perCaller: new Buckets(400, 60),
  perAddress: new Buckets(300, 30),
})

/** The whole server as one listener: health, identity provider, contract, pages. */
export function createPlatform(options: PlatformOptions): Platform {
  const { database, now } = options
  const routes = routesOf(contract, options.handlers)
  const ground: Ground = { ...options, routes, limits: { ...limits(), ...options.limits } }
  const answer = requestPath(ground, options.guards ?? allGuards)
  const origins = originList(database, () => now().getTime())
  const isOfContract = (pathname: string) =>
    routes.some(({ pattern }) => pattern.test(pathname)) || /^\/(v[\d.]+|ofrep|api)\//.test(pathname)

  const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>()
  const openly = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }
  app.get('/health', (context) => context.json({ status: 'success', result: 'alive' }, 200, openly))
  app.get('/ready', async (context) => {
    const isReady = await database.ping().then(
      () => true,
      () => false,
    )
    return context.json({ status: isReady ? 'success' : 'error' }, isReady ? 200 : 503, openly)
  })
  app.all('*', async (context) => {
    const request = context.req.raw
    const { pathname } = new URL(request.url)
    if (!isOfContract(pathname)) return options.pages?.(request) ?? new Response('Not found', { status: 404 })
    const allowed = await origins()
    const origin = request.headers.get('origin')
    if (request.method === 'OPTIONS') return preflight(origin, allowed)
    const response = await answer(request, context.env.incoming?.socket?.remoteAddress ?? '')
    for (const [name, value] of Object.entries(corsHeaders(origin, allowed))) response.headers.set(name, value)
    return response
  })
  const web = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const { identity } = options
  return {
    listener: (request, response) =>
      identity && request.url?.startsWith(`${identity.prefix}/`) ? identity.listener(request, response) : void web(request, response),
  }
}

export interface Listening {
  readonly port: number
  readonly server: Server
  /** Lets requests end, then closes; after the time given it closes all the same. */
  close(withinMs?: number): Promise<void>
}

/** Listens on a port; 0 takes a free one. */
export async function listen(listener: Listener, port: number, host = '127.0.0.1'): Promise<Listening> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const close = (withinMs = 10_000) =>
    new Promise<void>((resolve) => {
      const force = setTimeout(() => server.closeAllConnections(), withinMs)
      server.close(() => {
        clearTimeout(force)
        resolve()
      })
      server.closeIdleConnections()
    })
  return { port: (server.address() as AddressInfo).port, server, close } // a TCP server's address is no pipe
}
