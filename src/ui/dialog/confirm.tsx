import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyIdle } from '../lazy-idle.ts'

// Loaded lazily, because most pages never show it.
const ConfirmDialog = lazyIdle(() => import('./confirm-dialog.tsx'))

/** Question shown before an action that cannot be undone. */
export interface ConfirmQuestion {
  readonly heading: ReactNode
  readonly text?: ReactNode
  /** The losses, one per line. */
  readonly losses?: readonly ReactNode[]
  /** A word that the user must type first, for the most dangerous actions. */
  readonly wordToType?: string
  readonly does?: 'continue' | 'delete'
  /** Label of the confirm button; names the action. */
  readonly label?: ReactNode
}

/** `await confirm(question)` resolves to true for yes. Render the returned `question` node. */
export function useConfirm(): { confirm: (question: ConfirmQuestion) => Promise<boolean>; question: ReactNode } {
  const [pending, setPending] = useState<ConfirmQuestion>()
  const answer = useRef<((isYes: boolean) => void) | undefined>(undefined)
  const settle = useCallback((isYes: boolean) => {
    answer.current?.(isYes)
    answer.current = undefined
    setPending(undefined)
  }, [])
  useEffect(() => () => answer.current?.(false), [])
  const confirm = useCallback((question: ConfirmQuestion) => {
    answer.current?.(false)
    setPending(question)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const question = pending && (
    <Suspense>
      <ConfirmDialog question={pending} onChoice={settle} />
    </Suspense>
  )
  return { confirm, question }
}
