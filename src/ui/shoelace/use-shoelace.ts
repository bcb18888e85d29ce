import { useSyncExternalStore } from 'react'

interface LoadState {
  readonly isReady: boolean
  readonly isLoading: boolean
  /** The last attempt failed. Stays true during the next attempt, so that the retry button does not disappear. */
  readonly hasFailed: boolean
}

let state: LoadState = { isReady: false, isLoading: false, hasFailed: false }
let loading: Promise<boolean> | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function setState(next: LoadState) {
  state = next
  for (const listener of listeners) listener()
}

async function attempt(): Promise<boolean> {
  setState({ ...state, isLoading: true })
  const isReady = await import('./shoelace.ts').then(
    () => true,
    () => false,
  )
  loading = undefined
  setState({ isReady, isLoading: false, hasFailed: !isReady })
  return isReady
}

/** Loads Shoelace; returns false on failure. Each use tries only once, so that an error shows immediately. */
export const loadShoelace = (): Promise<boolean> => {
  if (state.isReady) return Promise.resolve(true)
  loading ??= attempt()
  return loading
}

/** Loads Shoelace on the first use of a menu or tooltip, because the first render does not need it. */
export const useShoelace = () => ({ state: useSyncExternalStore(subscribe, () => state), load: loadShoelace })
