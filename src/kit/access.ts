import { watchActivity } from './session/activity.ts'
import { createApi, type Send } from './api.ts'
import { type Begun, createBegun } from './prefetch.ts'
import type { Problem } from './problem.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { createSession, type Session } from './session/session.ts'
import type { GetToken } from './session/token.ts'

/** The way of one identity to one platform: all of a runtime that does not wait for React. */
export interface Access {
  readonly apiBase: string
  readonly session: Session
  /** The host's own; nothing where the host gave none. */
  readonly getToken: GetToken | undefined
  readonly send: Send
  readonly begun: Begun
  /** The platform's time: that of a demonstration may be ahead. */
  now(): Date
  /** Ends with the last who holds it. */
  readonly ended: AbortSignal
  /** Hears when a blocker takes a call; of all who listen, the first one is told. */
  onBlocked(hear: (problem: Problem) => void): () => void
  dispose(): void
}

const nobody: GetToken = () => Promise.reject(new Error('No access: give the element a getToken function'))

/** What a blocker took before anybody listened is told to the first who does. */
function blockedCalls() {
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

function createAccess(options: RuntimeOptions): Access {
  const { apiBase, applicationName = 'placard', environment = 'production', onRefused } = options
  const ended = new AbortController()
  const session = createSession({ getToken: options.getToken ?? nobody, page: window, isPatient: onRefused !== undefined })
  const { onBlocked, listen } = blockedCalls()
  const onResponse = watchActivity(ended.signal)
  let aheadMs = 0
  const onAhead = (ms: number) => {
    aheadMs = ms
  }
  const told = { onResponse, onAhead, onBlocked, onRefused }
  const send = createApi({ apiBase, session, applicationName, environment, ...told, ended: ended.signal })
  return {
    apiBase,
    session,
    getToken: options.getToken,
    send,
    now: () => new Date(Date.now() + aheadMs),
    begun: createBegun(({ endpoint, call }, signal) => send(endpoint, call, { signal })),
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
  readonly access: Access
  count: number
}
// The one registry of a page: which identities there are, and how many elements hold each.
const held: Held[] = []

/** The same platform and the same getToken give the same access. */
export function acquireAccess(options: RuntimeOptions): Access {
  const known = held.find((other) => other.options.apiBase === options.apiBase && other.options.getToken === options.getToken)
  if (known) {
    known.count += 1
    return known.access
  }
  const access = createAccess(options)
  held.push({ options, access, count: 1 })
  return access
}

/** The last one out leaves nothing running. */
export function releaseAccess(access: Access) {
  const at = held.findIndex((other) => other.access === access)
  const found = held[at]
  if (!found) return
  found.count -= 1
  if (found.count > 0) return
  held.splice(at, 1)
  access.dispose()
}
