import { csvLine } from '../../../src/contract/files/csv-line.ts'
import type { Cell, FileTable } from '../../../src/contract/files/workbook.ts'

const lines = (rows: readonly (readonly Cell[])[]) => rows.map(csvLine).join('')

/** A table as CSV, piece by piece: a byte order mark, what it is about, and its rows. */
export async function* csvFile({ about, columns, rows }: FileTable): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${lines([...about, [], columns.map(({ label }) => label)])}`)
  for await (const some of rows) yield Buffer.from(lines(some))
}
