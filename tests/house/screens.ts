import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, traverseFast } from '@babel/types'
import type { Address } from '../../src/contract/addresses/vocabulary.ts'
import { importsOf, targetOf } from './imports.ts'
import { readSource, root, type Source, treeOf } from './source.ts'

/** One route of a surface's routes.ts: the path and the file that it loads. */
export type Routes = Readonly<Record<string, string>>

const keyOf = (node: Node) => {
  if (node.type !== 'ObjectProperty' || node.value.type !== 'ArrowFunctionExpression') return undefined
  if (node.key.type === 'StringLiteral') return node.key.value
  return node.key.type === 'Identifier' && !node.computed ? node.key.name : undefined
}

/** Parses the route table from the source, without running it. */
export function routesOf(source: Source): Routes {
  const loads = new Map(
    importsOf(source).flatMap((one) => (one.kind === 'import()' ? [[one.from, targetOf(source, one) ?? ''] as const] : [])),
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

/** Routes that load no file, a missing file or a file of another surface. */
export function unopened(surface: string, routes: Routes, files: readonly string[]): string[] {
  const folder = `src/surfaces/${surface}/`
  return Object.entries(routes).flatMap(([path, file]) => {
    if (!file) return [`${surface} '${path}' loads nothing`]
    if (!file.startsWith(folder)) return [`${surface} '${path}' loads ${file} of another folder`]
    return files.includes(file) ? [] : [`${file} does not exist`]
  })
}

/** Addresses of a surface without a screen, and screens without an address. */
export function astray(surface: string, routes: Routes, addresses: readonly Address[]): string[] {
  const own = addresses.filter((address) => address.tag === `ad-${surface}`)
  const dead = own.filter((address) => !address.isPlanned && !(address.path in routes))
  const done = own.filter((address) => address.isPlanned && address.path in routes)
  const hidden = Object.keys(routes).filter((path) => !own.some((address) => address.path === path))
  return [
    ...dead.map((address) => `${address.pattern} opens '${address.path}', which no route of ${surface} has`),
    ...done.map((address) => `${address.pattern} has a screen, so it is not planned any more`),
    ...hidden.map((path) => `no address opens '${path}' of ${surface}`),
  ]
}

const parsedByFile = new Map<string, Routes>()

function parsedRoutes(file: string): Routes {
  const parsed = parsedByFile.get(file) ?? routesOf(readSource(file))
  parsedByFile.set(file, parsed)
  return parsed
}

/** The screen file of an address; undefined when no surface has a screen for it yet. */
export function screenOf({ tag, path, file }: Address): string | undefined {
  if (file) return file
  const routes = `src/surfaces/${tag.slice('ad-'.length)}/routes.ts`
  return existsSync(join(root, routes)) ? parsedRoutes(routes)[path] : undefined
}
