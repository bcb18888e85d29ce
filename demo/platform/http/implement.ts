import { type Call, type Endpoint, isEndpoint, type Result } from '../../../src/contract/endpoint.ts'
import type { Context } from '../context/context.ts'

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

/** Pairs every endpoint with its handler; an address in words goes before one with names in it. */
export const implement = <C extends object>(contract: C, handlers: Handlers<C>): Route[] =>
  routesOf(contract, handlers).toSorted((one, other) => one.names.length - other.names.length)

function routesOf<C extends object>(contract: C, handlers: Handlers<C>): Route[] {
  return Object.entries(contract).flatMap(([name, node]: [string, object]) => {
    const handler = (handlers as Record<string, unknown>)[name] // the type above pairs them by name
    return isEndpoint(node) ? [routeOf(node, handler as Handler)] : routesOf(node, handler as Handlers<object>) // a branch of handlers for a branch of endpoints
  })
}

/** A name of a path that stands for an integer. */
export const isIdName = (name: string) => /Id$|^id$/.test(name)
const idPattern = String.raw`([1-9]\d{0,9})`
/** A word beside a number in the same place of an address is told apart by its shape. */
const uuidPattern = String.raw`([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`

/** An endpoint that does not say who may call it does not start. */
function routeOf(endpoint: Endpoint, handler: Handler): Route {
  const name = `${endpoint.method} ${endpoint.path}`
  if (!endpoint.may && !endpoint.open && !endpoint.own) throw new Error(`${name} does not say who may call it`)
  if (endpoint.open && endpoint.idempotent) throw new Error(`${name} cannot tell whose key it is, because it is open`)
  if (typeof handler !== 'function') throw new Error(`${name} has no handler`)
  const source = endpoint.path
    .replace(/[.]/g, String.raw`\.`)
    .replace(/:(\w+)/g, (_, word: string) => (isIdName(word) ? idPattern : word.endsWith('Uuid') ? uuidPattern : '([^/]+)'))
  return {
    endpoint,
    handler,
    pattern: new RegExp(`^/${source}$`),
    names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, word]) => word ?? ''),
  }
}
