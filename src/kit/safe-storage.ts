/** A browser storage that never throws, even if it is full, forbidden or absent. */
export interface SafeStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** The names with this prefix, without the prefix itself. */
  keys(prefix: string): string[]
}

/** Wraps a storage so that its errors are ignored. */
export function safeStorageOf(store: () => Storage): SafeStorage {
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
