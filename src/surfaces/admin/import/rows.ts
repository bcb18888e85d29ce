import { maxImportRows } from '../../../contract/list-imports.ts'
import { parseTable } from '../../../parts/resource/text-table.ts'

/** A column of an import. */
export interface ImportColumn {
  /** The field of the request. */
  readonly key: string
  /** The label, which also is a name of the column in a header. */
  readonly label: string
  readonly isRequired?: boolean
  /** Other names of the column in a header, such as `e-mail`. */
  readonly names?: readonly string[]
}

/** A row as it was read. */
export interface ImportRow {
  /** The number of its line. */
  readonly line: number
  /** The texts by column. */
  readonly cells: Readonly<Record<string, string>>
}

/** Why nothing can be sent. */
export type ImportFault =
  | { readonly code: 'too_many_rows'; readonly rows: number }
  | { readonly code: 'too_many_columns'; readonly line: number }
  | { readonly code: 'unknown_column'; readonly name: string }
  | { readonly code: 'missing_column'; readonly label: string }

export interface ReadRows {
  readonly rows: readonly ImportRow[]
  readonly fault?: ImportFault
}

const bare = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')
const isNamed = ({ key, label, names = [] }: ImportColumn, cell: string) => [key, label, ...names].some((name) => bare(name) === bare(cell))

/** The columns in the order of the file: those that its header names, else the given order. */
function orderOf(first: readonly string[], columns: readonly ImportColumn[]) {
  const found = first.map((cell) => columns.find((column) => isNamed(column, cell)))
  // A first line with two known names is a header; with one it is, if no cell is anything else.
  const known = found.filter((column) => column !== undefined).length
  return known >= 2 || (known === 1 && first.length === 1) ? found : undefined
}

const cellsOf = (cells: readonly string[], order: readonly (ImportColumn | undefined)[]) =>
  Object.fromEntries(
    cells.flatMap((cell, index) => {
      const key = order[index]?.key
      return key === undefined || cell === '' ? [] : [[key, cell]]
    }),
  )

/** Reads pasted or uploaded rows. A header may name the columns in any order. */
export function readRows(text: string, columns: readonly ImportColumn[]): ReadRows {
  const [first, ...others] = parseTable(text).rows
  if (!first) return { rows: [] }
  const header = orderOf(first.cells, columns)
  const order = header ?? columns
  const lines = header ? others : [first, ...others]
  const unknown = header ? first.cells.find((_, index) => header[index] === undefined) : undefined
  if (unknown !== undefined) return { rows: [], fault: { code: 'unknown_column', name: unknown } }
  const missing = columns.find((column) => column.isRequired && !order.includes(column))
  if (missing) return { rows: [], fault: { code: 'missing_column', label: missing.label } }
  if (lines.length > maxImportRows) return { rows: [], fault: { code: 'too_many_rows', rows: lines.length } }
  const wide = lines.find(({ cells }) => cells.length > order.length)
  if (wide) return { rows: [], fault: { code: 'too_many_columns', line: wide.line } }
  return { rows: lines.map(({ line, cells }) => ({ line, cells: cellsOf(cells, order) })) }
}
