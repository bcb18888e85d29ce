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
  const reach = movableRange(items, from)
  return reach ? Math.max(reach.first, Math.min(to, reach.last)) : from
}

/** The list with one item moved as near to the target index as possible. */
export function withMovedItem<T extends SortableEntry>(items: readonly T[], from: number, to: number): readonly T[] {
  const place = nearestIndex(items, from, to)
  const thing = items[from]
  if (place === from || thing === undefined) return items
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, place), thing, ...rest.slice(place)]
}

export const withoutItem = <T extends SortableEntry>(items: readonly T[], at: number): readonly T[] =>
  items[at]?.isPermanent ? items : items.filter((_, index) => index !== at)
