import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addresses } from '../../src/contract/addresses.ts'
import { root } from '../house/source.ts'

const built = (file: string) => (existsSync(join(root, file)) ? file : '-')

for (const { pattern, tag, file } of addresses) console.log(`${pattern}, ${tag}, ${built(file)}`)
