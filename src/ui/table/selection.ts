/** Which rows are selected: some that are known, or everything that matches but for a few. */
export interface Selection<Row> {
  readonly isAll: boolean
  readonly rows: ReadonlyMap<string, Row>
  readonly except: ReadonlySet<string>
}

/** Nothing is selected. */
export const noRows: Selection<never> = { isAll: false, rows: new Map<string, never>(), except: new Set() }
/** Everything that matches, also what has not been read. */
export const allRows: Selection<never> = { isAll: true, rows: new Map<string, never>(), except: new Set() }

/** Whether a row is selected. */
export const isSelected = ({ isAll, rows, except }: Selection<unknown>, id: string) => (isAll ? !except.has(id) : rows.has(id))

/** How many rows are selected, of so many that match. */
export const countOf = ({ isAll, rows, except }: Selection<unknown>, total: number) => (isAll ? total - except.size : rows.size)

/** The selection with one row the other way round. */
export function toggled<Row>({ isAll, rows, except }: Selection<Row>, id: string, row: Row): Selection<Row> {
  if (isAll) {
    const left = new Set(except)
    if (!left.delete(id)) left.add(id)
    return { isAll, rows, except: left }
  }
  const kept = new Map(rows)
  if (!kept.delete(id)) kept.set(id, row)
  return { isAll, rows: kept, except }
}

/** The selection and some rows beside. */
export function joined<Row>({ isAll, rows, except }: Selection<Row>, more: readonly (readonly [id: string, row: Row])[]): Selection<Row> {
  if (!isAll) return { isAll, rows: new Map([...rows, ...more]), except }
  const left = new Set(except)
  for (const [id] of more) left.delete(id)
  return { isAll, rows, except: left }
}

/** From one row to another, whichever comes first. */
export const rangeBetween = (one: number, other: number) => ({ first: Math.min(one, other), last: Math.max(one, other) })
