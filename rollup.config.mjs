import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import terser from '@rollup/plugin-terser'
import { transform } from 'esbuild'
import { tsImport } from 'tsx/esm/api'
import { sourceLocale } from './locales/catalogs.mjs'
import { macros } from './locales/macros.mjs'
import { words, wordsChunk, wordsLoaderId } from './locales/words.mjs'
import { cssText, fontAsset, privatePolicy, privateShoelace } from './src/ui/build/plugins.mjs'

const importTypeScript = (path) => tsImport(path, import.meta.url)
const { declarations, unpublished } = await importTypeScript('./elements/index.ts')
const { guide } = await importTypeScript('./elements/build/guide-pages.ts')
const { elementFiles, integrity } = await importTypeScript('./elements/build/element-files.ts')
const { chunkGroups } = await importTypeScript('./elements/build/chunk-groups.ts')
const { declaredTagsCode } = await importTypeScript('./elements/build/declared-tags.ts')
const { prefetchFile, firstPaintFiles, onDemandFiles, loaderMapCode } = await importTypeScript('./elements/build/loader-map.ts')
const { standalone } = await importTypeScript('./elements/build/standalone.ts')
const { publicTypes } = await importTypeScript('./elements/build/public-types.ts')
const { startModulesPlugin, surfaceName } = await importTypeScript('./elements/build/starts.ts')
const { messageErrors } = await importTypeScript('./src/kit/host/message-errors.ts')
const { messages, requests } = await importTypeScript('./src/kit/host/messages.ts')
const { messageAdvice, messageMeanings } = await importTypeScript('./src/kit/host/message-meanings.ts')

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const root = fileURLToPath(new URL('.', import.meta.url))
const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const all = [...declarations, ...unpublished]
const chunkGroup = chunkGroups(all)
const wordFiles = words({ isEager: true })

const loaderRows = (bundle, among = all) =>
  among.map((declared) => ({
    declared,
    files: firstPaintFiles(bundle, declared),
    first: prefetchFile(bundle, declared),
    ...wordFiles.api.filesOf(surfaceName(declared.tag)),
  }))

/** Removes types and compiles JSX. Imports are written for `verbatimModuleSyntax`. */
const scripts = {
  name: 'scripts',
  async transform(code, id) {
    if (!/\/(src|elements)\/.*\.tsx?$/.test(id)) return null
    const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } }
    const result = await transform(code, { loader: id.endsWith('x') ? 'tsx' : 'ts', jsx: 'automatic', target: 'esnext', tsconfigRaw })
    return { code: result.code, map: null }
  },
}

/** esbuild minifies syntax and white space; terser shortens names, because its names compress better (elements/build/README.md). */
const minifySyntaxPlugin = {
  name: 'shortened',
  async renderChunk(code) {
    const options = { minifySyntax: true, minifyWhitespace: true, legalComments: 'none', charset: 'utf8', target: 'esnext', format: 'esm' }
    const result = await transform(code, options)
    return { code: result.code, map: null }
  },
}
const minify = () => [minifySyntaxPlugin, terser({ ecma: 2022, module: true, compress: false, format: { comments: false } })]
const expandMacros = macros({ stripMessages: true })
const transforms = () => [
  wordFiles,
  cssText(),
  fontAsset(),
  privateShoelace(),
  privatePolicy(),
  replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
  resolve({ browser: true, exportConditions: ['production'], extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
  expandMacros,
  scripts,
  commonjs(),
]

const standaloneFile = (input, fileName, among = declarations) =>
  standalone({
    input: path(input),
    fileName,
    plugins: () => [...transforms(), ...minify()],
    modules: (bundle) => ({
      'loader:map': loaderMapCode(loaderRows(bundle, among), onDemandFiles(bundle), sourceLocale),
      'declared:tags': declaredTagsCode(among),
    }),
  })

/** Lists the files of each tag's first paint, for size checks and preloading. The console loads the messages of a tag in it by `wordsLoader`. */
const firstPaint = {
  name: 'first-paint',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
    const wordsLoaderOf = (tag) =>
      chunks.find(({ moduleIds }) => tag !== 'ad-console' && moduleIds.includes(wordsLoaderId(surfaceName(tag))))?.fileName
    const sheetsIn = (file) => bundle[file].moduleIds.filter((id) => id.endsWith('.css')).map((id) => relative(root, id))
    const rows = loaderRows(bundle).map(({ declared, files, wordsFile }) => [
      declared.tag,
      { files, sheets: files.flatMap(sheetsIn), ...(wordsFile && { words: wordsFile, wordsLoader: wordsLoaderOf(declared.tag) }) },
    ])
    this.emitFile({ type: 'asset', fileName: 'first-paint.json', source: JSON.stringify(Object.fromEntries(rows), null, 2) })
  },
}

/** Deletes the files of earlier builds after the new ones are written, so that a page always finds its files. */
const removeOldFiles = {
  name: 'tidied',
  writeBundle({ dir }, bundle) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && !bundle[relative(dir, file)]) rmSync(file)
    }
  },
}

/** Warnings about packages, which no change of ours can fix. */
const isPackageWarning = ({ code, ids = [] }) =>
  code === 'MODULE_LEVEL_DIRECTIVE' || (code === 'CIRCULAR_DEPENDENCY' && ids.every((id) => id.includes('node_modules')))

export default {
  onwarn: (warning, warn) => isPackageWarning(warning) || warn(warning),
  input: {},
  // No package is linked, and resolving links takes a second.
  preserveSymlinks: true,
  preserveEntrySignatures: 'strict',
  output: {
    dir: 'dist',
    format: 'es',
    entryFileNames: 'chunks/[name]-[hash:7].js',
    chunkFileNames: ({ moduleIds }) => moduleIds.map(wordFiles.api.fileOf).find(Boolean) ?? 'chunks/[name]-[hash:7].js',
    assetFileNames: 'chunks/[name]-[hash][extname]',
    onlyExplicitManualChunks: true,
    manualChunks: (id, meta) => wordsChunk(id) ?? chunkGroup(id, meta),
    experimentalMinChunkSize: 20_000,
    plugins: minify(),
  },
  plugins: [
    startModulesPlugin(all),
    ...transforms(),
    standaloneFile('elements/runtime/loader.ts', 'placard.js'),
    standaloneFile('elements/runtime/console-page.ts', 'console.js'),
    standaloneFile('elements/host/host.ts', 'host.js'),
    standaloneFile('elements/testing/testing.ts', 'testing.js'),
    standaloneFile('elements/frame/embedded.ts', 'embedded.js', all),
    firstPaint,
    elementFiles({ declarations, errors: messageErrors, version }),
    guide({ errors: messageErrors, advice: messageAdvice, messages, requests, meanings: messageMeanings }, declarations),
    publicTypes(['elements/host/host.ts', 'elements/runtime/loader.ts', 'elements/testing/testing.ts']),
    integrity(),
    removeOldFiles,
  ],
}
