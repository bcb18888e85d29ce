import { useEffect, useState } from 'react'

/** So long nobody types before what was typed is asked about. */
export const restMs = 250

/** A text once it has rested: what changes with every key is not asked about with every key. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
