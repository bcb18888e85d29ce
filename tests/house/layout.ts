import { basename } from 'node:path'
import { importsOf, targetOf } from './imports.ts'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const topLevel = new Set([
  ...['package.json', 'tsconfig.json', 'rollup.config.mjs', 'src', 'elements', 'demo', 'locales', 'tests', 'dist', 'README.md'],
  ...['package-lock.json', 'LICENSE', 'node_modules'],
])

/** Top-level files and folders that neither the specification nor a tool requires. */
export const strayAtTop = (names: readonly string[]) => names.filter((name) => !topLevel.has(name) && !name.startsWith('.'))

const vague = new Set([
  'utils',
  'util',
  'helpers',
  'common',
  'types',
  'hooks',
  'components',
  'constants',
  'scripts',
  'misc',
  'lib',
  'shared',
])

/** Folders that are not named after a noun. */
export const vagueFolders = (paths: readonly string[]) =>
  paths.filter((path) =>
    path
      .split('/')
      .slice(0, -1)
      .some((folder) => vague.has(folder)),
  )

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const localeFolder = /^locales\/[^/]+\/(?=[^/]+\.po$)/

const readme = /\/README\.md$/

const namesIn = (path: string) => path.replace(localeFolder, '').replace(readme, '').replace(/^\./, '').split('/')

/** Names that are not kebab-case; a folder may have a README.md. */
export const misnamed = (paths: readonly string[]) => paths.filter((path) => namesIn(path).some((name) => !kebab.test(name)))

const listed = [
  /^src\/surfaces\/[^/]+\/index\.tsx$/,
  /^elements\/ad-[a-z-]+\.ts$/,
  /\.config\.(ts|mjs|js)$/,
  /^tests\/journeys\/fill-folders\.ts$/,
]

/** The default export of a source, and the files that it loads lazily. */
export interface Exports {
  readonly path: string
  readonly lazy: readonly string[]
  /** Where the default export is. */
  readonly location: string | undefined
}

export function exportsIn(source: Source): Exports {
  const node = treeOf(source).program.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  return {
    path: source.path,
    lazy: importsOf(source).flatMap((one) => (one.kind === 'import()' ? [targetOf(source, one) ?? ''] : [])),
    location: node && finding(source, lineOf(node), 'default export of something neither lazily loaded nor listed'),
  }
}

/** Default exports of files that are neither loaded lazily nor listed. */
export function needlessDefaults(sources: readonly Exports[]): string[] {
  const lazy = new Set(sources.flatMap((one) => one.lazy))
  const isAllowed = (path: string) => lazy.has(path) || listed.some((pattern) => pattern.test(path))
  return sources.flatMap(({ path, location }) => (location && !isAllowed(path) ? [location] : []))
}

const lists = new Set(['src/contract/index.ts', 'elements/index.ts'])

/** Files that only re-export, and `export *`. */
export function barrels(source: Source): string[] {
  if (lists.has(source.path)) return []
  const body = treeOf(source).program.body
  const forwards = body.filter((node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source))
  const whole = forwards.find((node) => node.type === 'ExportAllDeclaration')
  if (whole) return [finding(source, lineOf(whole), 'export * hides what is exported')]
  const onlyForwards = forwards.length > 0 && body.every((node) => forwards.includes(node) || node.type === 'ImportDeclaration')
  return onlyForwards ? [`${source.path}: only forwards`] : []
}

/** Relative imports that leave out the file's extension. */
export const extensionless = (source: Source) =>
  importsOf(source).flatMap(({ from, line }) =>
    from.startsWith('.') && !basename(from).includes('.') ? [finding(source, line, `${from} lacks its extension`)] : [],
  )
