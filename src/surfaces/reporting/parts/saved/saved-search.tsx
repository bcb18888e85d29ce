import { useEffect, useRef, useState } from 'react'
import { usePath } from '../../../../kit/path.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { search } from '../../../../ui/more-icons.ts'

/** Typing rests so long before it is searched for. */
const restMs = 500

/** Words that the names in the list contain, kept in its address. */
export function SavedSearch({ label }: { readonly label: string }) {
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
    <label className="report-search">
      <Icon shape={search} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && text.trim() !== sent.current && tell.current?.(text.trim())}
      />
    </label>
  )
}
