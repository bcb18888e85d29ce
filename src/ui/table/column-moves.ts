import type { ColumnChoice } from './column-choice.ts'
import type { ColumnFace } from './column.ts'

type Any = Pick<ColumnFace, 'key' | 'isOptional' | 'group'>

/** The columns that one changes places with, itself among them: those of its group; without groups all but the first, which stays. */
export function peersOf(columns: readonly Any[], key: string): string[] {
  const groups = new Map(columns.map((column, index) => [column.key, column.group ?? (index === 0 ? column.key : '')]))
  return columns.flatMap((column) => (groups.get(column.key) === groups.get(key) ? column.key : []))
}

/** The list with one of these columns at another place among them; what stands between them stays. */
export function moved(list: readonly ColumnChoice[], peers: readonly string[], key: string, to: number): ColumnChoice[] {
  if (!peers.includes(key)) return [...list]
  const order = peers.filter((peer) => peer !== key)
  order.splice(Math.max(0, to), 0, key)
  return list.map((choice) => {
    const next = peers.includes(choice.key) ? order.shift() : choice.key
    return list.find((one) => one.key === next) ?? choice
  })
}

/** The columns, and in their places those that stood among them before and are gone; what is only there beside another goes with it. */
export function withGone<C extends Any>(columns: readonly C[], before: readonly C[]): C[] {
  const all = [...columns]
  before.forEach((column, index) => {
    if (column.isOptional || all.some(({ key }) => key === column.key)) return
    all.splice(all.findIndex(({ key }) => key === before[index - 1]?.key) + 1, 0, column)
  })
  return all
}
