/** One cell: quoted where needed, and never a formula that a spreadsheet would run. */
const cell = (value: string | number | null) => {
  const text = value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type CsvRow = readonly (string | number | null)[]

/** Some lines of a table as CSV. */
export const csvLines = (rows: readonly CsvRow[]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** A table as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export const csvOf = (rows: readonly CsvRow[]) => `\uFEFF${csvLines(rows)}`

/** Offers something as a file. */
export function downloadBlob(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Offers text as a file. */
export const downloadText = (name: string, text: string | readonly string[], type = 'text/csv;charset=utf-8') =>
  downloadBlob(name, new Blob([text].flat(), { type }))
