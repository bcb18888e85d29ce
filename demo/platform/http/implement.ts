import { type Call, type Endpoint, isEndpoint, type Result } from '../../../src/contract/endpoint.ts'
import type { Context } from '../context/context.ts'

type Full<C> = { [K in keyof C]-?: C[K] }

/** One handler per endpoint, in the shape of the contract; a missing one does not compile. */
export type Handlers<C> = {
  [K in keyof C]: C[K] extends Endpoint ? (call: Full<Call<C[K]>>, context: Context) => Promise<Result<C[K]>> : Handlers<C[K]>
}

/** A handler without the types of its endpoint. */
export type Handler = (call: { path: Record<string, string | number>; query: unknown; body: unknown }, context: Context) => Promise<unknown>

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: Handler
  readonly pattern: RegExp
  readonly names: readonly string[]
  /** The number of segments of its path, which no parameter changes. */
  readonly depth: number
}

/** Pairs every endpoint with its handler. Paths with fewer parameters come first, so a literal path wins over a parameter. */
export const implement = <C extends object>(contract: C, handlers: Handlers<C>): Route[] =>
  routesOf(contract, handlers).toSorted((left, right) => left.names.length - right.names.length)

function routesOf<C extends object>(contract: C, handlers: Handlers<C>): Route[] {
  return Object.entries(contract).flatMap(([name, node]: [string, object]) => {
    const handler = (handlers as Record<string, unknown>)[name] // Handlers<C> has the same keys as C
    return isEndpoint(node) ? [routeOf(node, handler as Handler)] : routesOf(node, handler as Handlers<object>) // the handlers of a contract branch are a branch
  })
}

/** True for path parameters that are integer ids. */
export const isIdName = (name: string) => /Id$|^id$/.test(name)
const idPattern = String.raw`([1-9]\d{0,9})`
/** A UUID pattern, because a UUID and an id can be at the same position of a path. */
const uuidPattern = String.raw`([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`

/** The number of segments of a path. */
export const depthOf = (path: string) => path.split('/').length

/** Throws at start if the endpoint does not declare who may call it. */
function routeOf(endpoint: Endpoint, handler: Handler): Route {
  const name = `${endpoint.method} ${endpoint.path}`
  if (!endpoint.may && !endpoint.open && !endpoint.ownOnly) throw new Error(`${name} does not say who may call it`)
  if (endpoint.open && endpoint.idempotent) throw new Error(`${name} is open, so its idempotency keys have no owner`)
  if (typeof handler !== 'function') throw new Error(`${name} has no handler`)
  const source = endpoint.path
    .replace(/[.]/g, String.raw`\.`)
    .replace(/:(\w+)/g, (_, name: string) => (isIdName(name) ? idPattern : name.endsWith('Uuid') ? uuidPattern : '([^/]+)'))
  return {
    endpoint,
    handler,
    pattern: new RegExp(`^/${source}$`),
    names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
    depth: depthOf(`/${endpoint.path}`),
  }
}
