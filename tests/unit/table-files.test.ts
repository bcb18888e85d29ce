import { describe, expect, test } from 'vitest'
import type { Cell, FileTable } from '../../src/contract/files/file-table.ts'
import { csvFile, xlsxFile } from '../../demo/platform/files/table-file.ts'
import { zipStream } from '../../demo/platform/files/zip-stream.ts'
import { zipBlob } from '../../src/parts/resource/zip-blob.ts'
import { sheetCells, unzip } from '../support/files/unzip.ts'

async function* inPieces(rows: readonly (readonly Cell[])[], size = 2) {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
const table = (rows: readonly (readonly Cell[])[]): FileTable => ({
  about: [
    ['Report', 'A & B'],
    ['Currency', 'USD'],
  ],
  columns: [
    { label: 'Name', format: 'text' },
    { label: 'Clicks', format: 'count' },
    { label: 'Spend', format: 'money' },
    { label: 'Rate', format: 'percent' },
  ],
  digits: 2,
  total: rows.length,
  rows: inPieces(rows),
})
async function concat(pieces: AsyncIterable<Buffer>) {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
/** Texts that a spreadsheet program would take for a formula, except the plain negative number. */
const formulaTexts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']
const hostileTexts = [...formulaTexts, '<b>&"\'', 'Größe 漢字 🎈', 'a\u0000b\u000bc\uFFFFd', '_x0041_', ' spaces ', 'x,"y"\nz']

describe('a workbook', () => {
  test('writes numbers as numbers, and an About sheet', async () => {
    const rows = [
      ['One', 12, '3.456789', 0.25],
      ['Two', 0, '-12345678901.5', null],
      ['Three', 1, '0', 1e-7],
    ]
    const files = unzip(await concat(xlsxFile(table(rows))))
    expect(sheetCells(files.get('xl/worksheets/sheet1.xml') ?? '')).toEqual([
      ['Name', 'Clicks', 'Spend', 'Rate'],
      ['One', 12, 3.456789, 0.25],
      ['Two', 0, -12345678901.5, null],
      ['Three', 1, 0, 1e-7],
    ])
    expect(sheetCells(files.get('xl/worksheets/sheet2.xml') ?? '')).toEqual([
      ['Report', 'A & B'],
      ['Currency', 'USD'],
    ])
    expect(files.get('xl/styles.xml')).toContain('#,##0.00')
    for (const [name] of files)
      if (name.startsWith('xl/w') && name.endsWith('.xml')) expect(files.get('[Content_Types].xml')).toContain(`PartName="/${name}"`)
  })

  test.each([
    [0, 1],
    [9, 1],
    [10, 2],
    [27, 3],
    [28, 4],
  ])('splits %i rows over %i sheets if a sheet holds a header and nine rows', async (count, sheets) => {
    const rows = Array.from({ length: count }, (_, index) => [`Row ${index}`, index, '1.5', null])
    const files = unzip(await concat(xlsxFile(table(rows), 10)))
    const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
    const read = numbers.map((number) => sheetCells(files.get(`xl/worksheets/sheet${number}.xml`) ?? ''))
    for (const [head] of read) expect(head).toEqual(['Name', 'Clicks', 'Spend', 'Rate'])
    expect(read.flatMap((sheet) => sheet.slice(1))).toEqual(rows.map(([name, clicks]) => [name, clicks, 1.5, null]))
    expect(Math.max(...read.map((sheet) => sheet.length))).toBeLessThanOrEqual(10)
    expect(sheetCells(files.get(`xl/worksheets/sheet${sheets + 1}.xml`) ?? '')[1]).toEqual(['Currency', 'USD'])
    const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)
    expect(names).toEqual([...numbers.map((number) => (number === 1 ? 'Report' : `Report ${number}`)), 'About'])
    const parts = [...(files.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/Target="([^"]+)"/g)].map(([, name]) => `xl/${name}`)
    expect(parts.filter((name) => !files.has(name))).toEqual([])
    for (const name of parts) expect(files.get('[Content_Types].xml')).toContain(`PartName="/${name}"`)
  })

  test('writes any text as text: no formula, no markup, no character that XML forbids', async () => {
    const files = unzip(await concat(xlsxFile(table(hostileTexts.map((text) => [text, null, null, null])))))
    const xml = files.get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).not.toMatch(/<f>|<b>/)
    const texts = sheetCells(xml)
      .slice(1)
      .map(([text]) => text)
    // A reader would take _x0041_ for the letter A, so its underscore is escaped.
    const expected = hostileTexts.map((text) => text.replace('a\u0000b\u000bc\uFFFFd', 'abcd').replace('_x0041_', '_x005F_x0041_'))
    expect(texts).toEqual(expected)
  })

  test('is generated while it is read, and closes the row source when reading stops', async () => {
    let taken = 0
    let isEnded = false
    async function* endless() {
      try {
        for (;;) {
          taken++
          yield Array.from({ length: 1000 }, (_, index) => [`Row ${taken} ${index} ${Math.sin(taken * index)}`, index, '1.5', 0.5])
        }
      } finally {
        isEnded = true
      }
    }
    const file = xlsxFile({ ...table([]), rows: endless() })
    let bytes = 0
    for await (const piece of file) {
      bytes += piece.length
      if (bytes > 200_000) break
    }
    expect(isEnded).toBe(true)
    expect(taken).toBeLessThan(100)
  })

  test('rejects with the error of its rows', async () => {
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [['One', 1, '1', 1]]
      throw new Error('The rows have ended early')
    }
    await expect(concat(xlsxFile({ ...table([]), rows: broken() }))).rejects.toThrow('The rows have ended early')
  })
})

