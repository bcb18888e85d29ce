import { useMemo } from 'react'
import { useElementContext } from './host/element-context.tsx'
import { joinPath, splitPath } from './split-path.ts'

/** The path inside the surface, and functions to change it. */
export function usePath() {
  const { path, navigate } = useElementContext()
  const { pathname, query } = useMemo(() => splitPath(path), [path])
  return {
    pathname,
    query,
    go: navigate,
    /** Changes some query parameters; undefined removes a parameter. */
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
