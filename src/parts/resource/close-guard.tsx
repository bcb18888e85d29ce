import { type ReactNode, useState } from 'react'
import { LeaveDialog } from '../../ui/form/leave-dialog.tsx'

interface ConfirmedClose {
  /** Closes at once if nothing would be lost, else asks first. A second call cancels the question. */
  readonly close: () => void
  /** Render it inside the dialog. */
  readonly question: ReactNode
}

/** Asks before a dialog closes with unsaved changes. `lossesNow` names the changes when closing is attempted. */
export function useConfirmedClose(lossesNow: () => readonly string[], onClose: () => void): ConfirmedClose {
  const [losses, setLosses] = useState<readonly string[]>()
  const stay = () => setLosses(undefined)
  const close = () => {
    if (losses) return stay()
    const changed = lossesNow()
    if (changed.length > 0) setLosses(changed)
    else onClose()
  }
  return { close, question: losses && <LeaveDialog losses={losses} onStay={stay} onLeave={onClose} /> }
}
