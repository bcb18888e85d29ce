import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaChanges, schemaCommand, schemaText } from '../house/schema.ts'
import { root } from '../house/source.ts'
import { freshDatabase } from '../support/database/fresh-database.ts'

test('schema.sql equals the schema that the migrations create', async () => {
  const { database, close } = await freshDatabase({ server: '' })
  const now = await schemaText(database.kysely).finally(close)
  const committed = readFileSync(join(root, 'demo/platform/tables/schema.sql'), 'utf8')
  const message = `demo/platform/tables/schema.sql is outdated; run \`${schemaCommand}\``
  expect(schemaChanges(committed, now), message).toEqual([])
  expect(committed === now, message).toBe(true)
})

test('a difference between schemas is reported with its table', () => {
  const before = 'create table a (\n  id integer,\n  name text\n);\n\ncreate table b (\n  id integer\n);\n'
  const after = before.replace('name text', 'name text not null')
  expect(schemaChanges(before, before)).toEqual([])
  expect(schemaChanges(before, after)).toEqual(['gone from a: name text', 'new in a: name text not null'])
})
