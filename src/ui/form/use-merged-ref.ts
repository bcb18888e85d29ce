import { type RefObject, useCallback } from 'react'

/** One ref for the component's own use and for its parent. */
export function useMergedRef<Node extends HTMLElement>(
  own: RefObject<Node | null>,
  other: ((node: HTMLElement | null) => void) | undefined,
) {
  return useCallback(
    (node: Node | null) => {
      own.current = node
      other?.(node)
    },
    [own, other],
  )
}
