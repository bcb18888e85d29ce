import { watchActivity } from './session/activity.ts'
import { createApi, type Send } from './api.ts'
import { type Prefetcher, createPrefetcher } from './prefetch.ts'
import type { Problem } from './problem.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { createSession, type Session } from './session/session.ts'
import type { GetToken } from './session/token.ts'

/** Access of one identity to one platform: the part of a runtime that does not need React. */
export interface PlatformAccess {
  readonly apiBase: string
  readonly session: Session
  /** The host's own function; undefined if the host gave none. */
  readonly getToken: GetToken | undefined
  readonly send: Send
  readonly prefetcher: Prefetcher
  /** The platform's time; a demo platform's clock may run ahead. */
  now(): Date
  /** Aborted when the last element releases the access. */
  readonly ended: AbortSignal
  /** Calls the listener when a blocker stops a request. With several listeners, only the first is called. */
  onBlocked(hear: (problem: Problem) => void): () => void
  dispose(): void
}

const missingGetToken: GetToken = () => Promise.reject(new Error('No access: give the element a getToken function'))

/** Keeps a blocked request until the first listener registers. */
function createBlockedListeners() {
  const hearers = new Set<(problem: Problem) => void>()
  let unheard: Problem | undefined
  return {
    onBlocked: (problem: Problem) => {
      const [first] = hearers
      if (first) first(problem)
      else unheard = problem
    },
    listen: (hear: (problem: Problem) => void) => {
      hearers.add(hear)
      if (unheard) hear(unheard)
      unheard = undefined
      return () => void hearers.delete(hear)
    },
  }
}

function createAccess(options: RuntimeOptions): PlatformAccess {
  const { apiBase, applicationName = 'placard', environment = 'production', onRefused } = options
  const ended = new AbortController()
  const session = createSession({ getToken: options.getToken ?? missingGetToken, page: window, isPatient: onRefused !== undefined })
  const { onBlocked, listen } = createBlockedListeners()
  const onResponse = watchActivity(ended.signal)
  let aheadMs = 0
  const onClockAhead = (ms: number) => {
    aheadMs = ms
  }
  const callbacks = { onResponse, onClockAhead, onBlocked, onRefused }
  const send = createApi({ apiBase, session, applicationName, environment, ...callbacks, ended: ended.signal })
  return {
    apiBase,
    session,
    getToken: options.getToken,
    send,
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

interface Held {
  readonly options: RuntimeOptions
  readonly access: PlatformAccess
  count: number
}
// The page's only registry: the known identities, and how many elements use each.
const held: Held[] = []

/** Options with the same apiBase and getToken share one access. */
export function acquirePlatformAccess(options: RuntimeOptions): PlatformAccess {
  const known = held.find((other) => other.options.apiBase === options.apiBase && other.options.getToken === options.getToken)
  if (known) {
    known.count += 1
    return known.access
  }
  const access = createAccess(options)
  held.push({ options, access, count: 1 })
  return access
}

/** Disposes of the access when its last element releases it. */
export function releasePlatformAccess(access: PlatformAccess) {
  const at = held.findIndex((other) => other.access === access)
  const found = held[at]
  if (!found) return
  found.count -= 1
  if (found.count > 0) return
  held.splice(at, 1)
  access.dispose()
}
