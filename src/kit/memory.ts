/** A store of the browser that may be full, forbidden or absent; none of that is the caller's trouble. */
export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** The rest of the names that begin so. */
  keys(prefix: string): string[]
}

/** Wraps a store so that it never throws. */
export function memoryOf(store: () => Storage): Memory {
  const tried = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      return act(store())
    } catch {
      return otherwise
    }
  }
  const names = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  return {
    get: (key) => tried((storage) => storage.getItem(key), null),
    set: (key, value) => tried((storage) => storage.setItem(key, value), undefined),
    remove: (key) => tried((storage) => storage.removeItem(key), undefined),
    keys: (prefix) =>
      tried((storage) => names(storage).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])), []),
  }
}
