import { useLayoutEffect, useRef, useState } from 'react'

const defaultWidth = 640

/** Width and text direction of a node, measured when its size changes. The width is 0 before the first measurement. */
export function useWidthAndDirection() {
  const ref = useRef<HTMLDivElement>(null)
  const [state, setState] = useState({ width: 0, isRightToLeft: false })
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return
    const measure = () => {
      const isRightToLeft = getComputedStyle(node).direction === 'rtl'
      setState((old) => {
        // A node without layout keeps its last width, or gets the default.
        const width = Math.round(node.clientWidth) || old.width || defaultWidth
        return old.width === width && old.isRightToLeft === isRightToLeft ? old : { width, isRightToLeft }
      })
    }
    // ResizeObserver also reports the initial size, after layout, so no forced layout is needed.
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return { ref, ...state }
}
