import { type ReactNode, useState } from 'react'
import { LeaveDialog } from '../../ui/form/leave-dialog.tsx'

interface AskedClose {
  /** Closes at once where nothing would be lost, and else asks first; asked again it stays. */
  readonly close: () => void
  /** Draw it inside the dialog. */
  readonly question: ReactNode
}

/** A way out of a dialog that asks before something is lost; what would be is said when it is tried. */
export function useAskedClose(lostNow: () => readonly string[], onClose: () => void): AskedClose {
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
