/** The selected rows: a set of rows, or all matching rows without those in `except`. */
export interface Selection<Row> {
  readonly isAll: boolean
  readonly rows: ReadonlyMap<string, Row>
  readonly except: ReadonlySet<string>
}

export const emptySelection: Selection<never> = { isAll: false, rows: new Map<string, never>(), except: new Set() }
/** All matching rows, including rows that are not loaded. */
export const fullSelection: Selection<never> = { isAll: true, rows: new Map<string, never>(), except: new Set() }

export const isSelected = ({ isAll, rows, except }: Selection<unknown>, id: string) => (isAll ? !except.has(id) : rows.has(id))

/** Number of selected rows; `total` is the number of matching rows. */
export const selectedCount = ({ isAll, rows, except }: Selection<unknown>, total: number) => (isAll ? total - except.size : rows.size)

/** Toggles one row. */
export function toggleRow<Row>({ isAll, rows, except }: Selection<Row>, id: string, row: Row): Selection<Row> {
  if (isAll) {
    const exceptIds = new Set(except)
    if (!exceptIds.delete(id)) exceptIds.add(id)
    return { isAll, rows, except: exceptIds }
  }
  const selectedRows = new Map(rows)
  if (!selectedRows.delete(id)) selectedRows.set(id, row)
  return { isAll, rows: selectedRows, except }
}

/** Adds rows to the selection. */
export function addRows<Row>({ isAll, rows, except }: Selection<Row>, more: readonly (readonly [id: string, row: Row])[]): Selection<Row> {
  if (!isAll) return { isAll, rows: new Map([...rows, ...more]), except }
  const exceptIds = new Set(except)
  for (const [id] of more) exceptIds.delete(id)
  return { isAll, rows, except: exceptIds }
}

export const rangeBetween = (a: number, b: number) => ({ first: Math.min(a, b), last: Math.max(a, b) })
