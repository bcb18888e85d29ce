// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Cell } from '../../src/contract/files/file-table.ts'
import { workbookFiles } from '../../src/contract/files/workbook.ts'

async function* inOnePiece(rows: readonly (readonly Cell[])[]) {
  yield rows
}
async function textOf(pieces: AsyncIterable<string> | Iterable<string>) {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

test('a sheet has fitting column widths, a fixed header and first column, and filters', async () => {
  const columns = [
    { label: 'Name', format: 'text' as const },
    { label: 'Clicks', format: 'count' as const },
    { label: 'Spend', format: 'money' as const },
    { label: 'Rate', format: 'percent' as const },
    { label: 'How much was spent on all of it before, USD', format: 'money' as const },
    { label: '広告費用対効果の平均', format: 'ratio' as const },
    ...Array.from({ length: 24 }, (_, index) => ({ label: `Figure ${index}`, format: 'count' as const })),
  ]
  const rows = Array.from({ length: 12 }, () => columns.map(() => 1))
  const files = workbookFiles({ about: [['Report', 'A']], columns, total: rows.length, digits: 2, rows: inOnePiece(rows) }, 10)
  // Parsed as XML, as any program does; the sheets are created in the order of their numbers.
  const sheets = new Map<string, Element>()
  for (const { name, pieces } of files)
    sheets.set(name, new DOMParser().parseFromString(await textOf(pieces), 'application/xml').documentElement)
  const sheetOf = (number: number) => sheets.get(`xl/worksheets/sheet${number}.xml`) ?? document.body
  const sheet = sheetOf(1)
  // The standard's order; with another one, a program repairs or rejects the file.
  expect([...sheet.children].map(({ tagName }) => tagName)).toEqual(['sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'autoFilter'])
  const widths = [...sheet.querySelectorAll('col')].map((col) => Number(col.getAttribute('width')))
  expect(widths.slice(0, 6)).toEqual([24, 14, 18, 10, 47, 24])
  expect(widths).toHaveLength(columns.length)
  const pane = sheet.querySelector('pane')
  expect(['xSplit', 'ySplit', 'topLeftCell', 'state'].map((name) => pane?.getAttribute(name))).toEqual(['1', '1', 'B2', 'frozen'])
  const filtered = [1, 2].map((number) => sheetOf(number).querySelector('autoFilter')?.getAttribute('ref'))
  expect(filtered).toEqual(['A1:AD10', 'A1:AD4'])
  // LibreOffice recognizes a filter only by this name.
  const names = [...(sheets.get('xl/workbook.xml')?.querySelectorAll('definedName') ?? [])]
  expect(names.map((name) => [name.getAttribute('name'), name.getAttribute('localSheetId'), name.textContent])).toEqual([
    ['_xlnm._FilterDatabase', '0', "'Report'!$A$1:$AD$10"],
    ['_xlnm._FilterDatabase', '1', "'Report 2'!$A$1:$AD$4"],
  ])
  expect(sheet.querySelectorAll('row')).toHaveLength(10)
  const about = sheetOf(3)
  expect([...about.children].map(({ tagName }) => tagName)).toEqual(['sheetFormatPr', 'cols', 'sheetData'])
})
