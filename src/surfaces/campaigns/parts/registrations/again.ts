import { useEffect, useRef } from 'react'

/** So long it rests before it is asked how far something is. */
const restMs = 1500

/** Asks again and again while something goes on: once more after each answer. */
export function useAgain(isGoingOn: boolean, { data, mutate }: { readonly data: unknown; readonly mutate: () => unknown }) {
  const ask = useRef(mutate)
  ask.current = mutate
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins another rest
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => void ask.current(), restMs)
    return () => clearTimeout(timer)
  }, [isGoingOn, data])
}
