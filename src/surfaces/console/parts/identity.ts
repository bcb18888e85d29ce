import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ApplicationConfig, config } from '../../../contract/config.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { ConsoleSession, ConsoleState } from '../../../kit/console-session.ts'
import type { Problem } from '../../../kit/problem.ts'
import { acquireRuntime, releaseRuntime, type Runtime, useRuntime } from '../../../kit/runtime.tsx'

/** Who the console speaks for: the host's token, or a session of its own. */
export type Identity =
  | { readonly state: 'waiting' }
  | { readonly state: 'broken'; readonly problem: Problem; readonly retry: () => void }
  | { readonly state: 'there'; readonly runtime: Runtime; readonly session: ConsoleSession | undefined }

interface Made {
  readonly runtime: Runtime
  readonly session: ConsoleSession
}

/** Makes the console's own session, and the runtime that it shares with the elements inside it. */
function useOwn(settings: ApplicationConfig | undefined, apiBase: string, isEmbedded: boolean): Made | undefined {
  const [made, setMade] = useState<Made>()
  const { issuer, client_id: clientId, environment } = settings ?? {}
  useEffect(() => {
    if (issuer === undefined || clientId === undefined || environment === undefined) return
    const leaving = new AbortController()
    const make = ({ createConsoleSession }: typeof import('../../../kit/console-session.ts')) => {
      if (leaving.signal.aborted) return
      const session = createConsoleSession({ issuer, clientId, redirectUri: `${location.origin}/signed-in`, isEmbedded })
      const runtime = acquireRuntime({ apiBase, getToken: session.getToken, environment })
      setMade({ runtime, session })
      leaving.signal.addEventListener('abort', () => {
        releaseRuntime(runtime)
        session.dispose()
      })
    }
    // What cannot be fetched is the boundary's to show.
    const fail = (error: unknown) =>
      setMade(() => {
        throw error
      })
    void import('../../../kit/console-session.ts').then(make, fail)
    return () => leaving.abort()
  }, [issuer, clientId, environment, apiBase, isEmbedded])
  return made
}

/** A host that gives tokens keeps the session; without one the console signs people in by itself. */
export function useIdentity(isEmbedded: boolean): Identity {
  const outer = useRuntime()
  const isHosts = outer.getToken !== undefined
  const { data, error, mutate } = useRead(config.application, isHosts ? null : {})
  const own = useOwn(data, outer.apiBase, isEmbedded)
  if (isHosts) return { state: 'there', runtime: outer, session: undefined }
  if (own) return { state: 'there', ...own }
  return error ? { state: 'broken', problem: error, retry: () => void mutate() } : { state: 'waiting' }
}

const active: ConsoleState = { kind: 'active' }
const nothing = () => () => undefined

/** What the session is doing; a host's is the host's matter. */
export const useSessionState = (session: ConsoleSession | undefined): ConsoleState =>
  useSyncExternalStore(session?.onState ?? nothing, () => session?.state ?? active)
