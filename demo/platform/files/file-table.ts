import type { MetricFormat } from '../../../src/contract/metrics.ts'

/** A column of a file, by how its values are written. */
export interface FileColumn {
  readonly label: string
  readonly format: MetricFormat | 'text'
}
export type Cell = string | number | null

/** What a file holds: what it says of itself, and its rows, in pieces, as they come. */
export interface FileTable {
  readonly about: readonly (readonly [label: string, text: string])[]
  readonly columns: readonly FileColumn[]
  /** How many rows there will be. */
  readonly total: number
  /** Digits of its currency. */
  readonly digits: number
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}
