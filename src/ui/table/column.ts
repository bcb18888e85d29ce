import type { ReactNode } from 'react'
import type { CurrencyFormat } from '../format/format.ts'

/** A raw cell value from the API: money is a decimal string, a date is YYYY-MM-DD. */
export type CellValue = string | number | null

export type CellKind = 'text' | 'number' | 'money' | 'percent' | 'ratio' | 'date' | 'status'

/** A possible value of a column, with its translated label. */
export interface CellOption {
  readonly value: string
  readonly label: string
}

/** The kind of filter that a column offers. */
export type ColumnFilter =
  | { readonly kind: 'contains' }
  | { readonly kind: 'between' }
  | { readonly kind: 'one-of'; readonly options: readonly CellOption[] }

/** Result of a save: the new row, or the reason for the failure. */
export type EditResult<Row> = { readonly row: Row } | { readonly refused: string; readonly row?: Row | undefined }

/** Inline editing of a cell. */
export interface CellEdit<Row> {
  readonly kind: 'text' | 'number' | 'date' | 'choice'
  readonly options?: readonly CellOption[]
  /** Options that depend on the row. */
  readonly optionsOf?: (row: Row) => readonly CellOption[]
  /** The reason why this row's cell cannot be edited; undefined if it can. */
  readonly readonlyBecause?: (row: Row) => string | undefined
  /** Tooltip of the input, for example how to leave it empty. */
  readonly hint?: string
  /** Initial text of the input; defaults to the value. */
  readonly text?: (row: Row) => string
  /** Validates the text: true, or the error message. */
  readonly check?: (text: string, row: Row) => true | string | Promise<true | string>
  /** A consequence that the user confirms by saving again; undefined if there is none. */
  readonly warn?: (text: string, row: Row) => string | undefined | Promise<string | undefined>
  /** Currency of the amount, shown before the input. */
  readonly currencyOf?: (row: Row) => CurrencyFormat
  readonly save: (row: Row, text: string) => Promise<EditResult<Row>>
}

export const cellOptionsOf = <Row>(edit: CellEdit<Row> | undefined, row: Row) => edit?.optionsOf?.(row) ?? edit?.options

/** A part of a card, the layout of a row on a narrow page: one line of text, and three figures by importance. */
export type CardPart = 'title' | 'line' | 'figure-1' | 'figure-2' | 'figure-3'

/** The part of a column that does not depend on the row type. */
export interface ColumnInfo {
  readonly key: string
  readonly header: string
  readonly kind: CellKind
  /** Shown after the name in the header, for example USD. */
  readonly unit?: string
  /** Tooltip of the header. */
  readonly hint?: string
  readonly align?: 'start' | 'end'
  readonly width?: number
  readonly isSortable?: boolean
  /** Hidden until the user adds it. */
  readonly isOptional?: boolean
  /** The column can be reordered only within this group. */
  readonly group?: string
  readonly filter?: ColumnFilter
  /** Its part of a card. The first column is the title. */
  readonly card?: Exclude<CardPart, 'title'>
  /** The screen has its own control for this filter, so the toolbar does not offer it. */
  readonly isFilteredElsewhere?: boolean
}

export interface GridColumn<Row> extends ColumnInfo {
  readonly value: (row: Row) => CellValue
  /** Renders the cell. Buttons and links inside need tabIndex -1; Enter in the cell clicks them. */
  readonly render?: (row: Row) => ReactNode
  readonly edit?: CellEdit<Row>
  /** Enter clicks the link or button in the cell; F2 and a double-click edit it. */
  readonly isPressed?: boolean
  /** Currency of the amount in this row, shown with its symbol. Without it, the header names the table's currency. */
  readonly currencyOf?: (row: Row) => CurrencyFormat
}

const kindWidths: Readonly<Record<CellKind, number>> = {
  text: 220,
  number: 132,
  money: 136,
  percent: 104,
  ratio: 96,
  date: 116,
  status: 132,
}

/** Default width of a column. */
export const defaultColumnWidth = ({ width, kind }: Pick<ColumnInfo, 'width' | 'kind'>) => width ?? kindWidths[kind]

const figures: ReadonlySet<CellKind> = new Set<CellKind>(['number', 'money', 'percent', 'ratio'])
/** Whether the column holds numbers. Numbers align to the end and sort descending first. */
export const isNumericColumn = ({ kind }: Pick<ColumnInfo, 'kind'>) => figures.has(kind)

export const alignOf = (column: Pick<ColumnInfo, 'align' | 'kind'>) => column.align ?? (isNumericColumn(column) ? 'end' : 'start')

export const headerOf = ({ header, unit }: Pick<ColumnInfo, 'header' | 'unit'>) => (unit ? `${header}, ${unit}` : header)
