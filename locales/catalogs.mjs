import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createCompiledCatalog, extractFromFileWithBabel, getCatalogs } from '@lingui/cli/api'
import { makeConfig } from '@lingui/conf'
import settings from './lingui.config.js'

const config = makeConfig(settings, { skipValidation: true })
const catalogs = new Map((await getCatalogs(config)).map((catalog) => [catalog.name.split('/').at(-1), catalog]))

export const { sourceLocale, pseudoLocale, locales } = config
export const catalogNames = [...catalogs.keys()]
/** Locales with a full translation; the others override some messages of their fallback. */
export const completeLocales = [sourceLocale, 'de', 'ja']

const catalogOf = (name) => {
  const catalog = catalogs.get(name)
  if (!catalog) throw new Error(`Unknown catalog ${name}; restart after adding a surface`)
  return catalog
}

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** The source files whose messages a catalog holds. */
export const sourceFiles = (name) =>
  catalogOf(name)
    .include.filter((folder) => statSync(folder, { throwIfNoEntry: false }))
    .flatMap(sourcesIn)

/** Caches the result of reading a file until the file changes. */
function cacheByFile(read) {
  const known = new Map()
  return (file, ...rest) => {
    const { mtimeMs = 0, size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    const stamp = `${mtimeMs} ${size}`
    if (known.get(file)?.stamp !== stamp) known.set(file, { stamp, value: read(file, ...rest) })
    return known.get(file).value
  }
}

const messagesIn = cacheByFile(read)

/** Stores extracted messages by the hash of their source: the build and several tests extract the same ones, each in its own process. */
const extractedFolder = join(config.rootDir, 'node_modules', '.cache', 'placard-messages')
/** The extracted messages also depend on the settings, on the code that extracts and expands them, and on the versions of the packages. */
const basis = [
  JSON.stringify(settings),
  ...['package-lock.json', 'locales/catalogs.mjs', 'locales/macros.mjs'].map((file) => readFileSync(join(config.rootDir, file), 'utf8')),
].join('\n')

/** The stored messages; undefined if there are none, or if another process has just deleted them. */
function storedIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const storedMs = 30 * 86_400_000
let hasDeletedOld = false
/** Deletes the messages of old sources, once in a process. */
function deleteOld() {
  if (hasDeletedOld) return
  hasDeletedOld = true
  for (const file of readdirSync(extractedFolder).map((name) => join(extractedFolder, name))) {
    const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > storedMs) rmSync(file, { force: true })
  }
}

async function read(file) {
  const code = readFileSync(file, 'utf8')
  if (!/@lingui\/(core|react)\/macro/.test(code)) return []
  const extracted = join(extractedFolder, `${createHash('sha256').update(basis).update(file.slice(-3)).update(code).digest('hex')}.json`)
  const stored = storedIn(extracted)
  if (stored) return stored
  const messages = await parse(file, code)
  mkdirSync(extractedFolder, { recursive: true })
  deleteOld()
  // Another process never reads a part of the file.
  const partial = `${extracted}.${randomUUID()}`
  writeFileSync(partial, JSON.stringify(messages))
  renameSync(partial, extracted)
  return messages
}

async function parse(file, code) {
  const messages = []
  const plugins = ['typescript', ...(file.endsWith('x') ? ['jsx'] : [])]
  await extractFromFileWithBabel(file, code, (message) => messages.push(message), { linguiConfig: config }, { plugins })
  return messages
}

/** The messages of a catalog's sources, by id; only of the files in `among` if given. */
export async function extractMessages(name, among) {
  const files = sourceFiles(name).filter((file) => !among || among.has(file))
  const messages = (await Promise.all(files.map(messagesIn))).flat()
  return Object.fromEntries(
    messages.map(({ id, message, context, comment }) => [id, { message, context, comments: comment ? [comment] : [] }]),
  )
}

/** The translations of a catalog, by id; empty if the locale has none. */
export const readCatalog = async (name, locale) => (await catalogOf(name).read(locale)) ?? {}

export const catalogFile = (name, locale) => catalogOf(name).getFilename(locale)

