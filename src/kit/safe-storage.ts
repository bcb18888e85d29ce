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
  const attempt = <T>(use: (storage: Storage) => T, fallback: T): T => {
    try {
      return use(store())
    } catch {
      return fallback
    }
  }
  const names = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: (prefix) =>
      attempt((storage) => names(storage).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])), []),
  }
}
