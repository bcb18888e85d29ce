import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyIdle } from '../lazy-idle.ts'

// Loaded lazily, because most pages never show it.
const ConfirmDialog = lazyIdle(() => import('./confirm-dialog.tsx'))

/** A question before an action that loses something or needs a second thought. */
export interface ConfirmOptions {
  readonly heading: ReactNode
  readonly text?: ReactNode
  /** What the user loses, listed under “You will lose”. */
  readonly losses?: readonly ReactNode[]
  /** A word that the user must type first, for the most dangerous actions. */
  readonly wordToType?: string
  /** Style and default label of the confirm button; `delete` by default. */
  readonly does?: 'continue' | 'delete'
  /** Label of the confirm button; names the action. */
  readonly label?: ReactNode
}

/**
 * `await confirm(options)` resolves to true if the user confirms, and to false if they cancel or another question replaces this one. Render
 * the returned `question`, which is the open dialog.
 */
export function useConfirm(): { confirm: (options: ConfirmOptions) => Promise<boolean>; question: ReactNode } {
  const [pending, setPending] = useState<ConfirmOptions>()
  const answer = useRef<((isConfirmed: boolean) => void) | undefined>(undefined)
  const settle = useCallback((isConfirmed: boolean) => {
    answer.current?.(isConfirmed)
    answer.current = undefined
    setPending(undefined)
  }, [])
  useEffect(() => () => answer.current?.(false), [])
  const confirm = useCallback((options: ConfirmOptions) => {
    answer.current?.(false)
    setPending(options)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const question = pending && (
    <Suspense>
      <ConfirmDialog options={pending} onChoice={settle} />
    </Suspense>
  )
  return { confirm, question }
}
