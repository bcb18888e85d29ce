import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Catalog } from '../../locales/catalogs.mjs'

/** One catalog in one locale, with the messages extracted from the sources. */
export interface CheckedCatalog {
  readonly name: string
  readonly locale: string
  readonly extracted: Catalog
  readonly catalog: Catalog
  /** The messages that must be translated here, by id. */
  readonly required: readonly string[]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const keysOf = (options: unknown) => (isRecord(options) ? Object.keys(options).sort().join(' ') : '')

/** Placeholders of a message: names with their format, the options of a selection, and tags. */
export function placeholdersOf(message: string): string[] {
  const locations = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part === 'string') for (const tag of part.match(/<\/?\d+\/?>/g) ?? []) locations.add(tag)
    if (!Array.isArray(part)) return
    const [name, format, options]: unknown[] = part
    locations.add(typeof format === 'string' ? `{${name}, ${format}${format === 'select' ? ` ${keysOf(options)}` : ''}}` : `{${name}}`)
    if (isRecord(options)) for (const branch of Object.values(options)) visitAll(branch)
  }
  const visitAll = (parts: unknown) => (Array.isArray(parts) ? parts.forEach(visit) : visit(parts))
  visitAll(compileMessage(message))
  return [...locations].sort()
}

const counts = Array.from({ length: 200 }, (_, count) => count)

/** Plural forms that a language needs for ordinary counts. */
const formsOf = (locale: string, type: 'cardinal' | 'ordinal') => {
  const rules = new Intl.PluralRules(locale, { type })
  return { needed: new Set(['other', ...counts.map((count) => rules.select(count))]), known: rules.resolvedOptions().pluralCategories }
}

/** Reports messages that do not parse, and plurals with a missing or an unknown form. */
export function formFaults(message: string, locale: string): string[] {
  const parts: unknown = compileMessage(message)
  const visit = (part: unknown): string[] => {
    if (!Array.isArray(part)) return []
    const [, format, options]: unknown[] = part
    if (!isRecord(options)) return []
    const inside = Object.values(options).flatMap((branch) => (Array.isArray(branch) ? branch.flatMap(visit) : []))
    const own = Object.keys(options).filter((key) => !/^(offset|\d+)$/.test(key))
    if (format !== 'plural' && format !== 'selectordinal')
      return [...(format === 'select' && !own.includes('other') ? ['lacks the form other'] : []), ...inside]
    const { needed, known } = formsOf(locale, format === 'plural' ? 'cardinal' : 'ordinal')
    const missing = [...needed].filter((form) => !own.includes(form)).map((form) => `lacks the form ${form}`)
    const strange = own
      .filter((form) => !known.some((one) => one === form))
      .map((form) => `has the form ${form}, which ${locale} does not know`)
    return [...missing, ...strange, ...inside]
  }
  const isRaw = Array.isArray(parts) && parts.length === 1 && parts[0] === message && /[{}]/.test(message)
  return isRaw ? ['does not parse'] : Array.isArray(parts) ? parts.flatMap(visit) : []
}

/** Terms that every message of a locale translates alike. */
const terms: Readonly<Record<string, readonly (readonly [RegExp, RegExp])[]>> = {
  de: [
    [/\binsertion orders?\b/i, /Insertionsauftr[aä]g/],
    [/\bpacing\b(?! index)/i, /Ausgabenverteilung/],
    [/\btargeting\b/i, /Zielgruppe/],
  ],
  ja: [
    [/\bimpressions?\b/i, /インプレッション/],
    [/\bspend limits?\b/i, /支出上限/],
    [/\bad groups?\b/i, /広告グループ/],
  ],
}

const endsWithStop = (text = '') => /[.。]$/.test(text)

/** Findings of a catalog, message by message. */
export function catalogFaults({ name, locale, extracted, catalog, required }: CheckedCatalog): string[] {
  const fault = (id: string, what: string) => `${locale}/${name}: “${extracted[id]?.message ?? catalog[id]?.message ?? id}” ${what}`
  const missing = required.filter((id) => !catalog[id]?.translation)
  const obsolete = Object.keys(catalog).filter((id) => !extracted[id] || catalog[id]?.obsolete)
  const translated = Object.entries(catalog).filter(([id, word]) => extracted[id] && word.translation)
  const different = translated.filter(
    ([id, word]) => String(placeholdersOf(word.translation ?? '')) !== String(placeholdersOf(extracted[id]?.message ?? '')),
  )
  const stopped = translated.filter(([id, word]) => endsWithStop(word.translation) !== endsWithStop(extracted[id]?.message))
  const strange = translated.flatMap(([id, { translation = '' }]) =>
    (terms[locale] ?? [])
      .filter(([term, word]) => term.test(extracted[id]?.message ?? '') && !word.test(translation))
      .map(([, { source }]) => fault(id, `is translated without the term ${source}: “${translation}”`)),
  )
  const malformed = translated.flatMap(([id, { translation = '' }]) => formFaults(translation, locale).map((what) => fault(id, what)))
  return [
    ...malformed,
    ...missing.map((id) => fault(id, catalog[id] ? 'has no translation' : 'is not in the catalog; npm run words')),
    ...obsolete.map((id) => fault(id, 'is no message of the sources any more; npm run words')),
    ...different.map(([id, word]) => fault(id, `is translated with other placeholders or tags: “${word.translation}”`)),
    ...strange,
    ...stopped.map(([id, word]) => fault(id, `and its translation “${word.translation}” do not both end with a full stop`)),
  ]
}

const lettersOf = (part: unknown): string => {
  if (typeof part === 'string') return part.replace(/<[^>]*>/g, '').replace(/[^A-Za-z]/g, '')
  if (!Array.isArray(part)) return ''
  const options: unknown = part[2]
  return typeof options === 'object' && options !== null ? Object.values(options).flat().map(lettersOf).join('') : ''
}

/** Messages that are missing or unchanged in the pseudo-locale. */
export const pseudoFaults = (extracted: Catalog, compiled: Readonly<Record<string, unknown>>) =>
  Object.entries(extracted).flatMap(([id, { message = id }]) => {
    const parts = compiled[id]
    if (parts === undefined) return [`pseudo-locale: “${message}” is missing`]
    const same = [parts].flat().some((part) => lettersOf(part).length > 1 && !Array.isArray(part) && message.includes(String(part)))
    return same ? [`pseudo-locale: “${message}” is left as it is`] : []
  })

/** Folders of unknown locales, and files that belong to no catalog. */
export function strayFiles(paths: readonly string[], locales: readonly string[], names: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [, locale, name] = /^locales\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (locale === undefined || name === undefined) return []
    if (!locales.includes(locale)) return [`${path}: ${locale} is no locale of the specification`]
    return names.some((each) => name === `${each}.po`) ? [] : [`${path}: there is no such catalog`]
  })
}

/** Texts that come neither from the locale itself nor from its nearest fallback. */
export const fallbackFaults = (locale: string, texts: Readonly<Record<string, string>>, chain: readonly Catalog[]) =>
  Object.entries(texts).flatMap(([id, text]) => {
    const right = chain.map((catalog) => catalog[id]?.translation).find(Boolean)
    return right === undefined || right === text ? [] : [`${locale}: “${text}” should be “${right}”`]
  })
