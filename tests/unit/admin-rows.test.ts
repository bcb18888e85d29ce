import { describe, expect, test } from 'vitest'
import { parseRows } from '../../src/surfaces/admin/frame/rows/parse.ts'
import { csvOf } from '../../src/parts/resource/csv.ts'

const columns = [
  { key: 'name', label: 'Name' },
  { key: 'currency_code', label: 'Währung' },
  { key: 'time_zone', label: 'Zeitzone' },
]
const parse = (text: string) => parseRows(text, columns)
const values = (text: string) => parse(text).rows.map((row) => row.values)

describe('a pasted list', () => {
  test.each([
    ['Fern\tEUR\tUTC\nOat\tUSD\t', '\\t'],
    ['Fern;EUR;UTC\r\nOat;USD;', ';'],
    ['Fern,EUR,UTC\rOat,USD,', ','],
    ['\uFEFFFern|EUR|UTC\n\n  \nOat|USD|', '|'],
  ])('%j is read with its delimiter', (text) => {
    expect(values(text)).toEqual([
      { name: 'Fern', currency_code: 'EUR', time_zone: 'UTC' },
      { name: 'Oat', currency_code: 'USD', time_zone: '' },
    ])
  })

  test('takes the columns from a header, in either language, and says which ones it ignores', () => {
    const read = parse('Zeitzone;Umsatz;Currency code;NAME\nUTC;12;EUR;Fern')
    expect(read).toEqual({
      rows: [{ line: 2, values: { time_zone: 'UTC', currency_code: 'EUR', name: 'Fern' } }],
      unreadable: [],
      ignored: ['Umsatz'],
    })
  })

  test('without the required column has no header', () => {
    expect(values('Währung\nEUR')).toEqual([
      { name: 'Währung', currency_code: '', time_zone: '' },
      { name: 'EUR', currency_code: '', time_zone: '' },
    ])
  })

  test('keeps quoted delimiters, and names lines that it cannot read', () => {
    expect(parse('Name,Währung\n"Fern, Inc.",EUR\n"Open,EUR\nOat,USD')).toMatchObject({
      rows: [
        { line: 2, values: { name: 'Fern, Inc.' } },
        { line: 4, values: { name: 'Oat' } },
      ],
      unreadable: [3],
    })
  })

  test('reads files of its own export, with the text of a formula', () => {
    const file = csvOf([
      ['Name', 'Währung', 'Zeitzone'],
      ['=Fern', 'EUR', 'UTC'],
    ])
    expect(values(file)).toEqual([{ name: '=Fern', currency_code: 'EUR', time_zone: 'UTC' }])
  })

  test('can be empty, and can have 1,000 rows', () => {
    expect(parse(' \n').rows).toEqual([])
    const rows = Array.from({ length: 1000 }, (_, index) => `Advertiser ${index}`)
    expect(parse(rows.join('\n')).rows).toHaveLength(1000)
  })
})