/** Writes a catalog sorted by message, so that concurrent additions rarely conflict. */
export const writeCatalog = (name, locale, catalog) => {
  const compare = (a, b) => (`${a[1].message} ${a[1].context ?? ''}` < `${b[1].message} ${b[1].context ?? ''}` ? -1 : 1)
  return catalogOf(name).write(locale, Object.fromEntries(Object.entries(catalog).sort(compare)))
}

/** The catalogs that a surface's messages come from. */
const catalogsOfSurface = (name) => [...new Set(name === 'core' ? ['core'] : ['core', 'parts', name])]

/** The .po files that a surface's messages in a locale are compiled from. */
export const poFilesOf = (surface, locale) =>
  localeChain(locale).flatMap((each) => catalogsOfSurface(surface).map((name) => catalogFile(name, each)))

const localeChain = (locale) =>
  locale === pseudoLocale ? [] : [locale, ...(config.fallbackLocales[locale] ?? [])].filter((each) => each !== sourceLocale)

/** The entry modules of a surface and of the element around it. */
const entryFilesOf = (name) =>
  (name === 'core'
    ? ['elements/frame/frame-error.ts', 'elements/frame/embedded-error.ts']
    : ['elements/runtime/register.tsx', `src/surfaces/${name}/index.tsx`, `src/surfaces/${name}/routes.ts`]
  ).map((file) => join(config.rootDir, file))

const importsIn = cacheByFile((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map(([, name]) => join(dirname(file), name)),
)

/** All files that a surface imports statically or dynamically, so that its message file holds only messages it can show. */
function importedFiles(surface) {
  const found = new Set()
  const queue = entryFilesOf(surface)
  for (const file of queue) {
    if (found.has(file) || !existsSync(file)) continue
    found.add(file)
    queue.push(...importsIn(file))
  }
  return found
}

const translationsIn = cacheByFile((_file, name, locale) => readCatalog(name, locale))

/** The source messages of a surface, by catalog. */
async function sourcesOf(surface) {
  const files = importedFiles(surface)
  return Promise.all(catalogsOfSurface(surface).map(async (name) => [name, await extractMessages(name, files)]))
}

async function translate([name, source], locale) {
  const translated = await Promise.all(localeChain(locale).map((each) => translationsIn(catalogFile(name, each), name, each)))
  const text = (id) => translated.map((catalog) => catalog[id]?.translation).find(Boolean) ?? source[id].message
  return Object.fromEntries(Object.keys(source).map((id) => [id, text(id)]))
}

const textsIn = async (sources, locale) => Object.assign({}, ...(await Promise.all(sources.map((each) => translate(each, locale)))))

/** All messages of a surface in a locale; the source text where no fallback has a translation. */
export const surfaceTexts = async (surface, locale) => textsIn(await sourcesOf(surface), locale)

function compile(texts, locale) {
  const { source, errors } = createCompiledCatalog(locale, texts, { namespace: 'es', pseudoLocale, outputPrefix: '' })
  if (errors.length > 0) throw new Error(errors.map(({ source, error }) => `${locale} “${source}”: ${error.message}`).join('\n'))
  return source
}

/** The message module that a page loads. */
export const compileMessages = async (surface, locale) => compile(await surfaceTexts(surface, locale), locale)

/** The last compiled modules: in development most messages stay the same. */
const lastCompiled = new Map()

/** Compiles the messages of a surface in every locale. Locales with the same messages share one module, so that a page loads it once. */
export async function compileSurface(surface) {
  const sources = await sourcesOf(surface)
  const texts = new Map(await Promise.all(locales.map(async (locale) => [locale, await textsIn(sources, locale)])))
  const said = new Map([...texts].map(([locale, own]) => [locale, JSON.stringify(own)]))
  const sameAs = (locale) => {
    if (locale === pseudoLocale) return locale
    const chain = (config.fallbackLocales[locale] ?? []).toReversed()
    return chain.find((each) => said.get(each) === said.get(locale)) ?? locale
  }
  const same = new Map(locales.map((locale) => [locale, sameAs(locale)]))
  const moduleOf = (locale) => {
    const place = `${surface} ${locale}`
    if (lastCompiled.get(place)?.said !== said.get(locale))
      lastCompiled.set(place, { said: said.get(locale), module: compile(texts.get(locale), locale) })
    return lastCompiled.get(place).module
  }
  const modules = new Map([...new Set(same.values())].map((locale) => [locale, moduleOf(locale)]))
  return { same, modules }
}
