import { columnWidths } from '../../contract/users/settings.ts'
import { type ColumnFace, type GridColumn, usualWidth } from './column.ts'

/** A column as somebody wants it; the list of them is the order. */
export interface ColumnChoice {
  readonly key: string
  readonly isShown: boolean
  readonly width?: number | undefined
}

type Any = Pick<ColumnFace, 'key' | 'isOptional'>

/** Every column in its place: chosen ones as chosen, new ones behind the column they follow by nature; the first one stays. */
export function arranged(columns: readonly Any[], choices: readonly ColumnChoice[]): ColumnChoice[] {
  const known = new Set(columns.map(({ key }) => key))
  const chosen = new Map(choices.filter(({ key }) => known.has(key)).map((choice) => [choice.key, choice]))
  const order = [...chosen.keys()]
  columns.forEach(({ key }, index) => {
    if (chosen.has(key)) return
    const before = columns[index - 1]?.key
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  })
  const [first, ...others] = columns
  if (!first) return []
  const natural = new Map(others.map(({ key, isOptional = false }) => [key, { key, isShown: !isOptional }]))
  const firstChoice = { ...chosen.get(first.key), key: first.key, isShown: true }
  return [firstChoice, ...order.flatMap((key) => (key === first.key ? [] : (chosen.get(key) ?? natural.get(key) ?? [])))]
}

/** The columns that are shown, in order. */
export function shownColumns<Row>(columns: readonly GridColumn<Row>[], choices: readonly ColumnChoice[]): GridColumn<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return arranged(columns, choices).flatMap(({ key, isShown }) => (isShown ? (byKey.get(key) ?? []) : []))
}

/** The list with something changed about one column. */
export const changed = (list: readonly ColumnChoice[], key: string, change: Partial<ColumnChoice>): ColumnChoice[] =>
  list.map((choice) => (choice.key === key ? { ...choice, ...change } : choice))

/** A width that a column can have. */
export const possibleWidth = (width: number) => Math.round(Math.max(columnWidths.least, Math.min(width, columnWidths.most)))

/** How wide a column is for this person. */
export const widthOf = (column: Pick<ColumnFace, 'key' | 'kind' | 'width'>, choices: readonly ColumnChoice[]) =>
  possibleWidth(choices.find(({ key }) => key === column.key)?.width ?? usualWidth(column))

/** The tracks of every row: the first takes what is left over, and never more than half of a narrow place. */
export const tracksOf = (widths: readonly number[]) =>
  widths.map((width, index) => (index === 0 ? `minmax(min(${width}px, 50cqi), 1fr)` : `${width}px`)).join(' ')
