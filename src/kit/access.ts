import { watchActivity } from './session/activity.ts'
import { createApi, type Send } from './api.ts'
import { type Prefetcher, createPrefetcher } from './prefetch.ts'
import type { Problem } from './problem.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { createSession, type Session } from './session/session.ts'
import type { GetToken } from './session/token.ts'
import type { Telemetry, TelemetryOptions } from './telemetry.ts'

/** Access of one identity to one platform: the part of a runtime that does not need React. */
export interface PlatformAccess {
  readonly apiBase: string
  readonly session: Session
  /** The host's own function; undefined if the host gave none. */
  readonly getToken: GetToken | undefined
  readonly send: Send
  readonly prefetcher: Prefetcher
  readonly telemetry: Telemetry
  /** The options that it was made from; a second access of the same page takes some of them over. */
  readonly options: RuntimeOptions
  /** The platform's time; a demo platform's clock may run ahead. */
  now(): Date
  /** Aborted when the last element releases the access. */
  readonly ended: AbortSignal
  /** Calls the listener when a blocker stops a request. With several listeners, only the first is called. */
  onBlocked(listener: (problem: Problem) => void): () => void
  dispose(): void
}

const missingGetToken: GetToken = () => Promise.reject(new Error('No access: give the element a getToken function'))

/** Keeps a blocked request until the first listener registers. */
function createBlockedListeners() {
  const listeners = new Set<(problem: Problem) => void>()
  let unreported: Problem | undefined
  return {
    onBlocked: (problem: Problem) => {
      const [first] = listeners
      if (first) first(problem)
      else unreported = problem
    },
    listen: (listener: (problem: Problem) => void) => {
      listeners.add(listener)
      if (unreported) listener(unreported)
      unreported = undefined
      return () => void listeners.delete(listener)
    },
  }
}

/** Error reporting. Its code is loaded with the first error, because most pages have none. */
function lazyTelemetry(options: TelemetryOptions): Telemetry {
  let loading: Promise<Telemetry> | undefined
  return {
    report(error, where) {
      loading ??= import('./telemetry.ts').then(({ createTelemetry }) => createTelemetry(options))
      loading.then(
        (telemetry) => telemetry.report(error, where),
        () => {
          loading = undefined
        },
      )
    },
  }
}

function createAccess(options: RuntimeOptions): PlatformAccess {
  const { apiBase, applicationName, environment = 'production', report, reportsToPlatform, onRefused } = options
  const application = applicationName ?? 'placard'
  const telemetry = lazyTelemetry({ apiBase, host: location.hostname, environment, application, report, reportsToPlatform })
  const ended = new AbortController()
  const session = createSession({ getToken: options.getToken ?? missingGetToken, page: window, isPatient: onRefused !== undefined })
  const { onBlocked, listen } = createBlockedListeners()
  const onResponse = watchActivity(ended.signal)
  let aheadMs = 0
  const onClockAhead = (ms: number) => {
    aheadMs = ms
  }
  const callbacks = { onResponse, onClockAhead, onBlocked, onRefused, onFailed: telemetry.report }
  const send = createApi({ apiBase, session, applicationName: application, environment, ...callbacks, ended: ended.signal })
  return {
    apiBase,
    session,
    getToken: options.getToken,
    send,
    telemetry,
    options,
    now: () => new Date(Date.now() + aheadMs),
    prefetcher: createPrefetcher(({ endpoint, call }, signal) => send(endpoint, call, { signal })),
    ended: ended.signal,
    onBlocked: listen,
    dispose: () => {
      ended.abort()
      session.dispose()
    },
  }
}

interface SharedAccess {
  readonly options: RuntimeOptions
  readonly access: PlatformAccess
  count: number
}
// The page's only registry: the known identities, and how many elements use each.
const shared: SharedAccess[] = []

/** Options with the same apiBase and getToken share one access. */
export function acquirePlatformAccess(options: RuntimeOptions): PlatformAccess {
  const existing = shared.find((other) => other.options.apiBase === options.apiBase && other.options.getToken === options.getToken)
  if (existing) {
    existing.count += 1
    return existing.access
  }
  const access = createAccess(options)
  shared.push({ options, access, count: 1 })
  return access
}

/** Disposes of the access when its last element releases it. */
export function releasePlatformAccess(access: PlatformAccess) {
  const at = shared.findIndex((other) => other.access === access)
  const entry = shared[at]
  if (!entry) return
  entry.count -= 1
  if (entry.count > 0) return
  shared.splice(at, 1)
  access.dispose()
}
