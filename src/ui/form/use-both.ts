import { type RefObject, useCallback } from 'react'

/** One ref for the field itself and for whoever asked. */
export function useBoth<Node extends HTMLElement>(own: RefObject<Node | null>, other: ((node: HTMLElement | null) => void) | undefined) {
  return useCallback(
    (node: Node | null) => {
      own.current = node
      other?.(node)
    },
    [own, other],
  )
}
