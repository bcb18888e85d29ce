import type { Endpoint } from '../contract/endpoint.ts'
import { wait } from './wait.ts'

/** One read of the contract: an endpoint and its call. */
export interface PrefetchQuery {
  readonly endpoint: Endpoint
  readonly call: object
}
/** Cache key of a response. */
export type Key = readonly [name: string, call: unknown]

/** Name of an endpoint, for example `GET v1/users`. */
export const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`

/** Serialized cache key: equal queries give equal text. */
export const cacheKeyText = (key: Key | null) => JSON.stringify(key)

interface PrefetchRequest {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  readonly askers: Set<object>
  /** Set when the response has arrived. */
  result?: unknown
}

/** Prefetched requests, sent before the React tree that reads them is mounted. */
export interface Prefetcher {
  /** Sends a request for an owner; an identical pending request is shared. */
  ask(asker: object, { endpoint, call }: PrefetchQuery): void
  /** Hands a response to its first reader. From then on the reader's signal cancels the request. */
  take(question: string, signal: AbortSignal): Promise<unknown> | undefined
  /** Waits briefly for the owner's requests, then moves all finished responses into the cache. */
  settle(asker: object, keep: (question: string, result: unknown) => void): Promise<void>
  /** Cancels the owner's requests that have no other owner and were not taken. */
  leave(asker: object): void
}

/** Waiting this long is cheaper than rendering the skeleton and re-rendering. */
const prefetchWaitMs = 300

/** Creates the prefetch store of one identity. */
export function createPrefetcher(send: (question: PrefetchQuery, signal: AbortSignal) => Promise<unknown>): Prefetcher {
  const asked = new Map<string, PrefetchRequest>()
  const begin = (question: PrefetchQuery): PrefetchRequest => {
    const controller = new AbortController()
    const answer = send(question, controller.signal)
    const asking: PrefetchRequest = { answer, controller, askers: new Set() }
    // The reader that takes the response handles its error.
    answer.then(
      (result) => Object.assign(asking, { result }),
      () => undefined,
    )
    return asking
  }
  return {
    ask: (asker, question) => {
      const text = cacheKeyText([endpointName(question.endpoint), question.call])
      const asking = asked.get(text) ?? begin(question)
      asked.set(text, asking)
      asking.askers.add(asker)
    },
    take: (question, signal) => {
      const asking = asked.get(question)
      asked.delete(question)
      signal.addEventListener('abort', () => asking?.controller.abort(), { once: true })
      return asking?.answer
    },
    settle: async (asker, keep) => {
      const answers = [...asked.values()].flatMap(({ answer, askers }) => (askers.has(asker) ? [answer] : []))
      if (answers.length > 0) await Promise.race([Promise.allSettled(answers), wait(prefetchWaitMs, undefined)])
      for (const [text, { result }] of asked) {
        if (!result) continue
        asked.delete(text)
        keep(text, result)
      }
    },
    leave: (asker) => {
      for (const [text, { askers, controller }] of asked) {
        if (!askers.delete(asker) || askers.size > 0) continue
        asked.delete(text)
        controller.abort()
      }
    },
  }
}
