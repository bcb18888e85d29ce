import { useLayoutEffect, useRef, useState } from 'react'

const usual = 640

/** How wide a node is, and which way one reads in it; kept up as it changes, and 0 until it is there. */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [state, setState] = useState({ width: 0, isRightToLeft: false })
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return
    const measure = () => {
      const isRightToLeft = getComputedStyle(node).direction === 'rtl'
      setState((old) => {
        // What is not laid out is as wide as it was, or usual.
        const width = Math.round(node.clientWidth) || old.width || usual
        return old.width === width && old.isRightToLeft === isRightToLeft ? old : { width, isRightToLeft }
      })
    }
    // It tells the first width too, once the page has been laid out for another reason.
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return { ref, ...state }
}
