import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, matchAddress } from '../../src/contract/addresses/addresses.ts'
import { roomsOf } from '../house/rooms.ts'
import { screenOf } from '../house/screens.ts'
import { root } from '../house/source.ts'

const addressOrTag = process.argv[2]
if (!addressOrTag) {
  console.error('Ask for an address or a tag: npm run where /embedded/clients/1/chart, or npm run where ad-report-chart')
  process.exit(1)
}

const found = addressOrTag.startsWith('ad-') ? undefined : matchAddress(addressOrTag.replace(/^https?:\/\/[^/]+/, ''))
const tag = found?.tag ?? addressOrTag
const rows = found ? [found.address] : addresses.filter((address) => address.tag === tag)
if (rows.length === 0 && !existsSync(join(root, `elements/${tag}.ts`))) {
  console.error(`Nothing answers to ${addressOrTag}; npm run screens lists every address`)
  process.exit(1)
}

const attributes = Object.entries(found?.attributes ?? {}).map(([name, value]) => ` ${name}="${value}"`)
const path = found?.path ? ` path="${found.path}"` : ''
console.log(`<${tag}${attributes.join('')}${path}>`)
for (const { pattern } of rows) console.log(`address      ${pattern}`)
const screens = [...new Set(rows.flatMap((row) => screenOf(row) ?? []))]
for (const [kind, paths] of await roomsOf(tag, screens))
  for (const path of paths.length > 0 ? paths : ['-']) console.log(`${kind.padEnd(12)} ${path}`)
