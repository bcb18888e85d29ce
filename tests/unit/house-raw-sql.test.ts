import { describe, expect, test } from 'vitest'
import { listedStatements } from '../house/raw-sql-list.ts'
import { beyondList, longSqlLines, rawStatements } from '../house/raw-sql.ts'
import { sourcesUnder } from '../house/source.ts'

const inFile = (text: string, path = 'demo/platform/users/a.ts') => ({ path, text })

describe('a raw SQL statement is reported', () => {
  test.each([
    'sql`select user_id from users`',
    'sql<Row>`\n  with seen as (select 1)\n  update users set name = ${name}`',
    'const users = sql`from users where deleted_at is null`',
    'sql`delete from users`.execute(kysely)',
    'const own = sql`(select count(*) from user_roles own where own.user_id = ${id})`',
  ])('%s', (text) => {
    expect(rawStatements(inFile(text))).toHaveLength(1)
  })
})

describe('other SQL passes', () => {
  test.each([
    "kysely.selectFrom('users').select(sql<string>`coalesce(name, '')`.as('name'))",
    'sql`a.name is distinct from ${name}`',
    'sql.ref(`a.${name}`)',
    'const text = `select from a list`',
    '// sql`select 1`',
  ])('%s', (text) => {
    expect(rawStatements(inFile(text))).toEqual([])
  })

  test('reports and migrations may use raw SQL', () => {
    expect(rawStatements(inFile('sql`select 1`', 'demo/platform/reports/a.ts'))).toEqual([])
    expect(rawStatements(inFile('sql`select 1`', 'demo/platform/tables/a.ts'))).toEqual([])
  })
})

describe('a long line of SQL', () => {
  const long = `a.${'b'.repeat(140)}`

  test('is reported in a template, in reports too', () => {
    expect(longSqlLines(inFile(`sql\`\n  select ${long}\n  from a\``, 'demo/platform/reports/a.ts'))).toHaveLength(1)
  })

  test('is not reported outside a template', () => {
    expect(longSqlLines(inFile(`const a = sql\`a\`\nconst text = '${long}'`))).toEqual([])
  })
})

describe('the lists of exceptions can only shrink', () => {
  const two = inFile('sql`select 1`\nsql`select 2`')

  test('with more findings than listed', () => {
    expect(beyondList([two], rawStatements, { [two.path]: 1 })).toHaveLength(2)
  })

  test('with fewer findings than listed, or none', () => {
    expect(beyondList([two], rawStatements, { [two.path]: 2 })).toEqual([])
    expect(beyondList([two], rawStatements, { [two.path]: 3 })).toEqual([`${two.path}: lower its number to 2`])
    expect(beyondList([], rawStatements, { gone: 1 })).toEqual(['gone: lower its number to 0'])
  })
})

describe('the SQL of the platform', () => {
  const sources = sourcesUnder('demo/platform')

  test('has raw statements in reports and listed files only', () => {
    expect(beyondList(sources, rawStatements, listedStatements)).toEqual([])
  })

  test('has no line that is too long', () => {
    expect(sources.flatMap(longSqlLines)).toEqual([])
  })
})
