import { useMemo } from 'react'
import { useGuest } from './guest.tsx'

/** An element's path in two: the words before the query, and the query. */
export function splitPath(path: string): { pathname: string; query: URLSearchParams } {
  const [, pathname = '', query = ''] = /^\/*([^?#]*)\??([^#]*)/.exec(path) ?? []
  return { pathname: pathname.replace(/\/+$/, ''), query: new URLSearchParams(query) }
}

/** Puts the two together again: no leading slash, no empty query. */
export const joinPath = (pathname: string, query: URLSearchParams) => {
  const text = query.toString()
  return text ? `${pathname}?${text}` : pathname
}

/** Where inside the surface one is, and how to go elsewhere. */
export function usePath() {
  const { path, navigate } = useGuest()
  const { pathname, query } = useMemo(() => splitPath(path), [path])
  return {
    pathname,
    query,
    go: navigate,
    /** Changes some of the query; nothing takes a word out. */
    setQuery: (change: Readonly<Record<string, string | undefined>>) => {
      const next = new URLSearchParams(query)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) next.delete(name)
        else next.set(name, value)
      }
      navigate(joinPath(pathname, next))
    },
  }
}
