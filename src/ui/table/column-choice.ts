import { columnWidths } from '../../contract/users/settings.ts'
import { type ColumnFace, type GridColumn, usualWidth } from './column.ts'

/** A user's settings for one column. The order of the list is the column order. */
export interface ColumnChoice {
  readonly key: string
  readonly isShown: boolean
  readonly width?: number | undefined
}

type Any = Pick<ColumnFace, 'key' | 'isOptional'>

/** All columns in the user's order. New columns follow their default predecessor; the first column stays first. */
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

/** The visible columns, in order. */
export function shownColumns<Row>(columns: readonly GridColumn<Row>[], choices: readonly ColumnChoice[]): GridColumn<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return arranged(columns, choices).flatMap(({ key, isShown }) => (isShown ? (byKey.get(key) ?? []) : []))
}

export const changed = (list: readonly ColumnChoice[], key: string, change: Partial<ColumnChoice>): ColumnChoice[] =>
  list.map((choice) => (choice.key === key ? { ...choice, ...change } : choice))

/** Rounds a width and clamps it to the allowed range. */
export const possibleWidth = (width: number) => Math.round(Math.max(columnWidths.least, Math.min(width, columnWidths.most)))

/** The user's column width, or the default. */
export const widthOf = (column: Pick<ColumnFace, 'key' | 'kind' | 'width'>, choices: readonly ColumnChoice[]) =>
  possibleWidth(choices.find(({ key }) => key === column.key)?.width ?? usualWidth(column))

/** CSS grid tracks. The first column takes the remaining space; its minimum is at most half of the container. */
export const tracksOf = (widths: readonly number[]) =>
  widths.map((width, index) => (index === 0 ? `minmax(min(${width}px, 50cqi), 1fr)` : `${width}px`)).join(' ')
