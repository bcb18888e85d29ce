import { useCallback, useEffect, useState } from 'react'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useClient } from '../../../../parts/client.tsx'

export type LineState = 'fine' | 'offline' | 'down'
const againMs = 5000
const answerMs = 4000

/** Asks the platform for a sign of life, and once more as long as none comes. */
function useHealth(isDoubted: boolean, onAlive: () => void) {
  const { apiBase } = useRuntime()
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    if (!isDoubted) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(answerMs)])
      const isAlive = await fetch(`${apiBase}/health`, { credentials: 'omit', cache: 'no-store', signal }).then(
        ({ status }) => status < 500,
        () => false,
      )
      if (leaving.signal.aborted) return
      setDown(!isAlive)
      if (isAlive) onAlive()
      else timer = setTimeout(ask, againMs)
    }
    void ask()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [isDoubted, apiBase, onAlive])
  return isDown
}

const isElement = (node: Element): node is Element & { refresh(): void } => 'refresh' in node && typeof node.refresh === 'function'

/** Whether the platform can be reached; who could not reach it raises a doubt, and what is old is asked again when it is back. */
export function useLine(root: ShadowRoot) {
  const { answers } = useRuntime()
  const { problem } = useClient()
  const [isOffline, setOffline] = useState(() => !navigator.onLine)
  const [isDoubted, setDoubted] = useState(false)
  const doubt = useCallback(() => setDoubted(true), [])
  const isLost = problem?.kind === 'unreachable'
  useEffect(() => {
    const look = () => {
      setOffline(!navigator.onLine)
      if (navigator.onLine) setDoubted(true)
    }
    for (const type of ['online', 'offline']) addEventListener(type, look)
    return () => {
      for (const type of ['online', 'offline']) removeEventListener(type, look)
    }
  }, [])
  useEffect(() => {
    if (isLost) setDoubted(true)
  }, [isLost])
  const onAlive = useCallback(() => {
    setDoubted(false)
    answers.refreshOld()
    for (const { firstElementChild } of root.querySelectorAll('.tag-place'))
      if (firstElementChild && isElement(firstElementChild)) firstElementChild.refresh()
  }, [answers, root])
  const isDown = useHealth(isDoubted && !isOffline, onAlive)
  const state: LineState = isOffline ? 'offline' : isDown ? 'down' : 'fine'
  return { state, doubt }
}
