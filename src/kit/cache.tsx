import useSWR, { type SWRResponse } from 'swr'
import { useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type Call, type Endpoint, endpointName, endpointsOf, type Result } from '../contract/endpoint.ts'
import { cacheTimes } from './session/times.ts'
import { type CacheKey, cacheKeyText } from './prefetch.ts'
import type { Problem } from './problem.ts'
import { useRuntime } from './runtime.tsx'
import type { ResponseCache, ActiveQuery } from './response-cache.ts'

export interface ReadOptions {
  /** How long a response is used without refetching. */
  readonly freshForMs?: number
  /** Shows the previous response while a changed query loads. */
  readonly keepPreviousData?: boolean
}

interface Completion<E extends Endpoint> {
  /** Adds values to the request that are not part of the cache key, such as a token that changes. */
  readonly complete?: (call: Call<E>) => Promise<Call<E>>
}

function activeQueryOf({ activeQueries }: ResponseCache, keyText: string): ActiveQuery {
  const active = activeQueries.get(keyText)
  if (active && !active.controller.signal.aborted) return active
  const query = { controller: new AbortController(), count: 0 }
  activeQueries.set(keyText, query)
  return query
}

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Keeps a query alive while a component reads it, then cancels it. */
function useActiveQuery(responseCache: ResponseCache, keyText: string) {
  // Runs before SWR's effect, which sends the request: the previous query must be released first.
  useLayoutEffect(() => {
    const query = activeQueryOf(responseCache, keyText)
    query.count += 1
    return () => {
      query.count -= 1
      // Waits for a microtask, so that a reader mounted in the same commit can take the request over.
      queueMicrotask(() => {
        if (query.count > 0) return
        query.controller.abort()
        if (responseCache.activeQueries.get(keyText) === query) responseCache.activeQueries.delete(keyText)
      })
    }
  }, [responseCache, keyText])
}

/** Reads through the cache; with a null call it waits. A query without mounted readers is cancelled. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  call: Call<E> | null,
  options: ReadOptions & Completion<E> = {},
): SWRResponse<Result<E>, Problem> {
  const { send, responseCache, prefetcher } = useRuntime()
  const { freshForMs = cacheTimes.default, keepPreviousData = false, complete } = options
  const key: CacheKey | null = call && [endpointName(endpoint), call]
  const keyText = cacheKeyText(key)
  useActiveQuery(responseCache, keyText)
  const askOnce = async (signal: AbortSignal) => {
    if (!call) throw new Error('useRead has no call to send')
    const prefetchedResponse = prefetcher.take(keyText, signal) as Promise<Result<E>> | undefined // the key names the endpoint
    return await (prefetchedResponse ?? send(endpoint, complete ? await complete(call) : call, { signal }))
  }
  const request = async (): Promise<Result<E>> => {
    const { signal } = activeQueryOf(responseCache, keyText).controller
    try {
      const result = await askOnce(signal)
      responseCache.freshUntil.set(keyText, Date.now() + freshForMs)
      return result
    } catch (error) {
      // A reader that mounted after the cancellation waits for this response, so the request is sent again.
      if (signal.aborted && (responseCache.activeQueries.get(keyText)?.count ?? 0) > 0) return request()
      throw error
    }
  }
  const revalidateIfStale = (responseCache.freshUntil.get(keyText) ?? 0) <= Date.now()
  const read = useSWR<Result<E>, Problem>(key, request, { revalidateIfStale, keepPreviousData })
  return isCancelled(read.error) ? { ...read, error: undefined } : read
}

/** How often the responses that a list shows became stale. */
export interface Staleness {
  /** A counter that increases when responses of the list's branches are invalidated: in this element, in another element of the page, or in another tab. */
  readonly count: number
  /** Runs an invalidation that does not raise this counter, because the list shows the change already. */
  readonly exceptHere: (invalidate: () => void) => void
}

/** Tells a list whose rows are not in the cache when to load them again. `useRead` needs no such counter. */
export function useStaleness(...branches: readonly object[]): Staleness {
  const { responseCache } = useRuntime()
  const text = JSON.stringify(branches.flatMap(endpointsOf).map(endpointName))
  const names = useMemo(() => JSON.parse(text) as string[], [text]) // stringified above
  const ownCount = useRef(0)
  const count = useSyncExternalStore(responseCache.onStale, () => responseCache.staleness(names) - ownCount.current)
  const exceptHere = useCallback(
    (invalidate: () => void) => {
      const countBefore = responseCache.staleness(names)
      invalidate()
      ownCount.current += responseCache.staleness(names) - countBefore
    },
    [responseCache, names],
  )
  return useMemo(() => ({ count, exceptHere }), [count, exceptHere])
}

/** Invalidates every response below the given branches of the contract, here and in other tabs. */
export function useRefresh() {
  const { responseCache, notifyTabs } = useRuntime()
  return (...branches: object[]) => {
    const names = branches.flatMap(endpointsOf).map(endpointName)
    notifyTabs(names)
    responseCache.refresh(names)
  }
}
