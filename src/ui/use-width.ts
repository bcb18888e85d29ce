import { useLayoutEffect, useRef, useState } from 'react'

/** How wide a node is, and which way one reads in it; kept up as it changes. */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [state, setState] = useState({ width: 640, isRightToLeft: false })
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return
    const measure = () => {
      const width = Math.round(node.clientWidth)
      const isRightToLeft = getComputedStyle(node).direction === 'rtl'
      setState((old) => (width === 0 || (old.width === width && old.isRightToLeft === isRightToLeft) ? old : { width, isRightToLeft }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return { ref, ...state }
}
