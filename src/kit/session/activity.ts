import { storageKeys } from './times.ts'
import { memoryOf } from '../memory.ts'

const everyMs = 5000
/** Whatever is answered so soon after the person did something is taken as caused by that. */
const causedMs = 60_000
const keepers = new Set<() => void>()

/** Takes over what counts as the person's activity: until what comes back is called, nobody else of this page writes it. */
export function keepActivity(keep: () => void) {
  keepers.add(keep)
  return () => void keepers.delete(keep)
}

/** Stores when the person last did something; polling does not count as that. */
export function watchActivity(signal: AbortSignal) {
  const memory = memoryOf(() => localStorage)
  let last = 0
  let inputAt = Date.now()
  const note = () => {
    if (Date.now() - last < everyMs) return
    last = Date.now()
    for (const keep of keepers) keep()
    if (!keepers.size) memory.set(storageKeys.lastActivity, String(last))
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
