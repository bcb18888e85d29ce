import { useSyncExternalStore } from 'react'

let isHere = false
const hearers = new Set<() => void>()
const subscribe = (hear: () => void) => {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}
const fetchIt = async () => {
  await import('./shoelace.ts')
  isHere = true
  for (const hear of hearers) hear()
}

/** Menus and tooltips come when they are first needed, not with the first paint. */
export const useFloating = () => ({ isReady: useSyncExternalStore(subscribe, () => isHere), fetchIt })
