import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Words } from '../../locales/catalogs.mjs'

/** One catalog in one locale, beside what the sources say. */
export interface Catalog {
  readonly name: string
  readonly locale: string
  readonly extracted: Words
  readonly words: Words
  /** The messages that must be translated here, by id. */
  readonly required: readonly string[]
}

/** The places of a message that code fills: names with their format, and tags. */
export function placesOf(message: string): string[] {
  const places = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part === 'string') for (const tag of part.match(/<\/?\d+\/?>/g) ?? []) places.add(tag)
    if (!Array.isArray(part)) return
    const [name, format, options]: unknown[] = part
    places.add(typeof format === 'string' ? `{${name}, ${format}}` : `{${name}}`)
    if (typeof options === 'object' && options !== null) for (const branch of Object.values(options)) visitAll(branch)
  }
  const visitAll = (parts: unknown) => (Array.isArray(parts) ? parts.forEach(visit) : visit(parts))
  visitAll(compileMessage(message))
  return [...places].sort()
}

/** What is wrong with a catalog, message by message. */
export function wordFaults({ name, locale, extracted, words, required }: Catalog): string[] {
  const fault = (id: string, what: string) => `${locale}/${name}: “${extracted[id]?.message ?? words[id]?.message ?? id}” ${what}`
  const missing = required.filter((id) => !words[id]?.translation)
  const obsolete = Object.keys(words).filter((id) => !extracted[id] || words[id]?.obsolete)
  const translated = Object.entries(words).filter(([id, word]) => extracted[id] && word.translation)
  const different = translated.filter(
    ([id, word]) => String(placesOf(word.translation ?? '')) !== String(placesOf(extracted[id]?.message ?? '')),
  )
  return [
    ...missing.map((id) => fault(id, words[id] ? 'has no translation' : 'is not in the catalog; npm run words')),
    ...obsolete.map((id) => fault(id, 'is no message of the sources any more; npm run words')),
    ...different.map(([id, word]) => fault(id, `is translated with other placeholders or tags: “${word.translation}”`)),
  ]
}

const lettersOf = (part: unknown): string => {
  if (typeof part === 'string') return part.replace(/<[^>]*>/g, '').replace(/[^A-Za-z]/g, '')
  if (!Array.isArray(part)) return ''
  const options: unknown = part[2]
  return typeof options === 'object' && options !== null ? Object.values(options).flat().map(lettersOf).join('') : ''
}

/** Messages that the pseudo-locale leaves out or leaves as they are. */
export const pseudoFaults = (extracted: Words, compiled: Readonly<Record<string, unknown>>) =>
  Object.entries(extracted).flatMap(([id, { message = id }]) => {
    const parts = compiled[id]
    if (parts === undefined) return [`pseudo-locale: “${message}” is missing`]
    const same = [parts].flat().some((part) => lettersOf(part).length > 1 && !Array.isArray(part) && message.includes(String(part)))
    return same ? [`pseudo-locale: “${message}” is left as it is`] : []
  })

/** Folders of locales that nobody asked for, and files of no catalog. */
export function strayFiles(paths: readonly string[], locales: readonly string[], names: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [, locale, name] = /^locales\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (locale === undefined || name === undefined) return []
    if (!locales.includes(locale)) return [`${path}: ${locale} is no locale of the specification`]
    return names.some((each) => name === `${each}.po`) ? [] : [`${path}: there is no such catalog`]
  })
}
