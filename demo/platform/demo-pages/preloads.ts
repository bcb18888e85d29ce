import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closestLocale, defaultLocale, fallbacksOf } from '../../../src/contract/locales.ts'

interface FirstPaint {
  readonly files: readonly string[]
  /** The file of its messages, with `*` for the locale. */
  readonly words?: string
}

/** The first-paint files of each tag, from the build; empty without a build. */
function firstPaints(dist: string): Readonly<Record<string, FirstPaint>> {
  try {
    return JSON.parse(readFileSync(join(dist, 'first-paint.json'), 'utf8'))
  } catch {
    return {}
  }
}

/** The messages of the first language in an `Accept-Language` header, which is the browser's language. */
function wordsFile(dist: string, words: string, languages: string): string {
  const locale = closestLocale(languages.split(/[,;]/)[0]?.trim())
  const names = [locale, ...fallbacksOf(locale)].map((name) => words.replace('*', name))
  return names.find((file) => existsSync(join(dist, file))) ?? words.replace('*', defaultLocale)
}

/**
 * Preload links for the code of elements and its messages, so that they load in parallel with the starter script. In watch mode the list is
 * read for every request.
 */
export function preloadLinks(dist: string, isWatched = false) {
  const once = isWatched ? undefined : firstPaints(dist)
  return (tags: readonly string[], languages: string) => {
    const paints = once ?? firstPaints(dist)
    const filesOf = ({ files, words }: FirstPaint) => (words ? [...files, wordsFile(dist, words, languages)] : files)
    const files = new Set(tags.flatMap((tag) => (paints[tag] ? filesOf(paints[tag]) : [])))
    return [...files].map((file) => `<link rel="modulepreload" href="/${file}">`).join('')
  }
}
export type Preloads = ReturnType<typeof preloadLinks>
