import { readSheet } from 'read-excel-file/universal'
import type { TextTable } from '../../../parts/resource/text-table.ts'

/** The text of a cell as the CSV file would have it: days as YYYY-MM-DD. */
const textOf = (value: unknown) => {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return value === null ? '' : String(value)
}

/** Reads the first sheet of an XLSX file. Rejects if the file is not a workbook. */
export default async function readWorkbook(file: Blob): Promise<TextTable> {
  const rows = (await readSheet(file)).map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
  return { delimiter: ',', rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) }
}
