import { csvLine } from '../../../src/contract/files/csv-line.ts'
import type { Cell, FileColumn, FileTable } from '../../../src/contract/files/file-table.ts'
import { workbookFiles } from '../../../src/contract/files/workbook.ts'
import { zipStream } from './zip-stream.ts'

const lines = (rows: readonly (readonly Cell[])[]) => rows.map(csvLine).join('')

/** Decimals of ratios. Amounts keep theirs, so that parts add up to their total. */
const decimals: Partial<Record<FileColumn['format'], number>> = { ratio: 4, percent: 6, change: 6 }

/** Rounds numbers without an exact decimal form. */
function rounded(value: Cell, format: FileColumn['format']): Cell {
  const places = decimals[format]
  return typeof value === 'number' && places !== undefined ? Number(value.toFixed(places)) : value
}

/** Streams a table as CSV: a byte order mark, the header and the rows; on request also the totals and the `about` lines. */
export async function* csvFile({ about, columns, rows, totals, hasAboutLines = false }: FileTable): AsyncGenerator<Buffer> {
  const roundedRow = (cells: readonly Cell[]) => cells.map((value, index) => rounded(value, columns[index]?.format ?? 'text'))
  yield Buffer.from(`\uFEFF${lines([columns.map(({ label }) => label)])}`)
  for await (const some of rows) yield Buffer.from(lines(some.map(roundedRow)))
  if (hasAboutLines) yield Buffer.from(lines([[], ...(totals ? [roundedRow(totals)] : []), ...about]))
}

/** Streams a table as a workbook. */
export const xlsxFile = (table: FileTable, sheetRows?: number): AsyncGenerator<Buffer> => zipStream(workbookFiles(table, sheetRows))
