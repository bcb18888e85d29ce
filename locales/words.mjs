import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { tsImport } from 'tsx/esm/api'
import { catalogNames, completeLocales, poFilesOf, locales, sourceFiles, sourceLocale } from './catalogs.mjs'

const { languageCodes } = await tsImport('../src/contract/locales.ts', import.meta.url)
const virtual = '\0words:'

/** The module that loads a surface's messages in a locale. */
export const wordsLoaderId = (surface) => virtual + surface

/** The chunk name of a surface's messages in a locale, for `manualChunks`; undefined for any other module. */
export const wordsChunk = (id) =>
  id.startsWith(virtual) && id.includes('/') ? `words-${id.slice(virtual.length).replace('/', '-')}` : undefined

/** Maps each name of a locale that a page may use to the locale whose messages it gets. */
function namesOf(same) {
  const aliases = Object.entries(languageCodes).map(([code, locale]) => [code, same.get(locale) ?? sourceLocale])
  return new Map([...aliases, ...[...same].map(([locale, as]) => [locale.toLowerCase(), as])])
}

/** The files that a surface's messages depend on. */
const filesOf = (surface) => [...locales.flatMap((locale) => poFilesOf(surface, locale)), ...catalogNames.flatMap(sourceFiles)]

function loaderCode({ same }, surface) {
  const cases = [...same].map(([locale, as]) => `  ${JSON.stringify(locale)}: () => import(${JSON.stringify(`words:${surface}/${as}`)}),`)
  return `const words = {
${cases.join('\n')}
}
export const completeLocales = ${JSON.stringify(completeLocales)}
export const load = async (locale) => (await words[Object.hasOwn(words, locale) ? locale : ${JSON.stringify(sourceLocale)}]()).messages
`
}

/** Compiles surfaces in a worker, because extracting all messages takes as long as compiling the code. */
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

/**
 * Provides `words:<surface>`, a module that loads all messages of a surface in a locale with one request; used by Rollup and Vitest.
 * `isEager` starts compiling all surfaces when the build starts.
 */
export const words = ({ isEager = false } = {}) => {
  const compileSurface = compiler()
  const compiled = new Map()
  /** The finished results, for the synchronous functions. */
  const known = new Map()
  const compile = async (surface) => {
    const { same, modules } = await compileSurface(surface)
    const hash = createHash('sha256')
    for (const locale of locales) hash.update(modules.get(same.get(locale)))
    const found = { same, modules, hash: hash.digest('hex') }
    known.set(surface, found)
    return found
  }
  /** One hash for the messages of all surfaces, because the loader contains the names of their files and has to stay small. */
  const commonHash = () => {
    const hash = createHash('sha256')
    for (const surface of [...known.keys()].sort()) hash.update(known.get(surface).hash)
    return hash.digest('hex').slice(0, 8)
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
      if (!catalogNames.includes(surface)) this.error(`Unknown surface ${surface}`)
      if (this.meta.watchMode) for (const file of filesOf(surface)) this.addWatchFile(file)
      const { same, modules } = await compileOnce(surface)
      return { code: locale ? modules.get(same.get(locale)) : loaderCode({ same }, surface), map: null, moduleType: 'js' }
    },
    api: {
      /** Recompiles all surfaces in use; the old messages stay until then. */
      refresh: async () => {
        for (const surface of compiled.keys()) {
          const next = compile(surface)
          await next
          compiled.set(surface, next)
        }
      },
      /**
       * The locale names of a surface and its file name with `*` for the locale. Undefined for a tag without messages.
       */
      filesOf: (surface) =>
        known.has(surface)
          ? { words: namesOf(known.get(surface).same), wordsFile: `chunks/words-${surface}-*-${commonHash()}.js` }
          : undefined,
      /** The file name of a message module's chunk; undefined for any other module. */
      fileOf: (id) => {
        const [surface, locale] = wordsChunk(id) ? id.slice(virtual.length).split('/') : []
        return surface && `chunks/words-${surface}-${locale}-${commonHash()}.js`
      },
    },
  }
}
