import useSWR, { type State, SWRConfig, type SWRConfiguration, type SWRResponse, unstable_serialize } from 'swr'
import { initCache } from 'swr/_internal'
import { type ReactNode, useLayoutEffect } from 'react'
import { type Call, type Endpoint, endpointsOf, type Result } from '../contract/endpoint.ts'
import { cacheTimes } from './session/times.ts'
import { type Key, nameOf, textOf } from './prefetch.ts'
import type { Problem } from './problem.ts'
import { useRuntime } from './runtime.tsx'

const isKey = (key: unknown): key is Key => Array.isArray(key) && typeof key[0] === 'string'

export interface ReadOptions {
  /** How long an answer is taken without asking again. */
  readonly freshForMs?: number
  /** Shows the last answer while a changed question is asked. */
  readonly keepPreviousData?: boolean
}

interface Completion<E extends Endpoint> {
  /** Adds to the call what is no part of the question, such as a token that changes. */
  readonly complete?: (call: Call<E>) => Promise<Call<E>>
}

/** One question that is being asked, and by how many at once. */
interface Asking {
  readonly controller: AbortController
  count: number
}

/** The answers of one runtime; nobody else's are ever in it. */
export interface Answers {
  /** What every tree over this runtime tells SWR. */
  readonly config: SWRConfiguration
  /** The questions that somebody still wants answered. */
  readonly wanted: Map<string, Asking>
  /** When the answer to a question stops being fresh; one that was made stale is not in it. */
  readonly freshUntil: Map<string, number>
  /** Takes an answer that came before anybody reads it. */
  keep(question: string, data: unknown): void
  /** Makes answers stale, all or those below some names, and asks anew what is on screen. */
  refresh(names?: readonly string[]): void
  /** Asks anew what is on screen and has had its time. */
  refreshOld(): void
  /** Drops what nobody on screen has asked for: what could not be drawn would only be drawn again. */
  forget(): void
}

const nothing = () => undefined

/** Makes the store of a runtime: it belongs to no tree, because the tree that comes first may be the first to go. */
export function createAnswers(): Answers {
  const store = new Map<string, State>()
  const wanted = new Map<string, Asking>()
  // The `provider` of SWRConfig does not suffice: SWR drops its state when the first tree that names it unmounts, and other trees still read it.
  const made = initCache(store, { initFocus: nothing, initReconnect: nothing })
  if (!made) throw new Error('The store of answers was made twice')
  const [cache, mutate] = made
  const freshUntil = new Map<string, number>()
  // A time of SWR's own is a timer that outlives the element, so freshness is kept here.
  const times = { dedupingInterval: 0, loadingTimeout: 0 }
  const config = { ...times, revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false, cache, mutate }
  const isFresh = (key: Key) => (freshUntil.get(textOf(key)) ?? 0) > Date.now()
  return {
    config,
    wanted,
    freshUntil,
    keep: (question, data) => {
      freshUntil.set(question, Date.now() + cacheTimes.default)
      store.set(unstable_serialize(JSON.parse(question)), { data })
    },
    refresh: (names) => {
      const isMeant = ([name]: Key) => !names || names.includes(name)
      for (const question of freshUntil.keys()) if (isMeant(JSON.parse(question))) freshUntil.delete(question)
      void mutate((key) => isKey(key) && isMeant(key))
    },
    refreshOld: () => void mutate((key) => isKey(key) && !isFresh(key)),
    forget: () => {
      for (const question of freshUntil.keys()) {
        if (wanted.has(question)) continue
        freshUntil.delete(question)
        store.delete(unstable_serialize(JSON.parse(question)))
      }
    },
  }
}

/** Puts a runtime's own answers under everything below. */
export const CacheProvider = ({ answers, children }: { answers: Answers; children: ReactNode }) => (
  <SWRConfig value={answers.config}>{children}</SWRConfig>
)

function want({ wanted }: Answers, question: string): Asking {
  const known = wanted.get(question)
  if (known && !known.controller.signal.aborted) return known
  const asking = { controller: new AbortController(), count: 0 }
  wanted.set(question, asking)
  return asking
}

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Keeps a question wanted as long as somebody asks it; then it is cancelled. */
function useWanted(answers: Answers, question: string) {
  // Before the answers' own effect, which asks: the old question must be let go of first.
  useLayoutEffect(() => {
    const asking = want(answers, question)
    asking.count += 1
    return () => {
      asking.count -= 1
      // Whoever asks the same in this very moment takes it over.
      queueMicrotask(() => {
        if (asking.count > 0) return
        asking.controller.abort()
        if (answers.wanted.get(question) === asking) answers.wanted.delete(question)
      })
    }
  }, [answers, question])
}

/** Reads through the cache; without a call it waits. A question that nobody asks any more is cancelled. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  call: Call<E> | null,
  options: ReadOptions & Completion<E> = {},
): SWRResponse<Result<E>, Problem> {
  const { send, answers, begun } = useRuntime()
  const { freshForMs = cacheTimes.default, keepPreviousData = false, complete } = options
  const key: Key | null = call && [nameOf(endpoint), call]
  const question = textOf(key)
  useWanted(answers, question)
  const askOnce = async (signal: AbortSignal) => {
    if (!call) throw new Error('There is nothing to ask')
    const begunAnswer = begun.take(question, signal) as Promise<Result<E>> | undefined // the question names the endpoint
    return await (begunAnswer ?? send(endpoint, complete ? await complete(call) : call, { signal }))
  }
  const ask = async (): Promise<Result<E>> => {
    const { signal } = want(answers, question).controller
    try {
      const result = await askOnce(signal)
      answers.freshUntil.set(question, Date.now() + freshForMs)
      return result
    } catch (error) {
      // Whoever asked the same after it was taken back waits for this answer, so it is asked for them.
      if (signal.aborted && (answers.wanted.get(question)?.count ?? 0) > 0) return ask()
      throw error
    }
  }
  const revalidateIfStale = (answers.freshUntil.get(question) ?? 0) <= Date.now()
  const answer = useSWR<Result<E>, Problem>(key, ask, { revalidateIfStale, keepPreviousData })
  return isCancelled(answer.error) ? { ...answer, error: undefined } : answer
}

/** Refreshes every answer below some branches of the contract, here and in other tabs. */
export function useRefresh() {
  const { answers, tellTabs } = useRuntime()
  return (...branches: object[]) => {
    const names = branches.flatMap(endpointsOf).map(nameOf)
    tellTabs(names)
    answers.refresh(names)
  }
}
