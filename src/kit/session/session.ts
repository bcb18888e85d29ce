import { sessionTimes } from './times.ts'
import { requestToken, askTimeoutMs } from './request-token.ts'
import { Problem } from '../problem.ts'
import { wait } from '../wait.ts'
import type { TokenReason, Token, GetToken } from './token.ts'

export type SessionState = 'starting' | 'active' | 'expiring' | 'expired' | 'restored' | 'ended'

export interface Session {
  readonly state: SessionState
  /** The last token; undefined before the first one and after the end of the session. */
  readonly held: string | undefined
  /** The token to use now: the current one while it is valid, otherwise a new one from the host. */
  token(): Promise<string>
  /** Call after a 401. However many requests were rejected with the same token, it is refreshed once. */
  refused(used: string): Promise<string>
  /** Call after any other response: the platform accepts the host's tokens. */
  accepted(): void
  end(): void
  onState(listener: (state: SessionState) => void): () => void
  dispose(): void
}

interface SessionOptions {
  readonly getToken: GetToken
  /** The source of the tokens decides when the session ends; until then failed requests are retried. */
  readonly isPatient?: boolean
  readonly now?: () => number
  readonly page?: Window | undefined
}

interface CurrentToken {
  readonly token: string
  endsAt: number
  renewAt: number
}

const maxFailures = 3
/** Pause after a failed request to the host; it grows with each failure. */
const pauseMs = 2000
const minLifeMs = 30_000
const maxLifeMs = 24 * 3_600_000
/** The host's clock and the browser's clock may each be wrong by this much. */
const skewMs = 300_000
/** A lifetime shorter than the refresh margin would cause constant refreshes; such a token is refreshed at half of its lifetime. */
const noticeOf = (lifeMs: number) => Math.min(sessionTimes.refreshBeforeMs, lifeMs / 2)

/** One session per runtime: one token, one request for it at a time, renewed before it expires. */
export function createSession({ getToken, isPatient = false, now = Date.now, page }: SessionOptions): Session {
  const listeners = new Set<(state: SessionState) => void>()
  const closing = new AbortController()
  let state: SessionState = 'starting'
  let current: CurrentToken | undefined
  let pending: Promise<string> | undefined
  let failures = 0
  let failedAt = 0
  let refusals = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const setState = (next: SessionState) => {
    if (state === next || state === 'ended') return
    state = next
    for (const listener of listeners) listener(next)
  }
  const leftMs = () => (current ? current.endsAt - now() : 0)
  const isOffline = () => page?.navigator.onLine === false

  const schedule = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const close = () => {
    current = undefined
    clearTimeout(timer)
    closing.abort()
    setState('ended')
  }

  const store = ({ access_token: token, expires_at }: Token) => {
    const statedLifeMs = expires_at * 1000 - now()
    const isSame = token === current?.token
    if (statedLifeMs < -skewMs || (isSame && leftMs() <= 0)) throw new TypeError('getToken gave an expired token')
    const boundedMs = Math.min(maxLifeMs, Math.max(statedLifeMs, minLifeMs))
    // A host may return the same token until it expires; then its remaining lifetime must not grow.
    const lifeMs = isSame ? Math.min(boundedMs, leftMs()) : boundedMs
    const renewMs = Math.max(lifeMs - noticeOf(lifeMs), pauseMs)
    current = { token, endsAt: now() + lifeMs, renewAt: now() + renewMs }
    failures = 0
    schedule(renewMs, onDue)
    if (state === 'expired' || state === 'expiring') setState('restored')
    setState('active')
    return token
  }

  /** The current token is used until it expires. The remaining retries are spread over that time, the last one just before the end. */
  const fail = (cause: unknown): never => {
    if (!closing.signal.aborted) {
      if (!isOffline() && (!isPatient || failures < maxFailures - 1)) failures += 1
      failedAt = now()
      const remainingMs = leftMs()
      const remainingTries = maxFailures - failures
      const waitMs = remainingTries > 0 ? Math.max(pauseMs * failures, (remainingMs - askTimeoutMs) / remainingTries) : remainingMs
      if (remainingTries <= 0 && remainingMs <= 0) close()
      setState(remainingMs > 0 ? 'expiring' : 'expired')
      if (current) {
        current.renewAt = now() + waitMs
        schedule(waitMs, onDue)
      }
    }
    throw new Problem({ kind: 'ended', code: closing.signal.aborted ? 'session_expired' : 'token_failed', cause })
  }

  const renew = (reason: TokenReason): Promise<string> => {
    if (Math.max(failures, refusals) >= maxFailures) close()
    if (closing.signal.aborted) return Promise.reject(new Problem({ kind: 'ended', code: 'session_expired' }))
    const waitMs = Math.min(failures * pauseMs, failedAt + failures * pauseMs - now())
    pending ??= wait(waitMs, closing.signal)
      .then(() => requestToken(getToken, reason, closing.signal))
      .then(store)
      .catch(fail)
      .finally(() => {
        pending = undefined
      })
    return pending
  }

  /** While offline, no token is requested; the page's `online` event does it. */
  const onDue = () => {
    const remainingMs = leftMs()
    if (!isOffline()) renew('expiring').catch(() => undefined)
    else if (remainingMs > 0) {
      setState('expiring')
      schedule(remainingMs, onDue)
    } else setState('expired')
  }

  const wake = (reason: TokenReason) => () => {
    if (current && now() >= current.renewAt && page?.document.visibilityState !== 'hidden') renew(reason).catch(() => undefined)
  }
  const options = { signal: closing.signal }
  page?.addEventListener('online', wake('online'), options)
  page?.addEventListener('pageshow', wake('wake'), options)
  page?.document.addEventListener('visibilitychange', wake('wake'), options)

  const token = async () => (current && leftMs() > 0 ? current.token : renew(current ? 'expiring' : 'start'))
  return {
    get state() {
      return state
    },
    get held() {
      return current?.token
    },
    token,
    refused: (rejectedToken) => {
      if (current && current.token !== rejectedToken) return token()
      if (current?.endsAt) {
        current.endsAt = 0
        if (!isPatient) refusals += 1
      }
      return renew('refused')
    },
    accepted: () => {
      refusals = 0
    },
    end: close,
    onState: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose: () => {
      listeners.clear()
      close()
    },
  }
}
