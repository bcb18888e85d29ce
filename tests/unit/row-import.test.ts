import { expect, test } from 'vitest'
import { maxImportRows } from '../../src/contract/list-imports.ts'
import { type ImportColumn, readRows } from '../../src/surfaces/admin/import/rows.ts'

const columns: readonly ImportColumn[] = [
  { key: 'email', label: 'Email', isRequired: true, names: ['E-Mail-Adresse'] },
  { key: 'first_name', label: 'First name' },
  { key: 'last_name', label: 'Last name' },
]

test('rows without a header are in the order of the columns', () => {
  expect(readRows('a@b.example;Ada;Lovelace\n\nc@d.example;;Curie', columns)).toEqual({
    rows: [
      { line: 1, cells: { email: 'a@b.example', first_name: 'Ada', last_name: 'Lovelace' } },
      { line: 3, cells: { email: 'c@d.example', last_name: 'Curie' } },
    ],
  })
})

test('a header names the columns in any order, by key, label or another name', () => {
  expect(readRows('Last Name,E-Mail-Adresse\n"Lovelace, Ada",a@b.example', columns).rows).toEqual([
    { line: 2, cells: { email: 'a@b.example', last_name: 'Lovelace, Ada' } },
  ])
  expect(readRows('email\na@b.example', columns).rows).toEqual([{ line: 2, cells: { email: 'a@b.example' } }])
})

test('a formula stays a text', () => {
  expect(readRows('=1+1\t+cmd', columns).rows[0]?.cells).toEqual({ email: '=1+1', first_name: '+cmd' })
})

test.each([
  ['first name,last name\nAda,Lovelace', { code: 'missing_column', label: 'Email' }],
  ['email,last name,shoe size\na@b.example,Lovelace,38', { code: 'unknown_column', name: 'shoe size' }],
  ['a@b.example,Ada,Lovelace\nc@d.example,Marie,Curie,1', { code: 'too_many_columns', line: 2 }],
])('%j is refused as a whole', (text, fault) => {
  expect(readRows(text, columns)).toEqual({ rows: [], fault })
})

test('more rows than one request takes are refused, whether a header is one of the lines or not', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@b.example`).join('\n')
  expect(readRows(lines(maxImportRows), columns).rows).toHaveLength(maxImportRows)
  expect(readRows(`email\n${lines(maxImportRows)}`, columns).rows).toHaveLength(maxImportRows)
  expect(readRows(lines(maxImportRows + 1), columns)).toEqual({ rows: [], fault: { code: 'too_many_rows', rows: maxImportRows + 1 } })
})

test('nothing gives no rows', () => expect(readRows(' \n\n', columns)).toEqual({ rows: [] }))
