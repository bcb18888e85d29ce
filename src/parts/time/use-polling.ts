import { useEffect, useRef } from 'react'

/** Pause between two requests. */
const pollPauseMs = 1500

/** Polls while a job is running, with a pause after each response. Continues after an error, which the caller shows. */
export function usePolling(isGoingOn: boolean, { mutate }: { readonly mutate: () => Promise<unknown> }) {
  const latestMutate = useRef(mutate)
  latestMutate.current = mutate
  useEffect(() => {
    if (!isGoingOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWanted = true
    const schedule = () => {
      if (isWanted) timer = setTimeout(() => void latestMutate.current().then(schedule, schedule), pollPauseMs)
    }
    schedule()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [isGoingOn])
}
