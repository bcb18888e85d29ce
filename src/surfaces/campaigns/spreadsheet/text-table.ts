/** A table of text, with the line of the file on which each row begins. */
export interface TextTable {
  readonly delimiter: string
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

const delimiters = [',', ';', '\t', '|'] as const

/** What parts the cells: whatever the first line has most of outside its quotes. */
export function delimiterOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0] ?? ''
  const bare = first.replace(/"(?:[^"]|"")*"/g, '')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

const cellOf = (raw: string) => (raw.startsWith('"') ? raw.replace(/^"|"\s*$/g, '').replaceAll('""', '"') : raw.trim())

/** Reads a table as spreadsheets write it: quoted where needed, with any of the usual delimiters and line ends. */
export function readTable(text: string): TextTable {
  const whole = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(whole)
  const rows: { line: number; cells: string[] }[] = []
  let [cells, raw, isQuoted, line, start] = [[] as string[], '', false, 1, 1] // an empty list of cells has no type of its own
  const endCell = () => {
    cells.push(cellOf(raw))
    raw = ''
  }
  const endRow = () => {
    endCell()
    if (cells.some((cell) => cell !== '')) rows.push({ line: start, cells })
    cells = []
  }
  for (const letter of `${whole.replace(/\r\n?/g, '\n')}\n`) {
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
