import { storageKeys } from './times.ts'
import { safeStorageOf } from '../safe-storage.ts'

const everyMs = 5000
/** A response within this time after user input counts as caused by it. */
const causedMs = 60_000
const writers = new Set<() => void>()

/** Takes over the recording of the user's activity: until the returned function is called, this page does not store it. */
export function takeOverActivity(write: () => void) {
  writers.add(write)
  return () => void writers.delete(write)
}

/** Stores when the user was last active; polling does not count. */
export function watchActivity(signal: AbortSignal) {
  const storage = safeStorageOf(() => localStorage)
  let lastAt = 0
  let inputAt = Date.now()
  const note = () => {
    if (Date.now() - lastAt < everyMs) return
    lastAt = Date.now()
    for (const write of writers) write()
    if (!writers.size) storage.set(storageKeys.lastActivity, String(lastAt))
  }
  const input = () => {
    inputAt = Date.now()
    note()
  }
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, input, { signal, capture: true, passive: true })
  return () => {
    if (Date.now() - inputAt < causedMs) note()
  }
}
