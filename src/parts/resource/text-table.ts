/** Parsed rows with the line number at which each one starts. */
export interface TextTable {
  readonly delimiter: string
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

const delimiters = [',', ';', '\t', '|'] as const

/** Guesses the delimiter: the one with the most occurrences in the first line, outside quotes. */
export function delimiterOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0] ?? ''
  const bare = first.replace(/"(?:[^"]|"")*"/g, '')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

const cellOf = (raw: string) => (raw.startsWith('"') ? raw.replace(/^"|"\s*$/g, '').replaceAll('""', '"') : raw.trim())

/** Parses CSV with quoted cells, any common delimiter, and any line ending. */
export function parseTable(text: string): TextTable {
  const content = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(content)
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let raw = ''
  let isQuoted = false
  let line = 1
  let start = 1
  const endCell = () => {
    cells.push(cellOf(raw))
    raw = ''
  }
  const endRow = () => {
    endCell()
    if (cells.some((cell) => cell !== '')) rows.push({ line: start, cells })
    cells = []
  }
  for (const letter of `${content.replace(/\r\n?/g, '\n')}\n`) {
    if (letter === '"') isQuoted = !isQuoted
    if (letter === '\n') line += 1
    if (!isQuoted && letter === delimiter) endCell()
    else if (!isQuoted && letter === '\n') {
      endRow()
      start = line
    } else raw += letter
  }
  if (isQuoted) endRow()
  return { delimiter, rows }
}
