import { startTransition, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type ApplicationConfig, config } from '../../contract/session/config.ts'
import { useRead } from '../../kit/cache.tsx'
import { cacheKeyText } from '../../kit/prefetch.ts'
import { storeForms, setFormOwner } from '../../kit/session/stored-forms.ts'
import type { ConsoleSession } from '../../kit/session/console-session.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { safeStorageOf } from '../../kit/safe-storage.ts'
import { currentUrl } from '../../kit/session/return-route.ts'
import type { Problem } from '../../kit/problem.ts'
import { acquireRuntime, releaseRuntime, type Runtime, useRuntime } from '../../kit/runtime.tsx'
import { subjectOf } from '../../parts/scope/token-claims.ts'
import type { ConsoleState } from '../../kit/session/console-state.ts'

/** Source of the console's access: the host's token function, or the console's own session. */
export type Identity =
  | { readonly state: 'waiting' }
  | { readonly state: 'broken'; readonly problem: Problem; readonly retry: () => void }
  | { readonly state: 'there'; readonly runtime: Runtime; readonly session: ConsoleSession | undefined }

interface CreatedIdentity {
  readonly runtime: Runtime
  readonly session: ConsoleSession
}

/** Puts the responses that the platform wrote into its page into the cache of a runtime, so that nothing requests them. */
function cachePageResponses({ options, responseCache }: Runtime) {
  for (const [name, call, result] of options.responses ?? []) responseCache.storePrefetched(cacheKeyText([name, call]), result)
}

/** Runtime of the console's own session, shared with the elements inside the console. */
function createIdentity(session: ConsoleSession, page: Runtime, environment: string, signal: AbortSignal): CreatedIdentity {
  const { options, session: outer } = page
  const onRefused = (code: string | undefined) =>
    void session.signOut('failed', code === 'user_not_found' ? 'user_not_found' : 'not_authenticated')
  const runtime = acquireRuntime({ ...options, getToken: session.getToken, environment, onRefused })
  cachePageResponses(runtime)
  // If the page ends the shared session of its elements, the console's own session ends too.
  const stop = outer.onState((state) => state === 'ended' && void session.signOut('person'))
  signal.addEventListener('abort', () => {
    stop()
    releaseRuntime(runtime)
    session.dispose()
  })
  return { runtime, session }
}

/** Creates the console's own session when the identity provider is known. */
function useOwnSession(settings: ApplicationConfig | undefined, outer: Runtime, isEmbedded: boolean): CreatedIdentity | undefined {
  const [current, setCurrent] = useState<CreatedIdentity>()
  const { issuer, client_id: clientId, environment } = settings ?? {}
  useEffect(() => {
    if (issuer === undefined || clientId === undefined || environment === undefined) return
    const unmounted = new AbortController()
    const create = ({ createConsoleSession }: typeof import('../../kit/session/console-session.ts')) => {
      if (unmounted.signal.aborted) return
      const session = createConsoleSession({ issuer, clientId, redirectUri: `${location.origin}/signed-in`, isEmbedded })
      const created = createIdentity(session, outer, environment, unmounted.signal)
      // React renders a transition in slices, so that the first screen does not block the page.
      startTransition(() => setCurrent(created))
    }
    // Throws a load error during render, so that the error boundary shows it.
    const onError = (error: unknown) =>
      setCurrent(() => {
        throw error
      })
    void import('../../kit/session/console-session.ts').then(create, onError)
    return () => unmounted.abort()
  }, [issuer, clientId, environment, outer, isEmbedded])
  return current
}

/** If the host has a token function, it owns the session; otherwise the console signs users in. */
export function useIdentity(isEmbedded: boolean): Identity {
  const outer = useRuntime()
  const isHosts = outer.getToken !== undefined
  // Before the first read below.
  useMemo(() => cachePageResponses(outer), [outer])
  const { data, error, mutate } = useRead(config.application, isHosts ? null : {})
  const ownSession = useOwnSession(data, outer, isEmbedded)
  useRevision(ownSession?.runtime)
  useSaveFormsForHost(outer)
  // Memoized, so that children re-render only on changes.
  const identity = useMemo<Identity | undefined>(
    () => (isHosts ? { state: 'there', runtime: outer, session: undefined } : ownSession && { state: 'there', ...ownSession }),
    [isHosts, outer, ownSession],
  )
  if (identity) return identity
  return error ? { state: 'broken', problem: error, retry: () => void mutate() } : { state: 'waiting' }
}

/** A refresh requested by the host also refreshes the console's own runtime. */
function useRevision(runtime: Runtime | undefined) {
  const { revision } = useElementContext()
  const lastRevision = useRef(revision)
  useEffect(() => {
    if (lastRevision.current !== revision) runtime?.responseCache.refresh()
    lastRevision.current = revision
  }, [revision, runtime])
}

/** With a host session, saves form input for the token's user when the session ends. */
function useSaveFormsForHost({ getToken, session }: Runtime) {
  useEffect(() => {
    if (!getToken) return
    const onChange = () => {
      const sub = session.state === 'active' ? subjectOf(session.held) : undefined
      if (sub)
        setFormOwner(
          sub,
          safeStorageOf(() => sessionStorage),
        )
      if (session.state === 'ended') storeForms(currentUrl())
    }
    onChange()
    return session.onState(onChange)
  }, [getToken, session])
}

const active: ConsoleState = { kind: 'active' }
const signedOut: ConsoleState = { kind: 'signed-out' }

/** The session state; a host session only reports whether it has ended. */
export function useSessionState(session: ConsoleSession | undefined): ConsoleState {
  const hosts = useRuntime().session
  return useSyncExternalStore(session?.onState ?? hosts.onState, () => session?.state ?? (hosts.state === 'ended' ? signedOut : active))
}
