import useSWR, { type Cache, type State, SWRConfig, type SWRResponse, useSWRConfig } from 'swr'
import useSWRMutation from 'swr/mutation'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { type Call, type Endpoint, endpointsOf, type Result } from '../contract/endpoint.ts'
import { cacheTimes } from '../contract/session.ts'
import type { Problem } from './problem.ts'
import { useRuntime } from './runtime.tsx'

type Key = readonly [name: string, call: unknown]
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isKey = (key: unknown): key is Key => Array.isArray(key) && typeof key[0] === 'string'

export interface ReadOptions {
  /** How long an answer is taken without asking again. */
  readonly freshForMs?: number
  /** Shows the last answer while a changed question is asked. */
  readonly keepPreviousData?: boolean
}

/** The answers of one runtime; nobody else's are ever in it. */
export const createAnswers = (): Cache => new Map<string, State>()

/** Puts a runtime's own answers under everything below. */
export function CacheProvider({ answers, children }: { answers: Cache; children: ReactNode }) {
  return (
    <SWRConfig
      value={{
        provider: () => answers,
        revalidateOnFocus: false,
        revalidateOnReconnect: true,
        shouldRetryOnError: false,
        dedupingInterval: cacheTimes.default,
      }}
    >
      {children}
    </SWRConfig>
  )
}

/** One question that is being asked, and by how many at once. */
interface Asking {
  readonly controller: AbortController
  count: number
}
/** The questions of one runtime that somebody still wants answered. */
export type Wanted = Map<string, Asking>

function want(wanted: Wanted, question: string): Asking {
  const known = wanted.get(question)
  if (known && !known.controller.signal.aborted) return known
  const asking = { controller: new AbortController(), count: 0 }
  wanted.set(question, asking)
  return asking
}

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Reads through the cache; without a call it waits. A question that nobody asks any more is cancelled. */
export function useRead<E extends Endpoint>(endpoint: E, call: Call<E> | null, options: ReadOptions = {}): SWRResponse<Result<E>, Problem> {
  const { send, wanted } = useRuntime()
  const key: Key | null = call && [nameOf(endpoint), call]
  const question = JSON.stringify(key)
  // Before the answers' own effect, which asks: the old question must be let go of first.
  useLayoutEffect(() => {
    const asking = want(wanted, question)
    asking.count += 1
    return () => {
      asking.count -= 1
      // Whoever asks the same in this very moment takes it over.
      queueMicrotask(() => {
        if (asking.count > 0) return
        asking.controller.abort()
        if (wanted.get(question) === asking) wanted.delete(question)
      })
    }
  }, [wanted, question])
  const ask = async () => {
    if (!call) throw new Error('There is nothing to ask')
    return send(endpoint, call, { signal: want(wanted, question).controller.signal })
  }
  const answer = useSWR<Result<E>, Problem>(key, ask, {
    dedupingInterval: options.freshForMs ?? cacheTimes.default,
    keepPreviousData: options.keepPreviousData ?? false,
  })
  return isCancelled(answer.error) ? { ...answer, error: undefined } : answer
}

/** Refreshes every answer below some branches of the contract, here and in other tabs. */
export function useRefresh() {
  const { mutate } = useSWRConfig()
  const { tellTabs } = useRuntime()
  return (...branches: object[]) => {
    const names = new Set(branches.flatMap(endpointsOf).map(nameOf))
    tellTabs([...names])
    return mutate((key) => isKey(key) && names.has(key[0]))
  }
}

/** Writes, then refreshes what it makes stale. */
export function useWrite<E extends Endpoint>(endpoint: E, ...stale: object[]) {
  const { send } = useRuntime()
  const refresh = useRefresh()
  return useSWRMutation<Result<E>, Problem, string, Call<E>>(nameOf(endpoint), (_, { arg }) => send(endpoint, arg), {
    onSuccess: () => void refresh(...stale),
  })
}

/** Hears what other tabs have changed. */
export function StaleFromTabs() {
  const { mutate } = useSWRConfig()
  const { onTabs } = useRuntime()
  useEffect(() => onTabs((names) => void mutate((key) => isKey(key) && names.includes(key[0]))), [mutate, onTabs])
  return null
}
