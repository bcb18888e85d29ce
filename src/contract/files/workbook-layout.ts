import type { FileColumn } from './file-table.ts'

/** The XML before and after the rows of a sheet. */
export interface SheetXml {
  readonly before: string
  readonly after?: string
}

/** Minimum column width per format, in characters. */
const minWidths = { text: 24, count: 14, money: 18, ratio: 10, percent: 10, change: 10 } as const
const maxWidth = 60
/** Space for the filter button next to a column's name. */
const buttonWidth = 4
/** East Asian characters have double width. */
const widthInCharacters = (text: string) => [...text].reduce((width, letter) => width + (letter > '\u2e7f' ? 2 : 1), 0)
const widthOf = ({ label, format }: FileColumn) => Math.min(maxWidth, Math.max(minWidths[format], widthInCharacters(label) + buttonWidth))
const cols = (widths: readonly number[]) =>
  `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`

/** Letters of a column, counted from 1. */
const columnName = (number: number): string =>
  number > 26 ? columnName(Math.floor((number - 1) / 26)) + columnName(((number - 1) % 26) + 1) : String.fromCodePoint(64 + number)

/** The range of the header and `rows` rows below it, such as A1:D10; `$A$1:$D$10` with `absolute`. */
export const filteredRange = (columns: readonly FileColumn[], rows: number, absolute: '' | '$' = '') =>
  `${absolute}A${absolute}1:${absolute}${columnName(columns.length)}${absolute}${rows + 1}`

/** Freezes the header row and the first column, and adds a filter to each column. */
export const rowsSheetXml = (columns: readonly FileColumn[], rows: number): SheetXml => ({
  before: `<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols(columns.map(widthOf))}`,
  after: `<autoFilter ref="${filteredRange(columns, rows)}"/>`,
})
/** The about sheet has two columns. */
export const aboutSheetXml: SheetXml = { before: `<sheetFormatPr defaultRowHeight="15"/>${cols([30, 80])}` }
