import { useEffect, useMemo, useRef, useState } from 'react'
import { type OptionLoader, type ShownOptions, type Group, isPaged, type Option, type Options } from './option.ts'
import { loadAllOptions, OptionPages, pageSize, type LoadedPages } from './pages.ts'

/** Folds case and accents for comparison. */
export const fold = (text: string, locale: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase(locale)

/** Sorts options by heading, in order of first appearance; those without a heading come first. */
export function grouped(options: readonly Option[]): readonly Option[] {
  if (options.every(({ group }) => group === undefined)) return options
  const names = [undefined, ...new Set(options.flatMap(({ group }) => group ?? []))]
  return names.flatMap((name) => options.filter(({ group }) => group === name))
}

/** The headings and their first options, for grouped options. */
export const groupsOf = (options: readonly Option[]): readonly Group[] =>
  options.flatMap(({ group }, first) => (group !== undefined && group !== options[first - 1]?.group ? [{ label: group, first }] : []))

/** The options that contain every word of the search. */
export function matching(options: readonly Option[], folded: readonly string[], search: string, locale: string): readonly Option[] {
  const words = fold(search, locale).split(/\s+/).filter(Boolean)
  return words.length === 0 ? options : options.filter((_, index) => words.every((word) => folded[index]?.includes(word)))
}

const none: readonly Option[] = []
const noop = () => undefined

/** The folded search texts, computed on first use. */
function foldedOf(options: readonly Option[], locale: string) {
  const folding: { texts?: readonly string[] } = {}
  return () => {
    folding.texts ??= options.map(({ label, note = '', group = '' }) => fold(`${label} ${note} ${group}`, locale))
    return folding.texts
  }
}

function useListOptions(options: Options, search: string, locale: string): ShownOptions {
  const list = isPaged(options) ? none : options
  const ordered = useMemo(() => grouped(list), [list])
  const folded = useMemo(() => foldedOf(ordered, locale), [ordered, locale])
  return useMemo(() => {
    const matches = search === '' ? ordered : matching(ordered, folded(), search, locale)
    return {
      search,
      total: matches.length,
      groups: groupsOf(matches),
      at: (index) => matches[index],
      isWaiting: false,
      hasFailed: false,
      see: noop,
      retry: noop,
      all: async () => matches,
    }
  }, [ordered, folded, search, locale])
}

const nothingLoaded: LoadedPages = { search: '', pages: new Map(), total: undefined, hasFailed: false }

/** Keeps the previous options until the first response, so that the menu does not jump. */
const next = (now: LoadedPages, before: LoadedPages): LoadedPages =>
  now.total === undefined && !now.hasFailed ? { ...before, hasFailed: false } : now

function usePagedOptions(options: Options, search: string): ShownOptions | undefined {
  const [loaded, setLoaded] = useState(nothingLoaded)
  const latest = useRef(options)
  latest.current = options
  const pages = useRef<OptionPages>(undefined)
  const isByPages = isPaged(options)
  useEffect(() => {
    if (!isByPages) return
    const load: OptionLoader = (request) =>
      isPaged(latest.current) ? latest.current(request) : Promise.resolve({ options: none, total: 0 })
    setLoaded((before) => ({ ...before, hasFailed: false }))
    const mine = new OptionPages(load, search, (now) => setLoaded((before) => next(now, before)))
    pages.current = mine
    return () => mine.end()
  }, [isByPages, search])
  return useMemo(() => {
    if (!isPaged(options)) return undefined
    const { total, hasFailed } = loaded
    return {
      search: loaded.search,
      total: total ?? 0,
      groups: [],
      at: (index) => loaded.pages.get(Math.floor(index / pageSize))?.[index % pageSize],
      isWaiting: total === undefined && !hasFailed,
      hasFailed,
      see: (from, to) => pages.current?.see(from, to),
      retry: () => pages.current?.retry(),
      all: (signal) => loadAllOptions(options, search, signal),
    }
  }, [options, loaded, search])
}

/** The options of a menu for a search, from a list or from pages. */
export function useShownOptions(options: Options, search: string, locale: string): ShownOptions {
  const listed = useListOptions(options, search, locale)
  return usePagedOptions(options, search) ?? listed
}
