import type { Cell, FileColumn, FileTable } from './file-table.ts'
import { aboutSheetXml, filteredRange, rowsSheetXml, type SheetXml } from './workbook-layout.ts'

/** A file in an archive; its content is generated while it is compressed. */
export interface Entry {
  readonly name: string
  readonly pieces: AsyncIterable<string> | Iterable<string>
}

/** MIME type of a workbook. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Excel's maximum number of rows in a sheet, including the header. */
const sheetRowsMost = 1_048_576
/** Excel's maximum number of characters in a cell. */
const lettersMost = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Removes characters that XML does not allow, and escapes `_x` with digits, which Excel would read as an escape. */
const xmlText = (text: string) =>
  text
    .slice(0, lettersMost)
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

const styles = { text: 0, bold: 1, count: 2, money: 3, ratio: 4, percent: 5, change: 6 } as const
const textCell = (text: string, style: number = styles.text) =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

/** A value becomes a formatted number if it can be parsed as one. */
function cell(value: Cell, { format }: FileColumn): string {
  if (value === null || value === '') return '<c/>'
  const text = String(value)
  return format === 'text' || !/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? textCell(text) : `<c s="${styles[format]}"><v>${text}</v></c>`
}

const row = (cells: string) => `<row>${cells}</row>`

async function* sheet(rows: AsyncIterable<string> | Iterable<string>, { before, after = '' }: SheetXml) {
  yield `${head}<worksheet xmlns="${main}">${before}<sheetData>`
  yield* rows
  yield `</sheetData>${after}</worksheet>`
}

/** Reads rows that arrive in pieces, in portions of one sheet. */
class RowReader {
  readonly #pieces: AsyncIterator<readonly (readonly Cell[])[]>
  #left: readonly (readonly Cell[])[] = []

  constructor({ rows }: FileTable) {
    this.#pieces = rows[Symbol.asyncIterator]()
  }

  /** Yields up to `max` rows. If the consumer stops early, the source is closed and no more rows follow. */
  async *take(max: number) {
    let isThrough = false
    try {
      for (let room = max; room > 0 && (await this.#filled()); ) {
        const some = this.#left.slice(0, room)
        this.#left = this.#left.slice(room)
        room -= some.length
        yield some
      }
      isThrough = true
    } finally {
      if (!isThrough) await this.#pieces.return?.()
    }
  }

  async #filled(): Promise<boolean> {
    while (this.#left.length === 0) {
      const next = await this.#pieces.next()
      if (next.done) return false
      this.#left = next.value
    }
    return true
  }
}

async function* rowsOf({ columns }: FileTable, rows: AsyncIterable<readonly (readonly Cell[])[]>, totals: readonly Cell[] | undefined) {
  const rowOf = (cells: readonly Cell[]) =>
    row(cells.map((value, index) => cell(value, columns[index] ?? { label: '', format: 'text' })).join(''))
  yield row(columns.map(({ label }) => textCell(label, styles.bold)).join(''))
  for await (const some of rows) yield some.map(rowOf).join('')
  if (totals) yield rowOf(totals)
}

const aboutRows = ({ about }: FileTable) => about.map(([label, text]) => row(textCell(label, styles.bold) + textCell(text)))

function stylesOf(digits: number): string {
  const money = digits > 0 ? `#,##0.${'0'.repeat(digits)}` : '#,##0'
  const formats = [money, '0.00', '0.00%', '+0.0%;-0.0%;0.0%']
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
    .join('')
  const ids = [0, 0, 3, 164, 165, 166, 167]
  const looks = ids
    .map((id, index) => `<xf xfId="0" numFmtId="${id}" fontId="${index === styles.bold ? 1 : 0}" fillId="0" borderId="0"/>`)
    .join('')
  const fonts =
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
  const fills = '<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>'
  const base = '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
  return `${head}<styleSheet xmlns="${main}"><numFmts count="4">${formats}</numFmts>${fonts}${fills}${base}<cellXfs count="${ids.length}">${looks}</cellXfs></styleSheet>`
}

const part = (name: string, kind: string) => `<Override PartName="/${name}" ContentType="${kinds}.${kind}+xml"/>`
const contentTypes = (sheets: number) =>
  `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('xl/workbook.xml', 'sheet.main')}${numbers(
    sheets,
  )
    .map((number) => part(`xl/worksheets/sheet${number}.xml`, 'worksheet'))
    .join('')}${part('xl/styles.xml', 'styles')}</Types>`
const relation = (id: number, kind: string, target: string) => `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`
const relations = (...all: readonly string[]) => `${head}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
interface SheetNames {
  readonly name: string
  readonly about: string
}
/** The sheets with rows come first, the about sheet last. */
const nameOf = (number: number, sheets: number, { name, about }: SheetNames) =>
  number === sheets ? about : number === 1 ? name : `${name} ${number}`
/** A valid sheet name: without characters that cell references use, and short enough that a number fits within Excel's limit of 31. */
const sheetName = (name: string) =>
  name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 24)
    .trim()
const workbook = (sheets: number, names: SheetNames, ranges: readonly string[]) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${numbers(sheets)
    .map((number) => `<sheet name="${xmlText(nameOf(number, sheets, names))}" sheetId="${number}" r:id="rId${number}"/>`)
    .join(
      '',
    )}</sheets><definedNames>${ranges.map((range, index) => filterName(index, `'${nameOf(index + 1, sheets, names)}'!${range}`)).join('')}</definedNames></workbook>`
/** Some programs find the filtered range only by this name. */
const filterName = (sheet: number, range: string) =>
  `<definedName name="_xlnm._FilterDatabase" localSheetId="${sheet}" hidden="1">${xmlText(range)}</definedName>`
const bookRelations = (sheets: number) =>
  relations(
    ...numbers(sheets).map((number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)),
    relation(sheets + 1, 'styles', 'styles.xml'),
  )

/** The files of a workbook: the rows on as many sheets as needed, and an about sheet. */
export function workbookFiles(table: FileTable, sheetRows = sheetRowsMost): readonly Entry[] {
  // A header, and a row of totals if there is one.
  const room = sheetRows - (table.totals ? 2 : 1)
  const tap = new RowReader(table)
  const filled = Math.max(1, Math.ceil(table.total / room))
  const sheets = filled + 1
  const rowsOn = (number: number) => Math.min(room, table.total - (number - 1) * room)
  const ranges = numbers(filled).map((number) => filteredRange(table.columns, rowsOn(number), '$'))
  // Sheet names must be unique, so a name equal to the about sheet's is replaced.
  const own = sheetName(table.name ?? '')
  const about = sheetName(table.aboutName ?? '') || 'About'
  const name = own === '' || own.toLowerCase() === about.toLowerCase() ? 'Report' : own
  return [
    { name: '[Content_Types].xml', pieces: [contentTypes(sheets)] },
    { name: '_rels/.rels', pieces: [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))] },
    { name: 'xl/workbook.xml', pieces: [workbook(sheets, { name, about }, ranges)] },
    { name: 'xl/_rels/workbook.xml.rels', pieces: [bookRelations(sheets)] },
    { name: 'xl/styles.xml', pieces: [stylesOf(table.digits)] },
    { name: `xl/worksheets/sheet${sheets}.xml`, pieces: sheet(aboutRows(table), aboutSheetXml) },
    ...numbers(filled).map((number) => ({
      name: `xl/worksheets/sheet${number}.xml`,
      pieces: sheet(
        rowsOf(table, tap.take(room), number === filled ? table.totals : undefined),
        rowsSheetXml(table.columns, rowsOn(number)),
      ),
    })),
  ]
}
