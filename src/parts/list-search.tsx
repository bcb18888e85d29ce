import { useEffect, useRef, useState } from 'react'
import { usePath } from '../kit/path.ts'
import { SearchBox } from '../ui/search-box.tsx'

/** Typing rests so long before it is searched for. */
const restMs = 500

/** Words that the names in a list contain, kept in its address. */
export function ListSearch({ label }: { readonly label: string }) {
  const { query, setQuery } = usePath()
  const said = query.get('filter.name') ?? ''
  const [text, setText] = useState(said)
  const sent = useRef(said)
  const tell = useRef<(words: string) => void>(undefined)
  tell.current = (words) => {
    sent.current = words
    setQuery({ 'filter.name': words || undefined, row: undefined })
  }
  useEffect(() => {
    // Whoever went back, or took all conditions away, has changed it elsewhere.
    if (said === sent.current) return
    sent.current = said
    setText(said)
  }, [said])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => tell.current?.(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchBox label={label} value={text} onChange={setText} onEnter={() => text.trim() !== sent.current && tell.current?.(text.trim())} />
  )
}
