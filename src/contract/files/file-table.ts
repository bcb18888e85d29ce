import type { MetricFormat } from '../reports/metrics.ts'

/** A column of a file, with the format of its values. */
export interface FileColumn {
  readonly label: string
  readonly format: MetricFormat | 'change' | 'text'
}

/** A value of a row. */
export type Cell = string | number | null

/** Content of a file: lines about it, and rows that arrive in pieces. */
export interface FileTable {
  /** Name of its sheet. */
  readonly name?: string
  /** Name of the sheet with the `about` lines. */
  readonly aboutName?: string
  /** Lines that describe the data, such as the report, its days and its currency. */
  readonly about: readonly (readonly [label: string, text: string])[]
  readonly columns: readonly FileColumn[]
  /** Total number of rows, without the row of totals. */
  readonly total: number
  /** Totals of the columns, below the rows and outside their filter. */
  readonly totals?: readonly Cell[]
  /** A CSV file has its `about` lines and totals below the rows only on request, so that other programs can read it. */
  readonly hasAboutLines?: boolean
  /** Digits of its currency. */
  readonly digits: number
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}
