import { type State, type SWRConfiguration, unstable_serialize } from 'swr'
import { initCache } from 'swr/_internal'
import { cacheTimes } from './session/times.ts'
import { type CacheKey, cacheKeyText } from './prefetch.ts'

const isKey = (key: unknown): key is CacheKey => Array.isArray(key) && typeof key[0] === 'string'

/** A query that is being read: its abort controller, and how many components read it. */
export interface ActiveQuery {
  readonly controller: AbortController
  count: number
}

/** The response cache of one runtime. It is never shared between identities. */
export interface ResponseCache {
  /** Passed to SWRConfig by every React tree of this runtime. */
  readonly config: SWRConfiguration
  /** Queries with mounted readers, by cache key. */
  readonly activeQueries: Map<string, ActiveQuery>
  /** When each response stops being fresh; an invalidated response has no entry. */
  readonly freshUntil: Map<string, number>
  /** Stores a prefetched response. */
  storePrefetched(keyText: string, data: unknown): void
  /** Invalidates all responses, or those of the given endpoints, and refetches those on screen. */
  refresh(names?: readonly string[]): void
  /** How many times responses of these endpoints were invalidated. */
  staleness(names: readonly string[]): number
  /** Calls back after each invalidation. Returns the function that stops this. */
  onStale(listener: () => void): () => void
  /** Refetches responses on screen that are no longer fresh. */
  refetchStale(): void
  /** Evicts entries with no mounted reader. */
  evictUnread(): void
}

const nothing = () => undefined

/** Creates the cache of a runtime. It belongs to no React tree, because the first tree may unmount before the others. */
export function createResponseCache(): ResponseCache {
  const store = new Map<string, State>()
  const activeQueries = new Map<string, ActiveQuery>()
  // The `provider` option of SWRConfig is not enough: SWR drops its state when the first tree that names it unmounts, while other trees
  // still read it.
  const swr = initCache(store, { initFocus: nothing, initReconnect: nothing })
  if (!swr) throw new Error('The response cache was created twice')
  const [cache, mutate] = swr
  const freshUntil = new Map<string, number>()
  const staleCounts = new Map<string, number>()
  let allStaleCount = 0
  const listeners = new Set<() => void>()
  const countStale = (names: readonly string[] | undefined) => {
    if (!names) allStaleCount += 1
    for (const name of names ?? []) staleCounts.set(name, (staleCounts.get(name) ?? 0) + 1)
    for (const listener of listeners) listener()
  }
  // SWR's own intervals use timers that outlive the element, so freshness is tracked here.
  const timing = { dedupingInterval: 0, loadingTimeout: 0 }
  const config = { ...timing, revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false, cache, mutate }
  const isFresh = (key: CacheKey) => (freshUntil.get(cacheKeyText(key)) ?? 0) > Date.now()
  return {
    config,
    activeQueries,
    freshUntil,
    storePrefetched: (keyText, data) => {
      freshUntil.set(keyText, Date.now() + cacheTimes.default)
      store.set(unstable_serialize(JSON.parse(keyText)), { data })
    },
    refresh: (names) => {
      const isMeant = ([name]: CacheKey) => !names || names.includes(name)
      for (const keyText of freshUntil.keys()) if (isMeant(JSON.parse(keyText))) freshUntil.delete(keyText)
      void mutate((key) => isKey(key) && isMeant(key))
      countStale(names)
    },
    staleness: (names) => names.reduce((sum, name) => sum + (staleCounts.get(name) ?? 0), allStaleCount),
    onStale: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refetchStale: () => void mutate((key) => isKey(key) && !isFresh(key)),
    evictUnread: () => {
      for (const keyText of freshUntil.keys()) {
        if (activeQueries.has(keyText)) continue
        freshUntil.delete(keyText)
        store.delete(unstable_serialize(JSON.parse(keyText)))
      }
    },
  }
}
