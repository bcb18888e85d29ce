import { useSyncExternalStore } from 'react'
import { patiently } from './later.ts'

let isReady = false
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads the component library once; a failed load is tried again with the next use. */
function load(): Promise<void> {
  loading ??= patiently(() => import('./shoelace.ts')).then(
    () => {
      isReady = true
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The component library loads with the first use of a menu or tooltip, not with the first paint. */
export const useShoelace = () => ({ isReady: useSyncExternalStore(subscribe, () => isReady), load })
