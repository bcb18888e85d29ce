import type { ReactNode } from 'react'
import type { CurrencyFormat } from '../format/format.ts'

/** What stands in a cell as the platform says it: money as a decimal string, a day as YYYY-MM-DD. */
export type CellValue = string | number | null

export type CellKind = 'text' | 'number' | 'money' | 'percent' | 'ratio' | 'date' | 'status'

/** One of the values that a column can have, in the person's words. */
export interface CellOption {
  readonly value: string
  readonly label: string
}

/** How one narrows a column down. */
export type ColumnFilter =
  | { readonly kind: 'contains' }
  | { readonly kind: 'between' }
  | { readonly kind: 'one-of'; readonly options: readonly CellOption[] }

/** What came of saving a cell: the row as it is now, or why it was not saved. */
export type EditOutcome<Row> = { readonly row: Row } | { readonly refused: string; readonly row?: Row | undefined }

/** How a cell is changed in its place. */
export interface CellEdit<Row> {
  readonly kind: 'text' | 'number' | 'date' | 'choice'
  readonly options?: readonly CellOption[]
  /** What can be chosen in this row, where that is not the same in every row. */
  readonly optionsOf?: (row: Row) => readonly CellOption[]
  /** Why this row's cell cannot be changed; nothing where it can. */
  readonly lockedBecause?: (row: Row) => string | undefined
  /** What is said of the field on hover, such as how to leave it empty. */
  readonly hint?: string
  /** What stands in the field at first; the value as it is without. */
  readonly text?: (row: Row) => string
  /** True, or why this cannot be saved. */
  readonly check?: (text: string, row: Row) => true | string
  readonly save: (row: Row, text: string) => Promise<EditOutcome<Row>>
}

/** What can be chosen in a cell of this row. */
export const optionsIn = <Row>(edit: CellEdit<Row> | undefined, row: Row) => edit?.optionsOf?.(row) ?? edit?.options

/** What of a column does not depend on its rows. */
export interface ColumnFace {
  readonly key: string
  readonly header: string
  readonly kind: CellKind
  /** Stands behind the name in the head, such as USD. */
  readonly unit?: string
  /** What is in it, said on hover. */
  readonly hint?: string
  readonly align?: 'start' | 'end'
  readonly width?: number
  readonly isSortable?: boolean
  /** Is not shown before somebody chooses it. */
  readonly isOptional?: boolean
  /** It changes places with columns of this group alone. */
  readonly group?: string
  readonly filter?: ColumnFilter
  /** The screen has a field of its own for its condition. */
  readonly isFilteredElsewhere?: boolean
}

/** One column of a grid. */
export interface GridColumn<Row> extends ColumnFace {
  readonly value: (row: Row) => CellValue
  /** Draws the cell; what can be pressed in it takes tabIndex -1, and Enter presses it. */
  readonly render?: (row: Row) => ReactNode
  readonly edit?: CellEdit<Row>
  /** Enter presses what is in the cell, such as a link; F2 and a double press edit it. */
  readonly isPressed?: boolean
  /** The currency of an amount in this row, whose sign stands with it; without, the head names the one of the table. */
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

/** How wide a column is before anybody says otherwise. */
export const usualWidth = ({ width, kind }: Pick<ColumnFace, 'width' | 'kind'>) => width ?? kindWidths[kind]

const figures: ReadonlySet<CellKind> = new Set<CellKind>(['number', 'money', 'percent', 'ratio'])
/** Whether its cells are numbers, which stand at the end and go from the largest. */
export const isFigure = ({ kind }: Pick<ColumnFace, 'kind'>) => figures.has(kind)

/** Which side its cells stand on. */
export const alignOf = (column: Pick<ColumnFace, 'align' | 'kind'>) => column.align ?? (isFigure(column) ? 'end' : 'start')

/** The name in the head, with its unit. */
export const headerOf = ({ header, unit }: Pick<ColumnFace, 'header' | 'unit'>) => (unit ? `${header}, ${unit}` : header)
