import { type Node, traverseFast } from '@babel/types'
import type { Address } from '../../src/contract/addresses.vocabulary.ts'
import { importsOf, targetOf } from './imports.ts'
import { type Source, treeOf } from './source.ts'

/** What a surface's routes.ts says: the path, and the file that it loads. */
export type Routes = Readonly<Record<string, string>>

/** Write `.` for `/` and `@` for `:` and you have the screen's file. */
export const screenName = (path: string) => `${(path || 'index').replaceAll(':', '@').replaceAll('/', '.')}.tsx`

const keyOf = (node: Node) => {
  if (node.type !== 'ObjectProperty') return undefined
  if (node.key.type === 'StringLiteral') return node.key.value
  return node.key.type === 'Identifier' && !node.computed ? node.key.name : undefined
}

/** Reads the table of routes from the source, without running it. */
export function routesOf(source: Source): Routes {
  const loads = new Map(
    importsOf(source).flatMap((one) => (one.way === 'import()' ? [[one.from, targetOf(source, one) ?? ''] as const] : [])),
  )
  const routes: Record<string, string> = {}
  traverseFast(treeOf(source), (node) => {
    const key = keyOf(node)
    if (key === undefined) return
    const load = [...loads.keys()].find((from) => source.text.slice(node.start ?? 0, node.end ?? 0).includes(`'${from}'`))
    routes[key] = (load && loads.get(load)) ?? ''
  })
  return routes
}

/** Routes whose file is not what the URL spells, and screens that no route opens. */
export function misspelled(surface: string, routes: Routes, files: readonly string[]): string[] {
  const folder = `src/surfaces/${surface}/screens/`
  const wrong = Object.entries(routes).flatMap(([path, file]) =>
    file === folder + screenName(path) ? [] : [`${surface} '${path}' loads ${file || 'nothing'}, and its URL spells ${screenName(path)}`],
  )
  const absent = Object.values(routes).filter((file) => file && !files.includes(file))
  const idle = files.filter((file) => !Object.values(routes).includes(file))
  return [...wrong, ...absent.map((file) => `${file} does not exist`), ...idle.map((file) => `no route of ${surface} opens ${file}`)]
}

/** Addresses of surfaces that exist and open no screen, and screens that no address opens. */
export function astray(surface: string, routes: Routes, addresses: readonly Address[]): string[] {
  const own = addresses.filter((address) => address.tag === `ad-${surface}`)
  const dead = own.filter((address) => !Object.values(routes).includes(address.file))
  const hidden = Object.keys(routes).filter((path) => !own.some((address) => address.path === path))
  return [
    ...dead.map((address) => `${address.pattern} opens ${address.file}, which no route of ${surface} has`),
    ...hidden.map((path) => `no address opens '${path}' of ${surface}`),
  ]
}
