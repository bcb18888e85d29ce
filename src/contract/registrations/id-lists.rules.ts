/** Delimiters of pasted or uploaded ids, in the order in which they are tried. */
const delimiters = ['\n', '\t', ';', '|', ','] as const

/** Maximum length of an id. */
export const maxIdLength = 100
/** Maximum number of ids in a list, as JSON and as CSV. */
export const maxIdsPerList = { list: 10_000, csv: 50_000 } as const

/** Problems of one line in a list of ids. */
export const idProblems = ['duplicate', 'too_long', 'unreadable', 'open_quote', 'no_id'] as const
export type IdProblemCode = (typeof idProblems)[number]
export interface IdProblem {
  /** Line number in the text, from 1. */
  readonly line: number
  readonly code: IdProblemCode
  /** The text at fault, shortened and without unprintable characters. */
  readonly text: string
}
/** The ids in order without duplicates, and the line of each. */
export interface IdList {
  readonly ids: readonly string[]
  readonly lines: readonly number[]
  readonly delimiter: (typeof delimiters)[number]
  readonly problems: readonly IdProblem[]
}

type Delimiter = IdList['delimiter']
const shown = 40
/** Number of lines that are used to detect the delimiter. */
const sampled = 1000
const unreadable = /\p{Cc}|\p{Cs}|\p{Co}|\ufffd/u
/** A fast check: most ids contain only printable ASCII. */
const plain = /^[ -~]*$/
const everyUnreadable = new RegExp(unreadable.source, 'gu')
/** Common names of an id column, besides those that the caller passes. */
const headers = ['internalid', 'id', 'ids', 'entityid']

/** Shortened text without characters that a screen or database cannot handle. */
const showable = (text: string) => [...text.trim().slice(0, 200).replace(everyUnreadable, '\u25a1')].slice(0, shown).join('')

/** The cells of a line; undefined if a quote is not closed. */
export function parseCells(line: string, delimiter: Delimiter): string[] | undefined {
  if (!line.includes('"')) return delimiter === '\n' ? [line] : line.split(delimiter)
  const cells: string[] = []
  const quoted = delimiter === '\t' ? / *"((?:[^"]|"")*)" */y : /\s*"((?:[^"]|"")*)"\s*/y
  for (let at = 0; at <= line.length; ) {
    quoted.lastIndex = at
    const found = quoted.exec(line)
    const next = line.indexOf(delimiter, found ? quoted.lastIndex : at)
    const end = next < 0 ? line.length : next
    if (found ? end !== quoted.lastIndex : line.slice(at, end).trimStart().startsWith('"')) return undefined
    cells.push(found ? (found[1] ?? '').replaceAll('""', '"') : line.slice(at, end))
    at = end + 1
  }
  return cells
}

const bare = (line: string) => (line.includes('"') ? line.replace(/"(?:[^"]|"")*"/g, '') : line)

/** The first delimiter that at least half of the lines contain. Line breaks always separate. */
export function detectDelimiter(lines: readonly string[]): Delimiter {
  const filledLines = lines.filter((line) => line.trim() !== '').map(bare)
  const within = (delimiter: Delimiter) => filledLines.filter((line) => line.includes(delimiter)).length
  return delimiters.find((delimiter) => delimiter !== '\n' && filledLines.length > 0 && within(delimiter) * 2 >= filledLines.length) ?? '\n'
}

const nameOf = (cell: string) => cell.toLowerCase().replace(/[\s_-]/g, '')
/** Index of the id column, if the first line is a header. */
function columnOf(first: readonly string[], names: readonly string[]) {
  const known = [...names.map(nameOf), ...headers]
  const at = first.map(nameOf).findIndex((cell) => known.includes(cell))
  return at < 0 ? undefined : at
}

/** The problem of a non-empty cell. */
function cellProblem(id: string, seen: ReadonlySet<string>): IdProblemCode | undefined {
  if (!plain.test(id) && unreadable.test(id)) return 'unreadable'
  if (id.length > maxIdLength) return 'too_long'
  return seen.has(id) ? 'duplicate' : undefined
}

/** Collects ids in order without duplicates, and the problems of the others. */
function createIdCollector() {
  const lines: number[] = []
  const problems: IdProblem[] = []
  const seen = new Set<string>()
  const blame = (line: number, code: IdProblemCode, text: string) => void problems.push({ line, code, text: showable(text) })
  const take = (cell: string, line: number) => {
    const id = cell.trim()
    if (id === '') return
    const code = cellProblem(id, seen)
    if (code) return blame(line, code, id)
    seen.add(id)
    lines.push(line)
  }
  const listed = (delimiter: Delimiter): IdList => ({ ids: [...seen], lines, delimiter, problems })
  return { take, blame, listed }
}

/** Validates ids that are separate already; each counts as one line. */
export function validateIds(cells: readonly string[]): IdList {
  const { take, blame, listed } = createIdCollector()
  for (const [index, cell] of cells.entries()) {
    if (cell.trim() === '') blame(index + 1, 'no_id', cell)
    else take(cell, index + 1)
  }
  return listed('\n')
}

/** Parses pasted or uploaded ids with any delimiter. If the first line is a header, only the id column is read. */
export function parseIds(text: string, names: readonly string[] = []): IdList {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const delimiter = detectDelimiter(rows.length > sampled ? rows.slice(0, sampled) : rows)
  const { take, blame, listed } = createIdCollector()
  const first = rows.findIndex((row) => row.trim() !== '')
  const column = columnOf(parseCells(rows[first] ?? '', delimiter) ?? [], names)
  for (const [index, row] of rows.entries()) {
    if ((index === first && column !== undefined) || row.trim() === '') continue
    const line = index + 1
    const cells = parseCells(row, delimiter)
    if (!cells) blame(line, 'open_quote', row)
    else if (column === undefined) for (const cell of cells) take(cell, line)
    else if (cells[column]?.trim()) take(cells[column], line)
    else blame(line, 'no_id', row)
  }
  return listed(delimiter)
}
