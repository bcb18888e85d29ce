/** A store of the browser that may be full, forbidden or absent; none of that is the caller's trouble. */
export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
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
  return {
    get: (key) => tried((storage) => storage.getItem(key), null),
    set: (key, value) => tried((storage) => storage.setItem(key, value), undefined),
    remove: (key) => tried((storage) => storage.removeItem(key), undefined),
  }
}
