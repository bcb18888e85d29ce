// `npm run dev`: bundles with esbuild, which rebuilds in a fraction of a second; Rollup makes the releases. Pages reload by themselves.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'
import { tsImport } from 'tsx/esm/api'
import { sourceLocale } from '../../locales/catalogs.mjs'
import { macros } from '../../locales/macros.mjs'
import { words } from '../../locales/words.mjs'
import { cssText, privatePolicy, privateShoelace } from '../../src/ui/build/plugins.mjs'

const importTypeScript = (path) => tsImport(path, import.meta.url)
const { declarations, unpublished } = await importTypeScript('../index.ts')
const { declaredTagsCode } = await importTypeScript('./declared-tags.ts')
const { loaderMapCode } = await importTypeScript('./loader-map.ts')
const { hasPrefetch, onDemandModules, startModulesPlugin } = await importTypeScript('./starts.ts')

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'dist')
const all = [...declarations, ...unpublished]
const [wordFiles, expandMacros, startPlugin] = [words(), macros(), startModulesPlugin(all)]

const loaderRows = all.map((declared) => ({
  declared,
  files: [`start:${declared.tag}`],
  first: hasPrefetch(declared) ? `first:${declared.tag}` : undefined,
}))
const later = Object.fromEntries(Object.entries(onDemandModules).map(([name, file]) => [name, join(root, 'elements', file)]))
const virtualModules = {
  'loader:map': () => loaderMapCode(loaderRows, later, sourceLocale),
  'declared:tags': () => declaredTagsCode(declarations),
}

const reportError = (message) => {
  throw new Error(message)
}
/** The part of Rollup's plugin context that our plugins use. */
const plugin = { meta: { watchMode: false }, error: reportError }

async function virtualModuleCode(id) {
  if (virtualModules[id]) return virtualModules[id]()
  const hook = id.startsWith('words:') ? wordFiles.load : startPlugin.load
  const result = await hook.call(plugin, `\0${id}`)
  return result?.code ?? result ?? reportError(`No plugin provides ${id}`)
}

const fileText = (path) => readFileSync(path, 'utf8')
const renamed = [privateShoelace(), privatePolicy()]

/** The hash of each file's last written content. */
const written = new Map()

function write(file, contents) {
  const hash = createHash('sha256').update(contents).digest('base64url')
  if (written.get(file) === hash) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, contents)
  written.set(file, hash)
}

/** Does for esbuild what the Rollup plugins do to sources. */
const sources = {
  name: 'sources',
  setup(build) {
    build.onResolve({ filter: /^(start|entry|first|runtime|words|loader|declared):|^built:tags$/ }, ({ path }) => ({
      path,
      namespace: 'made',
    }))
    build.onResolve({ filter: /^built:/ }, ({ path, ...rest }) => build.resolve(path.slice('built:'.length), rest))
    build.onLoad({ filter: /.*/, namespace: 'made' }, async ({ path }) => ({
      contents: await virtualModuleCode(path),
      loader: 'js',
      resolveDir: root,
    }))
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: cssText().load(path), loader: 'js' }))
    build.onLoad({ filter: /\/(src|elements)\/.*\.tsx?$/ }, async ({ path }) => {
      const text = fileText(path)
      const expanded = await expandMacros.transform(text, path)
      return { contents: expanded?.code ?? text, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
    build.onLoad({ filter: /\/node_modules\/(@shoelace-style\/shoelace|lit-html)\/.*\.js$/ }, ({ path }) => ({
      contents: renamed.reduce((code, { transform }) => transform(code, path)?.code ?? code, fileText(path)),
      loader: 'js',
    }))
    build.onLoad({ filter: /\.woff2$/ }, ({ path }) => {
      write(join(dist, 'chunks', 'inter.woff2'), readFileSync(path))
      return { contents: "export default new URL('/chunks/inter.woff2', import.meta.url).href", loader: 'js' }
    })
  },
}

const entries = Object.fromEntries(all.map(({ tag }) => [tag, `entry:${tag}`]))
const pages = {
  placard: 'elements/runtime/loader.ts',
  console: 'elements/runtime/console-page.ts',
  host: 'elements/host/host.ts',
  testing: 'elements/testing/testing.ts',
  embedded: 'elements/frame/embedded.ts',
}

/** Reloads a page after each build. */
const reload = `let before
setInterval(async () => {
  const stamp = await fetch(new URL('/built.json', import.meta.url), { cache: 'no-store' }).then((answer) => answer.text(), () => before)
  if (before && stamp !== before) location.reload()
  before = stamp
}, 200)`

const bundler = await context({
  absWorkingDir: root,
  entryPoints: { ...entries, ...pages },
  outdir: dist,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  write: false,
  format: 'esm',
  target: 'esnext',
  jsx: 'automatic',
  charset: 'utf8',
  conditions: ['production'],
  define: { 'process.env.NODE_ENV': '"production"' },
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  logLevel: 'error',
  plugins: [sources],
})

async function build() {
  const { outputFiles } = await bundler.rebuild()
  for (const { path, contents } of outputFiles) {
    const isPage = /\/(placard|console|embedded)\.js$/.test(path)
    write(path, isPage ? Buffer.concat([contents, Buffer.from(`\n;${reload}\n`)]) : contents)
  }
  write(join(dist, 'first-paint.json'), '{}')
  const stamp = createHash('sha256')
  for (const [file, hash] of [...written].sort()) if (!file.endsWith('built.json')) stamp.update(`${file} ${hash}\n`)
  write(join(dist, 'built.json'), JSON.stringify(stamp.digest('hex')))
}

const changed = new Set()
const refreshed = 'words'
const print = (text) => process.stdout.write(`${text}\n`)
/** esbuild has already printed source errors; the next change triggers a new build. */
const report = (error) => error.errors ?? process.stderr.write(`${error.stack}\n`)
let isBuilding = false
/** Whether a changed file may change messages. */
const hasWords = (file) =>
  file.endsWith('.po') || (/\.tsx?$/.test(file) && existsSync(join(root, file)) && fileText(join(root, file)).includes("/macro'"))

let isRefreshing = false
/** Extracting messages takes longer than a build, so a second build follows with them. */
async function refreshWords() {
  if (isRefreshing) return
  isRefreshing = true
  await wordFiles.api.refresh().catch(report)
  isRefreshing = false
  changed.add(refreshed)
  await buildChanged()
}

/** Builds, and builds again if files changed meanwhile. */
async function buildChanged() {
  if (isBuilding) return
  isBuilding = true
  while (changed.size > 0) {
    const files = [...changed]
    changed.clear()
    const began = performance.now()
    await build().then(() => print(`Built in ${Math.round(performance.now() - began)} ms.`), report)
    if (files.some(hasWords)) void refreshWords()
  }
  isBuilding = false
}

for (const folder of ['src', 'elements', 'locales'])
  watch(join(root, folder), { recursive: true }, (_, name) => {
    changed.add(join(folder, name))
    setTimeout(buildChanged, 20)
  })
changed.add('all')
await buildChanged()
