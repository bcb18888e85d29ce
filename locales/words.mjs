import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { tsImport } from 'tsx/esm/api'
import { catalogNames, completeLocales, filesBehind, locales, sourceFiles, sourceLocale } from './catalogs.mjs'

const { languageCodes } = await tsImport('../src/contract/locales.ts', import.meta.url)
const virtual = '\0words:'

/** The chunk of a surface's words in a locale, for `manualChunks`; undefined for any other module. */
export const wordsChunk = (id) =>
  id.startsWith(virtual) && id.includes('/') ? `words-${id.slice(virtual.length).replace('/', '-')}` : undefined

/** The names by which a page may ask for a locale, each with the locale whose words it gets. */
function namesOf(same) {
  const aliases = Object.entries(languageCodes).map(([code, locale]) => [code, same.get(locale) ?? sourceLocale])
  return new Map([...aliases, ...[...same].map(([locale, as]) => [locale.toLowerCase(), as])])
}

/** The files whose change may change the words of a surface. */
const filesOf = (surface) => [...locales.flatMap((locale) => filesBehind(surface, locale)), ...catalogNames.flatMap(sourceFiles)]

function loaderCode({ same }, surface) {
  const cases = [...same].map(([locale, as]) => `  ${JSON.stringify(locale)}: () => import(${JSON.stringify(`words:${surface}/${as}`)}),`)
  return `const words = {
${cases.join('\n')}
}
export const complete = ${JSON.stringify(completeLocales)}
export const load = async (locale) => (await words[Object.hasOwn(words, locale) ? locale : ${JSON.stringify(sourceLocale)}]()).messages
`
}

/** Compiles surfaces beside the bundler: reading the messages of all sources takes as long as compiling the code. */
function compiler() {
  let worker
  const waiting = new Map()
  const settle = (end) => {
    for (const { reject } of waiting.values()) reject(end)
    waiting.clear()
    worker = undefined
  }
  const start = () => {
    const started = new Worker(new URL('words-worker.mjs', import.meta.url))
    started.on('message', ({ number, result, problem }) => {
      const { resolve, reject } = waiting.get(number)
      waiting.delete(number)
      if (waiting.size === 0) started.unref()
      problem === undefined ? resolve(result) : reject(new Error(problem))
    })
    started.on('error', settle)
    return started
  }
  let asked = 0
  return (surface) =>
    new Promise((resolve, reject) => {
      worker ??= start()
      worker.ref()
      const number = ++asked
      waiting.set(number, { resolve, reject })
      worker.postMessage({ number, surface })
    })
}

/** Gives `words:<surface>`: one function that loads every word a surface needs in a locale, in one request. For Rollup, which needs all of them and starts at once, and for Vitest. */
export const words = ({ isEager = false } = {}) => {
  const compileSurface = compiler()
  const compiled = new Map()
  /** What has been compiled, for those who cannot wait. */
  const known = new Map()
  const compile = async (surface) => {
    const { same, modules } = await compileSurface(surface)
    const hash = createHash('sha256')
    for (const locale of locales) hash.update(modules.get(same.get(locale)))
    const found = { same, modules, hash: hash.digest('hex').slice(0, 8) }
    known.set(surface, found)
    return found
  }
  const compileOnce = (surface) => {
    if (!compiled.has(surface)) compiled.set(surface, compile(surface))
    return compiled.get(surface)
  }
  return {
    name: 'words',
    enforce: 'pre',
    buildStart() {
      for (const surface of isEager ? catalogNames : []) if (surface !== 'parts') compileOnce(surface).catch(() => undefined)
    },
    watchChange: () => compiled.clear(),
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(virtual)) return null
      const [surface, locale] = id.slice(virtual.length).split('/')
      if (!catalogNames.includes(surface)) this.error(`There is no surface ${surface}, so there are no words of it`)
      if (this.meta.watchMode) for (const file of filesOf(surface)) this.addWatchFile(file)
      const { same, modules } = await compileOnce(surface)
      return { code: locale ? modules.get(same.get(locale)) : loaderCode({ same }, surface), map: null, moduleType: 'js' }
    },
    api: {
      /** Compiles again what is in use; until the new words are there, the old ones serve. */
      refresh: async () => {
        for (const surface of compiled.keys()) {
          const next = compile(surface)
          await next
          compiled.set(surface, next)
        }
      },
      /** The names of a surface's locales and its address with `*` for the locale: one hash for all, so that the loader needs one name. Nothing for a tag without words. */
      filesOf: (surface) =>
        known.has(surface)
          ? { words: namesOf(known.get(surface).same), wordsFile: `chunks/words-${surface}-*-${known.get(surface).hash}.js` }
          : undefined,
      /** The name of the chunk of a module of words; undefined for any other module. */
      fileOf: (id) => {
        const [surface, locale] = wordsChunk(id) ? id.slice(virtual.length).split('/') : []
        return surface && `chunks/words-${surface}-${locale}-${known.get(surface).hash}.js`
      },
    },
  }
}
