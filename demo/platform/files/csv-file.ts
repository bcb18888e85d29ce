import type { Cell, FileTable } from '../../../src/contract/workbook.ts'

/** One cell: quoted where needed, and never a formula that a spreadsheet would run. */
function cellText(value: Cell) {
  const text = value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lines = (rows: readonly (readonly Cell[])[]) => rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

/** A table as CSV, piece by piece: a byte order mark, what it is about, and its rows. */
export async function* csvFile({ about, columns, rows }: FileTable): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${lines([...about, [], columns.map(({ label }) => label)])}`)
  for await (const some of rows) yield Buffer.from(lines(some))
}
