import { type ReactNode, useEffect, useRef, useState } from 'react'
import { areFormsStored } from '../../kit/session/stored-forms.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { splitPath } from '../../kit/split-path.ts'
import { LeaveDialog } from '../../ui/form/leave-dialog.tsx'

interface LeaveOptions {
  /** The labels of the changed fields. */
  readonly losses?: readonly string[]
  /** Whether a path keeps the input, such as another step of the same form. */
  readonly keeps?: (path: string) => boolean
}

interface PendingNavigation {
  readonly go: () => void
  readonly stay: () => void
}

/** Asks before unsaved changes are lost, when the page closes or the element's path changes. Render the result. */
export function useLeaveGuard(isDirty: boolean, { losses = [], keeps }: LeaveOptions = {}): ReactNode {
  const { leaving, path, root } = useElementContext()
  const [pending, setPending] = useState<PendingNavigation>()
  const isKept = useRef(keeps)
  isKept.current = keeps
  useEffect(() => {
    const view = root.ownerDocument.defaultView
    if (!isDirty || !view) return
    const ownPathname = splitPath(path).pathname
    const stop = leaving.addGuard((to, go, stay) => {
      if (to !== undefined && (splitPath(to).pathname === ownPathname || isKept.current?.(to))) return false
      setPending({ go, stay })
      return true
    })
    const hold = (event: BeforeUnloadEvent) => areFormsStored() || event.preventDefault()
    view.addEventListener('beforeunload', hold)
    return () => {
      stop()
      view.removeEventListener('beforeunload', hold)
    }
  }, [isDirty, leaving, path, root])
  const choiceHandler = (choose: (pending: PendingNavigation) => void) => () => {
    setPending(undefined)
    if (pending) choose(pending)
  }
  return pending && <LeaveDialog losses={losses} onStay={choiceHandler(({ stay }) => stay())} onLeave={choiceHandler(({ go }) => go())} />
}
