import { useEffect, useState } from 'react'

/** How long typing must pause before a request is sent. */
export const debounceMs = 250

/** The debounced text, so that not every key sends a request. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
