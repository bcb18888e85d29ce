import type { Source } from './source.ts'

export const lineLimit = 500

/** Files above the limit, with their line counts. A count may only go down; no file may be added. */
export const exceptions: Readonly<Record<string, number>> = {}
export const exceptionLimit = 0

const lines = ({ text }: Source) => text.replace(/\n$/, '').split('\n').length

/** Files above the limit, and outdated exceptions. */
export function oversized(sources: readonly Source[], allowed = exceptions, limit = exceptionLimit): string[] {
  const known = new Map(sources.map((source) => [source.path, lines(source)]))
  const long = [...known].filter(([path, count]) => count > (allowed[path] ?? lineLimit)).map(([path, count]) => `${path}: ${count} lines`)
  const stale = Object.entries(allowed).flatMap(([path, count]) => {
    const now = known.get(path) ?? 0
    if (now <= lineLimit) return [`${path}: no exception needed any more`]
    return now < count ? [`${path}: lower its exception to ${now}`] : []
  })
  const many = Object.keys(allowed).length > limit ? [`${Object.keys(allowed).length} exceptions, and ${limit} are allowed`] : []
  return [...long, ...stale, ...many]
}
