import { csvLine } from '../../contract/files/csv-line.ts'

type CsvRow = readonly (string | number | null)[]

/** Rows as CSV lines. */
export const csvLines = (rows: readonly CsvRow[]) => rows.map(csvLine).join('')

/** A table as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export const csvOf = (rows: readonly CsvRow[]) => `\uFEFF${csvLines(rows)}`

/** Downloads a blob as a file. */
export function downloadBlob(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Downloads text as a file. */
export const downloadText = (name: string, text: string | readonly string[], type = 'text/csv;charset=utf-8') =>
  downloadBlob(name, new Blob([text].flat(), { type }))
