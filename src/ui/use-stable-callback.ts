import { useRef, useState } from 'react'

/** Returns a function with a stable identity that always calls the latest callback. */
export function useStableCallback<In extends readonly unknown[], Out>(callback: (...given: In) => Out): (...given: In) => Out {
  const latest = useRef(callback)
  latest.current = callback
  const [stable] = useState(
    () =>
      (...args: In) =>
        latest.current(...args),
  )
  return stable
}
