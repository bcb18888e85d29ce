import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Asked before an element goes to another path, or the person away from it. Says whether it takes the matter into its hands; then one of the two is to be called. */
export type LeaveQuestion = (to: string | undefined, go: () => void, stay: () => void) => boolean

/** Who is asked before one element goes elsewhere. */
export interface Leaving {
  /** Asks this one too, until what comes back is called. */
  ask(question: LeaveQuestion): () => void
  /** Goes at once when nobody minds; without a path it is the page that is left. */
  pass(to: string | undefined, go: () => void, stay: () => void): void
}

/** Nobody is asked yet. */
export function createLeaving(): Leaving {
  const questions = new Set<LeaveQuestion>()
  return {
    ask: (question) => {
      questions.add(question)
      return () => void questions.delete(question)
    },
    pass: (to, go, stay) => {
      if (![...questions].some((question) => question(to, go, stay))) go()
    },
  }
}

type Navigate = (path: string, title?: string) => void

/** The path that an element shows: a new one only when nobody inside minds, wherever it comes from. */
export function usePassedPath(path: string, navigate: Navigate, leaving: Leaving) {
  const [shown, setShown] = useState(path)
  const passed = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (path === shown) return
    const isPassed = path === passed.current
    passed.current = undefined
    if (isPassed) setShown(path)
    else
      leaving.pass(
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
      leaving.pass(to, pass, () => undefined)
    },
    [leaving, navigate],
  )
  return { path: shown, navigate: go }
}
