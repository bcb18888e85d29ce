import type { Cell, FileColumn, FileTable } from './file-table.ts'
import { zipStream } from './zip-stream.ts'

/** A sheet has no more rows than this, its head among them. */
export const sheetRowsMost = 1_048_576
/** A cell has no more letters than this. */
const lettersMost = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What XML cannot say is left out; `_x` with digits would be read as an escape. */
const said = (text: string) =>
  text
    .slice(0, lettersMost)
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

const styles = { text: 0, bold: 1, count: 2, money: 3, ratio: 4, percent: 5 } as const
const textCell = (text: string, style: number = styles.text) =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${said(text)}</t></is></c>`

/** A figure is a number in its format, as long as it can be said as one. */
function cell(value: Cell, { format }: FileColumn): string {
  if (value === null || value === '') return '<c/>'
  const text = String(value)
  return format === 'text' || !/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? textCell(text) : `<c s="${styles[format]}"><v>${text}</v></c>`
}

const row = (cells: string) => `<row>${cells}</row>`

async function* sheet(rows: AsyncIterable<string> | Iterable<string>) {
  yield `${head}<worksheet xmlns="${main}"><sheetData>`
  yield* rows
  yield '</sheetData></worksheet>'
}

async function* rowsOf({ columns, rows }: FileTable) {
  yield row(columns.map(({ label }) => textCell(label, styles.bold)).join(''))
  for await (const some of rows)
    yield some
      .map((cells) => row(cells.map((value, index) => cell(value, columns[index] ?? { label: '', format: 'text' })).join('')))
      .join('')
}

const aboutRows = ({ about }: FileTable) => about.map(([label, text]) => row(textCell(label, styles.bold) + textCell(text)))

function stylesOf(digits: number): string {
  const money = digits > 0 ? `#,##0.${'0'.repeat(digits)}` : '#,##0'
  const formats = [money, '0.00', '0.00%'].map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')
  const ids = [0, 0, 3, 164, 165, 166]
  const looks = ids
    .map((id, index) => `<xf xfId="0" numFmtId="${id}" fontId="${index === styles.bold ? 1 : 0}" fillId="0" borderId="0"/>`)
    .join('')
  const fonts =
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
  const fills = '<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>'
  const base = '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
  return `${head}<styleSheet xmlns="${main}"><numFmts count="3">${formats}</numFmts>${fonts}${fills}${base}<cellXfs count="${ids.length}">${looks}</cellXfs></styleSheet>`
}

const part = (name: string, kind: string) => `<Override PartName="/${name}" ContentType="${kinds}.${kind}+xml"/>`
const contentTypes = `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/worksheets/sheet1.xml', 'worksheet')}${part('xl/worksheets/sheet2.xml', 'worksheet')}${part('xl/styles.xml', 'styles')}</Types>`
const relation = (id: number, kind: string, target: string) => `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`
const relations = (...all: readonly string[]) => `${head}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
const workbook = `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/><sheet name="About" sheetId="2" r:id="rId2"/></sheets></workbook>`
const bookRelations = relations(
  relation(1, 'worksheet', 'worksheets/sheet1.xml'),
  relation(2, 'worksheet', 'worksheets/sheet2.xml'),
  relation(3, 'styles', 'styles.xml'),
)

/** A table as a workbook, piece by piece: a sheet of its rows, and one that says what they mean. */
export const xlsxFile = (table: FileTable): AsyncGenerator<Buffer> =>
  zipStream([
    { name: '[Content_Types].xml', pieces: [contentTypes] },
    { name: '_rels/.rels', pieces: [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))] },
    { name: 'xl/workbook.xml', pieces: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', pieces: [bookRelations] },
    { name: 'xl/styles.xml', pieces: [stylesOf(table.digits)] },
    { name: 'xl/worksheets/sheet2.xml', pieces: sheet(aboutRows(table)) },
    { name: 'xl/worksheets/sheet1.xml', pieces: sheet(rowsOf(table)) },
  ])
