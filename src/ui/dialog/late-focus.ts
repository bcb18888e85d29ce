import { type RefObject, useLayoutEffect, useRef } from 'react'
import { firstStop } from './first-focus.ts'

/** What comes into a dialog after that was opened takes the focus which the dialog held for it. */
export function useLateFocus<Node extends HTMLElement>(): RefObject<Node | null> {
  const node = useRef<Node>(null)
  useLayoutEffect(() => {
    const dialog = node.current?.closest<HTMLElement>('[role="dialog"]')
    if (dialog?.matches(':focus')) firstStop(dialog)?.focus({ preventScroll: true })
  }, [])
  return node
}
