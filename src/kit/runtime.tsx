import { createContext, type ReactNode, useContext } from 'react'
import { SWRConfig } from 'swr'
import { type Access, acquireAccess, releaseAccess } from './access.ts'
import type { Flags } from './flags.ts'
import { memoryOf } from './memory.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { createTelemetry, type Telemetry } from './telemetry.ts'
import { type Answers, createAnswers } from './answers.ts'
import { createWords, type WordStore } from './word-store.ts'

/** Shared by all elements of a page that have the same platform and identity. */
export interface Runtime extends Omit<Access, 'dispose'> {
  readonly access: Access
  readonly answers: Answers
  readonly words: WordStore
  /** The host's flags. If undefined, a component that needs a flag requests it from a flag service. */
  readonly flags: Flags | undefined
  readonly telemetry: Telemetry
  tellTabs(names: readonly string[]): void
}

const staleKey = 'placard-stale'

/** Invalidates responses that other tabs changed, and refetches old ones when the browser is online again. */
function hearStale(answers: Answers, signal: AbortSignal) {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === staleKey && newValue) answers.refresh(namesIn(newValue))
  }
  window.addEventListener('storage', listen, { signal })
  window.addEventListener('online', answers.refreshOld, { signal })
  return answers
}

const createRuntime = (access: Access, options: RuntimeOptions): Runtime => ({
  ...access,
  access,
  answers: hearStale(createAnswers(), access.ended),
  words: createWords(),
  flags: options.flags,
  telemetry: createTelemetry(options.report ?? (() => undefined), location.hostname),
  tellTabs: (names) => memoryOf(() => localStorage).set(staleKey, JSON.stringify([Date.now(), names])),
})

function namesIn(text: string): string[] {
  try {
    const [, names] = JSON.parse(text) as [unknown, unknown] // other code may write here; anything but a list of names is ignored
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

const runtimes = new WeakMap<Access, Runtime>()

/** Options with the same apiBase and getToken share one runtime. */
export function acquireRuntime(options: RuntimeOptions): Runtime {
  const access = acquireAccess(options)
  const runtime = runtimes.get(access) ?? createRuntime(access, options)
  runtimes.set(access, runtime)
  return runtime
}

/** Disposes of the runtime when its last element releases it. */
export const releaseRuntime = ({ access }: Runtime) => releaseAccess(access)

const Current = createContext<Runtime | undefined>(undefined)

/** Provides a runtime and its response cache. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return (
    <Current value={runtime}>
      <SWRConfig value={runtime.answers.config}>{children}</SWRConfig>
    </Current>
  )
}

/** The runtime of the surrounding element. */
export function useRuntime(): Runtime {
  const runtime = useContext(Current)
  if (!runtime) throw new Error('useRuntime needs a RuntimeProvider')
  return runtime
}
