import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closestLocale, defaultLocale, fallbacksOf, type Locale } from '../../../src/contract/locales.ts'

interface FirstPaint {
  readonly files: readonly string[]
  /** The file of its messages, with `*` for the locale. */
  readonly words?: string
  /** The module that loads these messages in the console; a page's own script contains the names of the files. */
  readonly wordsLoader?: string
}

/** The first-paint files of each tag, from the build; empty without a build. */
function firstPaints(dist: string): Readonly<Record<string, FirstPaint>> {
  try {
    return JSON.parse(readFileSync(join(dist, 'first-paint.json'), 'utf8'))
  } catch {
    return {}
  }
}

/** The file of a tag's messages in a locale, or in its first fallback that has one. */
function wordsFile(dist: string, words: string, locale: Locale): string {
  const names = [locale, ...fallbacksOf(locale)].map((name) => words.replace('*', name))
  return names.find((file) => existsSync(join(dist, file))) ?? words.replace('*', defaultLocale)
}

/** The first language in an `Accept-Language` header, which is the browser's language. */
const browserLocale = (languages: string) => closestLocale(languages.split(/[,;]/)[0]?.trim())

/**
 * Preload links for the code of elements, so that it loads in parallel with the starter script, and for its messages in the browser's
 * language. A user who has stored another language loads one file too many. Without `languages` no messages are preloaded: a framed
 * page has the language of its host, which the request does not name. `isAfterPaint` lets the page's first paint go ahead of them. In
 * watch mode files are looked up for every request.
 */
export function preloadLinks(dist: string, isWatched = false) {
  const once = isWatched ? undefined : firstPaints(dist)
  const known = new Map<string, string>()
  const wordsIn = (words: string, locale: Locale) => {
    const key = `${words} ${locale}`
    const file = known.get(key) ?? wordsFile(dist, words, locale)
    if (!isWatched) known.set(key, file)
    return file
  }
  return (tags: readonly string[], languages?: string, { isAfterPaint = false } = {}) => {
    const paints = once ?? firstPaints(dist)
    const locale = languages === undefined ? undefined : browserLocale(languages)
    const filesOf = ({ files, words, wordsLoader }: FirstPaint) =>
      words && locale ? [...files, ...(wordsLoader ? [wordsLoader] : []), wordsIn(words, locale)] : files
    const files = new Set(tags.flatMap((tag) => (paints[tag] ? filesOf(paints[tag]) : [])))
    const priority = isAfterPaint ? ' fetchpriority="low"' : ''
    return [...files].map((file) => `<link rel="modulepreload"${priority} href="/${file}">`).join('')
  }
}
export type Preloads = ReturnType<typeof preloadLinks>
