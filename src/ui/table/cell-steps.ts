/** Position of a cell. Body rows count from 0; the header and totals have negative row numbers. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

export interface GridBounds {
  /** Row number of the header: -1, or -2 when there is a totals row. */
  readonly head: number
  readonly rows: number
  readonly columns: number
  /** Number of rows that fit in the viewport. */
  readonly page: number
}

export interface Step {
  readonly key: string
  readonly isToEnd: boolean
  readonly isRightToLeft: boolean
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, Math.max(min, max)))

/** Clamps a position to the grid. */
export const clampCell = ({ row, column }: CellPosition, { head, rows, columns }: GridBounds): CellPosition => ({
  row: clamp(row, head, rows - 1),
  column: clamp(column, 0, columns - 1),
})

const steps: Readonly<Record<string, (at: CellPosition, shape: GridBounds, isToEnd: boolean) => CellPosition>> = {
  ArrowDown: ({ row, column }, { rows }, isToEnd) => ({ row: isToEnd ? rows - 1 : row + 1, column }),
  ArrowUp: ({ row, column }, _, isToEnd) => ({ row: isToEnd && row > 0 ? 0 : row - 1, column }),
  Next: ({ row, column }, { columns }, isToEnd) => ({ row, column: isToEnd ? columns - 1 : column + 1 }),
  Before: ({ row, column }, _, isToEnd) => ({ row, column: isToEnd ? 0 : column - 1 }),
  Home: ({ row }, _, isToEnd) => ({ row: isToEnd ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, isToEnd) => ({ row: isToEnd ? rows - 1 : row, column: columns - 1 }),
  PageDown: ({ row, column }, { page }) => ({ row: Math.max(row, 0) + page, column }),
  PageUp: ({ row, column }, { page }) => ({ row: row < 0 ? row : Math.max(0, row - page), column }),
}

/** Cell that a key moves to; undefined for keys that do not navigate. */
export function nextCell(at: CellPosition, { key, isToEnd, isRightToLeft }: Step, bounds: GridBounds): CellPosition | undefined {
  const directions = isRightToLeft ? { ArrowLeft: 'Next', ArrowRight: 'Before' } : { ArrowLeft: 'Before', ArrowRight: 'Next' }
  const step = steps[key === 'ArrowLeft' || key === 'ArrowRight' ? directions[key] : key]
  return step && clampCell(step(at, bounds, isToEnd), bounds)
}
