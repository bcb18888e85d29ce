import { sessionTimes } from './times.ts'
import { takeOverActivity } from './activity.ts'
import { setFormOwner } from './stored-forms.ts'
import { endSession, signOutByUser } from './sign-out.ts'
import { browserChannel, browserLocks, type ConsolePage, pageOf, type TabChannel, type TabLocks } from './console-page.ts'
import { type ConsoleProvider, consoleProvider, ProviderError } from './identity-provider.ts'
import { createTabs } from './console-tabs.ts'
import { type SafeStorage, safeStorageOf } from '../safe-storage.ts'
import { sameOriginRoute, rememberLoginClient, createReturnRoute, withConsoleRoute } from './return-route.ts'
import { rememberProblem, type SignInCode } from './sign-in-problem.ts'
import { wait } from '../wait.ts'
import type { ConsoleState, SignOutReason } from './console-state.ts'
import type { GetToken } from './token.ts'

export interface SignInTarget {
  /** The route to open after the sign-in. */
  readonly route: string
  readonly loginKey?: string | undefined
  readonly organization?: string | undefined
  readonly connection?: string | undefined
  /** Asks for the password, although the user is signed in. */
  readonly isAnew?: boolean
}

/** The signed-in user of the console, shared by all tabs of a browser. */
export interface ConsoleSession {
  readonly state: ConsoleState
  /** For runtimes: waits for a refresh and for the user's answer to the prompt. It never navigates. */
  readonly getToken: GetToken
  onState(listener: (state: ConsoleState) => void): () => void
  signIn(wish: SignInTarget): Promise<void>
  /** Completes the redirect from the provider; returns the own route to open. */
  finish(url: string): Promise<string>
  /** The refresh button of the prompt. */
  extend(): Promise<void>
  signOut(reason: SignOutReason, code?: SignInCode): Promise<void>
  dispose(): void
}

export interface ConsoleOptions {
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
  readonly isEmbedded: boolean
  /** Without a component that shows the prompt, an idle session is not ended. */
  readonly hasPrompt?: boolean
  readonly now?: () => number
  readonly storage?: { readonly local: SafeStorage; readonly session: SafeStorage }
  readonly locks?: TabLocks
  readonly channel?: TabChannel
  readonly page?: ConsolePage
}

/** Time for messages to reach the other tabs before the next tab gets the lock. */
const settleMs = 100
const minPauseMs = 5000
const maxPauseMs = 60_000
const browserStorage = () => ({ local: safeStorageOf(() => localStorage), session: safeStorageOf(() => sessionStorage) })

