import { useSyncExternalStore } from 'react'

interface LoadState {
  readonly isReady: boolean
  readonly isLoading: boolean
  /** The last attempt failed. Stays true while the next one runs, so that a retry button keeps its place. */
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

/** Loads the component library; false when it did not come. Each use tries once, so that a failure shows at once instead of after many attempts. */
const load = (): Promise<boolean> => {
  if (state.isReady) return Promise.resolve(true)
  loading ??= attempt()
  return loading
}

/** The component library loads with the first use of a menu or tooltip, not with the first paint. */
export const useShoelace = () => ({ state: useSyncExternalStore(subscribe, () => state), load })
