import { useCallback, useState } from 'react'

let isHere = false

/** Menus and tooltips come when they are first needed, not with the first paint. */
export function useFloating(): { isReady: boolean; fetchIt: () => Promise<void> } {
  const [isReady, setReady] = useState(isHere)
  const fetchIt = useCallback(async () => {
    await import('./shoelace.ts')
    isHere = true
    setReady(true)
  }, [])
  return { isReady, fetchIt }
}
