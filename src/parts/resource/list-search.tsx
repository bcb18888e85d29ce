import { useEffect, useRef, useState } from 'react'
import { usePath } from '../../kit/path.ts'
import { SearchBox } from '../../ui/form/search-box.tsx'

/** Typing rests so long before it is searched for. */
const restMs = 500

interface TypedSearchProps {
  readonly label: string
  /** What is searched for now. */
  readonly said: string
  readonly onSaid: (words: string) => void
}

/** Words that are searched for once typing rests. */
export function TypedSearch({ label, said, onSaid }: TypedSearchProps) {
  const [text, setText] = useState(said)
  const sent = useRef(said)
  const tell = useRef<(words: string) => void>(undefined)
  tell.current = (words) => {
    sent.current = words
    onSaid(words)
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

/** Words that the names in a list contain, kept in its address. */
export function ListSearch({ label }: { readonly label: string }) {
  const { query, setQuery } = usePath()
  const search = (words: string) => setQuery({ 'filter.name': words || undefined, row: undefined })
  return <TypedSearch label={label} said={query.get('filter.name') ?? ''} onSaid={search} />
}