/** The console's session: one refresh for all tabs, a prompt when the user is idle, and sign-out in all tabs. */
export function createConsoleSession(options: ConsoleOptions): ConsoleSession {
  const { issuer, clientId, redirectUri, isEmbedded, hasPrompt = true, now = Date.now } = options
  const { local, session } = options.storage ?? browserStorage()
  const page = options.page ?? pageOf(window)
  const listeners = new Set<(state: ConsoleState) => void>()
  const ended = new AbortController()
  const returnRoute = createReturnRoute(page.origin, session)
  const provider: ConsoleProvider = consoleProvider({ issuer, clientId, redirectUri, memory: session, now })
  let state: ConsoleState = { kind: 'starting' }
  let refreshing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let retryAt = 0
  let lastToken: string | undefined

  const tabs = createTabs({
    local,
    session,
    now,
    channel: options.channel ?? browserChannel('placard-session'),
    locks: options.locks ?? browserLocks,
    onHeld: () => {
      if (state.kind === 'signing-out') return
      // A tab that refreshes after the user has been idle this long has no prompt, so this tab shows it.
      if (state.kind === 'active' && isIdle(sessionTimes.promptMs)) requestSignIn()
      else onActiveGrant()
    },
    onOut: () => void signOut('other-tab'),
  })

  const setState = (next: ConsoleState) => {
    if (ended.signal.aborted || JSON.stringify(state) === JSON.stringify(next)) return
    state = next
    for (const listener of listeners) listener(next)
  }
  const isOver = () => state.kind === 'signed-out' || state.kind === 'signing-out' || (state.kind === 'failed' && !isWaiting())
  const isWaiting = () => state.kind === 'failed' && state.code === 'provider_down' && tabs.currentGrant !== undefined
  const isIdle = (moreMs = 0) => hasPrompt && now() - tabs.lastActivity() >= sessionTimes.idleMs + moreMs
  const schedule = (at: number) => {
    clearTimeout(timer)
    if (!ended.signal.aborted) timer = setTimeout(check, Math.min(Math.max(at - now(), 0), maxPauseMs))
  }
  const requestSignIn = () => {
    const endsAt = now() + sessionTimes.promptMs
    setState({ kind: 'prompt', endsAt })
    schedule(endsAt)
  }
  /** A valid token is available. */
  function onActiveGrant() {
    failures = 0
    retryAt = 0
    if (tabs.currentGrant) setFormOwner(tabs.currentGrant.sub, session)
    // A page without a prompt can refresh for an idle user; this tab's prompt still waits for an answer.
    if (state.kind === 'prompt' && isIdle()) return
    setState({ kind: 'active' })
    schedule(tabs.currentGrant?.refreshAt ?? now())
  }

  async function refreshAlone(before: string) {
    if (!tabs.currentGrant || tabs.currentGrant.access_token !== before) return
    if (tabs.isGrantOutdated() && !(await tabs.requestNewerGrant()))
      throw new ProviderError(true, new Error('The tab that refreshed is closed'))
    const { currentGrant } = tabs
    if (!currentGrant || currentGrant.access_token !== before) return
    const grant = await provider.refresh(currentGrant)
    // If the user signed out during the refresh, the new grant is dropped.
    if (tabs.currentGrant !== currentGrant || isOver()) return
    tabs.keep({ ...grant, id: currentGrant.id, round: currentGrant.round + 1 })
    await wait(settleMs, ended.signal)
  }
  /** Signs out when the provider rejects the grant for good; retries later when the provider is down. */
  function fail(error: unknown) {
    if (ended.signal.aborted || isOver()) return
    if (error instanceof ProviderError && error.isFinal) return void signOut('failed', 'refresh_failed')
    failures += 1
    retryAt = now() + Math.min(minPauseMs * 2 ** (failures - 1), maxPauseMs)
    if ((tabs.currentGrant?.endsAt ?? 0) <= now()) setState({ kind: 'failed', code: 'provider_down' })
    schedule(retryAt)
  }
  const refresh = (): Promise<void> => {
    const before = tabs.currentGrant?.access_token
    if (!before || isOver()) return Promise.resolve()
    refreshing ??= tabs
      .withTabLock(() => refreshAlone(before))
      .then(() => {
        if (tabs.currentGrant && !isOver()) onActiveGrant()
      }, fail)
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  /** Compares the clock with the due times and acts. It counts no ticks, so the device may sleep in between. */
  function check() {
    if (ended.signal.aborted || isOver() || state.kind === 'starting' || !tabs.currentGrant) return
    if (tabs.isSignedOutElsewhere()) return void signOut('other-tab')
    if (state.kind === 'prompt') {
      if (!isIdle()) return void refresh()
      return now() >= state.endsAt ? void expire() : schedule(state.endsAt)
    }
    const dueAt = Math.max(tabs.currentGrant.refreshAt, retryAt)
    if (now() < dueAt) return schedule(dueAt)
    if (isIdle()) requestSignIn()
    else if (page.isOnline()) void refresh()
    else schedule(now() + maxPauseMs)
  }
  /** Another tab may have extended the session at the last moment. The lock makes this tab wait for the result. */
  const expire = () =>
    tabs.withTabLock(async () => {
      if (state.kind !== 'prompt' || now() < state.endsAt) return
      if (isIdle()) void signOut('expired')
      else check()
    })

  const signOutOptions = { page, local, session, isEmbedded, provider, tabs, ended: ended.signal, setState }
  async function signOut(reason: SignOutReason, code: SignInCode = reason === 'failed' ? 'not_authenticated' : 'expired') {
    if (isOver()) return
    clearTimeout(timer)
    await (reason === 'person' ? signOutByUser(signOutOptions) : endSession(signOutOptions, reason, code))
  }

  const settled = (isSettled: () => boolean, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (isSettled()) return resolve()
      const onChange = () => {
        if (!isSettled()) return
        listeners.delete(onChange)
        resolve()
      }
      listeners.add(onChange)
      signal.addEventListener('abort', () => {
        listeners.delete(onChange)
        reject(signal.reason)
      })
    })
  const getToken: GetToken = async ({ reason, signal }) => {
    await settled(() => state.kind !== 'starting', signal)
    check()
    const isDead = () => (tabs.currentGrant?.endsAt ?? 0) <= now()
    const isRefused = reason === 'refused' && tabs.currentGrant?.access_token === lastToken
    // Only the user's answer ends the prompt.
    await settled(() => state.kind !== 'prompt' || !(isRefused || isDead()), signal)
    if (isRefused && tabs.currentGrant?.access_token === lastToken) await refresh()
    // Repeated calls do not send more requests to the provider.
    if (isDead() && now() < retryAt) throw new Error('The identity provider is down')
    if (isDead() || refreshing) await (refreshing ?? refresh())
    const { currentGrant } = tabs
    if (!currentGrant || isOver() || isDead()) throw new Error('No user is signed in')
    lastToken = currentGrant.access_token
    return { access_token: currentGrant.access_token, expires_at: Math.floor(currentGrant.endsAt / 1000) }
  }

  async function start() {
    if (!issuer || !clientId) return setState({ kind: 'failed', code: 'no_client' })
    if (tabs.isSignedOutElsewhere()) tabs.drop('here')
    if (!tabs.currentGrant && tabs.isAnyTabSignedIn()) await tabs.requestNewerGrant()
    if (state.kind !== 'starting') return
    if (!tabs.currentGrant) return setState({ kind: 'signed-out' })
    onActiveGrant()
  }
  const input = () => {
    if (state.kind !== 'prompt' && !isOver()) tabs.recordActivity()
  }
  const stops = [
    takeOverActivity(input),
    ...['pointerdown', 'keydown', 'wheel', 'touchmove'].map((type) => page.hear(type, input)),
    ...['online', 'pageshow', 'visibilitychange', 'storage'].map((type) => page.hear(type, check)),
  ]
  void start()

  return {
    get state() {
      return state
    },
    getToken,
    onState: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    signIn: async ({ route, loginKey, organization, connection, isAnew = false }) => {
      if (!issuer || !clientId) return setState({ kind: 'failed', code: 'no_client' })
      returnRoute.remember(withConsoleRoute(page.here(), isEmbedded, sameOriginRoute(route, page.origin)))
      if (!isAnew) rememberLoginClient(loginKey, local)
      try {
        page.go(await provider.signInUrl({ isAnew: isAnew || tabs.wasSignedOut(), organization, connection }))
      } catch (error) {
        setState({ kind: 'failed', code: 'provider_down' })
        throw error
      }
    },
    finish: async (url) => {
      try {
        const grant = await provider.finish(url)
        tabs.recordActivity()
        tabs.keep({ ...grant, id: crypto.randomUUID(), round: 1 })
        onActiveGrant()
        return returnRoute.take()
      } catch (error) {
        if (!tabs.currentGrant) setState({ kind: 'failed', code: 'callback_error' })
        rememberProblem(session, 'callback_error')
        throw error
      }
    },
    extend: async () => {
      tabs.recordActivity()
      if ((tabs.currentGrant?.endsAt ?? 0) > now() && state.kind === 'prompt') setState({ kind: 'active' })
      await refresh()
    },
    signOut,
    dispose: () => {
      ended.abort()
      clearTimeout(timer)
      for (const stop of stops) stop()
      listeners.clear()
      tabs.dispose()
    },
  }
}
