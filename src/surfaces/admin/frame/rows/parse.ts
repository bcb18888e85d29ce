import { detectDelimiter, parseCells } from '../../../../contract/registrations/id-lists.rules.ts'
import { unescapeFormula } from '../../../../contract/files/csv-line.ts'

/** A column that a pasted list may have. The first one is required. */
export interface RowColumn {
  readonly key: string
  /** Its name in the user's language, which a header may have. */
  readonly label: string
}

export interface PastedRow {
  /** Line number in the text, from 1. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

export interface PastedRows {
  readonly rows: readonly PastedRow[]
  /** Lines that cannot be read, because a quotation mark is not closed. */
  readonly unreadable: readonly number[]
  /** Names in the header that are no columns. */
  readonly ignored: readonly string[]
}

const nameOf = (cell: string) => cell.toLowerCase().replace(/[\s_-]/g, '')
const clean = (cell: string) => unescapeFormula(cell.trim()).trim()

/** The keys of the columns by the first line, or undefined if it is not a header. */
function headerOf(cells: readonly string[], columns: readonly RowColumn[]) {
  const keys = cells.map((cell) => columns.find(({ key, label }) => [nameOf(key), nameOf(label)].includes(nameOf(cell)))?.key)
  return keys.includes(columns[0]?.key) ? keys : undefined
}

/** Reads a list that was copied from a spreadsheet or a file. Without a header, the columns are in their order. */
export function parseRows(text: string, columns: readonly RowColumn[]): PastedRows {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const delimiter = detectDelimiter(lines)
  const filled = lines.map((line, index) => ({ text: line, line: index + 1 })).filter((line) => line.text.trim() !== '')
  const read = filled.map(({ text: content, line }) => ({ line, cells: parseCells(content, delimiter)?.map(clean) }))
  const header = read[0]?.cells && headerOf(read[0].cells, columns)
  const keys = header ?? columns.map(({ key }) => key)
  const rows = (header ? read.slice(1) : read).flatMap(({ line, cells }): PastedRow[] => {
    if (!cells) return []
    const pairs = keys.flatMap((key, index) => (key === undefined ? [] : [[key, cells[index] ?? ''] as const]))
    return [{ line, values: Object.fromEntries(pairs) }]
  })
  return {
    rows,
    unreadable: read.flatMap(({ line, cells }) => (cells ? [] : [line])),
    ignored: header ? (read[0]?.cells ?? []).filter((cell, index) => header[index] === undefined && cell !== '') : [],
  }
}
