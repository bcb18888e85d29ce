// The grid renders rows as divs to draw only the visible ones, so ARIA roles replace table semantics.

/** ARIA attributes of a row. `nth` counts from 1 and includes the header rows. */
export const rowRole = (row: number, nth: number, isSelected?: boolean) => ({
  role: 'row',
  'data-row': row,
  'aria-rowindex': nth,
  'aria-selected': isSelected,
})

export const cellRole = (role: 'columnheader' | 'rowheader' | 'gridcell', position: number) => ({
  role,
  'data-column': position,
  'aria-colindex': position + 1,
})

export const groupRole = { role: 'rowgroup' }