test('zipStream writes many files, also empty ones', async () => {
  const entries = Array.from({ length: 50 }, (_, index) => ({
    name: `folder/größe ${index}`,
    pieces: index % 5 === 0 ? [] : ['x'.repeat(index * 1000), 'ü'],
  }))
  const files = unzip(await concat(zipStream(entries)))
  expect([...files]).toEqual(entries.map(({ name, pieces }) => [name, pieces.join('')]))
})

test('equal content gives equal bytes in each of both archive writers, and the same files in both', async () => {
  const entries = () => [{ name: 'größe.xml', pieces: ['a'.repeat(100_000), 'ü'] }]
  expect(await concat(zipStream(entries()))).toEqual(await concat(zipStream(entries())))
  const blobs = [await zipBlob(entries(), 'x/y'), await zipBlob(entries(), 'x/y')]
  const [first, second] = await Promise.all(blobs.map(async (blob) => Buffer.from(await blob.arrayBuffer())))
  expect(first).toEqual(second)
  expect(unzip(first ?? Buffer.alloc(0))).toEqual(unzip(await concat(zipStream(entries()))))
})

test('zipBlob writes many files, also empty ones, and rejects with an error of its content', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => ({
    name: `f/${index}`,
    pieces: index % 5 === 0 ? [] : ['x'.repeat(index * 9999), '設'],
  }))
  const blob = await zipBlob(entries, 'application/zip')
  expect(blob.type).toBe('application/zip')
  const files = unzip(Buffer.from(await blob.arrayBuffer()))
  expect([...files]).toEqual(entries.map(({ name, pieces }) => [name, pieces.join('')]))
  function* broken() {
    yield 'one'
    throw new Error('The rows have ended early')
  }
  await expect(zipBlob([{ name: 'a', pieces: broken() }], 'x/y')).rejects.toThrow('The rows have ended early')
})

test('a CSV file starts no cell like a formula; a plain negative number stays', async () => {
  const text = (await concat(csvFile(table(formulaTexts.map((one) => [one, 1, '-2.5', null]))))).toString('utf8')
  const lines = text.slice(1).split('\r\n')
  expect(lines[0]).toBe('Name,Clicks,Spend,Rate')
  expect(lines.slice(1)).toEqual([
    `'=1+1,1,-2.5,`,
    `'+1,1,-2.5,`,
    '-1,1,-2.5,',
    `'@SUM(A1),1,-2.5,`,
    `"'\tx",1,-2.5,`,
    `"'\rx",1,-2.5,`,
    '',
  ])
})

test('a CSV file rounds ratios, and has its totals and about lines below the rows on request only', async () => {
  const content = { ...table([['One', 1, '1.234567', 1 / 14]]), totals: ['Total', 1, '1.234567', 1 / 14] }
  const rows = 'Name,Clicks,Spend,Rate\r\nOne,1,1.234567,0.071429\r\n'
  expect((await concat(csvFile(content))).toString('utf8').slice(1)).toBe(rows)
  const withAboutLines = { ...content, rows: inPieces([['One', 1, '1.234567', 1 / 14]]), hasAboutLines: true }
  expect((await concat(csvFile(withAboutLines))).toString('utf8').slice(1)).toBe(
    `${rows}\r\nTotal,1,1.234567,0.071429\r\nReport,A & B\r\nCurrency,USD\r\n`,
  )
})

test('the totals of a workbook are below its rows and outside their filter', async () => {
  const content = { ...table([['One', 1, '1', 0.5]]), totals: ['Total', 1, '1', 0.5] }
  const sheet = unzip(await concat(xlsxFile(content))).get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheetCells(sheet).map(([name]) => name)).toEqual(['Name', 'One', 'Total'])
  expect(sheet).toContain('<autoFilter ref="A1:D2"/>')
})
