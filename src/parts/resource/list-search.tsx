import { useEffect, useRef, useState } from 'react'
import { usePath } from '../../kit/path.ts'
import { SearchBox } from '../../ui/form/search-box.tsx'

/** How long typing must pause before the search starts. */
const debounceMs = 500

interface DebouncedSearchProps {
  readonly label: string
  /** The current search text. */
  readonly value: string
  readonly onSearch: (words: string) => void
}

/** A search box that searches after typing pauses. */
export function DebouncedSearch({ label, value, onSearch }: DebouncedSearchProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const latestOnSearch = useRef<(words: string) => void>(undefined)
  latestOnSearch.current = (words) => {
    sent.current = words
    onSearch(words)
  }
  useEffect(() => {
    // The search text was changed elsewhere, by going back or by clearing all filters.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => latestOnSearch.current?.(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchBox
      label={label}
      value={text}
      onChange={setText}
      onEnter={() => text.trim() !== sent.current && latestOnSearch.current?.(text.trim())}
    />
  )
}

/** Filters a list by name; the text is stored in the URL. */
export function ListSearch({ label }: { readonly label: string }) {
  const { query, setQuery } = usePath()
  const search = (words: string) => setQuery({ 'filter.name': words || undefined, row: undefined })
  return <DebouncedSearch label={label} value={query.get('filter.name') ?? ''} onSearch={search} />
}
