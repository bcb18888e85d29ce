import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import {
  catalogNames,
  completeLocales,
  extractMessages,
  locales,
  pseudoLocale,
  readCatalog,
  sourceLocale,
  type Catalog,
  catalogFile,
  writeCatalog,
} from '../../locales/catalogs.mjs'

/** Translations of all catalogs of a locale, so that a message that moves to another catalog keeps its translation. */
async function memoryOf(locale: string) {
  const catalogs = await Promise.all(catalogNames.map((name) => readCatalog(name, locale)))
  return new Map(
    catalogs.flatMap((catalog) => Object.entries(catalog)).flatMap(([id, word]) => (word.translation ? [[id, word] as const] : [])),
  )
}

function merge(extracted: Catalog, known: Map<string, Catalog[string]>, locale: string): Catalog {
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
    const catalog = merge(await extractMessages(name), known, locale)
    const file = catalogFile(name, locale)
    if (Object.keys(catalog).length > 0 || existsSync(file)) await writeCatalog(name, locale, catalog)
    for (const word of Object.values(catalog))
      if (!word.translation) console.log(`${relative('.', file)}: “${word.message}” has no translation`)
  }
}

for (const locale of locales) if (locale !== pseudoLocale) await update(locale)
