import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { babel } from '@rollup/plugin-babel'
import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import terser from '@rollup/plugin-terser'
import { tsImport } from 'tsx/esm/api'
import { babelOptions } from './locales/babel.mjs'
import { compileWords, locales, sameWordsAs, sourceLocale, wordSets } from './locales/catalogs.mjs'
import { words, wordsChunk } from './locales/words.mjs'
import { cssText, fontAsset, privatePolicy, privateShoelace } from './src/ui/build/plugins.mjs'

const typed = (path) => tsImport(path, import.meta.url)
const { declarations, unpublished } = await typed('./elements/index.ts')
const { guide } = await typed('./elements/build/guide.ts')
const { elementFiles, integrity } = await typed('./elements/build/element-files.ts')
const { chunkGroups } = await typed('./elements/build/chunk-groups.ts')
const { declaredTagsCode } = await typed('./elements/build/declared-tags.ts')
const { earlyFile, firstPaintFiles, loaderMapCode } = await typed('./elements/build/loader-map.ts')
const { standalone } = await typed('./elements/build/standalone.ts')
const { undocumented } = await typed('./elements/build/undocumented.ts')
const { unchecked } = await typed('./elements/build/unchecked.ts')
const { publicTypes } = await typed('./elements/build/public-types.ts')
const { starts, surfaceName } = await typed('./elements/build/starts.ts')
const { messageErrors } = await typed('./src/kit/message-errors.ts')
const { messages, requests } = await typed('./src/kit/messages.ts')
const { messageAdvice, messageMeanings } = await typed('./src/kit/message-meanings.ts')
const { languageCodes } = await typed('./src/contract/locales.ts')

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const root = fileURLToPath(new URL('.', import.meta.url))
const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const all = [...declarations, ...unpublished]
const chunkGroup = chunkGroups(all)
const surfaces = all.filter((declaration) => 'surface' in declaration)

/** What a surface's words are found by: a hash of all of them, so that the loader needs one name for every locale. */
const wordsOf = new Map()
const wordsIndex = {
  name: 'words-index',
  async buildStart() {
    for (const surface of wordSets(['core', ...surfaces.map(({ tag }) => surfaceName(tag))])) {
      const same = await Promise.all(locales.map(async (locale) => [locale, await sameWordsAs(surface, locale)]))
      const hash = createHash('sha256')
      for (const [, locale] of same) hash.update(await compileWords(surface, locale))
      const byLocale = new Map(same)
      const aliases = Object.entries(languageCodes).map(([code, locale]) => [code, byLocale.get(locale) ?? sourceLocale])
      wordsOf.set(surface, {
        hash: hash.digest('hex').slice(0, 8),
        names: new Map([...aliases, ...same.map(([locale, as]) => [locale.toLowerCase(), as])]),
      })
    }
  },
}

const wordsParts = (chunk) => {
  const [, surface, locale] = /^words-(.+?)-((?:en|es|de|ja|it|tr|th|vi|zh|ko|fr|Es|pt)(?:-[\w-]+)?)$/.exec(chunk) ?? []
  return surface && { surface, locale }
}
const chunkName = ({ name, moduleIds }) => {
  const found = moduleIds.some(wordsChunk) && wordsParts(name)
  return found ? `chunks/${name}-${wordsOf.get(found.surface).hash}.js` : 'chunks/[name]-[hash].js'
}

const loaderRows = (bundle, among = all) =>
  among.map((declared) => {
    const surface = surfaceName(declared.tag)
    const known = wordsOf.get(surface)
    return {
      declared,
      files: firstPaintFiles(bundle, declared),
      first: earlyFile(bundle, declared),
      ...(known && { words: known.names, wordsFile: `chunks/words-${surface}-*-${known.hash}.js` }),
    }
  })

/** React has had this store for long; the shim for those who lack it stays out. */
const reactStore = {
  name: 'react-store',
  resolveId: (id) => (/^use-sync-external-store\/shim/.test(id) ? '\0react-store' : null),
  load: (id) => (id === '\0react-store' ? "export { useSyncExternalStore } from 'react'" : null),
}

/** The cache makes a store of its own that nobody asks, and lets it listen on the page for ever. */
const quietStore = {
  name: 'quiet-store',
  transform(code, id) {
    if (!/\/swr\/dist\/config-context/.test(id)) return null
    const quiet = code.replace('= initCache(new Map())', '= initCache(new Map(), { initFocus: noop, initReconnect: noop })')
    if (quiet === code) throw new Error('The store of the cache is made elsewhere now; say where')
    return { code: quiet, map: null }
  },
}

