import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether a page is too narrow for a width; kept up as it changes. */
export function useNarrow(node: RefObject<HTMLElement | null>, least: number): boolean {
  const [isNarrow, setNarrow] = useState(() => (node.current?.ownerDocument.documentElement.clientWidth ?? least) < least)
  useLayoutEffect(() => {
    const view = node.current?.ownerDocument.defaultView
    if (!view) return
    const measure = () => setNarrow(view.document.documentElement.clientWidth < least)
    measure()
    view.addEventListener('resize', measure)
    return () => view.removeEventListener('resize', measure)
  }, [node, least])
  return isNarrow
}
