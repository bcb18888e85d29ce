import { storageKeys } from '../contract/session.ts'
import { memoryOf } from './memory.ts'

const everyMs = 5000
const keepers = new Set<object>()

/** Takes over what counts as the person's activity: until what comes back is called, nobody else of this page writes it. */
export function keepActivity() {
  const keeper = {}
  keepers.add(keeper)
  return () => void keepers.delete(keeper)
}

/** Stores when the person last did something; polling does not count as that. */
export function watchActivity(signal: AbortSignal) {
  const memory = memoryOf(() => localStorage)
  let last = 0
  let isPersons = true
  const note = () => {
    if (keepers.size > 0 || Date.now() - last < everyMs) return
    last = Date.now()
    memory.set(storageKeys.lastActivity, String(last))
  }
  const input = () => {
    isPersons = true
    note()
  }
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, input, { signal, capture: true, passive: true })
  return () => {
    if (isPersons) note()
    isPersons = false
  }
}
