import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { later } from '../lazy-idle.ts'

// What is asked comes when it is asked: most pages never do.
const Asked = later(() => import('./confirm-dialog.tsx'))

/** What is asked before something is done that cannot be taken back. */
export interface Question {
  readonly heading: ReactNode
  readonly text?: ReactNode
  /** What is lost, line by line. */
  readonly lost?: readonly ReactNode[]
  /** A word to type first, for what nobody should do by habit. */
  readonly typed?: string
  readonly does?: 'continue' | 'delete'
  /** What the button says; it says what it does. */
  readonly label?: ReactNode
}

/** Asks before something is lost: `await confirm(question)` is true for yes. Put `question` into the tree. */
export function useConfirm(): { confirm: (question: Question) => Promise<boolean>; question: ReactNode } {
  const [asked, setAsked] = useState<Question>()
  const answer = useRef<((isYes: boolean) => void) | undefined>(undefined)
  const settle = useCallback((isYes: boolean) => {
    answer.current?.(isYes)
    answer.current = undefined
    setAsked(undefined)
  }, [])
  useEffect(() => () => answer.current?.(false), [])
  const confirm = useCallback((question: Question) => {
    answer.current?.(false)
    setAsked(question)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const question = asked && (
    <Suspense>
      <Asked question={asked} onAnswer={settle} />
    </Suspense>
  )
  return { confirm, question }
}
