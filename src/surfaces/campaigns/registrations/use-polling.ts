import { useEffect, useRef } from 'react'

/** So long it rests before it is asked how far something is. */
const restMs = 1500

/** Asks again and again while something goes on, a rest after each answer, whatever it was; who asks shows what went wrong. */
export function useAgain(isGoingOn: boolean, { mutate }: { readonly mutate: () => Promise<unknown> }) {
  const ask = useRef(mutate)
  ask.current = mutate
  useEffect(() => {
    if (!isGoingOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWanted = true
    const rest = () => {
      if (isWanted) timer = setTimeout(() => void ask.current().then(rest, rest), restMs)
    }
    rest()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [isGoingOn])
}
