import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * A guard that runs before the element changes its path or the user leaves it. It returns true to take over; then it calls either go or
 * stay.
 */
export type LeaveGuard = (to: string | undefined, go: () => void, stay: () => void) => boolean

/** The leave guards of one element. */
export interface LeaveGuards {
  /** Adds a guard. The returned function removes it. */
  addGuard(question: LeaveGuard): () => void
  /** Calls go at once, unless a guard takes over. Without a path, the page itself is left. */
  runLeaveGuards(to: string | undefined, go: () => void, stay: () => void): void
}

export function createLeaveGuards(): LeaveGuards {
  const questions = new Set<LeaveGuard>()
  return {
    addGuard: (question) => {
      questions.add(question)
      return () => void questions.delete(question)
    },
    runLeaveGuards: (to, go, stay) => {
      if (![...questions].some((question) => question(to, go, stay))) go()
    },
  }
}

type Navigate = (path: string, title?: string) => void

/** The path that an element shows. A new path is shown when the guards allow it, even if the host has set it. */
export function useGuardedPath(path: string, navigate: Navigate, leaving: LeaveGuards) {
  const [shown, setShown] = useState(path)
  const passed = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (path === shown) return
    const isPassed = path === passed.current
    passed.current = undefined
    if (isPassed) setShown(path)
    else
      leaving.runLeaveGuards(
        path,
        () => setShown(path),
        () => navigate(shown),
      )
  }, [path, shown, leaving, navigate])
  const go: Navigate = useCallback(
    (to, title) => {
      const pass = () => {
        passed.current = to
        navigate(to, title)
      }
      leaving.runLeaveGuards(to, pass, () => undefined)
    },
    [leaving, navigate],
  )
  return { path: shown, navigate: go }
}
