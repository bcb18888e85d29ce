import { type ReactNode, useState } from 'react'
import { LeaveDialog } from '../../ui/form/leave-dialog.tsx'

interface ConfirmedClose {
  /** Closes at once if nothing would be lost, else asks first. A second call cancels the question. */
  readonly close: () => void
  /** Render it inside the dialog. */
  readonly question: ReactNode
}

/** Asks before a dialog closes with unsaved changes. `lostNow` names the changes when closing is attempted. */
export function useConfirmedClose(lostNow: () => readonly string[], onClose: () => void): ConfirmedClose {
  const [lost, setLost] = useState<readonly string[]>()
  const stay = () => setLost(undefined)
  const close = () => {
    if (lost) return stay()
    const changed = lostNow()
    if (changed.length > 0) setLost(changed)
    else onClose()
  }
  return { close, question: lost && <LeaveDialog lost={lost} onStay={stay} onLeave={onClose} /> }
}
