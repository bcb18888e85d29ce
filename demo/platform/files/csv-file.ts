import { csvLine } from '../../../src/contract/files/csv-line.ts'
import type { Cell, FileTable } from '../../../src/contract/files/file-table.ts'

const lines = (rows: readonly (readonly Cell[])[]) => rows.map(csvLine).join('')

/** Streams a table as CSV: a byte order mark, the `about` lines, the header and the rows. */
export async function* csvFile({ about, columns, rows }: FileTable): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${lines([...about, [], columns.map(({ label }) => label)])}`)
  for await (const some of rows) yield Buffer.from(lines(some))
}
