import { useRef, useState } from 'react'

/** Returns a function with a stable identity that always calls the latest callback. */
export function useStableCallback<In extends readonly unknown[], Out>(act: (...given: In) => Out): (...given: In) => Out {
  const latest = useRef(act)
  latest.current = act
  const [steady] = useState(
    () =>
      (...given: In) =>
        latest.current(...given),
  )
  return steady
}
