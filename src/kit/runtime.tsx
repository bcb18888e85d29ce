import { createContext, type ReactNode, useContext } from 'react'
import { watchActivity } from './activity.ts'
import { createApi, type Send } from './api.ts'
import { type Answers, CacheProvider, createAnswers } from './cache.tsx'
import type { Flags } from './flags.ts'
import { memoryOf } from './memory.ts'
import type { Problem } from './problem.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { createSession, type GetToken, type Session } from './session.ts'
import { createTelemetry, type Telemetry } from './telemetry.ts'
import { createWords, type WordStore } from './words.tsx'

/** What all elements of a page with the same platform and identity share. */
export interface Runtime {
  readonly apiBase: string
  readonly send: Send
  readonly session: Session
  /** The host's own; nothing where the host gave none. */
  readonly getToken: GetToken | undefined
  readonly answers: Answers
  readonly words: WordStore
  /** The host's own; nothing where it passes none, and a service is asked by whoever needs a flag. */
  readonly flags: Flags | undefined
  readonly telemetry: Telemetry
  tellTabs(names: readonly string[]): void
  /** Hears when a blocker takes a call; of all who listen, the first one is told. */
  onBlocked(hear: (problem: Problem) => void): () => void
  dispose(): void
}

const staleKey = 'placard-stale'
const nobody: GetToken = () => Promise.reject(new Error('No access: give the element a getToken function'))

/** What other tabs have changed is stale here too; what is old is asked again when the line is back. */
function hearStale(answers: Answers, signal: AbortSignal) {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === staleKey && newValue) answers.refresh(namesIn(newValue))
  }
  window.addEventListener('storage', listen, { signal })
  window.addEventListener('online', answers.refreshOld, { signal })
  return answers
}

function createRuntime(options: RuntimeOptions): Runtime {
  const { apiBase, applicationName = 'placard', environment = 'production' } = options
  const ended = new AbortController()
  const { onRefused } = options
  const session = createSession({ getToken: options.getToken ?? nobody, page: window, isPatient: onRefused !== undefined })
  const onResponse = watchActivity(ended.signal)
  const answers = hearStale(createAnswers(), ended.signal)
  const blocked = new Set<(problem: Problem) => void>()
  const onBlocked = (problem: Problem) => [...blocked][0]?.(problem)
  return {
    apiBase,
    session,
    getToken: options.getToken,
    send: createApi({ apiBase, session, applicationName, environment, onResponse, onBlocked, onRefused, ended: ended.signal }),
    answers,
    words: createWords(),
    flags: options.flags,
    telemetry: createTelemetry(options.report ?? (() => undefined), location.hostname),
    tellTabs: (names) => memoryOf(() => localStorage).set(staleKey, JSON.stringify([Date.now(), names])),
    onBlocked: (hear) => {
      blocked.add(hear)
      return () => void blocked.delete(hear)
    },
    dispose: () => {
      ended.abort()
      session.dispose()
    },
  }
}

function namesIn(text: string): string[] {
  try {
    const [, names] = JSON.parse(text) as [unknown, unknown] // anything may stand there; what is no list of words is left
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

interface Held {
  readonly options: RuntimeOptions
  readonly runtime: Runtime
  count: number
}
// The one registry of a page: which runtimes there are, and how many elements hold each.
const held: Held[] = []

/** The same platform and the same getToken give the same runtime. */
export function acquireRuntime(options: RuntimeOptions): Runtime {
  const known = held.find((other) => other.options.apiBase === options.apiBase && other.options.getToken === options.getToken)
  if (known) {
    known.count += 1
    return known.runtime
  }
  const runtime = createRuntime(options)
  held.push({ options, runtime, count: 1 })
  return runtime
}

/** The last one out leaves nothing running. */
export function releaseRuntime(runtime: Runtime) {
  const at = held.findIndex((other) => other.runtime === runtime)
  const found = held[at]
  if (!found) return
  found.count -= 1
  if (found.count > 0) return
  held.splice(at, 1)
  runtime.dispose()
}

const Current = createContext<Runtime | undefined>(undefined)

/** Gives everything below one runtime and its answers. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return (
    <Current value={runtime}>
      <CacheProvider answers={runtime.answers}>{children}</CacheProvider>
    </Current>
  )
}

/** The runtime of the element that this is in. */
export function useRuntime(): Runtime {
  const runtime = useContext(Current)
  if (!runtime) throw new Error('There is no runtime above this')
  return runtime
}
