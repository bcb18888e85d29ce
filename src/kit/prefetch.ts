import { type Endpoint, endpointName } from '../contract/endpoint.ts'
import { wait } from './wait.ts'

/** One read request: an endpoint, and its path, query and body. */
export interface PrefetchQuery {
  readonly endpoint: Endpoint
  readonly call: object
}
/** Cache key of a response. */
export type CacheKey = readonly [name: string, call: unknown]

/** Serialized cache key: equal queries give equal text. */
export const cacheKeyText = (key: CacheKey | null) => JSON.stringify(key)

interface PrefetchRequest {
  readonly response: Promise<unknown>
  readonly controller: AbortController
  readonly owners: Set<object>
  /** Set when the response has arrived. */
  result?: unknown
}

/** Sends read requests before the React tree that reads them is mounted, and keeps their responses until then. */
export interface Prefetcher {
  /** Sends a request for an owner; an identical pending request is shared. */
  ask(owner: object, query: PrefetchQuery): void
  /** Hands a response to its first reader. From then on the reader's signal cancels the request. */
  take(keyText: string, signal: AbortSignal): Promise<unknown> | undefined
  /** Waits briefly for the owner's requests, then moves all finished responses into the cache. */
  settle(owner: object, store: (keyText: string, result: unknown) => void): Promise<void>
  /** Cancels the owner's requests that have no other owner and were not taken. */
  leave(owner: object): void
}

/** Waiting this long is cheaper than rendering the skeleton and re-rendering. */
const prefetchWaitMs = 300

/** Creates the prefetcher for one user on one platform. */
export function createPrefetcher(send: (query: PrefetchQuery, signal: AbortSignal) => Promise<unknown>): Prefetcher {
  const requests = new Map<string, PrefetchRequest>()
  const start = (query: PrefetchQuery): PrefetchRequest => {
    const controller = new AbortController()
    const response = send(query, controller.signal)
    const request: PrefetchRequest = { response, controller, owners: new Set() }
    // The reader that takes the response handles its error.
    response.then(
      (result) => Object.assign(request, { result }),
      () => undefined,
    )
    return request
  }
  return {
    ask: (owner, query) => {
      const keyText = cacheKeyText([endpointName(query.endpoint), query.call])
      const request = requests.get(keyText) ?? start(query)
      requests.set(keyText, request)
      request.owners.add(owner)
    },
    take: (keyText, signal) => {
      const request = requests.get(keyText)
      requests.delete(keyText)
      signal.addEventListener('abort', () => request?.controller.abort(), { once: true })
      return request?.response
    },
    settle: async (owner, store) => {
      const responses = [...requests.values()].flatMap(({ response, owners }) => (owners.has(owner) ? [response] : []))
      if (responses.length > 0) await Promise.race([Promise.allSettled(responses), wait(prefetchWaitMs, undefined)])
      for (const [keyText, { result }] of requests) {
        if (!result) continue
        requests.delete(keyText)
        store(keyText, result)
      }
    },
    leave: (owner) => {
      for (const [keyText, { owners, controller }] of requests) {
        if (!owners.delete(owner) || owners.size > 0) continue
        requests.delete(keyText)
        controller.abort()
      }
    },
  }
}
