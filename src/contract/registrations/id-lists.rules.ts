/** Tried in this order when ids are pasted or uploaded. */
const delimiters = ['\n', '\t', ';', '|', ','] as const

/** No id is longer. */
export const idMost = 100
/** How many ids one list may name, as JSON and as a file. */
export const idListMost = { list: 10_000, csv: 50_000 } as const

/** What may be wrong about one line of a list of ids. */
export const idProblems = ['duplicate', 'too_long', 'unreadable', 'open_quote', 'no_id'] as const
export type IdProblemCode = (typeof idProblems)[number]
export interface IdProblem {
  /** Of the text, from 1. */
  readonly line: number
  readonly code: IdProblemCode
  /** What stands there, as far as it can be shown. */
  readonly text: string
}
/** Ids as they were read, each once and in their order, each with its line. */
export interface IdList {
  readonly ids: readonly string[]
  readonly lines: readonly number[]
  readonly delimiter: (typeof delimiters)[number]
  readonly problems: readonly IdProblem[]
}

type Delimiter = IdList['delimiter']
const shown = 40
/** So many lines tell which delimiter it is. */
const sampled = 1000
const unreadable = /\p{Cc}|\p{Cs}|\p{Co}|\ufffd/u
/** Most ids are made of these alone, which is quickly seen. */
const plain = /^[ -~]*$/
const everyUnreadable = new RegExp(unreadable.source, 'gu')
/** What a column of ids is called, besides what its reader says. */
const headers = ['internalid', 'id', 'ids', 'entityid']

/** Text with nothing in it that a screen or a database would stumble over. */
const showable = (text: string) => [...text.trim().slice(0, 200).replace(everyUnreadable, '\u25a1')].slice(0, shown).join('')

/** The cells of a line; nothing where a quote has no end. */
export function cellsOf(line: string, delimiter: Delimiter): string[] | undefined {
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

/** The first delimiter, in their order, that at least half of the lines have; lines are told apart in any case. */
export function delimiterOf(lines: readonly string[]): Delimiter {
  const said = lines.filter((line) => line.trim() !== '').map(bare)
  const within = (delimiter: Delimiter) => said.filter((line) => line.includes(delimiter)).length
  return delimiters.find((delimiter) => delimiter !== '\n' && said.length > 0 && within(delimiter) * 2 >= said.length) ?? '\n'
}

const nameOf = (cell: string) => cell.toLowerCase().replace(/[\s_-]/g, '')
/** Which column holds the ids, where the first line names its columns. */
function columnOf(first: readonly string[], names: readonly string[]) {
  const known = [...names.map(nameOf), ...headers]
  const at = first.map(nameOf).findIndex((cell) => known.includes(cell))
  return at < 0 ? undefined : at
}

/** What is wrong about one cell that is not empty. */
function cellProblem(id: string, seen: ReadonlySet<string>): IdProblemCode | undefined {
  if (!plain.test(id) && unreadable.test(id)) return 'unreadable'
  if (id.length > idMost) return 'too_long'
  return seen.has(id) ? 'duplicate' : undefined
}

/** Gathers ids in their order, each once, and what was wrong about the rest. */
function gathering() {
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

/** Ids that are told apart already, each on a line of its own. */
export function listIds(cells: readonly string[]): IdList {
  const { take, blame, listed } = gathering()
  for (const [index, cell] of cells.entries()) {
    if (cell.trim() === '') blame(index + 1, 'no_id', cell)
    else take(cell, index + 1)
  }
  return listed('\n')
}

/** Reads ids from what somebody pasted or uploaded, whatever tells them apart; a line that names its columns leads to the one with the ids. */
export function readIds(text: string, names: readonly string[] = []): IdList {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const delimiter = delimiterOf(rows.length > sampled ? rows.slice(0, sampled) : rows)
  const { take, blame, listed } = gathering()
  const first = rows.findIndex((row) => row.trim() !== '')
  const column = columnOf(cellsOf(rows[first] ?? '', delimiter) ?? [], names)
  for (const [index, row] of rows.entries()) {
    if ((index === first && column !== undefined) || row.trim() === '') continue
    const [line, cells] = [index + 1, cellsOf(row, delimiter)]
    if (!cells) blame(line, 'open_quote', row)
    else if (column === undefined) for (const cell of cells) take(cell, line)
    else if (cells[column]?.trim()) take(cells[column], line)
    else blame(line, 'no_id', row)
  }
  return listed(delimiter)
}
