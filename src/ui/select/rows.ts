import type { Group } from './option.ts'

/** Height of a row in pixels, per the specification. */
export const rowHeight = 35.5
/** Maximum height of a menu in pixels. */
export const menuMaxHeight = 300
/** Rows that PageUp and PageDown move. */
export const pageKeyRows = 6
const spare = 6
/** Number of React keys for rows. A row scrolled out of view is reused for a later one. */
export const rowSlots = 32

/** A row of a menu: a heading, or the option at an index. */
export interface Row {
  readonly row: number
  readonly heading?: string
  readonly index: number
}
/** Rows under one heading. */
export interface Section {
  readonly label: string | undefined
  readonly rows: readonly Row[]
}

const headingsUpTo = (index: number, groups: readonly Group[]) => groups.filter(({ first }) => first <= index).length

/** Row of an option, counting the headings above it. */
export const rowOf = (index: number, groups: readonly Group[]) => index + headingsUpTo(index, groups)

/** The rows to render at a scroll position, with some spare rows before and after. */
export function visibleRange(scrollTop: number, rowCount: number): { from: number; to: number } {
  const first = Math.floor(scrollTop / rowHeight)
  return { from: Math.max(0, first - spare), to: Math.min(rowCount, first + Math.ceil(menuMaxHeight / rowHeight) + spare) }
}

function rowAt(row: number, groups: readonly Group[]): Row {
  const groupsBefore = groups.filter(({ first }, rowIndex) => first + rowIndex < row).length
  const next = groups[groupsBefore]
  return next && next.first + groupsBefore === row ? { row, heading: next.label, index: next.first } : { row, index: row - groupsBefore }
}

/** The rows of a range, grouped by heading. */
export function sectionsOf({ from, to }: { from: number; to: number }, groups: readonly Group[]): readonly Section[] {
  const sections: { label: string | undefined; rows: Row[] }[] = []
  for (let rowIndex = from; rowIndex < to; rowIndex++) {
    const row = rowAt(rowIndex, groups)
    const label = groups[headingsUpTo(row.index, groups) - 1]?.label
    const last = sections.at(-1)
    if (last && last.label === label) last.rows.push(row)
    else sections.push({ label, rows: [row] })
  }
  return sections
}

/** Scroll position that makes a row visible; unchanged if it already is. */
export function scrollTo(row: number, scrollTop: number, height: number): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop
}