/** Calls by which a page says what it will load; nobody here makes them, and they would be sent to every page with a chart. */
const noHints = {
  name: 'no-hints',
  transform(code, id) {
    if (!id.endsWith('/react-dom/cjs/react-dom.production.js')) return null
    const hints = /^exports\.(preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule) = .*?^\};$/gms
    if (code.match(hints)?.length !== 6) throw new Error('The calls that say what a page will load are written elsewhere now; say where')
    return { code: code.replace(hints, ''), map: null }
  },
}

/** A name is drawn as it is, also where it looks like a tag: words alone are read for tags. And what nobody here asks of words stays out, such as tags that have no inside: a check holds the tags of every translation. */
const plainNames = {
  name: 'plain-names',
  transform(code, id) {
    if (!/\/@lingui\/react\/dist\/shared\/react\.\w+\.mjs$/.test(id)) return null
    const changes = [
      ['typeof valueForKey === "string" ||', 'typeof valueForKey === "string" && !valueForKey.includes("<") ||'],
      [/if \(render && component\) \{[\s\S]*?\n {2}\}\n(?= {2}if \(typeof render)/, ''],
      [/const voidElementTags = \{[^}]*\};/, ''],
      ['!element || voidElementTags[element.type] && children', '!element'],
      [/if \(!element\) \{\s*(console\.error\([^;]*\);)\s*\} else \{[\s\S]*?\);\s*\}/, '$1'],
    ]
    const plain = changes.reduce((text, [from, to]) => {
      const changed = text.replace(from, to)
      if (changed === text) throw new Error(`How values come into words is written elsewhere now; say where: ${from}`)
      return changed
    }, code)
    return { code: plain, map: null }
  },
}

const minify = () => terser({ ecma: 2022, module: true, compress: { passes: 2 }, format: { comments: false } })
const transforms = () => [
  words(),
  cssText(),
  fontAsset(),
  privateShoelace(),
  privatePolicy(),
  reactStore,
  quietStore,
  noHints,
  plainNames,
  replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
  resolve({ browser: true, exportConditions: ['production'], extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
  babel({ ...babelOptions({ stripMessages: true }), babelHelpers: 'bundled', extensions: ['.ts', '.tsx'], include: /\/(src|elements)\// }),
  undocumented,
  unchecked,
  commonjs(),
]

const alone = (input, fileName, among = declarations) =>
  standalone({
    input: path(input),
    fileName,
    plugins: () => [...transforms(), minify()],
    modules: (bundle) => ({
      'loader:map': loaderMapCode(bundle, loaderRows(bundle, among), sourceLocale),
      'declared:tags': declaredTagsCode(among),
    }),
  })

/** What the first paint of each tag downloads, for those who measure it or ask for it early. */
const firstPaint = {
  name: 'first-paint',
  generateBundle(_, bundle) {
    const sheetsIn = (file) => bundle[file].moduleIds.filter((id) => id.endsWith('.css')).map((id) => relative(root, id))
    const rows = loaderRows(bundle).map(({ declared, files, wordsFile }) => [
      declared.tag,
      { files, sheets: files.flatMap(sheetsIn), ...(wordsFile && { words: wordsFile }) },
    ])
    this.emitFile({ type: 'asset', fileName: 'first-paint.json', source: JSON.stringify(Object.fromEntries(rows), null, 2) })
  },
}

/** Takes away what an earlier build left; the new files stand already, so that no page finds nothing. */
const tidied = {
  name: 'tidied',
  writeBundle({ dir }, bundle) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && !bundle[relative(dir, file)]) rmSync(file)
    }
  },
}

/** Said by packages about themselves, and nothing that a change of ours would mend. */
const isForeign = ({ code, ids = [] }) =>
  code === 'MODULE_LEVEL_DIRECTIVE' || (code === 'CIRCULAR_DEPENDENCY' && ids.every((id) => id.includes('node_modules')))

export default {
  onwarn: (warning, warn) => isForeign(warning) || warn(warning),
  input: {},
  preserveEntrySignatures: 'strict',
  output: {
    dir: 'dist',
    format: 'es',
    entryFileNames: 'chunks/[name]-[hash].js',
    chunkFileNames: chunkName,
    assetFileNames: 'chunks/[name]-[hash][extname]',
    onlyExplicitManualChunks: true,
    manualChunks: (id, meta) => wordsChunk(id) ?? chunkGroup(id, meta),
    plugins: [minify()],
  },
  plugins: [
    wordsIndex,
    starts(all),
    ...transforms(),
    alone('elements/loader.ts', 'placard.js'),
    alone('elements/host.ts', 'host.js'),
    alone('elements/testing.ts', 'testing.js'),
    alone('elements/embedded.ts', 'embedded.js', all),
    firstPaint,
    elementFiles({ declarations, errors: messageErrors, version }),
    guide({ errors: messageErrors, advice: messageAdvice, messages, requests, meanings: messageMeanings }),
    publicTypes(['elements/host.ts', 'elements/loader.ts', 'elements/testing.ts']),
    integrity(),
    tidied,
  ],
}
