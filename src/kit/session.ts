import { sessionTimes } from '../contract/session.ts'
import { Problem } from './problem.ts'

export type TokenReason = 'start' | 'expiring' | 'refused' | 'online' | 'wake'
export interface Token {
  readonly access_token: string
  /** Seconds since the epoch. */
  readonly expires_at: number
}
/** How a host gives access: a function, never an attribute. */
export type GetToken = (ask: { reason: TokenReason; signal: AbortSignal }) => Promise<Token>
export type SessionState = 'starting' | 'active' | 'expiring' | 'expired' | 'restored' | 'ended'

export interface Session {
  readonly state: SessionState
  /** The token that was given last; nothing before the first, and nothing after the end. */
  readonly held: string | undefined
  /** The token to use now; waits for the one request that may be on its way. */
  token(): Promise<string>
  /** After a 401: one refresh, however many calls were refused with the same token. */
  refused(used: string): Promise<string>
  end(): void
  onState(hear: (state: SessionState) => void): () => void
  dispose(): void
}

interface SessionOptions {
  readonly getToken: GetToken
  readonly now?: () => number
  readonly page?: Window | undefined
}

const mostFailures = 3
const askTimeoutMs = 10_000
const believableMs = 24 * 3_600_000
/** A lifetime shorter than the notice would be refreshed every moment; it is refreshed at its half instead. */
const noticeOf = (lifeMs: number) => Math.min(sessionTimes.refreshBeforeMs, lifeMs / 2)

/** One session a runtime: one token, one request for it at a time, renewed before it ends. */
export function createSession({ getToken, now = Date.now, page }: SessionOptions): Session {
  const hearers = new Set<(state: SessionState) => void>()
  const disposed = new AbortController()
  let state: SessionState = 'starting'
  let held: { token: string; renewAt: number } | undefined
  let asking: Promise<string> | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: SessionState) => {
    if (state === next || state === 'ended') return
    state = next
    for (const hear of hearers) hear(next)
  }

  const keep = ({ access_token, expires_at }: Token) => {
    // A host may answer late, after a sign-out or after the last element has gone: that token starts nothing again.
    if (disposed.signal.aborted || state === 'ended') throw new Problem({ kind: 'ended' })
    // The host's clock may be minutes off, and so may ours: a token just given lives at least a little.
    const said = expires_at * 1000 - now()
    const lifeMs = Math.min(believableMs, Math.max(said, 30_000))
    const wasLost = state === 'expired' || state === 'expiring'
    held = { token: access_token, renewAt: now() + lifeMs - noticeOf(lifeMs) }
    failures = 0
    clearTimeout(timer)
    timer = setTimeout(() => void renew('expiring').catch(() => undefined), lifeMs - noticeOf(lifeMs))
    become(wasLost ? 'restored' : 'active')
    if (wasLost) become('active')
    return access_token
  }

  const fail = (cause: unknown): never => {
    if (disposed.signal.aborted) throw new Problem({ kind: 'ended', cause })
    failures += 1
    become(failures >= mostFailures ? 'ended' : 'expired')
    if (state === 'ended') clearTimeout(timer)
    throw new Problem({ kind: 'ended', cause })
  }

  const renew = (reason: TokenReason): Promise<string> => {
    if (state === 'ended') return Promise.reject(new Problem({ kind: 'ended' }))
    if (reason === 'expiring') become('expiring')
    asking ??= inTime((signal) => getToken({ reason, signal }), disposed.signal)
      .then(checked)
      .then(keep, fail)
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  const wake = (reason: TokenReason) => () => {
    if (held && now() >= held.renewAt && page?.document.visibilityState !== 'hidden') renew(reason).catch(() => undefined)
  }
  const options = { signal: disposed.signal }
  page?.addEventListener('online', wake('online'), options)
  page?.addEventListener('pageshow', wake('wake'), options)
  page?.document.addEventListener('visibilitychange', wake('wake'), options)

  return {
    get state() {
      return state
    },
    get held() {
      return held?.token
    },
    token: async () => {
      if (held && (now() < held.renewAt || state === 'ended')) return state === 'ended' ? renew('expiring') : held.token
      return renew(held ? 'expiring' : 'start')
    },
    refused: (used) => (held && held.token !== used ? Promise.resolve(held.token) : renew('refused')),
    end: () => {
      held = undefined
      clearTimeout(timer)
      become('ended')
    },
    onState: (hear) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    dispose: () => {
      clearTimeout(timer)
      disposed.abort()
      hearers.clear()
      held = undefined
    },
  }
}

/** Waits for the host, though not for ever: a host may never look at the signal. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, disposed: AbortSignal): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('getToken did not answer in time', 'TimeoutError')), askTimeoutMs)
  const signal = AbortSignal.any([disposed, late.signal])
  try {
    return await Promise.race([
      ask(signal),
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

function checked(token: Token): Token {
  if (typeof token?.access_token !== 'string' || token.access_token === '' || !Number.isFinite(token.expires_at))
    throw new TypeError('getToken must give { access_token, expires_at }, with expires_at in seconds')
  return token
}
