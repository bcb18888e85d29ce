import { useRef, useState } from 'react'

/** A function that stays the same from one render to the next, and does what the last one says. */
export function useSteady<In extends readonly unknown[], Out>(act: (...given: In) => Out): (...given: In) => Out {
  const latest = useRef(act)
  latest.current = act
  const [steady] = useState(
    () =>
      (...given: In) =>
        latest.current(...given),
  )
  return steady
}
