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
  const guards = new Set<LeaveGuard>()
  return {
    addGuard: (guard) => {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
    runLeaveGuards: (to, go, stay) => {
      if (![...guards].some((guard) => guard(to, go, stay))) go()
    },
  }
}

type Navigate = (path: string, title?: string) => void

/** The path that an element shows. A new path is shown when the guards allow it, even if the host has set it. */
export function useGuardedPath(path: string, navigate: Navigate, leaveGuards: LeaveGuards) {
  const [shownPath, setShownPath] = useState(path)
  const passedPath = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (path === shownPath) return
    const isPassed = path === passedPath.current
    passedPath.current = undefined
    if (isPassed) setShownPath(path)
    else
      leaveGuards.runLeaveGuards(
        path,
        () => setShownPath(path),
        () => navigate(shownPath),
      )
  }, [path, shownPath, leaveGuards, navigate])
  const go: Navigate = useCallback(
    (to, title) => {
      const pass = () => {
        passedPath.current = to
        navigate(to, title)
      }
      leaveGuards.runLeaveGuards(to, pass, () => undefined)
    },
    [leaveGuards, navigate],
  )
  return { path: shownPath, navigate: go }
}
