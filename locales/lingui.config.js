import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import { tsImport } from 'tsx/esm/api'

const { defaultLocale, fallbacksOf, locales } = await tsImport('../src/contract/locales.ts', import.meta.url)

const rootDir = fileURLToPath(new URL('..', import.meta.url))
const folders = (path) => {
  const entries = readdirSync(`${rootDir}/${path}`, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}
const surfaces = () => (folders('src').includes('surfaces') ? folders('src/surfaces') : [])
const catalog = (name, include) => ({ path: `<rootDir>/locales/{locale}/${name}`, include: include.map((path) => `<rootDir>/${path}`) })

const po = formatter({ lineNumbers: false, origins: false, printPlaceholdersInComments: false })
/** The header is rewritten without its date, so that a file changes only when a message does. */
const serialize = async (catalog, context) => {
  const text = await po.serialize(catalog, { ...context, existing: null })
  return `${text.replace(/"POT-Creation-Date.*\n/, '').trimEnd()}\n`
}

/** A pseudo-translation of the source, which makes untranslated text visible. */
const pseudoLocale = 'en-XA'

export default {
  rootDir,
  sourceLocale: defaultLocale,
  pseudoLocale,
  locales: [...locales, pseudoLocale],
  fallbackLocales: Object.fromEntries(locales.map((locale) => [locale, fallbacksOf(locale)])),
  format: { ...po, serialize },
  orderBy: 'message',
  runtimeConfigModule: { Trans: [`${rootDir}src/kit/trans.tsx`, 'Trans'] },
  catalogs: [
    catalog('core', ['src/kit', 'src/ui', 'elements']),
    catalog('parts', ['src/parts']),
    ...surfaces().map((surface) => catalog(surface, [`src/surfaces/${surface}`])),
  ],
}
