import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import {
  catalogNames,
  completeLocales,
  extractWords,
  locales,
  pseudoLocale,
  readWords,
  sourceLocale,
  type Words,
  wordsFile,
  writeWords,
} from '../../locales/catalogs.mjs'

/** Translations of all catalogs of a locale, so that a message that moves to another catalog keeps its translation. */
async function memoryOf(locale: string) {
  const catalogs = await Promise.all(catalogNames.map((name) => readWords(name, locale)))
  return new Map(
    catalogs.flatMap((words) => Object.entries(words)).flatMap(([id, word]) => (word.translation ? [[id, word] as const] : [])),
  )
}

function merge(extracted: Words, known: Map<string, Words[string]>, locale: string): Words {
  const rows = Object.entries(extracted).map(([id, word]) => {
    const before = known.get(id)
    const translation = locale === sourceLocale ? (word.message ?? id) : (before?.translation ?? '')
    return [id, { ...word, extra: before?.extra ?? {}, translation }] as const
  })
  const keepsAll = completeLocales.includes(locale)
  return Object.fromEntries(rows.filter(([, word]) => keepsAll || word.translation))
}

async function update(locale: string) {
  const known = await memoryOf(locale)
  for (const name of catalogNames) {
    const words = merge(await extractWords(name), known, locale)
    const file = wordsFile(name, locale)
    if (Object.keys(words).length > 0 || existsSync(file)) await writeWords(name, locale, words)
    for (const word of Object.values(words))
      if (!word.translation) console.log(`${relative('.', file)}: “${word.message}” has no translation`)
  }
}

for (const locale of locales) if (locale !== pseudoLocale) await update(locale)
