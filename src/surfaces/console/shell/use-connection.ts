import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Send } from '../../../kit/api.ts'
import { Problem } from '../../../kit/problem.ts'
import { request } from '../../../kit/request.ts'
import { type Runtime, useRuntime } from '../../../kit/runtime.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'

export type ConnectionState = 'fine' | 'offline' | 'down'
const retryMs = 5000
const timeoutMs = 4000

/**
 * While a check is needed, polls /health until the platform responds. Returns whether the platform is down; `onAlive` receives
 * whether it was down.
 */
function useHealth(needsCheck: boolean, onAlive: (wasDown: boolean) => void) {
  const { apiBase } = useRuntime()
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    if (!needsCheck) return
    const unmounted = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasDown = false
    const checkPlatform = async () => {
      const signal = AbortSignal.any([unmounted.signal, AbortSignal.timeout(timeoutMs)])
      const isAlive = await request(`${apiBase}/health`, { cache: 'no-store', signal }).then(
        ({ status }) => status < 500,
        () => false,
      )
      if (unmounted.signal.aborted) return
      setDown(!isAlive)
      if (isAlive) return onAlive(wasDown)
      wasDown = true
      timer = setTimeout(checkPlatform, retryMs)
    }
    void checkPlatform()
    return () => {
      unmounted.abort()
      clearTimeout(timer)
    }
  }, [needsCheck, apiBase, onAlive])
  return isDown
}

const canRefresh = (node: Element): node is Element & { refresh(): void } => 'refresh' in node && typeof node.refresh === 'function'

const gatewayErrors: readonly number[] = [502, 503, 504]
/** True for network errors and gateway errors, which mean that the platform is unreachable. */
const isUnreachable = (error: unknown) => error instanceof Problem && (error.kind === 'unreachable' || gatewayErrors.includes(error.status))

/** The same runtime, but a request that does not reach the platform calls `reportUnreachable`. */
export function withUnreachableReport(runtime: Runtime, reportUnreachable: () => void): Runtime {
  const send: Send = (endpoint, call, options) => {
    const sent = runtime.send(endpoint, call, options)
    sent.catch((error: unknown) => isUnreachable(error) && reportUnreachable())
    return sent
  }
  return { ...runtime, send }
}

/** Browser connectivity. Going online again triggers a health check. */
function useOffline(onBack: () => void) {
  const [isOffline, setOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    const onChange = () => {
      setOffline(!navigator.onLine)
      if (navigator.onLine) onBack()
    }
    for (const type of ['online', 'offline']) addEventListener(type, onChange)
    return () => {
      for (const type of ['online', 'offline']) removeEventListener(type, onChange)
    }
  }, [onBack])
  return isOffline
}

/** The connection to the platform. */
export interface PlatformConnection {
  readonly state: ConnectionState
  /** Reports a request that did not reach the platform. */
  readonly reportUnreachable: () => void
  /** Runtime for the shell, which reports unreachable requests. */
  readonly runtime: Runtime
}

/**
 * Tracks whether the platform is reachable, and refreshes data when the platform is back after it did not respond. After the
 * browser was offline only the cache refreshes (`kit/runtime.tsx`).
 */
export function useConnection(root: ShadowRoot): PlatformConnection {
  const outer = useRuntime()
  const { problem } = useClient()
  const viewer = useViewer()
  const [needsCheck, setNeedsCheck] = useState(false)
  const reportUnreachable = useCallback(() => setNeedsCheck(true), [])
  const isOffline = useOffline(reportUnreachable)
  const isClientUnreachable = isUnreachable(problem) || (viewer.state === 'unknown' && isUnreachable(viewer.problem))
  useEffect(() => {
    if (isClientUnreachable) reportUnreachable()
  }, [isClientUnreachable, reportUnreachable])
  const { responseCache } = outer
  const onAlive = useCallback(
    (wasDown: boolean) => {
      setNeedsCheck(false)
      // If the platform was up all the time, a refresh would send the failing request again, which would trigger the next check.
      if (!wasDown) return
      responseCache.refetchStale()
      for (const { firstElementChild } of root.querySelectorAll('.tag-place'))
        if (firstElementChild && canRefresh(firstElementChild)) firstElementChild.refresh()
    },
    [responseCache, root],
  )
  const isDown = useHealth(needsCheck && !isOffline, onAlive)
  const state: ConnectionState = isOffline ? 'offline' : isDown ? 'down' : 'fine'
  const runtime = useMemo(() => withUnreachableReport(outer, reportUnreachable), [outer, reportUnreachable])
  return { state, reportUnreachable, runtime }
}
