import type { FileColumn } from './workbook.ts'

/** What stands before and behind the rows of a sheet. */
export interface SheetFrame {
  readonly before: string
  readonly behind?: string
}

/** As wide as most values of a format are written, in letters. */
const widthLeast = { text: 24, count: 14, money: 18, ratio: 10, percent: 10 } as const
const widthMost = 60
/** Beside a name there is the button of its filter. */
const buttonWidth = 4
/** Letters of East Asia are twice as wide. */
const lettersWide = (text: string) => [...text].reduce((wide, letter) => wide + (letter > '\u2e7f' ? 2 : 1), 0)
const widthOf = ({ label, format }: FileColumn) => Math.min(widthMost, Math.max(widthLeast[format], lettersWide(label) + buttonWidth))
const cols = (widths: readonly number[]) =>
  `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`

/** A column by its letters, counted from one. */
const columnName = (number: number): string =>
  number > 26 ? columnName(Math.floor((number - 1) / 26)) + columnName(((number - 1) % 26) + 1) : String.fromCodePoint(64 + number)

/** What of a sheet is filtered, by its number of rows below the head. */
export const filteredRange = (columns: readonly FileColumn[], rows: number, mark = '') =>
  `${mark}A${mark}1:${mark}${columnName(columns.length)}${mark}${rows + 1}`

/** The head and the first column stay where they are, and each column can be filtered. */
export const rowsFrame = (columns: readonly FileColumn[], rows: number): SheetFrame => ({
  before: `<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols(columns.map(widthOf))}`,
  behind: `<autoFilter ref="${filteredRange(columns, rows)}"/>`,
})
/** What a workbook says of itself stands in two columns. */
export const aboutFrame: SheetFrame = { before: `<sheetFormatPr defaultRowHeight="15"/>${cols([30, 80])}` }
