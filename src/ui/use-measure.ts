import { type RefObject, useLayoutEffect, useState } from 'react'

interface MeasureOptions {
  /** Also measures before the first paint, which forces layout. ResizeObserver reports the initial size only after layout. */
  readonly isImmediate?: boolean
}

/**
 * A value that is measured on a node when its size changes. `measure` gets the last value as well, and returns it while the node has no
 * layout or nothing has changed; it must be the same function on each render.
 */
export function useMeasure<Value>(
  node: RefObject<HTMLElement | null>,
  initial: Value,
  measure: (node: HTMLElement, last: Value) => Value,
  { isImmediate = false }: MeasureOptions = {},
): Value {
  const [value, setValue] = useState(initial)
  useLayoutEffect(() => {
    const { current } = node
    if (!current) return
    const update = () => setValue((last) => measure(current, last))
    if (isImmediate) update()
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => observer.disconnect()
  }, [node, measure, isImmediate])
  return value
}
