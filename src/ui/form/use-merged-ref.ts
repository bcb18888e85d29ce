import { type RefObject, useCallback } from 'react'

/** One ref for the component's own use and for its parent. */
export function useMergedRef<Node extends HTMLElement>(
  ownRef: RefObject<Node | null>,
  otherRef: ((node: HTMLElement | null) => void) | undefined,
) {
  return useCallback(
    (node: Node | null) => {
      ownRef.current = node
      otherRef?.(node)
    },
    [ownRef, otherRef],
  )
}
