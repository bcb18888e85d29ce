import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Send } from '../../../kit/api.ts'
import { Problem } from '../../../kit/problem.ts'
import { request } from '../../../kit/request.ts'
import { type Runtime, useRuntime } from '../../../kit/runtime.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { usePerson } from '../../../parts/scope/person.tsx'

export type ConnectionState = 'fine' | 'offline' | 'down'
const retryMs = 5000
const timeoutMs = 4000

/** Polls /health until the platform responds, and reports whether it was down. */
function useHealth(isDoubted: boolean, onAlive: (wasDown: boolean) => void) {
  const { apiBase } = useRuntime()
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    if (!isDoubted) return
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
  }, [isDoubted, apiBase, onAlive])
  return isDown
}

const isElement = (node: Element): node is Element & { refresh(): void } => 'refresh' in node && typeof node.refresh === 'function'

const gateways: readonly number[] = [502, 503, 504]
/** True for network errors and gateway errors, which mean that the platform is unreachable. */
const isLoss = (error: unknown) => error instanceof Problem && (error.kind === 'unreachable' || gateways.includes(error.status))

/** The same runtime, but a request that does not reach the platform calls `doubt`. */
export function withUnreachableReport(runtime: Runtime, doubt: () => void): Runtime {
  const send: Send = (endpoint, call, options) => {
    const sent = runtime.send(endpoint, call, options)
    sent.catch((error: unknown) => isLoss(error) && doubt())
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
  readonly doubt: () => void
  /** Runtime for the shell, which reports unreachable requests. */
  readonly runtime: Runtime
}

/** Tracks whether the platform is reachable, and refreshes old data when it is back. */
export function useConnection(root: ShadowRoot): PlatformConnection {
  const outer = useRuntime()
  const { problem } = useClient()
  const viewer = usePerson()
  const [isDoubted, setDoubted] = useState(false)
  const reportUnreachable = useCallback(() => setDoubted(true), [])
  const isOffline = useOffline(reportUnreachable)
  const isLost = isLoss(problem) || (viewer.state === 'unknown' && isLoss(viewer.problem))
  useEffect(() => {
    if (isLost) reportUnreachable()
  }, [isLost, reportUnreachable])
  const { answers } = outer
  const onAlive = useCallback(
    (wasDown: boolean) => {
      setDoubted(false)
      // If only one request failed while the platform is up, a refresh could repeat forever.
      if (!wasDown) return
      answers.refetchStale()
      for (const { firstElementChild } of root.querySelectorAll('.tag-place'))
        if (firstElementChild && isElement(firstElementChild)) firstElementChild.refresh()
    },
    [answers, root],
  )
  const isDown = useHealth(isDoubted && !isOffline, onAlive)
  const state: ConnectionState = isOffline ? 'offline' : isDown ? 'down' : 'fine'
  const runtime = useMemo(() => withUnreachableReport(outer, reportUnreachable), [outer, reportUnreachable])
  return { state, doubt: reportUnreachable, runtime }
}
