import { type ReactNode, useEffect, useRef, useState } from 'react'
import { areFormsKept } from '../../kit/session/stored-forms.ts'
import { useGuest } from '../../kit/host/guest.tsx'
import { splitPath } from '../../kit/split-path.ts'
import { LeaveDialog } from '../../ui/form/leave-dialog.tsx'

interface LeaveOptions {
  /** What the changed fields are called. */
  readonly lost?: readonly string[]
  /** Whether a path keeps what was filled in, such as another step of the same form. */
  readonly keeps?: (path: string) => boolean
}

interface Question {
  readonly go: () => void
  readonly stay: () => void
}

/** Asks before changes are lost: when the page closes, and when the element goes to another path. Draw what comes back. */
export function useLeaveGuard(isDirty: boolean, { lost = [], keeps }: LeaveOptions = {}): ReactNode {
  const { leaving, path, root } = useGuest()
  const [question, setQuestion] = useState<Question>()
  const isKept = useRef(keeps)
  isKept.current = keeps
  useEffect(() => {
    const view = root.ownerDocument.defaultView
    if (!isDirty || !view) return
    const here = splitPath(path).pathname
    const stop = leaving.ask((to, go, stay) => {
      if (to !== undefined && (splitPath(to).pathname === here || isKept.current?.(to))) return false
      setQuestion({ go, stay })
      return true
    })
    const hold = (event: BeforeUnloadEvent) => areFormsKept() || event.preventDefault()
    view.addEventListener('beforeunload', hold)
    return () => {
      stop()
      view.removeEventListener('beforeunload', hold)
    }
  }, [isDirty, leaving, path, root])
  const answer = (act: (asked: Question) => void) => () => {
    setQuestion(undefined)
    if (question) act(question)
  }
  return question && <LeaveDialog lost={lost} onStay={answer(({ stay }) => stay())} onLeave={answer(({ go }) => go())} />
}
