import { columnWidths } from '../../contract/users/settings.ts'
import { type ColumnInfo, type GridColumn, defaultColumnWidth } from './column.ts'

/** A user's settings for one column. The order of the list is the column order. */
export interface ColumnPreference {
  readonly key: string
  readonly isShown: boolean
  readonly width?: number | undefined
}

type Any = Pick<ColumnInfo, 'key' | 'isOptional'>

/** All columns in the user's order. New columns follow their default predecessor; the first column stays first. */
export function orderedColumns(columns: readonly Any[], preferences: readonly ColumnPreference[]): ColumnPreference[] {
  const knownKeys = new Set(columns.map(({ key }) => key))
  const preferenceOf = new Map(preferences.filter(({ key }) => knownKeys.has(key)).map((choice) => [choice.key, choice]))
  const order = [...preferenceOf.keys()]
  columns.forEach(({ key }, index) => {
    if (preferenceOf.has(key)) return
    const previousKey = columns[index - 1]?.key
    order.splice(previousKey === undefined ? 0 : order.indexOf(previousKey) + 1, 0, key)
  })
  const [first, ...others] = columns
  if (!first) return []
  const natural = new Map(others.map(({ key, isOptional = false }) => [key, { key, isShown: !isOptional }]))
  const firstChoice = { ...preferenceOf.get(first.key), key: first.key, isShown: true }
  return [firstChoice, ...order.flatMap((key) => (key === first.key ? [] : (preferenceOf.get(key) ?? natural.get(key) ?? [])))]
}

/** The visible columns, in order. */
export function shownColumns<Row>(columns: readonly GridColumn<Row>[], preferences: readonly ColumnPreference[]): GridColumn<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return orderedColumns(columns, preferences).flatMap(({ key, isShown }) => (isShown ? (byKey.get(key) ?? []) : []))
}

export const withColumnPreference = (
  list: readonly ColumnPreference[],
  key: string,
  change: Partial<ColumnPreference>,
): ColumnPreference[] => list.map((choice) => (choice.key === key ? { ...choice, ...change } : choice))

/** Rounds a width and clamps it to the allowed range. */
export const clampColumnWidth = (width: number) => Math.round(Math.max(columnWidths.min, Math.min(width, columnWidths.max)))

/** The user's column width, or the default. */
export const columnWidthOf = (column: Pick<ColumnInfo, 'key' | 'kind' | 'width'>, preferences: readonly ColumnPreference[]) =>
  clampColumnWidth(preferences.find(({ key }) => key === column.key)?.width ?? defaultColumnWidth(column))

/** CSS grid tracks. The first column takes the remaining space; its minimum is at most half of the container. */
export const gridTracksOf = (widths: readonly number[]) =>
  widths.map((width, index) => (index === 0 ? `minmax(min(${width}px, 50cqi), 1fr)` : `${width}px`)).join(' ')
