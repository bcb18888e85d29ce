import { type Call, type Endpoint, isEndpoint, type Result } from '../../src/contract/endpoint.ts'
import type { Context } from './context.ts'

type Full<C> = { [K in keyof C]-?: C[K] }

/** One handler an endpoint, in the contract's own shape; a missing one does not compile. */
export type Handlers<C> = {
  [K in keyof C]: C[K] extends Endpoint ? (call: Full<Call<C[K]>>, context: Context) => Promise<Result<C[K]>> : Handlers<C[K]>
}

/** A handler whose endpoint has been forgotten by the types. */
export type Handler = (call: { path: Record<string, string | number>; query: unknown; body: unknown }, context: Context) => Promise<unknown>

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: Handler
  readonly pattern: RegExp
  readonly names: readonly string[]
}

/** Pairs every endpoint with its handler. One that says nobody may call it does not start. */
export function routesOf<C extends object>(contract: C, handlers: Handlers<C>): Route[] {
  return Object.entries(contract).flatMap(([name, node]: [string, object]) => {
    const handler = (handlers as Record<string, unknown>)[name] // the type above pairs them by name
    return isEndpoint(node) ? [routeOf(node, handler as Handler)] : routesOf(node, handler as Handlers<object>) // a branch of handlers for a branch of endpoints
  })
}

function routeOf(endpoint: Endpoint, handler: Handler): Route {
  const name = `${endpoint.method} ${endpoint.path}`
  if (!endpoint.may && !endpoint.open && !endpoint.own) throw new Error(`${name} does not say who may call it`)
  if (typeof handler !== 'function') throw new Error(`${name} has no handler`)
  const source = endpoint.path.replace(/[.]/g, String.raw`\.`).replace(/:\w+/g, '([^/]+)')
  return {
    endpoint,
    handler,
    pattern: new RegExp(`^/${source}$`),
    names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, word]) => word ?? ''),
  }
}
