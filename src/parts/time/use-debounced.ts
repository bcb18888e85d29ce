import { useEffect, useState } from 'react'

/** How long typing must pause before a request is sent. */
export const restMs = 250

/** The debounced text, so that not every key sends a request. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
