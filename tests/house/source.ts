import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParserPlugin, parse } from '@babel/parser'
import type { File, Node } from '@babel/types'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file as the checks see it: its path from the root, and its text. */
export interface Source {
  readonly path: string
  readonly text: string
}

const passedOver = new Set(['node_modules', 'dist', 'output', '.git', '.data', '.compiled'])

const entriesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !passedOver.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? entriesIn(join(folder, entry.name)) : [join(folder, entry.name)]))

/** The files below folders, by path. */
export const filesUnder = (...folders: string[]) =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap(entriesIn)
    .sort()

export const foldersIn = (folder: string) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : []

export const isCode = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path)

export const readSource = (path: string): Source => ({ path, text: readFileSync(join(root, path), 'utf8') })

/** Folders of hand-written code. */
export const houseFolders = ['src', 'elements', 'demo', 'tests', 'locales']

export const sourcesUnder = (...folders: string[]) =>
  filesUnder(...folders)
    .filter(isCode)
    .map(readSource)

/** Cache of the last parsed source. A tree takes a hundred times the memory of its text, so only one is stored. */
let last: { readonly source: Source; readonly tree: File } | undefined

const pluginsFor = (path: string): ParserPlugin[] => {
  const extension = extname(path)
  if (extension === '.tsx') return ['typescript', 'jsx']
  return extension === '.ts' ? ['typescript'] : []
}

/** The syntax tree of a source, so that checks can distinguish code from comments and strings. */
export function treeOf(source: Source): File {
  const { path, text } = source
  if (last?.source.path !== path || last.source.text !== text)
    last = { source, tree: parse(text, { sourceType: 'module', plugins: pluginsFor(path), errorRecovery: true }) }
  return last.tree
}

export const lineOf = (node: Node) => node.loc?.start.line ?? 0

/** One violation, with the file and line to fix. */
export const finding = ({ path }: Source, line: number, what: string) => `${path}:${line}: ${what}`
