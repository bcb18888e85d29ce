import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, match } from '../../src/contract/addresses/addresses.ts'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { screenOf } from '../house/screens.ts'
import { filesUnder, root } from '../house/source.ts'

/** The kinds of places that belong to a surface, and the files or words of each. */
type Places = readonly (readonly [kind: string, found: readonly string[]])[]

const asked = process.argv[2]
if (!asked) {
  console.error('Ask for an address or a tag: npm run where /embedded/clients/1/chart, or npm run where ad-report-chart')
  process.exit(1)
}

const exists = (path: string) => existsSync(join(root, path))
const load = async (path: string): Promise<Record<string, unknown>> => (exists(path) ? import(join(root, path)) : {})

/** The files below a folder that are named after a noun. */
const named = (folder: string, names: readonly string[]) =>
  filesUnder(folder).filter((path) =>
    path
      .slice(folder.length + 1)
      .split('/')
      .some((part) => names.some((name) => new RegExp(`^(\\d+-|ad-)?${name}([.-]|$)`).test(part))),
  )

async function nounsOf(tag: string): Promise<string[]> {
  const { default: declaration } = await load(`elements/${tag}.ts`)
  const nouns = typeof declaration === 'object' && declaration !== null && 'nouns' in declaration ? declaration.nouns : []
  return Array.isArray(nouns) ? nouns.map(String) : []
}

async function permissionsOf(nouns: readonly string[]) {
  const modules = await Promise.all(nouns.map((noun) => load(`src/contract/${noun}.ts`)))
  const branches = modules.flatMap((module) => Object.values(module)).filter((value) => typeof value === 'object' && value !== null)
  const permissions = branches
    .filter((branch) => branch.constructor === Object)
    .flatMap((branch) => endpointsOf(branch).flatMap(({ may }) => may ?? []))
  return [...new Set(permissions)].sort()
}

async function placesOf(tag: string, screens: readonly string[]): Promise<Places> {
  const surface = tag.replace(/^ad-/, '')
  const nouns = await nounsOf(tag)
  const names = [surface, ...nouns]
  return [
    ['screen', screens],
    ['declaration', filesUnder('elements').filter((path) => path === `elements/${tag}.ts`)],
    ['surface', filesUnder(`src/surfaces/${surface}`).filter((path) => !screens.includes(path))],
    ['contract', named('src/contract', nouns)],
    ['platform', named('demo/platform', nouns).filter((path) => !path.includes('/tables/'))],
    ['tables', named('demo/platform/tables', nouns)],
    ['words', filesUnder('locales').filter((path) => path.endsWith(`/${surface}.po`))],
    ['tests', ['unit', 'elements', 'platform', 'journeys'].flatMap((kind) => named(`tests/${kind}`, names))],
    ['permissions', await permissionsOf(nouns)],
  ]
}

const found = asked.startsWith('ad-') ? undefined : match(asked.replace(/^https?:\/\/[^/]+/, ''))
const tag = found?.tag ?? asked
const rows = found ? [found.address] : addresses.filter((address) => address.tag === tag)
if (rows.length === 0 && !exists(`elements/${tag}.ts`)) {
  console.error(`Nothing answers to ${asked}; npm run screens lists every address`)
  process.exit(1)
}

const attributes = Object.entries(found?.attributes ?? {}).map(([name, value]) => ` ${name}="${value}"`)
const path = found?.path ? ` path="${found.path}"` : ''
console.log(`<${tag}${attributes.join('')}${path}>`)
for (const { pattern } of rows) console.log(`address      ${pattern}`)
const screens = [...new Set(rows.flatMap((row) => screenOf(row) ?? []))]
for (const [kind, places] of await placesOf(tag, screens))
  for (const place of places.length > 0 ? places : ['-']) console.log(`${kind.padEnd(12)} ${place}`)
