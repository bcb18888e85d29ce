import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether there is more of a node than fits, so that it must be reachable by keyboard. */
export function useIsScrolled(node: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useLayoutEffect(() => {
    const box = node.current
    if (!box) return
    const measure = () => setScrolled(box.scrollHeight > box.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [box, ...box.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [node])
  return isScrolled
}
