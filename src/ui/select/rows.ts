import type { Group } from './option.ts'

/** Every row of a menu, as the specification has it. */
export const rowHeight = 35.5
/** A menu as a whole. */
export const menuMost = 300
/** Rows that PageUp and PageDown pass. */
export const rowsOfPage = 6
const spare = 6
/** Rows beyond which one that goes out of sight is drawn again as the next. */
export const rowSlots = 32

/** A row of a menu: a heading or the option at an index. */
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

/** The row of an option. */
export const rowOf = (index: number, groups: readonly Group[]) => index + headingsUpTo(index, groups)

/** The rows that are drawn where a menu is scrolled to, with some to spare. */
export function windowOf(scrollTop: number, rowCount: number): { from: number; to: number } {
  const first = Math.floor(scrollTop / rowHeight)
  return { from: Math.max(0, first - spare), to: Math.min(rowCount, first + Math.ceil(menuMost / rowHeight) + spare) }
}

function rowAt(row: number, groups: readonly Group[]): Row {
  const before = groups.filter(({ first }, place) => first + place < row).length
  const next = groups[before]
  return next && next.first + before === row ? { row, heading: next.label, index: next.first } : { row, index: row - before }
}

/** Rows in a window, under their headings. */
export function sectionsOf({ from, to }: { from: number; to: number }, groups: readonly Group[]): readonly Section[] {
  const sections: { label: string | undefined; rows: Row[] }[] = []
  for (let place = from; place < to; place++) {
    const row = rowAt(place, groups)
    const label = groups[headingsUpTo(row.index, groups) - 1]?.label
    const last = sections.at(-1)
    if (last && last.label === label) last.rows.push(row)
    else sections.push({ label, rows: [row] })
  }
  return sections
}

/** Where to scroll so that a row is in sight; the same place when it is. */
export function scrollTo(row: number, scrollTop: number, height: number): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop
}
