import { createContext, type ReactNode, useContext } from 'react'
import { SWRConfig } from 'swr'
import { type PlatformAccess, acquirePlatformAccess, releasePlatformAccess } from './access.ts'
import { safeStorageOf } from './safe-storage.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { type ResponseCache, createResponseCache } from './response-cache.ts'
import { createTranslationStore, type TranslationStore } from './translation-store.ts'

/** Shared by all elements of a page that have the same platform and identity. */
export interface Runtime extends Omit<PlatformAccess, 'dispose'> {
  readonly access: PlatformAccess
  readonly responseCache: ResponseCache
  readonly translationStore: TranslationStore
  notifyTabs(names: readonly string[]): void
}

const staleKey = 'placard-stale'

/** Invalidates responses that other tabs changed, and refetches old ones when the browser is online again. */
function listenForStale(responseCache: ResponseCache, signal: AbortSignal) {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === staleKey && newValue) responseCache.refresh(namesIn(newValue))
  }
  window.addEventListener('storage', listen, { signal })
  window.addEventListener('online', responseCache.refetchStale, { signal })
  return responseCache
}

const createRuntime = (access: PlatformAccess): Runtime => ({
  ...access,
  access,
  responseCache: listenForStale(createResponseCache(), access.ended),
  translationStore: createTranslationStore(),
  notifyTabs: (names) => safeStorageOf(() => localStorage).set(staleKey, JSON.stringify([Date.now(), names])),
})

function namesIn(text: string): string[] {
  try {
    const [, names] = JSON.parse(text) as [unknown, unknown] // other code may write here; anything but a list of names is ignored
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

const runtimes = new WeakMap<PlatformAccess, Runtime>()

/** Options with the same apiBase and getToken share one runtime. */
export function acquireRuntime(options: RuntimeOptions): Runtime {
  const access = acquirePlatformAccess(options)
  const runtime = runtimes.get(access) ?? createRuntime(access)
  runtimes.set(access, runtime)
  return runtime
}

/** Disposes of the runtime when its last element releases it. */
export const releaseRuntime = ({ access }: Runtime) => releasePlatformAccess(access)

const Current = createContext<Runtime | undefined>(undefined)

/** Provides a runtime and its response cache. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return (
    <Current value={runtime}>
      <SWRConfig value={runtime.responseCache.config}>{children}</SWRConfig>
    </Current>
  )
}

/** The runtime of the surrounding element. */
export function useRuntime(): Runtime {
  const runtime = useContext(Current)
  if (!runtime) throw new Error('useRuntime needs a RuntimeProvider')
  return runtime
}
