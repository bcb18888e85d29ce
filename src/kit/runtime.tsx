import { createContext, type ReactNode, useContext } from 'react'
import { SWRConfig } from 'swr'
import { type Access, acquireAccess, releaseAccess } from './access.ts'
import type { Flags } from './flags.ts'
import { memoryOf } from './memory.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { createTelemetry, type Telemetry } from './telemetry.ts'
import { type Answers, createAnswers } from './answers.ts'
import { createWords, type WordStore } from './word-store.ts'

/** What all elements of a page with the same platform and identity share. */
export interface Runtime extends Omit<Access, 'dispose'> {
  readonly access: Access
  readonly answers: Answers
  readonly words: WordStore
  /** The host's own; nothing where it passes none, and a service is asked by whoever needs a flag. */
  readonly flags: Flags | undefined
  readonly telemetry: Telemetry
  tellTabs(names: readonly string[]): void
}

const staleKey = 'placard-stale'

/** What other tabs have changed is stale here too; what is old is asked again when the line is back. */
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
    const [, names] = JSON.parse(text) as [unknown, unknown] // anything may stand there; what is no list of words is left
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

const runtimes = new WeakMap<Access, Runtime>()

/** The same platform and the same getToken give the same runtime. */
export function acquireRuntime(options: RuntimeOptions): Runtime {
  const access = acquireAccess(options)
  const runtime = runtimes.get(access) ?? createRuntime(access, options)
  runtimes.set(access, runtime)
  return runtime
}

/** The last one out leaves nothing running. */
export const releaseRuntime = ({ access }: Runtime) => releaseAccess(access)

const Current = createContext<Runtime | undefined>(undefined)

/** Gives everything below one runtime and its answers. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return (
    <Current value={runtime}>
      <SWRConfig value={runtime.answers.config}>{children}</SWRConfig>
    </Current>
  )
}

/** The runtime of the element that this is in. */
export function useRuntime(): Runtime {
  const runtime = useContext(Current)
  if (!runtime) throw new Error('There is no runtime above this')
  return runtime
}
