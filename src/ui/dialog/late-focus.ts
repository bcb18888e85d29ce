import { type RefObject, useLayoutEffect, useRef } from 'react'
import { initialFocusOf } from './first-focus.ts'

/** Moves the focus into content that loads after its dialog opened, if the dialog itself still holds the focus. */
export function useLateFocus<Node extends HTMLElement>(): RefObject<Node | null> {
  const node = useRef<Node>(null)
  useLayoutEffect(() => {
    const dialog = node.current?.closest<HTMLElement>('[role="dialog"]')
    if (dialog?.matches(':focus')) initialFocusOf(dialog)?.focus({ preventScroll: true })
  }, [])
  return node
}
