// A grid of this size is drawn row by row, outside a table's layout, so what its parts are is said in roles.

/** What a row is, and which one; the head's rows count as well. */
export const rowRole = (row: number, nth: number, isSelected?: boolean) => ({
  role: 'row',
  'data-row': row,
  'aria-rowindex': nth,
  'aria-selected': isSelected,
})

/** What a cell is, and in which column. */
export const cellRole = (role: 'columnheader' | 'rowheader' | 'gridcell', place: number) => ({
  role,
  'data-column': place,
  'aria-colindex': place + 1,
})

/** What holds the rows. */
export const groupRole = { role: 'rowgroup' }
