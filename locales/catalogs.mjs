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

const seen = new Map()

/** Parses a file again only when it has changed. */
function messagesIn(file) {
  const { mtimeMs, size } = statSync(file)
  const stamp = `${mtimeMs} ${size}`
  if (seen.get(file)?.stamp !== stamp) seen.set(file, { stamp, messages: parse(file) })
  return seen.get(file).messages
}

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

/** Sets of words that do not come with a surface's first picture: the file that asks for one, and the one where its code begins. */
const furtherSets = {
  screens: { askedIn: 'index.tsx', begins: 'routes.ts' },
  meanings: { askedIn: 'parts/words/meanings.ts', begins: 'parts/words/meanings.ts' },
}
const surfaceIn = (name) => name.split('.')[0]
const fileOf = (surface, path) => join(config.rootDir, `src/surfaces/${surface}/${path}`)
const asksFor = (file, set) => existsSync(file) && readFileSync(file, 'utf8').includes(`'words:${set}'`)
/** The further sets of a surface, each with the file where its code begins. */
const furtherOf = (surface) =>
  Object.entries(furtherSets).flatMap(([part, { askedIn, begins }]) =>
    asksFor(fileOf(surface, askedIn), `${surface}.${part}`) ? [{ set: `${surface}.${part}`, begins: fileOf(surface, begins) }] : [],
  )

/** Every set of words that pages load, by the surfaces that they are of. */
export const wordSets = (surfaces) => surfaces.flatMap((surface) => [surface, ...furtherOf(surface).map(({ set }) => set)])

/** The catalogs that a surface reads, in one. */
const partsOf = (name) => [...new Set(name === 'core' ? ['core'] : ['core', 'parts', surfaceIn(name)])]

/** The .po files that the words of a surface in a locale are made from. */
export const filesBehind = (surface, locale) => chainOf(locale).flatMap((each) => partsOf(surface).map((name) => wordsFile(name, each)))

const chainOf = (locale) =>
  locale === pseudoLocale ? [] : [locale, ...(config.fallbackLocales[locale] ?? [])].filter((each) => each !== sourceLocale)

/** Where the code of a surface begins, beside the element around it. */
function roots(name) {
  if (name === 'core') return ['elements/frame-words.ts', 'elements/embedded-error.ts'].map((file) => join(config.rootDir, file))
  const further = furtherOf(surfaceIn(name)).find(({ set }) => set === name)
  return further
    ? [further.begins]
    : ['elements/register.tsx', `src/surfaces/${name}/index.tsx`, `src/surfaces/${name}/routes.ts`].map((file) =>
        join(config.rootDir, file),
      )
}

const importsIn = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map(([, name]) => join(dirname(file), name))

/** Every file that the code of a surface reaches, so that a page never loads the words of what it cannot show. */
function reached(surface) {
  const found = new Set()
  const queue = roots(surface)
  const others = furtherOf(surfaceIn(surface)).flatMap(({ set, begins }) => (set === surface ? [] : [begins]))
  for (const file of queue) {
    if (found.has(file) || others.includes(file) || !existsSync(file)) continue
    found.add(file)
    queue.push(...importsIn(file))
  }
  return found
}

async function textsOf(name, locale, files) {
  const source = await extractWords(name, files)
  const translated = await Promise.all(chainOf(locale).map((each) => readWords(name, each)))
  const text = (id) => translated.map((words) => words[id]?.translation).find(Boolean) ?? source[id].message
  return Object.fromEntries(Object.keys(source).map((id) => [id, text(id)]))
}

/** Every message of a surface in a locale; the source's text stands in where no fall-back has a word. */
export async function surfaceTexts(surface, locale) {
  const files = reached(surface)
  return Object.assign({}, ...(await Promise.all(partsOf(surface).map((name) => textsOf(name, locale, files)))))
}

/** The module that a page loads. */
export async function compileWords(surface, locale) {
  const { source, errors } = createCompiledCatalog(locale, await surfaceTexts(surface, locale), {
    namespace: 'es',
    pseudoLocale,
    outputPrefix: '',
  })
  if (errors.length > 0) throw new Error(errors.map(({ source, error }) => `${locale} “${source}”: ${error.message}`).join('\n'))
  return source
}

/** The locale whose words are the very same, so that a page fetches no second copy of them. */
export async function sameWordsAs(surface, locale) {
  const own = JSON.stringify(await surfaceTexts(surface, locale))
  if (locale === pseudoLocale) return locale
  const chain = [...(config.fallbackLocales[locale] ?? [])].reverse()
  for (const each of chain) if (JSON.stringify(await surfaceTexts(surface, each)) === own) return each
  return locale
}
