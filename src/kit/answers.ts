import { type State, type SWRConfiguration, unstable_serialize } from 'swr'
import { initCache } from 'swr/_internal'
import { cacheTimes } from './session/times.ts'
import { type Key, textOf } from './prefetch.ts'

const isKey = (key: unknown): key is Key => Array.isArray(key) && typeof key[0] === 'string'

/** One question that is being asked, and by how many at once. */
export interface Asking {
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
