export interface SortableEntry {
  /** The item cannot be moved or removed. */
  readonly isPermanent?: boolean
}

/** The range that an item can move in without displacing a permanent one; undefined for a permanent item. */
export function movableRange(items: readonly SortableEntry[], at: number): { first: number; last: number } | undefined {
  const isFree = (index: number) => items[index] !== undefined && !items[index].isPermanent
  if (!isFree(at)) return undefined
  let first = at
  let last = at
  while (isFree(first - 1)) first -= 1
  while (isFree(last + 1)) last += 1
  return { first, last }
}

/** The target index, clamped to the item's range. */
export function nearestIndex(items: readonly SortableEntry[], from: number, to: number): number {
  const range = movableRange(items, from)
  return range ? Math.max(range.first, Math.min(to, range.last)) : from
}

/** The list with one item moved as near to the target index as possible. */
export function withMovedItem<T extends SortableEntry>(items: readonly T[], from: number, to: number): readonly T[] {
  const position = nearestIndex(items, from, to)
  const item = items[from]
  if (position === from || item === undefined) return items
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, position), item, ...others.slice(position)]
}

export const withoutItem = <T extends SortableEntry>(items: readonly T[], at: number): readonly T[] =>
  items[at]?.isPermanent ? items : items.filter((_, index) => index !== at)
