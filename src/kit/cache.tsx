import useSWR, { type Cache, type State, SWRConfig, type SWRResponse, useSWRConfig } from 'swr'
import useSWRMutation from 'swr/mutation'
import { type ReactNode, useEffect, useRef } from 'react'
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

/** Reads through the cache; without a call it waits. A changed question cancels the old one. */
export function useRead<E extends Endpoint>(endpoint: E, call: Call<E> | null, options: ReadOptions = {}): SWRResponse<Result<E>, Problem> {
  const { send } = useRuntime()
  const running = useRef<AbortController>(undefined)
  const key: Key | null = call && [nameOf(endpoint), call]
  const question = JSON.stringify(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is what is cancelled
  useEffect(() => () => running.current?.abort(), [question])
  const ask = async () => {
    if (!call) throw new Error('There is nothing to ask')
    const controller = new AbortController()
    running.current = controller
    return send(endpoint, call, { signal: controller.signal })
  }
  return useSWR<Result<E>, Problem>(key, ask, {
    dedupingInterval: options.freshForMs ?? cacheTimes.default,
    keepPreviousData: options.keepPreviousData ?? false,
  })
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
