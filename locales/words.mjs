import {
  catalogNames,
  compileWords,
  completeLocales,
  filesBehind,
  locales,
  sameWordsAs,
  sourceFiles,
  sourceLocale,
  wordSets,
} from './catalogs.mjs'

const virtual = '\0words:'

/** The chunk of a surface's words in a locale, for `manualChunks`; undefined for any other module. */
export const wordsChunk = (id) =>
  id.startsWith(virtual) && id.includes('/') ? `words-${id.slice(virtual.length).replace('/', '-')}` : undefined

async function loader(surface) {
  const rows = await Promise.all(locales.map(async (locale) => [locale, await sameWordsAs(surface, locale)]))
  const cases = rows.map(([locale, same]) => `  ${JSON.stringify(locale)}: () => import(${JSON.stringify(`words:${surface}/${same}`)}),`)
  return `const words = {
${cases.join('\n')}
}
export const complete = ${JSON.stringify(completeLocales)}
export const load = async (locale) => (await words[Object.hasOwn(words, locale) ? locale : ${JSON.stringify(sourceLocale)}]()).messages
`
}

/** Gives `words:<surface>`: one function that loads every word a surface needs in a locale, in one request. For Rollup and for Vitest. */
export const words = () => ({
  name: 'words',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(virtual)) return null
    const [surface, locale] = id.slice(virtual.length).split('/')
    if (!wordSets(catalogNames).includes(surface)) this.error(`There is no surface ${surface}, so there are no words of it`)
    const read = (locale ? [locale] : locales).flatMap((each) => filesBehind(surface, each))
    for (const file of [...read, ...catalogNames.flatMap(sourceFiles)]) this.addWatchFile(file)
    return { code: locale ? await compileWords(surface, locale) : await loader(surface), map: null, moduleType: 'js' }
  },
})
