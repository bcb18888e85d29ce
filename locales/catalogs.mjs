import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createCompiledCatalog, extractFromFileWithBabel, getCatalogs } from '@lingui/cli/api'
import { makeConfig } from '@lingui/conf'
import settings from './lingui.config.js'

const config = makeConfig(settings, { skipValidation: true })
const catalogs = new Map((await getCatalogs(config)).map((catalog) => [catalog.name.split('/').at(-1), catalog]))

export const { sourceLocale, pseudoLocale, locales } = config
export const catalogNames = [...catalogs.keys()]
/** Locales that have every word; the others hold what they add to their fall-back. */
export const completeLocales = [sourceLocale, 'de', 'ja']

const catalogOf = (name) => {
  const catalog = catalogs.get(name)
  if (!catalog) throw new Error(`There is no catalog ${name}; a new surface needs a restart`)
  return catalog
}

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** The files whose words a catalog holds. */
export const sourceFiles = (name) =>
  catalogOf(name)
    .include.filter((folder) => statSync(folder, { throwIfNoEntry: false }))
    .flatMap(sourcesIn)

/** Reads a file again only when it has changed. */
function readOnce(read) {
  const known = new Map()
  return (file, ...rest) => {
    const { mtimeMs = 0, size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    const stamp = `${mtimeMs} ${size}`
    if (known.get(file)?.stamp !== stamp) known.set(file, { stamp, value: read(file, ...rest) })
    return known.get(file).value
  }
}

const messagesIn = readOnce(parse)

async function parse(file) {
  const code = readFileSync(file, 'utf8')
  const messages = []
  if (!/@lingui\/(core|react)\/macro/.test(code)) return []
  const plugins = ['typescript', ...(file.endsWith('x') ? ['jsx'] : [])]
  await extractFromFileWithBabel(file, code, (message) => messages.push(message), { linguiConfig: config }, { plugins })
  return messages
}

/** The messages of a catalog as the sources have them, by id; of some of its files only where these are given. */
export async function extractWords(name, among) {
  const files = sourceFiles(name).filter((file) => !among || among.has(file))
  const messages = (await Promise.all(files.map(messagesIn))).flat()
  return Object.fromEntries(
    messages.map(({ id, message, context, comment }) => [id, { message, context, comments: comment ? [comment] : [] }]),
  )
}

/** A catalog as translated, by id; empty where the locale adds nothing. */
export const readWords = async (name, locale) => (await catalogOf(name).read(locale)) ?? {}

export const wordsFile = (name, locale) => catalogOf(name).getFilename(locale)

/** Keeps a catalog sorted by message, so that two people who add words rarely meet. */
export const writeWords = (name, locale, words) => {
  const compare = (a, b) => (`${a[1].message} ${a[1].context ?? ''}` < `${b[1].message} ${b[1].context ?? ''}` ? -1 : 1)
  return catalogOf(name).write(locale, Object.fromEntries(Object.entries(words).sort(compare)))
}

/** The catalogs that a surface reads, in one. */
const partsOf = (name) => [...new Set(name === 'core' ? ['core'] : ['core', 'parts', name])]

/** The .po files that the words of a surface in a locale are made from. */
export const filesBehind = (surface, locale) => chainOf(locale).flatMap((each) => partsOf(surface).map((name) => wordsFile(name, each)))

const chainOf = (locale) =>
  locale === pseudoLocale ? [] : [locale, ...(config.fallbackLocales[locale] ?? [])].filter((each) => each !== sourceLocale)

/** Where the code of a surface begins, with the element around it. */
const roots = (name) =>
  (name === 'core'
    ? ['elements/frame/words.ts', 'elements/frame/embedded-error.ts']
    : ['elements/runtime/register.tsx', `src/surfaces/${name}/index.tsx`, `src/surfaces/${name}/routes.ts`]
  ).map((file) => join(config.rootDir, file))

const importsIn = readOnce((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map(([, name]) => join(dirname(file), name)),
)

/** Every file that the code of a surface imports, now or later, so that a page never loads words it cannot show. */
function reached(surface) {
  const found = new Set()
  const queue = roots(surface)
  for (const file of queue) {
    if (found.has(file) || !existsSync(file)) continue
    found.add(file)
    queue.push(...importsIn(file))
  }
  return found
}

const translationsIn = readOnce((_file, name, locale) => readWords(name, locale))

/** The source's messages of a surface by catalog. */
async function sourcesOf(surface) {
  const files = reached(surface)
  return Promise.all(partsOf(surface).map(async (name) => [name, await extractWords(name, files)]))
}

async function translate([name, source], locale) {
  const translated = await Promise.all(chainOf(locale).map((each) => translationsIn(wordsFile(name, each), name, each)))
  const text = (id) => translated.map((words) => words[id]?.translation).find(Boolean) ?? source[id].message
  return Object.fromEntries(Object.keys(source).map((id) => [id, text(id)]))
}

const textsIn = async (sources, locale) => Object.assign({}, ...(await Promise.all(sources.map((each) => translate(each, locale)))))

/** Every message of a surface in a locale; the source's text stands in where no fall-back has a word. */
export const surfaceTexts = async (surface, locale) => textsIn(await sourcesOf(surface), locale)

function compile(texts, locale) {
  const { source, errors } = createCompiledCatalog(locale, texts, { namespace: 'es', pseudoLocale, outputPrefix: '' })
  if (errors.length > 0) throw new Error(errors.map(({ source, error }) => `${locale} “${source}”: ${error.message}`).join('\n'))
  return source
}

/** The module that a page loads. */
export const compileWords = async (surface, locale) => compile(await surfaceTexts(surface, locale), locale)

/** While somebody works on the code, most words stay as they were. */
const lastCompiled = new Map()

/** The words of a surface in every locale: the module, or the locale with the same words, so that a page downloads them once. */
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
