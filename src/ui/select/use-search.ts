import { useEffect, useState } from 'react'

/** What is typed, and what of it has rested long enough to be searched for. */
export function useSearch(initial: string, waitMs: number) {
  const [text, setText] = useState(initial)
  const [settled, setSettled] = useState(initial)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), waitMs)
    return () => clearTimeout(timer)
  }, [text, settled, waitMs])
  const put = (next: string) => {
    setText(next)
    setSettled(next)
  }
  return { text, setText, search: settled.trim(), isTyping: text !== settled, put }
}
export type Search = ReturnType<typeof useSearch>
