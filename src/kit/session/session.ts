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
  onState(hear: (state: SessionState) => void): () => void
  dispose(): void
}

interface SessionOptions {
  readonly getToken: GetToken
  /** The source of the tokens decides when the session ends; until then failed requests are retried. */
  readonly isPatient?: boolean
  readonly now?: () => number
  readonly page?: Window | undefined
}

interface Held {
  readonly token: string
  endsAt: number
  renewAt: number
}

const mostFailures = 3
/** Pause after a failed request to the host; it grows with each failure. */
const pauseMs = 2000
const leastLifeMs = 30_000
const mostLifeMs = 24 * 3_600_000
/** The host's clock and the browser's clock may each be wrong by this much. */
const skewMs = 300_000
/** A lifetime shorter than the refresh margin would cause constant refreshes; such a token is refreshed at half of its lifetime. */
const noticeOf = (lifeMs: number) => Math.min(sessionTimes.refreshBeforeMs, lifeMs / 2)

/** One session per runtime: one token, one request for it at a time, renewed before it expires. */
export function createSession({ getToken, isPatient = false, now = Date.now, page }: SessionOptions): Session {
  const hearers = new Set<(state: SessionState) => void>()
  const closing = new AbortController()
  let state: SessionState = 'starting'
  let held: Held | undefined
  let asking: Promise<string> | undefined
  let failures = 0
  let failedAt = 0
  let refusals = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: SessionState) => {
    if (state === next || state === 'ended') return
    state = next
    for (const hear of hearers) hear(next)
  }
  const leftMs = () => (held ? held.endsAt - now() : 0)
  const isOffline = () => page?.navigator.onLine === false

  const later = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
  const close = () => {
    held = undefined
    clearTimeout(timer)
    closing.abort()
    become('ended')
  }

  const keep = ({ access_token: token, expires_at }: Token) => {
    const said = expires_at * 1000 - now()
    const isSame = token === held?.token
    if (said < -skewMs || (isSame && leftMs() <= 0)) throw new TypeError('getToken gave an expired token')
    const likely = Math.min(mostLifeMs, Math.max(said, leastLifeMs))
    // A host may return the same token until it expires; then its remaining lifetime must not grow.
    const lifeMs = isSame ? Math.min(likely, leftMs()) : likely
    const renewMs = Math.max(lifeMs - noticeOf(lifeMs), pauseMs)
    held = { token, endsAt: now() + lifeMs, renewAt: now() + renewMs }
    failures = 0
    later(renewMs, due)
    if (state === 'expired' || state === 'expiring') become('restored')
    become('active')
    return token
  }

  /** The current token is used until it expires. The remaining retries are spread over that time, the last one just before the end. */
  const fail = (cause: unknown): never => {
    if (!closing.signal.aborted) {
      if (!isOffline() && (!isPatient || failures < mostFailures - 1)) failures += 1
      failedAt = now()
      const left = leftMs()
      const rest = mostFailures - failures
      const waitMs = rest > 0 ? Math.max(pauseMs * failures, (left - askTimeoutMs) / rest) : left
      if (rest <= 0 && left <= 0) close()
      become(left > 0 ? 'expiring' : 'expired')
      if (held) {
        held.renewAt = now() + waitMs
        later(waitMs, due)
      }
    }
    throw new Problem({ kind: 'ended', code: closing.signal.aborted ? 'session_expired' : 'token_failed', cause })
  }

  const renew = (reason: TokenReason): Promise<string> => {
    if (Math.max(failures, refusals) >= mostFailures) close()
    if (closing.signal.aborted) return Promise.reject(new Problem({ kind: 'ended', code: 'session_expired' }))
    const restMs = Math.min(failures * pauseMs, failedAt + failures * pauseMs - now())
    asking ??= wait(restMs, closing.signal)
      .then(() => requestToken(getToken, reason, closing.signal))
      .then(keep)
      .catch(fail)
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  /** While offline, no token is requested; the page's `online` event does it. */
  const due = () => {
    const left = leftMs()
    if (!isOffline()) renew('expiring').catch(() => undefined)
    else if (left > 0) {
      become('expiring')
      later(left, due)
    } else become('expired')
  }

  const wake = (reason: TokenReason) => () => {
    if (held && now() >= held.renewAt && page?.document.visibilityState !== 'hidden') renew(reason).catch(() => undefined)
  }
  const options = { signal: closing.signal }
  page?.addEventListener('online', wake('online'), options)
  page?.addEventListener('pageshow', wake('wake'), options)
  page?.document.addEventListener('visibilitychange', wake('wake'), options)

  const token = async () => (held && leftMs() > 0 ? held.token : renew(held ? 'expiring' : 'start'))
  return {
    get state() {
      return state
    },
    get held() {
      return held?.token
    },
    token,
    refused: (used) => {
      if (held && held.token !== used) return token()
      if (held?.endsAt) {
        held.endsAt = 0
        if (!isPatient) refusals += 1
      }
      return renew('refused')
    },
    accepted: () => {
      refusals = 0
    },
    end: close,
    onState: (hear) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    dispose: () => {
      hearers.clear()
      close()
    },
  }
}
