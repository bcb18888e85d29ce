import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Declared, interfaceReport } from '../house/interface.ts'
import { root } from '../house/source.ts'

const { declarations }: { declarations: readonly Declared[] } = await import(join(root, 'elements/index.ts'))

writeFileSync(join(root, 'elements/interface.md'), interfaceReport(declarations))
