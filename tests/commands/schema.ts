import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { schemaText } from '../house/schema.ts'
import { root } from '../house/source.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'placard-schema-'))
const database = await openDatabase({ dataDir })
try {
  await database.migrate(migrations)
  writeFileSync(join(root, 'demo/platform/tables/schema.sql'), await schemaText(database.kysely))
} finally {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}
