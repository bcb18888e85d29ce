import { builtinModules } from 'node:module'
import { type Node, traverseFast } from '@babel/types'
import { importsOf } from './imports.ts'
import { type Source, treeOf } from './source.ts'

/** Dependency sections of package.json. */
export interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
}

/** One mention of a package, and the file that mentions it. */
interface Mention {
  readonly name: string
  readonly path: string
}

const builtins = new Set(builtinModules)

/** The package that an import names; undefined for files, Node modules and virtual modules of the build. */
export function packageOf(from: string): string | undefined {
  const [, name] = /^((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/|$)/.exec(from) ?? []
  return name && !builtins.has(name) ? name : undefined
}

/** Files that name packages and commands in strings, for tools to load. */
const isSetting = ({ path }: Source) =>
  /\.config\.\w+$|^locales\/[\w-]+\.mjs$|^tests\/(runner|commands)\/|^tests\/unit\/package\.test\.ts$|^demo\/start\.mjs$/.test(path)

const mention = (path: string, from: string): Mention[] => {
  const name = packageOf(from)
  return name ? [{ name, path }] : []
}

const pathMakers = new Set(['join', 'resolve', 'inRoot'])

/** The path that a call joins from string literals: `join(root, 'node_modules', 'a', 'b.js')` belongs to package a. */
function pathIn(node: Node) {
  if (node.type !== 'CallExpression') return undefined
  const callee = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee
  if (callee.type !== 'Identifier' || !pathMakers.has(callee.name)) return undefined
  const words = node.arguments.flatMap((one) => (one.type === 'StringLiteral' ? [one.value] : []))
  return words.filter((word) => word !== 'node_modules').join('/')
}

function stringsIn(source: Source): Mention[] {
  const found: Mention[] = []
  traverseFast(treeOf(source), (node) => {
    const from = pathIn(node) ?? (node.type === 'StringLiteral' && isSetting(source) ? node.value : '')
    found.push(...mention(source.path, from))
  })
  return found
}

/** Every package that a file imports. */
export const importedIn = (source: Source) => importsOf(source).flatMap(({ from }) => mention(source.path, from))

/** Every package that a file imports, resolves, or names for a tool. */
export const mentionedIn = (source: Source): Mention[] => {
  const [, environment = '.'] = /@vitest-environment (\S+)/.exec(source.text) ?? []
  return [...importedIn(source), ...stringsIn(source), ...mention(source.path, environment)]
}

/** Commands and peer dependencies of an installed package. */
export interface Brought {
  readonly commands: readonly string[]
  /** Packages that must be installed with it. */
  readonly peers: readonly string[]
}

const typed = (name: string) => (name.startsWith('@types/') ? name.slice('@types/'.length) : name)

/** Packages that no file, command or other package needs, and that are not the types of a needed package. */
export function unused(manifest: Manifest, mentions: readonly Mention[], brought: ReadonlyMap<string, Brought>) {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const words = new Set([
    'node',
    ...mentions.map(({ name }) => name),
    ...Object.values(manifest.scripts).flatMap((script) => script.split(' ')),
  ])
  const isCalled = (name: string) => words.has(typed(name)) || (brought.get(name)?.commands ?? []).some((command) => words.has(command))
  const peers = new Set(declared.filter(isCalled).flatMap((name) => brought.get(name)?.peers ?? []))
  return declared.filter((name) => !isCalled(name) && !peers.has(name)).map((name) => `${name} is in package.json, and nothing needs it`)
}

/** Imported packages that package.json does not list: they are installed only because another package needs them. */
export function undeclared({ name: own, dependencies, devDependencies }: Manifest, mentions: readonly Mention[]) {
  const declared = { [own]: '', ...dependencies, ...devDependencies }
  return mentions
    .filter(({ name }) => !Object.hasOwn(declared, name))
    .map(({ name, path }) => `${path} imports ${name}, which package.json does not have`)
}
