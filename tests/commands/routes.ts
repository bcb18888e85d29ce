import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from '../../src/contract/index.ts'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { root } from '../house/source.ts'

/** A list of the code that names each noun once, as `key` or `key: name`, and imports it. */
const lists = ['src/contract/index.ts', 'demo/platform/handlers.ts'] as const

/** The file from which a list imports what it has for a noun. */
function fileOf(list: (typeof lists)[number], noun: string): string {
  const text = readFileSync(join(root, list), 'utf8')
  const [, imported = noun] = new RegExp(`^  ${noun}: (\\w+)`, 'm').exec(text) ?? []
  const [, file] = new RegExp(`^import {[^}]*\\b${imported}\\b[^}]*} from '([^']+)'`, 'm').exec(text) ?? []
  if (file === undefined) throw new Error(`${list} imports no ${imported}`)
  return join(dirname(list), file)
}

const [searchText] = process.argv.slice(2)
for (const [noun, endpoints] of Object.entries(contract))
  for (const { method, path } of endpointsOf(endpoints)) {
    if (searchText !== undefined && !path.includes(searchText)) continue
    console.log(`${method} ${path}`)
    if (searchText !== undefined) for (const list of lists) console.log(`  ${fileOf(list, noun)}`)
  }
