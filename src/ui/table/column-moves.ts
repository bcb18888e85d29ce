import type { ColumnPreference } from './column-choice.ts'
import type { ColumnInfo } from './column.ts'

type Any = Pick<ColumnInfo, 'key' | 'isOptional' | 'group'>

/** Keys of the columns that this one can be reordered with: those of its group. Without groups, all but the first column. */
export function reorderPeersOf(columns: readonly Any[], key: string): string[] {
  const groups = new Map(columns.map((column, index) => [column.key, column.group ?? (index === 0 ? column.key : '')]))
  return columns.flatMap((column) => (groups.get(column.key) === groups.get(key) ? column.key : []))
}

/** Moves a column among its peers; all other columns keep their position. */
export function moveColumn(list: readonly ColumnPreference[], peers: readonly string[], key: string, to: number): ColumnPreference[] {
  if (!peers.includes(key)) return [...list]
  const order = peers.filter((peer) => peer !== key)
  order.splice(Math.max(0, to), 0, key)
  return list.map((choice) => {
    const next = peers.includes(choice.key) ? order.shift() : choice.key
    return list.find((item) => item.key === next) ?? choice
  })
}

/** The columns, plus the columns of `before` that were removed since, in their old places. Removed optional columns are left out. */
export function withRemovedColumns<C extends Any>(columns: readonly C[], before: readonly C[]): C[] {
  const all = [...columns]
  before.forEach((column, index) => {
    if (column.isOptional || all.some(({ key }) => key === column.key)) return
    all.splice(all.findIndex(({ key }) => key === before[index - 1]?.key) + 1, 0, column)
  })
  return all
}
