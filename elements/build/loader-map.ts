import type { OutputBundle, OutputChunk } from 'rollup'
import type { DeclarationData } from './declarations.ts'
import { builtFilePrefix } from './standalone.ts'
import { tagOfPrefetchModule, onDemandModules, tagOfStartModule } from './starts.ts'

/** Maps every name of a locale to the locale whose messages it loads. */
export type LocaleByName = ReadonlyMap<string, string>

const chunksOf = (bundle: OutputBundle) => Object.values(bundle).filter((file): file is OutputChunk => file.type === 'chunk')

/** A chunk and all its static imports, recursively. */
function closureOf(bundle: OutputBundle, fileName: string, seen = new Set<string>()): Set<string> {
  if (seen.has(fileName)) return seen
  seen.add(fileName)
  const chunk = bundle[fileName]
  if (chunk?.type === 'chunk') for (const imported of chunk.imports) closureOf(bundle, imported, seen)
  return seen
}

/** The files of a tag's first paint without its messages; the start chunk comes last. */
export function firstPaintFiles(bundle: OutputBundle, { tag }: DeclarationData): string[] {
  const start = chunksOf(bundle).find((chunk) => tagOfStartModule(chunk.facadeModuleId) === tag)
  if (!start) throw new Error(`No start chunk for ${tag}`)
  return [...closureOf(bundle, start.fileName)].filter((file) => file !== start.fileName).concat(start.fileName)
}

/** The prefetch file of a tag; undefined if it has none. */
export const prefetchFile = (bundle: OutputBundle, { tag }: DeclarationData) =>
  chunksOf(bundle).find((chunk) => tagOfPrefetchModule(chunk.facadeModuleId) === tag)?.fileName

const needsLocaleAlias =
  (byName: ReadonlyMap<string, string>, source: string) =>
  ([name, locale]: [string, string]) =>
    locale !== (name.includes('-') ? (byName.get(name.split('-')[0] ?? '') ?? source) : source)

/** The locale names that the loader cannot derive: the others follow from their language, or use the source locale. */
export const localeAliases = (localeByName: LocaleByName, source: string) =>
  Object.fromEntries([...localeByName].filter(needsLocaleAlias(localeByName, source)))

const importOf = (file: string) => `import(${JSON.stringify(builtFilePrefix + file)})`

interface Row {
  readonly declared: DeclarationData
  readonly files: readonly string[]
  /** The prefetch file among `files`. */
  readonly first?: string | undefined
  /** Locale names and the locale whose messages each loads; absent for a tag without a surface. */
  readonly words?: LocaleByName
  /** The messages' file name with `*` for the locale. */
  readonly wordsFile?: string
}

function rowCode({ declared, files, first, words, wordsFile }: Row, source: string) {
  const load = `()=>(${files.map(importOf).join(',')})`
  const [before, after] = (wordsFile ?? '').split('*')
  const messagesCode = words
    ? `l=>import(${JSON.stringify(`./${before}`)}+near(${JSON.stringify(localeAliases(words, source))},l)+${JSON.stringify(after)})`
    : 'async()=>{}'
  return `${JSON.stringify(declared.tag)}:{height:${declared.minHeight ?? 0},kind:${JSON.stringify(declared.skeleton)},load:${load},words:${messagesCode}${first ? `,first:()=>${importOf(first)}` : ''}}`
}

/** The files that `embedded.js` imports on demand, by the names it uses. */
export function onDemandFiles(bundle: OutputBundle): Record<string, string> {
  const fileOf = (end: string) => chunksOf(bundle).find((chunk) => chunk.facadeModuleId?.endsWith(end))?.fileName ?? ''
  return Object.fromEntries(Object.entries(onDemandModules).map(([name, file]) => [name, fileOf(file.replace('..', ''))]))
}

const laterCode = (files: Readonly<Record<string, string>>) => Object.entries(files).map(([name, file]) => `${name}:()=>${importOf(file)}`)

/** The module `loader:map`: files and messages by tag, and the files imported on demand. */
export const loaderMapCode = (rows: readonly Row[], later: Readonly<Record<string, string>>, source: string) => `
const near=(m,l)=>(l=l.toLowerCase().replaceAll('_','-'),m[l]??m[l.split('-')[0]]??${JSON.stringify(source)})
export const tags={${rows.map((row) => rowCode(row, source)).join(',')}}
export const later={${laterCode(later)}}
`
